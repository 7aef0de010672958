// The search: candidate moves on the board and in a table, live, or as they were found before.

import {candidateLoss, leastVisits, lossClass} from './analysis.js'
import {button, element, replaceChildren} from './dom.js'
import {EMPTY, colorName, colorOf, opponent} from './position.js'
import {counted, leadOf, leadText, rateOf, signed, viewColor} from './words.js'

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
    /** The move whose line is shown, because the mouse or the keyboard is at it; null: none. */
    this.pointed = null
    const head = ['Move', 'Visits', 'Wins', 'Lead', 'Loss', 'Prior'].map((text) => element('th', {scope: 'col', text}))
    const table = element('table', {class: 'candidates'}, element('thead', {}, element('tr', {}, head)), this.body)
    // Rows come and go while the search runs; the body stays, so that leaving it is always noticed.
    const rowOf = (event) => event.target.closest?.('tr')?.dataset.move ?? null
    for (const name of ['pointerover', 'focusin']) this.body.addEventListener(name, (event) => this.pointAt(rowOf(event)))
    for (const name of ['pointerleave', 'focusout']) this.body.addEventListener(name, () => this.pointAt(null))
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
    )
    app.on('position', () => this.onPosition())
    app.on('hover', (point) => this.onHover(point))
    for (const event of ['panel', 'analysis']) app.on(event, () => this.showStored())
    app.settings.listen(() => {
      this.show()
      this.draw()
    })
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
    this.pointed = null
    clearTimeout(this.timer)
    if (this.isOn) this.timer = setTimeout(() => this.start(), 80)
    this.state = this.isOn ? null : this.stored()
    this.show()
    this.draw()
  }

  /** What was found about this position before; shown beside the panels that are about it. */
  stored() {
    const {app} = this
    const isWanted = this.name === app.panel || app.panel === 'review'
    return isWanted && !app.hidesKnowledge ? app.analysis.of(app.record, app.record.current) : null
  }

  /** Shows what is known of the position, unless a search runs that shows it live. */
  showStored() {
    if (this.isOn) return
    this.state = this.stored()
    this.show()
    this.draw()
  }

  onHover(point) {
    if (!this.state) return
    const move = point >= 0 ? this.app.position.name(point) : null
    this.pointAt(this.state.candidates.slice(0, SHOWN).some((candidate) => candidate.move === move) ? move : null)
  }

  /** Shows the line of a move on the board instead of the candidates; null: the candidates. */
  pointAt(move) {
    if (move === this.pointed) return
    this.pointed = move
    this.draw()
  }

  start() {
    const {app} = this
    if (app.hidesKnowledge || !app.connection.isReady) {
      this.stop()
      return
    }
    const {record} = app
    const node = record.current
    const take = (state) => {
      this.state = state
      app.analysis.keep(record, node, state)
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
    const color = this.color
    const percent = Math.round(rateOf(color, state.win_rate) * 100)
    const name = colorName(color)
    this.summary.textContent = `${counted(state.visits, 'visit')} · ${name} wins ${percent} % · ${leadText(Math.round(state.score * 10) / 10)}`
    this.gauge.firstChild.style.width = `${Math.round(state.win_rate * 100)}%`
    this.gauge.setAttribute('aria-label', `${name} wins ${percent} in 100`)
    const focused = this.body.contains(document.activeElement) ? document.activeElement.closest('tr').dataset.move : null
    replaceChildren(
      this.body,
      state.candidates.slice(0, SHOWN).map((candidate) => this.row(candidate)),
    )
    if (focused) [...this.body.children].find((row) => row.dataset.move === focused)?.querySelector('button').focus()
  }

  /** The color whose percentages are shown. */
  get color() {
    return viewColor(this.app.settings.view, colorOf(this.state.to_move))
  }

  row(candidate) {
    const {move, visits, win_rate: winRate, score, prior} = candidate
    const {color} = this
    const loss = candidateLoss(this.state, candidate, colorOf(this.state.to_move))
    const play = button(move, () => this.app.playAt(move === 'pass' ? null : this.app.position.point(move)), {
      class: 'plain',
      title: `Play ${move}`,
    })
    const cells = [
      visits,
      `${(rateOf(color, winRate) * 100).toFixed(1)} %`,
      signed(leadOf(color, score)),
      loss < 0.05 ? '' : `−${loss.toFixed(1)}`,
      prior === null || prior === undefined ? '' : `${(prior * 100).toFixed(0)} %`,
    ]
    const name = element('span', {class: `loss-sign ${lossClass(loss)}`, 'aria-hidden': 'true'})
    const row = element('tr', {}, element('td', {}, name, play), cells.map((text) => element('td', {text})))
    row.dataset.move = move
    return row
  }

  draw() {
    const {board} = this.app
    const pointed = this.state?.candidates.find(({move}) => move === this.pointed)
    // Other panels draw lines, too; only what was drawn here is taken away.
    if (pointed || this.hasLine) board.draw('line', pointed ? lineItems(this.app, pointed.line) : [])
    this.hasLine = Boolean(pointed)
    board.draw('candidates', pointed ? [] : this.items())
  }

  /** The candidates as items for the board. */
  items() {
    if (!this.state) return []
    const {state, color} = this
    const {settings} = this.app
    const least = leastVisits(settings.dotVisits, state.visits)
    const most = Math.max(1, ...state.candidates.map(({visits}) => visits))
    return state.candidates.slice(0, SHOWN).flatMap((candidate, i) => {
      const {move, visits, win_rate: winRate} = candidate
      const point = this.app.position.point(move)
      if (point < 0 || this.app.position.stones[point] !== EMPTY || (i > 0 && visits < least)) return []
      const loss = candidateLoss(state, candidate, colorOf(state.to_move))
      const opacity = Math.max(0.75, Math.sqrt(visits / most))
      return [
        {
          kind: 'spot',
          point,
          text: String(Math.round(rateOf(color, winRate) * 100)),
          below: settings.dots === 'loss' ? (loss < 0.05 ? '0' : `−${loss.toFixed(1)}`) : short(visits),
          class: `${lossClass(loss)}${i === 0 ? ' best' : ''}`,
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

function short(visits) {
  return visits < 1000
    ? String(visits)
    : visits < 100_000
      ? `${(visits / 1000).toFixed(1)}k`
      : `${Math.round(visits / 1000)}k`
}
