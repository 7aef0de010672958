// The panel of the record: its data on the game, its tree, comments, and the tools to change it.

import {CommentView} from './comment_view.js'
import {button, element, replaceChildren} from './dom.js'
import {infoDialog} from './game_info.js'
import {BLACK, EMPTY, WHITE, opponent} from './position.js'
import {TreeView} from './tree.js'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

export function gamePanel(app, files) {
  const tree = new TreeView(app)
  const info = element('p', {class: 'soft'})
  const games = button('', () => files.pickGame(), {title: 'Another game of the same file'})
  const warnings = element('ul', {class: 'warnings'})
  const comment = new CommentView(app)
  const tools = editTools(app)
  const cut = button('Cut', () => app.record.cut(), {title: 'Take this move and all after it out (Delete)'})
  const promote = button('Main line', () => app.record.promote(), {title: 'Make this variation the main line'})
  const root = element(
    'div',
    {class: 'panel game-panel'},
    element(
      'div',
      {class: 'card'},
      element('h2', {text: 'Game'}),
      info,
      element('div', {class: 'row'}, button('Edit names and result', () => infoDialog(app)), games),
      warnings,
    ),
    comment.root,
    element('div', {class: 'card'}, tree.root, element('div', {class: 'row'}, cut, promote)),
    element('div', {class: 'card'}, element('h3', {text: 'A click on the board'}), tools.root),
  )
  const refresh = () => {
    const {record} = app
    info.textContent = describe(record)
    const {collection, number} = record.source ?? {}
    games.hidden = !(collection?.games.length > 1) || app.below.length > 0
    games.textContent = games.hidden ? '' : `Game ${number + 1} of ${collection.games.length}`
    replaceChildren(
      warnings,
      record.warnings.slice(0, 5).map((text) => element('li', {text})),
    )
    cut.disabled = promote.disabled = !record.current.parent
    tools.refresh()
  }
  const shown = () => {
    refresh()
    comment.show()
    tree.refresh()
  }
  app.on('position', refresh)
  app.on('tool', refresh)
  return {name: 'game', text: 'Game', root, shown, hidden: () => app.setTool(null)}
}

/** The record in a line: size, komi, rules, players, result. */
function describe({width, height, komi, rules, handicap, info}) {
  const parts = [`${width}×${height}`]
  if (handicap > 0) parts.push(`handicap ${handicap}`)
  if (komi !== null) parts.push(`komi ${komi}`)
  if (rules) parts.push(`${rules} rules`)
  for (const name of ['event', 'date', 'result']) if (info[name]) parts.push(info[name])
  return parts.join(' · ')
}

/** Buttons that set what a click does: play, set stones up, or set marks. */
function editTools(app) {
  const tools = [
    {name: 'play', text: 'Plays', tool: null},
    setupTool(app, 'setup-black', '● sets', BLACK),
    setupTool(app, 'setup-white', '○ sets', WHITE),
    setupTool(app, 'erase', 'Clears', EMPTY),
    markTool(app, 'triangle', '△'),
    markTool(app, 'square', '□'),
    markTool(app, 'circle', '◯'),
    markTool(app, 'cross', '✕'),
    labelTool(app, 'letter', 'A', (used) => [...LETTERS].find((letter) => !used.has(letter)) ?? 'Z'),
    labelTool(app, 'number', '1', (used) => {
      let number = 1
      while (used.has(String(number))) number += 1
      return String(number)
    }),
  ]
  const buttons = tools.map(({text, tool, help}) =>
    button(text, () => app.setTool(tool), {title: help, 'aria-label': help}),
  )
  const turn = button('', () => app.record.setToPlay(opponent(app.position.toPlay)))
  const refresh = () => {
    tools.forEach(({name}, i) => buttons[i].setAttribute('aria-pressed', String(app.tool.name === name)))
    turn.textContent = app.position.toPlay === BLACK ? 'Black to play' : 'White to play'
  }
  const root = element(
    'div',
    {class: 'row', role: 'group', 'aria-label': 'What a click on the board does'},
    buttons,
    turn,
  )
  return {root, refresh}
}

function setupTool(app, name, text, color) {
  const help = color === EMPTY ? 'Takes stones away' : `Sets ${color === BLACK ? 'black' : 'white'} stones`
  const click = (point, event) => {
    const other = color === EMPTY ? EMPTY : event.button === 2 ? opponent(color) : color
    app.record.setup(point, app.position.stones[point] === other ? EMPTY : other)
  }
  return {name, text, help, tool: {name, hint: `${help}. A click on the same stone takes it away.`, click}}
}

function markTool(app, name, text) {
  const help = `Marks with a ${name}`
  return {name, text, help, tool: {name, hint: help, click: (point) => app.record.toggleMark(point, name)}}
}

function labelTool(app, name, text, next) {
  const help = `Marks with the next ${name}`
  const click = (point) => {
    const used = new Set(app.record.current.labels.map(([, label]) => label))
    app.record.toggleMark(point, 'label', next(used))
  }
  return {name, text, help, tool: {name, hint: help, click}}
}
