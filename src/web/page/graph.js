// Win rate and score over the game, found in the background. A click goes to the move.

import {button, element, replaceChildren, svg} from './dom.js'
import {hasSetup} from './record.js'

const WIDTH = 400
const HEIGHT = 130

export class Graph {
  constructor(app) {
    this.app = app
    this.values = []
    this.nodes = []
    this.svg = svg('svg', {class: 'graph', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img'})
    this.svg.addEventListener('click', (event) => this.onClick(event))
    this.state = element('span', {class: 'soft'})
    this.start = button('Draw the graph', () => this.request())
    const legend = element(
      'p',
      {class: 'soft legend'},
      element('span', {class: 'key win', text: 'Black’s win rate'}),
      element('span', {class: 'key lead', text: 'lead'}),
    )
    this.root = element('div', {}, this.svg, legend, element('div', {class: 'row'}, this.start, this.state))
    app.on('record', () => this.clear())
    app.on('position', () => this.draw())
    this.draw()
  }

  clear() {
    this.values = []
    this.nodes = []
    this.app.connection?.freeSlot('graph')
    this.state.textContent = ''
  }

  /** Requests the values of the line that is shown, from its last setup on. */
  request() {
    const {app} = this
    const line = app.record.line()
    const start = Math.max(0, line.findLastIndex(hasSetup))
    this.clear()
    this.nodes = [line[start], ...line.slice(start + 1).filter((node) => node.move)]
    const onProgress = ({move, win_rate: winRate, score}) => {
      this.values[move] = {winRate, score}
      this.state.textContent = `${move} of ${this.nodes.length - 1} moves`
      this.drawSoon()
    }
    const game = app.record.game(line.at(-1))
    app.connection.askInSlot('graph', 'graph', {game}, onProgress).then(
      () => (this.state.textContent = ''),
      (error) => app.fail(error),
    )
  }

  drawSoon() {
    if (this.frame) return
    this.frame = requestAnimationFrame(() => {
      this.frame = null
      this.draw()
    })
  }

  draw() {
    const {values} = this
    const last = Math.max(1, this.nodes.length - 1)
    const x = (move) => (move / last) * WIDTH
    const known = values.map((value, move) => ({...value, move})).filter(({winRate}) => winRate !== undefined)
    const range = Math.max(10, ...known.map(({score}) => Math.abs(score)))
    const path = (height) =>
      known.map((value, i) => `${i ? 'L' : 'M'}${x(value.move).toFixed(1)} ${height(value).toFixed(1)}`).join('')
    const at = this.nodes.indexOf(this.app.record.current)
    replaceChildren(
      this.svg,
      svg('line', {class: 'middle', x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2}),
      svg('path', {class: 'win', d: path(({winRate}) => HEIGHT * (1 - winRate))}),
      svg('path', {class: 'lead', d: path(({score}) => (HEIGHT / 2) * (1 - score / range))}),
      at >= 0 && svg('line', {class: 'here', x1: x(at), x2: x(at), y1: 0, y2: HEIGHT}),
      known.length > 0 && svg('text', {x: 4, y: 12, text: `Black +${Math.round(range)}`}),
      known.length > 0 && svg('text', {x: 4, y: HEIGHT - 4, text: `White +${Math.round(range)}`}),
    )
    const here = values[at]
    this.svg.setAttribute(
      'aria-label',
      here ? `Black wins ${Math.round(here.winRate * 100)} in 100 here` : 'Graph of the game',
    )
  }

  onClick(event) {
    const box = this.svg.getBoundingClientRect()
    const move = Math.round(((event.clientX - box.left) / box.width) * (this.nodes.length - 1))
    this.app.record.goTo(this.nodes[move])
  }
}
