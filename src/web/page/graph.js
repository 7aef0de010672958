// The course of a game: win rate and lead over the moves with their axes, and below the points that each move lost. The
// mouse shows the values, a click goes to the move.

import {element, replaceChildren, svg} from './dom.js'
import {BLACK, colorName} from './position.js'
import {leadOf, leadText, rateOf, viewColor} from './words.js'

const WIDTH = 420
const TOP = 10
const CURVES = 170
const BARS_TOP = TOP + CURVES + 12
const BARS = 80
const HEIGHT = BARS_TOP + BARS + 22
const LEFT = 34
const RIGHT = WIDTH - 34

export class Graph {
  /** `course()` gives what is drawn: `{nodes, losses}`. */
  constructor(app, course) {
    this.app = app
    this.course = course
    this.svg = svg('svg', {class: 'graph', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': 'Course of the game'})
    this.text = element('p', {class: 'graph-value', 'aria-live': 'off'})
    this.lead = element('span', {class: 'key lead'})
    this.win = element('span', {class: 'key win'})
    this.root = element(
      'div',
      {class: 'graph-box'},
      this.svg,
      element('p', {class: 'soft legend'}, this.win, this.lead, element('span', {class: 'key bar', text: 'points lost, Black above'})),
      this.text,
    )
    this.svg.addEventListener('pointermove', (event) => this.showValue(this.moveAt(event)))
    this.svg.addEventListener('pointerleave', () => this.showValue(this.here))
    this.svg.addEventListener('click', (event) => app.record.goTo(this.nodes[this.moveAt(event)]))
  }

  drawSoon() {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null
      this.draw()
    })
  }

  draw() {
    const {record, analysis, settings} = this.app
    const {nodes, losses} = this.course()
    this.nodes = nodes
    this.losses = new Map(losses.map((loss) => [loss.number, loss]))
    this.states = nodes.map((node) => analysis.of(record, node))
    // Over a whole game there is no side to move: then it is Black's view.
    this.color = viewColor(settings.view, BLACK)
    this.win.textContent = `${colorName(this.color)}’s win rate`
    this.lead.textContent = `${colorName(this.color)}’s lead`
    this.here = nodes.indexOf(record.current)
    const known = this.states.flatMap((state, move) => (state ? [{move, ...state}] : []))
    const span = niceSpan(Math.max(10, ...known.map(({score}) => Math.abs(score))))
    replaceChildren(
      this.svg,
      this.axes(span),
      svg('path', {class: 'win', d: this.path(known, (state) => TOP + CURVES * (1 - rateOf(this.color, state.win_rate)))}),
      svg('path', {class: 'lead', d: this.path(known, (state) => this.yOfLead(leadOf(this.color, state.score), span))}),
      this.bars(losses),
      this.here >= 0 && this.line('here', this.x(this.here)),
      (this.pointer = this.line('pointer', -10)),
    )
    this.showValue(this.here)
  }

  get last() {
    return Math.max(1, this.nodes.length - 1)
  }

  x(move) {
    return LEFT + (move / this.last) * (RIGHT - LEFT)
  }

  yOfLead(lead, span) {
    return TOP + (CURVES / 2) * (1 - Math.max(-1, Math.min(1, lead / span)))
  }

  path(known, y) {
    return known.map((state, i) => `${i ? 'L' : 'M'}${this.x(state.move).toFixed(1)} ${y(state).toFixed(1)}`).join('')
  }

  line(name, x) {
    return svg('line', {class: name, x1: x, x2: x, y1: TOP, y2: BARS_TOP + BARS})
  }

  /** Lines and numbers: lead on the left, percent on the right, moves below. */
  axes(span) {
    const parts = []
    for (const share of [-1, -0.5, 0, 0.5, 1]) {
      const y = this.yOfLead(share * span, span)
      const lead = share * span
      parts.push(svg('line', {class: share === 0 ? 'middle' : 'grid-line', x1: LEFT, x2: RIGHT, y1: y, y2: y}))
      parts.push(svg('text', {class: 'left', x: LEFT - 4, y: y + 3.5, text: lead > 0 ? `+${lead}` : String(lead)}))
      parts.push(svg('text', {class: 'right', x: RIGHT + 4, y: y + 3.5, text: `${50 + 50 * share}%`}))
    }
    const step = [5, 10, 20, 25, 50, 100].find((size) => this.last / size <= 8) ?? 200
    for (let move = 0; move <= this.last; move += step) {
      parts.push(svg('text', {class: 'move', x: this.x(move), y: HEIGHT - 6, text: String(move)}))
      parts.push(svg('line', {class: 'grid-line', x1: this.x(move), x2: this.x(move), y1: TOP, y2: BARS_TOP + BARS}))
    }
    const y = BARS_TOP + BARS / 2
    parts.push(svg('line', {class: 'middle', x1: LEFT, x2: RIGHT, y1: y, y2: y}))
    return svg('g', {class: 'axes'}, parts)
  }

  /** A bar for each move: up for Black, down for White, as high as the points that it lost. */
  bars(losses) {
    const most = Math.max(10, ...losses.map(({loss}) => loss))
    const width = Math.max(1.2, Math.min(8, ((RIGHT - LEFT) / this.last) * 0.8))
    const middle = BARS_TOP + BARS / 2
    const bars = losses
      .filter(({loss}) => loss >= 0.1)
      .map(({number, color, loss}) => {
        const height = (loss / most) * (BARS / 2)
        const y = color === BLACK ? middle - height : middle
        return svg('rect', {class: `loss ${color === BLACK ? 'black' : 'white'}`, x: this.x(number) - width / 2, y, width, height})
      })
    const label = svg('text', {class: 'left', x: LEFT - 4, y: BARS_TOP + 8, text: String(Math.round(most))})
    return svg('g', {class: 'losses'}, bars, losses.length > 0 && label)
  }

  moveAt(event) {
    const box = this.svg.getBoundingClientRect()
    const x = ((event.clientX - box.left) / box.width) * WIDTH
    const move = Math.round(((x - LEFT) / (RIGHT - LEFT)) * this.last)
    return Math.max(0, Math.min(this.nodes.length - 1, move))
  }

  /** Writes what is known of a move below the graph. */
  showValue(move) {
    const state = this.states?.[move]
    const x = state ? this.x(move) : -10
    this.pointer?.setAttribute('x1', x)
    this.pointer?.setAttribute('x2', x)
    this.text.textContent = state ? this.valueText(move, state) : ' '
  }

  valueText(move, state) {
    const played = this.nodes[move].move
    const rate = Math.round(100 * rateOf(this.color, state.win_rate))
    const loss = this.losses.get(move)
    const name = played && move > 0 ? `Move ${move}, ${colorName(loss?.color ?? (played[0] === 'black' ? 1 : 2))} ${played[1]}: ` : 'Start: '
    const lost = loss && loss.loss >= 0.1 ? `, lost ${loss.loss.toFixed(1)}` : ''
    return `${name}${colorName(this.color)} wins ${rate} %, ${leadText(Math.round(state.score * 10) / 10)}${lost}`
  }
}

/** A round number of points not below a lead, so that half of it is round, too. */
function niceSpan(lead) {
  return [10, 20, 30, 40, 50, 60, 80, 100, 150, 200, 300, 400].find((span) => span >= lead) ?? 700
}
