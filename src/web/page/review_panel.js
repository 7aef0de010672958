// The panel of the review: graph, mistakes by size, sums of each player.

import {stoneSign} from './app.js'
import {mistakesOf, phasesOf} from './analysis.js'
import {annotate} from './annotate.js'
import {savePicture} from './clipboard.js'
import {button, element, replaceChildren} from './dom.js'
import {Graph} from './graph.js'
import {questionOf, reasonsOf, trustOf} from './mistake_reason.js'
import {BLACK, WHITE, colorName} from './position.js'
import {Review} from './review.js'
import {counted} from './words.js'

/** Most mistakes that are listed. */
const MOST = 40
/** So many of the largest mistakes are explained without being looked at. */
const EXPLAINED = 10

export class ReviewPanel {
  constructor(app) {
    this.app = app
    this.name = 'review'
    this.text = 'Review'
    this.review = new Review(app, () => this.refresh())
    this.startButton = button('', () => this.toggle(), {class: 'primary'})
    this.state = element('span', {class: 'soft', role: 'status'})
    this.graph = new Graph(app, () => ({nodes: this.review.nodes, losses: this.losses}))
    this.here = element('div', {class: 'here-box'})
    this.list = element('div', {})
    this.sums = element('div', {})
    this.losses = []
    /** Lists of the reasons of mistakes, by node. */
    this.reasons = new WeakMap()
    const step = (text, by, key) => button(text, () => this.goToMistake(by), {title: `${text} (${key})`})
    this.steps = [step('Mistake before', -1, 'M'), step('Next mistake', 1, 'N')]
    this.pictureButton = button('Picture', () => savePicture(app, this.graph.svg, 'course'), {title: 'The graph as a PNG file'})
    this.root = element(
      'div',
      {class: 'panel'},
      element(
        'div',
        {class: 'card'},
        element('h2', {text: 'Review of the game'}),
        element('div', {class: 'row'}, this.startButton, this.steps, this.pictureButton),
        this.state,
        this.graph.root,
        this.here,
      ),
      this.list,
      this.sums,
    )
    app.on('position', () => this.refresh())
    app.on('connection', () => this.refresh())
    app.on('record', () => {
      this.refresh()
      if (this.isShown) this.begin()
    })
    app.settings.listen(() => this.isShown && this.refresh())
    this.refresh()
  }

  shown() {
    this.isShown = true
    this.refresh()
    this.begin()
  }

  /** A game that nothing is known about is reviewed at once, unless it is being played. */
  begin() {
    const {app, review} = this
    const isAway = app.homeTool !== app.playTool || app.below.length > 0
    if (review.nodes.length === 0 && !isAway && !this.startButton.disabled) review.start()
  }

  hidden() {
    this.isShown = false
    this.reading = null
    this.app.connection.freeSlot('reason')
  }

  toggle() {
    if (this.review.isOn) this.review.stop()
    else this.review.start()
  }

  refresh() {
    const {app, review} = this
    this.losses = review.losses
    this.mistakes = mistakesOf(this.losses)
    const hasMoves = app.record.line().some((node) => node.move)
    this.startButton.textContent = review.isOn ? 'Stop' : review.nodes.length === 0 ? 'Review' : review.isComplete ? 'Search deeper' : 'Go on'
    this.startButton.disabled = !app.connection?.isReady || Boolean(app.hidesKnowledge) || !hasMoves
    for (const knob of this.steps) knob.disabled = this.mistakes.length === 0
    this.pictureButton.disabled = review.nodes.length === 0
    this.state.textContent = this.stateText(hasMoves)
    if (this.isShown) this.showSoon()
  }

  stateText(hasMoves) {
    const {review} = this
    if (!hasMoves) return 'There are no moves in this record.'
    if (review.nodes.length === 0) return 'Every position is searched: first all of them briefly, then longer where points were lost.'
    return review.isComplete ? 'The whole game is reviewed. All values are estimates.' : review.text
  }

  showSoon() {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null
      this.graph.draw()
      this.showHere()
      this.showMistakes()
      this.showSums()
      this.explain()
    })
  }

  /** The mistake that follows the position shown, if one does. */
  get nextMistake() {
    const {record} = this.app
    const line = record.line()
    return this.mistakes.find(({node}) => node.parent === record.current && line.includes(node))
  }

  /** Says what the next move of the record loses and why, while the candidates of this position are on the board. */
  showHere() {
    const {app} = this
    const {record} = app
    const next = this.nextMistake
    if (!next) {
      replaceChildren(this.here)
      return
    }
    const reasons = this.reasons.get(next.node)
    replaceChildren(
      this.here,
      element(
        'p',
        {class: 'row'},
        stoneSign(next.color),
        element('strong', {text: `Move ${next.number}, ${next.node.move[1]}, lost ${next.loss.toFixed(1)} points.`}),
        next.best && ` Better: ${next.best}.`,
        button('Show the move', () => record.goTo(next.node), {class: 'plain'}),
      ),
      !reasons && element('p', {class: 'soft', text: 'Reading the nearby groups and the endgame …'}),
      reasons?.length === 0 && element('p', {class: 'soft', text: 'Nothing about this move is proved or counted.'}),
      (reasons ?? []).map((reason) => this.reason(reason, next)),
    )
  }

  /** A reason of a mistake, with what one can do with it. */
  reason(reason, mistake) {
    const {app} = this
    const {record} = app
    const {node} = mistake
    const about = questionOf(reason, node)
    const goWith = (event, more) => () => {
      record.goTo(about.node)
      const point = app.position.point(about.stone)
      app.tell(event, more ? {point, question: about.question} : point)
    }
    return element(
      'div',
      {class: 'mistake-reason'},
      element('p', {class: `trust ${reason.trust}`, text: reason.text + trustOf(reason)}),
      about &&
        element(
          'div',
          {class: 'row'},
          about.isProved && button('Play against it', goWith('against', true), {title: 'Play the losing side; the proof answers every move'}),
          button('Ask about the group', goWith('question', false)),
          button('Make it a problem', () => this.makeProblem(mistake, reason)),
        ),
    )
  }

  /** The group that the mistake is about, as a problem from the position before it. */
  makeProblem({node, number}, {change, stones}) {
    this.app.tell('problem', {
      number: null,
      title: `Before move ${number}`,
      comment: '',
      game: this.app.record.game(node.parent),
      question: change === 'let_die' ? 'live' : 'kill',
      stones,
    })
  }

  /** Explains the mistake that follows the position shown, and when the review is over the largest ones. */
  explain() {
    const {app} = this
    if (this.reading || !this.isShown || !app.connection?.isReady || app.hidesKnowledge) return
    const largest = this.review.isOn ? [] : this.mistakes.slice(0, EXPLAINED)
    const mistake = [this.nextMistake, ...largest].find((it) => it && !this.reasons.has(it.node))
    if (!mistake) return
    const run = {}
    this.reading = run
    const done = (reasons, error) => {
      if (this.reading !== run) return
      this.reading = null
      if (error?.code !== 'cancelled') this.reasons.set(mistake.node, reasons)
      if (error) app.fail(error)
      if (this.isShown) this.showSoon()
    }
    reasonsOf(app.connection, app.record, mistake).then(done, (error) => done([], error))
  }

  showMistakes() {
    const {mistakes} = this
    const {record} = this.app
    const row = (mistake) => {
      const entry = button('', () => record.goTo(mistake.node.parent), {
        class: 'mistake',
        'aria-current': mistake.node.parent === record.current ? 'true' : null,
        title: `Go to the position before move ${mistake.number}`,
      })
      entry.append(
        stoneSign(mistake.color),
        element('span', {text: `${mistake.number}`}),
        element('strong', {text: mistake.node.move[1]}),
        element('span', {class: 'soft', text: mistake.best ? `better ${mistake.best}` : ''}),
        element('span', {class: 'lost', text: `−${mistake.loss.toFixed(1)}`}),
      )
      const [reason] = this.reasons.get(mistake.node) ?? []
      if (reason) entry.append(element('span', {class: `why trust ${reason.trust}`, text: reason.text}))
      return entry
    }
    replaceChildren(
      this.list,
      this.losses.length > 0 &&
        element(
          'div',
          {class: 'card'},
          element('h3', {text: mistakes.length === 0 ? 'No mistakes' : `${counted(mistakes.length, 'mistake')}, the largest first`}),
          element('div', {class: 'list mistakes'}, mistakes.slice(0, MOST).map(row)),
          element(
            'div',
            {class: 'row'},
            button('Write it into the record', () => this.write(), {
              disabled: this.review.isOn || this.written === record.version,
              title: 'Comments, better lines as variations, and win rates, for Sabaki and others; Undo takes them back',
            }),
          ),
        ),
    )
  }

  /** Writes the review into the record, once. */
  write() {
    const {app} = this
    const reasonsAt = (node) => (this.reasons.get(node) ?? []).map((reason) => reason.text + trustOf(reason))
    annotate(app.record, app.analysis, this.review.nodes, this.mistakes, reasonsAt)
    this.written = app.record.version
    app.say('The review is in the record. Save keeps it; Undo takes it back.')
    this.refresh()
  }

  showSums() {
    const {record} = this.app
    const phases = phasesOf(this.losses, record.width * record.height)
    const cells = ({moves, lost, good}) =>
      moves === 0
        ? [element('td', {text: '–'}), element('td', {text: '–'})]
        : [element('td', {text: lost.toFixed(1)}), element('td', {text: `${Math.round((100 * good) / moves)} %`})]
    const head = (text, span = 1) => element('th', {scope: 'col', colspan: span, text})
    replaceChildren(
      this.sums,
      phases.length > 0 &&
        element(
          'div',
          {class: 'card'},
          element('h3', {text: 'Points lost, and moves as good as the best'}),
          element(
            'table',
            {class: 'phases'},
            element('thead', {}, element('tr', {}, head(''), head(colorName(BLACK), 2), head(colorName(WHITE), 2))),
            element(
              'tbody',
              {},
              phases.map(({name, players}) =>
                element('tr', {}, element('th', {scope: 'row', text: name}), cells(players[BLACK]), cells(players[WHITE])),
              ),
            ),
          ),
        ),
    )
  }

  /** To the position before the next mistake in the order of the game, or before the last one. */
  goToMistake(step) {
    const {record} = this.app
    const places = this.mistakes.map(({number}) => number - 1).sort((a, b) => a - b)
    const {nodes} = this.review
    const path = record.path()
    const here = nodes.findLastIndex((node) => path.includes(node))
    const next = step > 0 ? places.find((place) => place > here) : places.findLast((place) => place < here)
    if (next === undefined) this.app.say(this.mistakes.length === 0 ? 'No mistake is known; review the game first.' : 'There is no other mistake this way.')
    else record.goTo(nodes[next])
  }
}
