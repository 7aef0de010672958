// The endgame: open regions, the hottest first, with the worth of a move there and the best play.

import {button, element, replaceChildren} from './dom.js'
import {colorName, colorWord} from './position.js'
import {leadText, shortNumber} from './words.js'

/** Proved bounds of the score that lie farther apart, in points, say nothing worth reading. */
const WIDEST = 20

export class EndgamePanel {
  constructor(app, layers) {
    this.app = app
    this.layers = layers
    this.name = 'endgame'
    this.text = 'Endgame'
    this.content = element('div', {})
    this.root = element('div', {class: 'panel'}, this.content)
    app.on('layers', (known) => this.isShown && this.show(known.get('regions')))
  }

  /** The panel and its layer come and go together, unless the layer was on before. */
  shown() {
    this.isShown = true
    this.hadLayer = this.layers.on.has('endgame')
    if (!this.hadLayer) this.layers.toggle('endgame')
    this.show(this.layers.known.get('regions'))
  }

  hidden() {
    this.isShown = false
    if (!this.hadLayer && this.layers.on.has('endgame')) this.layers.toggle('endgame')
  }

  show(answer) {
    if (!answer) {
      const text = this.app.connection.isReady ? 'The board is cut into regions …' : 'No connection to the program.'
      replaceChildren(this.content, element('p', {class: 'card', text}))
      return
    }
    const {regions} = answer
    replaceChildren(this.content, this.summary(answer), regions.length > 0 && this.list(regions))
  }

  summary({regions, score, is_exact: isExact}) {
    const {position} = this.app
    const color = colorWord(position.toPlay)
    const best = regions.find((region) => region.best?.[color])
    const none = regions.length > 0 ? 'The open regions are too large to count' : 'No open region is left'
    const title = best ? `Biggest move for ${colorName(position.toPlay)}: ${best.best[color]}` : none
    const play =
      best &&
      button(`Play ${best.best[color]}`, () => this.app.playAt(position.point(best.best[color])), {class: 'primary'})
    return element(
      'div',
      {class: 'card'},
      element('h2', {class: 'result', text: title}),
      best && element('p', {text: worth(best)}),
      !best && regions.length > 0 && element('p', {text: 'The search suggests moves there: press the space bar.'}),
      element('p', {class: `trust ${isExact ? 'proved' : 'estimated'}`, text: scoreText(score, isExact)}),
      play && element('div', {class: 'row'}, play),
    )
  }

  list(regions) {
    const head = ['Region', 'Move worth', 'Black', 'White', 'Count'].map((text) => element('th', {scope: 'col', text}))
    const rows = regions.map((region) => this.row(region))
    return element(
      'div',
      {class: 'card'},
      element(
        'table',
        {class: 'candidates'},
        element('thead', {}, element('tr', {}, head)),
        element('tbody', {}, rows),
      ),
      element('p', {
        class: 'soft',
        text: 'The worth of a move is the temperature of its region: what each move there gains on average. Count is the mean value for Black.',
      }),
    )
  }

  row(region) {
    const {app} = this
    const points = region.points.map((name) => app.position.point(name))
    const show = () => {
      app.board.draw('selection', [{kind: 'outline', points, class: 'target'}])
    }
    const hide = () => {
      app.board.draw('selection', [])
    }
    const name = button(region.name, show, {class: 'plain', title: region.text, onfocus: show, onblur: hide})
    const cells = [
      number(region.temperature),
      region.best?.black ?? '–',
      region.best?.white ?? '–',
      number(region.mean),
    ]
    return element(
      'tr',
      {onpointerenter: show, onpointerleave: hide, class: region.trust},
      element(
        'td',
        {},
        name,
        region.trust !== 'proved' && element('span', {class: 'soft', title: 'estimated', text: ' ~'}),
      ),
      cells.map((text) => element('td', {text})),
    )
  }
}

function number(value) {
  return value === null || value === undefined ? '?' : shortNumber(value)
}

function worth({temperature, sente, trust}) {
  const parts = [temperature === null ? 'its worth is not known' : `worth ${shortNumber(temperature)} points a move`]
  if (sente) parts.push(sente)
  parts.push(trust === 'proved' ? 'proved' : 'estimated')
  return `${parts.join(', ')}.`.replace(/^./, (letter) => letter.toUpperCase())
}

function scoreText(score, isExact) {
  if (!score) return 'The final score is not proved.'
  const [low, high] = score
  if (high - low > WIDEST) return 'The final score is not proved.'
  if (isExact && low === high) return `With best play the game ends: ${leadText(low)} (proved).`
  return `With best play the score lies between ${leadText(low)} and ${leadText(high)} (proved bounds).`
}
