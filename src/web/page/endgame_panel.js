// The endgame: the best play of each open region, the largest first, with its worth in players' words, and what that is
// taken for granted.

import {stoneSign} from './app.js'
import {button, element, replaceChildren} from './dom.js'
import {BLACK, WHITE, colorName, colorWord, opponent} from './position.js'
import {capital, counted, leadText, shortNumber} from './words.js'

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
    if (answer === this.answer && this.content.firstChild) return
    this.answer = answer
    if (!answer) {
      const text = this.app.connection.isReady ? 'Dividing the board into regions …' : 'No connection to the program.'
      replaceChildren(this.content, element('p', {class: 'card', text}))
      return
    }
    const ranked = [this.app.position.toPlay, opponent(this.app.position.toPlay)].map((color) => ranking(answer, color))
    replaceChildren(this.content, this.summary(answer), ranked[0].length > 0 && this.list(answer, ranked), this.given(answer))
  }

  summary(answer) {
    const {app} = this
    const color = app.position.toPlay
    const [best] = ranking(answer, color)
    const open = answer.regions.filter(({temperature}) => temperature === null)
    const title = best ? `Biggest move for ${colorName(color)}: ${best.move}` : noMove(answer, open)
    const play = best && button(`Play ${best.move}`, () => app.playAt(app.position.point(best.move)), {class: 'primary'})
    return element(
      'div',
      {class: 'card'},
      element('h2', {class: 'result', text: title}),
      best && element('p', {text: `${capital(best.worth)}. ${trustSentence(best.in)}`}),
      !best && open.length > 0 && element('p', {text: 'The search suggests moves there: press the space bar.'}),
      scoreSentences(answer, color).map(({text, trust}) => element('p', {class: `trust ${trust}`, text})),
      best && open.length > 0 && element('p', {class: 'soft', text: `${tooLarge(open)}, so they are not in the list.`}),
      play && element('div', {class: 'row'}, play),
    )
  }

  /** The plays of the side to move, with those of the other side in the same regions beside them. */
  list(answer, [mine, theirs]) {
    const color = this.app.position.toPlay
    const head = ['', colorName(color), 'Worth', colorName(opponent(color)), 'Count'].map((text) => element('th', {scope: 'col', text}))
    const rows = mine.map((play, i) => this.row(play, i, theirs.find(({region}) => region === play.region)))
    return element(
      'div',
      {class: 'card'},
      element('table', {class: 'candidates endgame'}, element('thead', {}, element('tr', {}, head)), element('tbody', {}, rows)),
      element('p', {
        class: 'soft',
        text: 'Gote counts the difference between both sides’ plays; miai, and the numbers on the board, are points a move. Count is the region’s average for Black. ~ marks an estimate: a dashed line on the board.',
      }),
    )
  }

  row(play, i, other) {
    const {app} = this
    const {in: region} = play
    const points = region.points.map((name) => app.position.point(name))
    const show = () => app.board.draw('selection', [{kind: 'outline', points, class: 'target'}])
    const hide = () => app.board.draw('selection', [])
    const title = `${region.text} ${trustSentence(region)}`
    const name = button(play.move, () => app.playAt(app.position.point(play.move)), {class: 'plain', title, onfocus: show, onblur: hide})
    const mark = region.trust !== 'proved' && element('span', {class: 'soft', title: 'estimated', text: ' ~'})
    return element(
      'tr',
      {onpointerenter: show, onpointerleave: hide, class: `${region.trust}${play.keeps_score ? ' best' : ''}`},
      element('td', {text: i + 1}),
      element('td', {}, name, mark),
      element('td', {text: play.worth}),
      element('td', {text: other?.move ?? '–'}),
      element('td', {text: region.mean === null ? '?' : shortNumber(region.mean)}),
    )
  }

  /** What is taken for granted, the smallest areas first; the mouse shows each on the board. */
  given({given}) {
    if (!given || given.facts.length === 0) return null
    const {app} = this
    const row = (fact) => {
      const points = fact.points.map((name) => app.position.point(name))
      const show = () => app.board.draw('selection', [{kind: 'outline', points, class: 'target'}])
      const hide = () => app.board.draw('selection', [])
      return element(
        'li',
        {onpointerenter: show, onpointerleave: hide},
        stoneSign(fact.color === 'black' ? BLACK : WHITE),
        element('span', {text: ` ${capital(fact.text.replace(/ \([\d.]+\)$/, ''))}: ${percent(fact.probability)}`}),
      )
    }
    return element(
      'details',
      {class: 'card'},
      element('summary', {text: `Taken for granted: ${counted(given.facts.length, 'area')}, the least certain ${percent(given.probability)}`}),
      element('p', {class: 'soft', text: 'These areas look certain to the network, but are not proved. The values are right if they are held.'}),
      element('ul', {class: 'given'}, given.facts.map(row)),
    )
  }
}

/** The plays of a color with their regions; a play that only fills a neutral point comes last. */
function ranking({regions, plays}, color) {
  const byName = new Map(regions.map((region) => [region.name, region]))
  return plays[colorWord(color)].map((play) => ({...play, in: byName.get(play.region)})).filter((play) => play.in)
}

function percent(probability) {
  return `${Math.round(100 * probability)} %`
}

function noMove({regions}, open) {
  if (open.length > 0) return tooLarge(open)
  return regions.length > 0 ? 'No move gains a point any more' : 'No open region is left'
}

function tooLarge(open) {
  const sizes = open.reduce((sum, {points}) => sum + points.length, 0)
  return `${counted(open.length, 'region')} with ${counted(sizes, 'point')} ${open.length === 1 ? 'is' : 'are'} too large to count`
}

/** How far to trust a region: proved, or an estimate with the probability of what it rests on. */
function trustSentence({trust, probability}) {
  if (trust === 'proved') return 'Proved.'
  return probability === null ? 'An estimate.' : `An estimate: it takes for granted what is certain to ${percent(probability)} only.`
}

/** What is known of the score: what is proved, and what follows from what is given. */
function scoreSentences({score, given}, color) {
  const lines = []
  const ends = ([low, high]) => (low === high ? leadText(low) : `from ${leadText(low)} to ${leadText(high)}`)
  const begin = `With best play, ${colorName(color)} first: `
  if (score) lines.push({text: `${begin}${ends(score)} (proved).`, trust: 'proved'})
  if (given?.score && !(score && score[0] === score[1])) {
    lines.push({text: `${begin}${ends(given.score)} (an estimate; the least certain point ${percent(given.probability)}).`, trust: 'estimated'})
  }
  if (lines.length === 0) lines.push({text: 'The final score is open.', trust: 'open'})
  return lines
}
