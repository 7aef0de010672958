// The search: candidate moves on the board and in a table, live, and the graph of the game.

import {button, element, replaceChildren} from './dom.js'
import {Graph} from './graph.js'
import {BLACK, EMPTY, colorOf, opponent} from './position.js'
import {leadText} from './words.js'

/** As many candidates as are shown. */
const SHOWN = 12

export class SearchPanel {
  constructor(app) {
    this.app = app
    app.search = this
    this.name = 'search'
    this.text = 'Search'
    this.isOn = false
    this.state = null
    this.toggleButton = button('', () => this.toggle(), {class: 'primary', title: 'Search (Space)'})
    this.summary = element('p', {class: 'soft'})
    this.gauge = element('div', {class: 'gauge', role: 'img'}, element('span', {}))
    this.body = element('tbody', {})
    const head = ['Move', 'Visits', 'Black wins', 'Lead', 'Prior'].map((text) => element('th', {scope: 'col', text}))
    const table = element('table', {class: 'candidates'}, element('thead', {}, element('tr', {}, head)), this.body)
    this.graph = new Graph(app)
    this.root = element(
      'div',
      {class: 'panel'},
      element(
        'div',
        {class: 'card'},
        element('div', {class: 'row'}, this.toggleButton, this.summary),
        this.gauge,
        table,
      ),
      element('div', {class: 'card'}, element('h2', {text: 'The game'}), this.graph.root),
    )
    app.on('position', () => this.onPosition())
    app.on('record', () => this.stop())
    app.on('connection', (state) => (state === 'ready' ? this.onPosition() : this.show()))
    this.show()
  }

  toggle() {
    if (this.isOn) this.stop()
    else {
      this.isOn = true
      this.start()
    }
  }

  stop() {
    this.isOn = false
    clearTimeout(this.timer)
    this.app.connection?.freeSlot('search')
    this.show()
    this.draw()
  }

  onPosition() {
    this.state = null
    clearTimeout(this.timer)
    if (this.isOn) this.timer = setTimeout(() => this.start(), 80)
    this.show()
  }

  start() {
    const {app} = this
    if (app.hidesKnowledge || !app.connection.isReady) {
      this.stop()
      return
    }
    const take = (state) => {
      this.state = state
      this.show()
      this.draw()
    }
    this.show()
    app.ask('search', 'search', {interval: 0.15}, take).then(
      (state) => {
        this.isOn = false
        take(state)
      },
      (error) => {
        this.isOn = false
        this.show()
        app.fail(error)
      },
    )
  }

  show() {
    const {state} = this
    this.toggleButton.textContent = this.isOn ? 'Stop' : state ? 'Search on' : 'Search'
    this.toggleButton.disabled = !this.app.connection?.isReady || Boolean(this.app.hidesKnowledge)
    this.gauge.hidden = !state
    if (!state) {
      this.summary.textContent = this.isOn ? 'The search begins …' : 'Estimates of the best moves, live.'
      replaceChildren(this.body)
      return
    }
    const percent = Math.round(state.win_rate * 100)
    this.summary.textContent = `${state.visits} visits · Black wins ${percent} % · ${leadText(Math.round(state.score * 10) / 10)}`
    this.gauge.firstChild.style.width = `${percent}%`
    this.gauge.setAttribute('aria-label', `Black wins ${percent} in 100`)
    replaceChildren(
      this.body,
      state.candidates.slice(0, SHOWN).map((candidate) => this.row(candidate)),
    )
  }

  row(candidate) {
    const {move, visits, win_rate: winRate, score, prior} = candidate
    const show = () => this.showLine(candidate)
    const hide = () => this.showLine(null)
    const play = button(move, () => this.app.playAt(move === 'pass' ? null : this.app.position.point(move)), {
      class: 'plain',
      title: `Play ${move}`,
      onfocus: show,
      onblur: hide,
    })
    const cells = [
      visits,
      `${(winRate * 100).toFixed(1)} %`,
      signed(score),
      prior === null || prior === undefined ? '' : `${(prior * 100).toFixed(0)} %`,
    ]
    return element(
      'tr',
      {onpointerenter: show, onpointerleave: hide},
      element('td', {}, play),
      cells.map((text) => element('td', {text})),
    )
  }

  /** Shows the line of a candidate on the board, numbered; null: none. */
  showLine(candidate) {
    this.app.board.draw('line', candidate ? lineItems(this.app, candidate.line) : [])
    this.app.board.draw('candidates', candidate ? [] : this.items())
  }

  draw() {
    this.app.board.draw('candidates', this.items())
  }

  /** The candidates as items for the board. */
  items() {
    if (!this.state) return []
    const {candidates} = this.state
    const most = Math.max(1, ...candidates.map(({visits}) => visits))
    const toMove = colorOf(this.state.to_move)
    return candidates.slice(0, SHOWN).flatMap(({move, visits, win_rate: winRate}, i) => {
      const point = this.app.position.point(move)
      if (point < 0 || this.app.position.stones[point] !== EMPTY) return []
      const own = toMove === BLACK ? winRate : 1 - winRate
      const opacity = Math.max(0.6, Math.sqrt(visits / most))
      return [
        {
          kind: 'spot',
          point,
          text: String(Math.round(own * 100)),
          below: short(visits),
          class: i === 0 ? 'best' : '',
          opacity,
        },
      ]
    })
  }
}

/** A line of moves as numbered stones; of moves on one point the first is shown. `first` is the color that begins. */
export function lineItems(app, line, first = app.position.toPlay) {
  const taken = new Set()
  let color = first
  return (line ?? []).flatMap((move, i) => {
    const mover = color
    color = opponent(color)
    const point = app.position.point(move)
    if (point < 0 || taken.has(point)) return []
    taken.add(point)
    return [{kind: 'stone', point, color: mover, text: i + 1}]
  })
}

function signed(score) {
  return `${score > 0 ? '+' : ''}${score.toFixed(1)}`
}

function short(visits) {
  return visits < 1000
    ? String(visits)
    : visits < 100_000
      ? `${(visits / 1000).toFixed(1)}k`
      : `${Math.round(visits / 1000)}k`
}
