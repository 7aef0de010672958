// The score as if the game ended here: who wins, what counts, and for each group why it is alive or dead.

import {stoneSign} from './app.js'
import {isAreaCount, recount} from './count.js'
import {button, element, replaceChildren} from './dom.js'
import {BLACK, EMPTY, WHITE, colorOf} from './position.js'
import {capital, counted, trustText} from './words.js'

const ORDER = {dead: 0, seki: 1, alive: 2}

export class ScorePanel {
  constructor(app) {
    this.app = app
    this.name = 'score'
    this.text = 'Score'
    this.isShown = false
    this.content = element('div', {})
    this.root = element('div', {class: 'panel'}, this.content)
    this.tool = {
      name: 'score',
      plays: true,
      hint: 'Click a stone: dead or alive',
      click: (point, event) => this.onClick(point, event),
    }
    app.on('position', () => this.isShown && this.onPosition())
    app.on('record', () => this.isShown && app.setTool(this.tool))
    app.on('connection', (state) => state === 'ready' && this.isShown && this.onPosition())
  }

  shown() {
    const {record} = this.app
    // The score of an empty board is useless: a record that was just opened is scored at its end.
    if (!record.current.parent && record.current.children.length > 0) record.forward(Infinity)
    this.isShown = true
    this.app.setTool(this.tool)
    this.request()
  }

  hidden() {
    this.isShown = false
    clearTimeout(this.timer)
    this.app.connection.freeSlot('score')
    this.app.setTool(null)
    this.clearBoard()
  }

  /** A click on a stone turns its block over between dead and alive; elsewhere it plays, as in other panels. */
  onClick(point, event) {
    const {app} = this
    if (event.button === 2 || app.position.stones[point] === EMPTY) {
      app.homeTool.click(point, event)
      return
    }
    const name = app.position.name(point)
    const block = this.answer?.blocks.find(({stones}) => stones.includes(name))
    if (!block) {
      app.say('The groups are not judged yet.')
      return
    }
    const isDead = this.statusOf(block) === 'dead'
    if (this.turned.has(block)) this.turned.delete(block)
    else this.turned.set(block, isDead ? 'alive' : 'dead')
    app.say(`${name} counts as ${isDead ? 'alive' : 'dead'}. ${capital(reasonText(block))}.`)
    this.show()
  }

  /** 'alive', 'dead' or 'seki': what the user has said of a block, else what the program says. */
  statusOf(block) {
    return this.turned.get(block) ?? block.status
  }

  onPosition() {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.request(), 150)
  }

  request() {
    const {app} = this
    const {record} = app
    this.clearBoard()
    this.answer = null
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
    replaceChildren(this.content, note, element('p', {class: 'card', text: 'Judging the groups …'}))
    app.ask('score', 'score').then(
      (answer) => {
        this.answer = answer
        this.turned = new Map()
        this.note = note
        this.show()
      },
      (error) => {
        replaceChildren(this.content, note, element('p', {class: 'card warning', text: error.message}))
      },
    )
  }

  /** Shows the answer, counted anew where the user has turned blocks over. */
  show() {
    const {position} = this.app
    const points = (status, of) =>
      new Set(this.answer.blocks.filter((block) => of(block) === status).flatMap(({stones}) => stones.map((name) => position.point(name))))
    const now = (block) => this.statusOf(block)
    let shown = this.answer
    if (this.turned.size > 0) {
      const was = points('dead', ({status}) => status)
      const recounted = recount(this.answer, position, was, points('dead', now), points('seki', now))
      const names = (list) => list.map((point) => position.name(point))
      const territory = {black: names(recounted.territory[BLACK]), white: names(recounted.territory[WHITE])}
      shown = {...this.answer, ...recounted, territory, dame: names(recounted.dame)}
    }
    replaceChildren(this.content, this.note, this.result(shown), this.groups(shown))
    this.draw(shown)
  }

  /**
   * Whether a winner can be named: everything is proved, both sides have passed, or half of the board is full. An empty
   * board, too, has a count, but nobody has won there.
   */
  get isOver() {
    const {record, position} = this.app
    const moves = record.path().slice(-2).map((node) => record.moveOf(node))
    const bothPassed = moves.length === 2 && moves.every((move) => move && move.point === null)
    const nStones = position.stones.filter((color) => color !== EMPTY).length
    return this.answer.trust === 'proved' || bothPassed || 2 * nStones >= position.stones.length
  }

  result(answer) {
    const {record} = this.app
    const {count, komi} = answer
    const isTurned = this.turned.size > 0
    const title = titleText(answer, isTurned || (!answer.unfinished && this.isOver))
    const lines = [...(isAreaCount(answer) ? ['stones', 'territory'] : ['territory', 'prisoners']), 'handicap'].filter(
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
      row('Total', count.black.total, count.white.total + komi, 'total'),
    ]
    return element(
      'div',
      {class: 'card'},
      element('h2', {class: 'result', text: title}),
      isTurned
        ? element(
            'p',
            {class: 'trust open row'},
            `Counted with ${counted(this.turned.size, 'block')} turned over by you.`,
            button('As judged', () => {
              this.turned.clear()
              this.show()
            }),
          )
        : element('p', {class: `trust ${answer.trust}`, text: sentence(answer)}),
      element('table', {class: 'count'}, element('thead', {}, element('tr', {}, head)), element('tbody', {}, body)),
      element(
        'div',
        {class: 'row'},
        button('Write it as the result', () => record.setHeader({info: {result: answer.text}}), {
          disabled: record.info.result === answer.text,
          title: `The record has ${record.info.result || 'no result'}`,
        }),
      ),
    )
  }

  groups({blocks}) {
    const status = (block) => this.statusOf(block)
    const sorted = [...blocks].sort((a, b) => ORDER[status(a)] - ORDER[status(b)] || b.stones.length - a.stones.length)
    const entries = sorted.map((block) => this.group(block))
    const nDead = blocks.filter((block) => status(block) === 'dead').length
    const marked = nDead === 0 ? 'No group is dead.' : `${counted(nDead, 'dead group')}, marked on the board.`
    const text = `${marked} A click on a stone turns its block over.`
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
      element('span', {class: `status-word ${this.statusOf(block)}`, text: this.statusOf(block)}),
      element('span', {class: 'why', text: this.turned.has(block) ? 'as you say' : reasonText(block)}),
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
      .filter((block) => signs[this.statusOf(block)])
      .flatMap((block) =>
        block.stones.map((name) => ({
          kind: signs[this.statusOf(block)],
          point: position.point(name),
          class: `status ${this.statusOf(block)}`,
          title: reasonText(block),
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

/** Who wins; of a game that is not over only what it would be. */
function titleText({winner, text}, isOver) {
  const won = winner ? `${winner === 'black' ? 'Black' : 'White'} wins: ${text}` : `A draw: ${text}`
  return isOver ? won : `Not finished. If it ended now: ${text}`
}

/** Why a block is judged so, with the measured share of such judgements that are right in words. */
function reasonText({reason, trust, confidence}) {
  if (trust === 'proved') return reason
  return `${reason.replace(/(,? confidence [\d.]+|\s[\d.]+)+$/, '')}; ${trustText({trust, confidence})}`
}

function sentence(answer) {
  const trust = trustText(answer)
  if (answer.unfinished) return `The game looks unfinished (${trust}): ${answer.unfinished}.`
  return answer.trust === 'proved' ? 'Every group is proved.' : `${capital(trust)}.`
}
