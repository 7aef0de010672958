// The score as if the game ended here: who wins, what counts, and for each group why it is alive or dead.

import {stoneSign} from './app.js'
import {button, element, replaceChildren} from './dom.js'
import {BLACK, EMPTY, WHITE, colorOf} from './position.js'
import {capital, trustText} from './words.js'

const ORDER = {dead: 0, seki: 1, alive: 2}

export class ScorePanel {
  constructor(app) {
    this.app = app
    this.name = 'score'
    this.text = 'Score'
    this.isShown = false
    this.content = element('div', {})
    this.root = element('div', {class: 'panel'}, this.content)
    app.on('position', () => this.isShown && this.onPosition())
    app.on('connection', (state) => state === 'ready' && this.isShown && this.onPosition())
  }

  shown() {
    this.isShown = true
    const {record} = this.app
    // The score of an empty board is useless: a record that was just opened is scored at its end.
    if (!record.current.parent && record.current.children.length > 0) record.forward(Infinity)
    this.request()
  }

  hidden() {
    this.isShown = false
    clearTimeout(this.timer)
    this.app.connection.freeSlot('score')
    this.clearBoard()
  }

  onPosition() {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.request(), 150)
  }

  request() {
    const {app} = this
    const {record} = app
    this.clearBoard()
    if (app.hidesKnowledge || !app.connection.isReady) {
      replaceChildren(this.content, element('p', {class: 'card', text: 'No connection to the program.'}))
      return
    }
    const isEnd = record.current.children.length === 0
    const note =
      !isEnd &&
      element(
        'p',
        {class: 'card warning'},
        'This is not the last move of the record. ',
        button('Go to the end', () => record.forward(Infinity)),
      )
    replaceChildren(this.content, note, element('p', {class: 'card', text: 'The groups are judged …'}))
    app.ask('score', 'score').then(
      (answer) => {
        replaceChildren(this.content, note, this.result(answer), this.groups(answer))
        this.draw(answer)
      },
      (error) => {
        replaceChildren(this.content, note, element('p', {class: 'card warning', text: error.message}))
      },
    )
  }

  result(answer) {
    const {count, komi, winner} = answer
    const title = winner ? `${winner === 'black' ? 'Black' : 'White'} wins: ${answer.text}` : `A draw: ${answer.text}`
    const {stones, territory, handicap, total} = count.black
    const isArea = stones + territory + handicap === total
    const lines = [...(isArea ? ['stones', 'territory'] : ['territory', 'prisoners']), 'handicap'].filter(
      (name) => name !== 'handicap' || count.black.handicap + count.white.handicap > 0,
    )
    const row = (text, black, white, className = '') =>
      element(
        'tr',
        {class: className},
        element('th', {scope: 'row', text}),
        element('td', {text: black}),
        element('td', {text: white}),
      )
    const head = ['', 'Black', 'White'].map((text) => element('th', {scope: 'col', text}))
    const body = [
      lines.map((name) => row(capital(name), count.black[name], count.white[name])),
      row('Komi', '', komi),
      row('Total', total, count.white.total + komi, 'total'),
    ]
    return element(
      'div',
      {class: 'card'},
      element('h2', {class: 'result', text: title}),
      element('p', {class: `trust ${answer.trust}`, text: sentence(answer)}),
      element('table', {class: 'count'}, element('thead', {}, element('tr', {}, head)), element('tbody', {}, body)),
    )
  }

  groups({blocks}) {
    const sorted = [...blocks].sort((a, b) => ORDER[a.status] - ORDER[b.status] || b.stones.length - a.stones.length)
    const entries = sorted.map((block) => this.group(block))
    const nDead = blocks.filter(({status}) => status === 'dead').length
    const text =
      nDead === 0 ? 'No group is dead.' : `${nDead} dead ${nDead === 1 ? 'group' : 'groups'}, marked on the board.`
    return element(
      'div',
      {class: 'card'},
      element('h2', {text: 'Why'}),
      element('p', {class: 'soft', text}),
      element('ul', {class: 'reasons'}, entries),
    )
  }

  group(block) {
    const {app} = this
    const points = block.stones.map((name) => app.position.point(name))
    const show = () => app.board.draw('selection', [{kind: 'outline', points, class: 'target'}])
    const hide = () => app.board.draw('selection', [])
    const content = [
      stoneSign(colorOf(block.color)),
      element('strong', {text: block.stones[0]}),
      element('span', {class: `status-word ${block.status}`, text: block.status}),
      element('span', {class: 'why', text: block.reason}),
    ]
    const entry = element(
      'button',
      {type: 'button', class: 'reason', onpointerenter: show, onpointerleave: hide, onfocus: show, onblur: hide},
      content,
    )
    return element('li', {}, entry)
  }

  draw(answer) {
    const {board, position} = this.app
    const of = (names, color) =>
      names.map((name) => ({kind: 'territory', point: position.point(name), color, size: 0.5}))
    const points = [
      ...of(answer.territory.black, BLACK),
      ...of(answer.territory.white, WHITE),
      ...of(answer.dame, EMPTY).map((item) => ({...item, size: 0.15})),
    ].filter(({point, color}) => position.stones[point] !== color)
    const signs = {dead: 'cross', seki: 'square'}
    const groups = answer.blocks
      .filter(({status}) => signs[status])
      .flatMap(({stones, status, reason}) =>
        stones.map((name) => ({
          kind: signs[status],
          point: position.point(name),
          class: `status ${status}`,
          title: reason,
        })),
      )
    // A dead stone is crossed out; the square of its new owner would hide the cross.
    const crossed = new Set(groups.map(({point}) => point))
    board.draw('score', [...points.filter(({point}) => !crossed.has(point)), ...groups])
  }

  clearBoard() {
    for (const layer of ['score', 'selection']) this.app.board.draw(layer, [])
  }
}

function sentence(answer) {
  const trust = trustText(answer)
  if (answer.unfinished) return `The game looks unfinished (${trust}): ${answer.unfinished}.`
  return answer.trust === 'proved' ? 'Every group is proved.' : `${capital(trust)}.`
}
