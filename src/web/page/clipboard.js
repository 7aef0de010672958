// The record and a picture of the board to the clipboard, or the picture as a file.

import {openDialog} from './dialog.js'
import {download, element} from './dom.js'

/** What a drawing takes from the style sheets. */
const STYLES = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'opacity',
  'paint-order',
  'text-anchor',
  'font-family',
  'font-size',
  'font-weight',
  'stop-color',
]
/** Width of a picture in pixels. */
const WIDTH = 1200

async function attempt(app, work, text) {
  try {
    await work()
    app.say(text)
  } catch (error) {
    app.say(`The browser refuses: ${error.message}`)
  }
}

/** Saves a picture of a drawing under the name of the record, with a word for what it shows if that is not the board. */
export function savePicture(app, drawing = app.board.svg, word = '') {
  const record = (app.record.fileName ?? '').replace(/\.sgf$/i, '')
  const name = `${[record, word].filter(Boolean).join('_') || 'board'}.png`
  return attempt(app, async () => download(await pictureOf(drawing), name), `Saved: ${name}.`)
}

/** Offers what can be copied. */
export function copyDialog(app, saving) {
  const image = async () => {
    const blob = await pictureOf(app.board.svg)
    await navigator.clipboard.write([new ClipboardItem({'image/png': blob})])
  }
  openDialog('Copy', element('p', {class: 'soft', text: 'The picture shows the board with all that is drawn on it.'}), [
    ['Record', () => saving.copy()],
    ['Picture', () => attempt(app, image, 'The picture is in the clipboard.')],
    ['Picture as a file', () => savePicture(app)],
    ['Cancel', () => {}],
  ])
}

/** A drawing of the page as a PNG. Its styles are written into a copy, since a picture knows no style sheets. */
export async function pictureOf(drawing) {
  const copy = drawing.cloneNode(true)
  copyStyles(drawing, copy)
  const {width, height} = drawing.viewBox.baseVal
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('width', WIDTH)
  copy.setAttribute('height', Math.round((WIDTH * height) / width))
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`
  await image.decode()
  const canvas = element('canvas', {width: WIDTH, height: Math.round((WIDTH * height) / width)})
  const context = canvas.getContext('2d')
  context.fillStyle = getComputedStyle(drawing).backgroundColor
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture was made'))), 'image/png')
  })
}

function copyStyles(from, to) {
  const style = getComputedStyle(from)
  for (const name of STYLES) to.style.setProperty(name, style.getPropertyValue(name))
  for (let i = 0; i < from.children.length; i += 1) copyStyles(from.children[i], to.children[i])
}
