// Puts the page together: the top line, the rail of panels, the board, and the keys.

import {App} from './app.js'
import {AskPanel} from './ask_panel.js'
import {copyDialog} from './clipboard.js'
import {openDialog} from './dialog.js'
import {button, element, replaceChildren} from './dom.js'
import {EndgamePanel} from './endgame_panel.js'
import {Files} from './files.js'
import {gamePanel} from './game_panel.js'
import {icon} from './icons.js'
import {Keys} from './keys.js'
import {Layers} from './layers.js'
import {PlayPanel} from './play_panel.js'
import {ProblemsPanel} from './problems_panel.js'
import {ReviewPanel} from './review_panel.js'
import {RulesPanel} from './rules/panel.js'
import {ScorePanel} from './score_panel.js'
import {SearchPanel} from './search_panel.js'
import {Settings, settingsDialog} from './settings.js'
import {StoneSound} from './sound.js'
import {buildTable, goToDialog} from './table.js'

const app = new App(new Settings())
const layers = new Layers(app)
new StoneSound(app)
const files = new Files(app)
const search = new SearchPanel(app)
const review = new ReviewPanel(app)
const ask = new AskPanel(app)
const problems = new ProblemsPanel(app)
const panels = [
  gamePanel(app, files),
  search,
  review,
  ask,
  new ScorePanel(app),
  new EndgamePanel(app, layers),
  new PlayPanel(app, files, showPanel),
  problems,
  new RulesPanel(app, () => problems.problems),
]
const rail = document.getElementById('rail')
const side = document.getElementById('side')
const railButtons = new Map()
let shown = null

buildTop()
buildTable(app, document.getElementById('table'), layers)
buildRail()
files.restore()
showPanel('game')
app.on('question', (point) => {
  showPanel('ask')
  ask.select(point)
})
app.on('against', ({point, question}) => {
  showPanel('ask')
  ask.against(point, question)
})
app.on('problem', (problem) => {
  showPanel('problems')
  problems.begin(problem)
})
app.on('record', showBanner)
app.on('connection', showBanner)
const keys = new Keys(app, keyTable())
// A button that was clicked with the mouse gives the keyboard back to the record.
document.addEventListener('click', (event) => {
  const pressed = document.activeElement
  if (event.detail > 0 && pressed?.matches('button') && !pressed.closest('dialog')) pressed.blur()
})

function buildTop() {
  const state = element('span', {class: 'state', 'data-state': 'connecting', text: 'Connecting'})
  app.on('connection', (name) => {
    state.dataset.state = name
    state.textContent =
      {ready: app.hello?.program ?? 'Ready', lost: 'Not connected', refused: 'Reload the page'}[name] ?? 'Connecting'
    state.title = app.hello?.network ? `Network: ${app.hello.network}` : 'Without a network'
  })
  document.getElementById('top').append(
    element('h1', {}, element('img', {src: 'icon.svg', alt: ''}), element('span', {text: 'Tedomari'})),
    button('New', () => files.newDialog()),
    button('Open', () => files.choose(), {title: 'Open a game record (Ctrl+O), or drop one anywhere on the page'}),
    button('Paste', () => files.pasteDialog()),
    button('Examples', () => files.examplesDialog()),
    button('Save', () => files.save(), {title: 'Save as SGF (Ctrl+S)'}),
    button('Copy', () => copyDialog(app, files.saving), {title: 'The record, the position or a picture to the clipboard'}),
    element('span', {class: 'space'}),
    state,
    button('Settings', () => openDialog('Settings', settingsDialog(app.settings))),
    button('Keys', () => keys.help(), {title: 'Keys (?)', class: 'for-keyboard'}),
  )
}

function buildRail() {
  for (const panel of panels) {
    const {name, text, root} = panel
    root.id = `panel-${name}`
    root.hidden = true
    root.setAttribute('role', 'region')
    root.setAttribute('aria-label', text)
    side.append(root)
    const entry = element(
      'button',
      {type: 'button', onclick: () => showPanel(name), title: `${text} (${railButtons.size + 1})`},
      icon(name),
      text,
    )
    railButtons.set(name, entry)
    rail.append(entry)
  }
}

function showPanel(name) {
  const next = panels.find((panel) => panel.name === name)
  if (next === shown) return
  if (shown) {
    shown.root.hidden = true
    shown.hidden?.()
    railButtons.get(shown.name).removeAttribute('aria-current')
  }
  shown = next
  shown.root.hidden = false
  railButtons.get(name).setAttribute('aria-current', 'true')
  shown.shown?.()
  app.panel = name
  app.tell('panel', name)
}

/** What stands above the board: a lost connection, or the way back from a problem to the game. */
function showBanner() {
  const banner = document.getElementById('banner')
  const {state} = app.connection
  const warning = {
    lost: 'No connection: the program has ended, or too many tabs are open. The page tries again; the board and the record still work.',
    refused: 'The program has been replaced by another version. Reload the page.',
  }[state]
  const isAway = app.below.length > 0
  banner.classList.toggle('shown', Boolean(warning) || isAway)
  banner.classList.toggle('warning', Boolean(warning))
  replaceChildren(
    banner,
    warning && element('span', {text: warning}),
    isAway && element('strong', {text: app.title}),
    isAway && element('span', {class: 'space'}),
    isAway && button('Back to the game', () => app.popRecord()),
  )
}

function keyTable() {
  const record = () => app.record
  return [
    [
      'Record',
      [
        ['ArrowLeft', 'One move back', () => record().back()],
        ['ArrowRight', 'One move on', () => record().forward()],
        ['ArrowUp', 'The variation before', () => record().sibling(-1)],
        ['ArrowDown', 'The next variation', () => record().sibling(1)],
        ['PageUp', 'Ten moves back', () => record().back(10)],
        ['PageDown', 'Ten moves on', () => record().forward(10)],
        ['Home', 'To the start', () => record().back(Infinity)],
        ['End', 'To the end', () => record().forward(Infinity)],
        ['j', 'Go to a move by its number', () => goToDialog(app)],
        ['n', 'To the next mistake of the review', () => review.goToMistake(1)],
        ['m', 'To the mistake before', () => review.goToMistake(-1)],
        ['Delete', 'Cut this move and all after it', () => record().cut()],
        ['Ctrl+z', 'Take the last change back; without one, the record before', () => app.undo()],
        ['Ctrl+o', 'Open a record', () => files.choose()],
        ['Ctrl+s', 'Save the record', () => files.save()],
      ],
    ],
    [
      'Board',
      [
        ['b', 'To the board: arrows move a cursor, Enter plays, Escape leaves', () => app.board.startCursor()],
        ['p', 'Pass', () => (app.tool.pass ? app.tool.pass() : app.playAt(null))],
        ['c', 'Coordinates', () => app.settings.set({coordinates: !app.settings.coordinates})],
        ...layers.keys(),
      ],
    ],
    [
      'Panels',
      [
        [' ', 'Start or stop the search', () => search.toggle()],
        ...panels.map(({name, text}, i) => [String(i + 1), text, () => showPanel(name)]),
        ['?', 'These keys', () => keys.help()],
      ],
    ],
  ]
}
