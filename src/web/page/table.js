// What stands around the board: players and whose turn it is, buttons to go through the record, and the layers.

import {stoneSign} from './app.js'
import {savePicture} from './clipboard.js'
import {openDialog} from './dialog.js'
import {button, element, replaceChildren} from './dom.js'
import {icon} from './icons.js'
import {BLACK, WHITE, colorName} from './position.js'

/** Builds the middle of the page. `layers` gives the buttons of the layers. */
export function buildTable(app, parent, layers) {
  const players = element('div', {class: 'players'})
  const bar = element('div', {class: 'bar', role: 'group', 'aria-label': 'Moves'})
  const confirm = element('div', {class: 'bar', hidden: true})
  parent.append(players, app.board.root, confirm, bar, layers.chips)

  const number = button('', () => goToDialog(app), {class: 'plain move-number', title: 'Go to a move (J)'})
  const step = (name, label, key, action) =>
    button(icon(name), action, {'aria-label': `${label} (${key})`, title: `${label} (${key})`})
  const first = step('first', 'To the start', 'Home', () => app.record.back(Infinity))
  const back = step('back', 'One move back', 'Left', () => app.record.back())
  const on = step('on', 'One move on', 'Right', () => app.record.forward())
  const last = step('last', 'To the end', 'End', () => app.record.forward(Infinity))
  const pass = button('Pass', () => (app.tool.pass ? app.tool.pass() : app.playAt(null)), {title: 'Pass (P)'})
  const undo = button('Undo', () => app.undo(), {title: 'Take the last change back; without one, the record before (Ctrl+Z)'})
  const picture = button('Picture', () => savePicture(app), {title: 'The board with all that is drawn on it, as a PNG file'})
  replaceChildren(bar, first, back, number, on, last, pass, undo, picture)

  const confirmButton = button('', () => app.board.confirm(), {class: 'primary'})
  confirm.append(
    confirmButton,
    button('Not there', () => app.board.setPending(-1)),
  )
  app.on('pending', (point) => {
    confirm.hidden = point < 0
    if (point >= 0) confirmButton.textContent = `Play ${app.position.name(point)}`
  })

  const refresh = () => {
    const {record, position} = app
    const isEnd = record.current.children.length === 0
    const isStart = !record.current.parent
    first.disabled = back.disabled = isStart
    on.disabled = last.disabled = isEnd
    undo.disabled = !app.canUndo
    pass.disabled = !app.tool.plays
    const total = record.line().filter((node) => node.move).length
    number.textContent = `${record.moveNumber()} / ${total}`
    replaceChildren(players, player(app, position, BLACK), hint(app, position), player(app, position, WHITE))
  }
  app.on('position', refresh)
  app.on('tool', refresh)
  app.on('clock', refresh)
  refresh()
}

/** Asks for the number of a move and goes there, on the line that is shown. */
export function goToDialog(app) {
  const last = app.record.line().filter((node) => node.move).length
  const input = element('input', {type: 'number', min: 0, max: last, value: app.record.moveNumber(), 'aria-label': 'Number of the move'})
  const go = () => {
    const number = Math.max(0, Math.min(last, Math.round(Number(input.value))))
    app.record.goTo(app.record.line().find((node) => app.record.moveNumber(node) === number))
  }
  openDialog('Go to a move', element('label', {class: 'field'}, element('span', {text: `Number, 0 to ${last}`}), input), [
    ['Go', go],
    ['Cancel', () => {}],
  ])
  input.select()
}

function player(app, position, color) {
  const {info} = app.record
  const name = (color === BLACK ? info.black : info.white) || colorName(color)
  const captures = position.captures[color]
  return element(
    'div',
    {class: 'player', 'data-turn': position.toPlay === color ? 'true' : 'false'},
    stoneSign(color),
    element('span', {text: name}),
    captures > 0 && element('span', {class: 'soft', title: 'Prisoners', text: `+${captures}`}),
    app.clockText?.(color) && element('span', {class: 'clock', text: app.clockText(color)}),
  )
}

function hint(app, position) {
  const move = app.record.moveOf()
  const passed = move && move.point === null ? `${colorName(move.color)} passed. ` : ''
  const text = app.tool.hint ?? `${passed}${colorName(position.toPlay)} to play`
  return element('span', {class: 'space hint', text})
}
