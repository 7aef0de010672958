// The review of a game: every position is searched, first all of them for a short time, so that there is something to
// see within seconds, then longer where moves lost points. It can be stopped and goes on where it was.

import {MISTAKE} from './analysis.js'
import {hasSetup} from './record.js'

/** Visits of the passes: all positions; those around moves that lost something; those around mistakes. */
const PASSES = [
  {visits: 12, least: -1, text: 'all positions'},
  {visits: 100, least: MISTAKE / 2, text: 'where points were lost'},
  {visits: 400, least: MISTAKE, text: 'the mistakes'},
]
/** Times the visits, if a review is made deeper. */
const DEEPER = 4
/** How long it waits before it looks whether the user's own search is over, in milliseconds. */
const PAUSE = 500

export class Review {
  /** `onChange()` is called whenever there is more to show. */
  constructor(app, onChange) {
    this.app = app
    this.onChange = onChange
    this.isOn = false
    /** Reviews of other records, such as the game below a problem: they are there again with their record. */
    this.others = new WeakMap()
    this.clear()
    app.on('record', (record) => this.onRecord(record))
  }

  clear() {
    this.nodes = []
    this.pass = 0
    /** How many times the visits of the passes are searched. */
    this.depth = 1
  }

  onRecord(record) {
    this.stop()
    const {nodes, pass, depth} = this
    if (this.record) this.others.set(this.record, {nodes, pass, depth})
    this.record = record
    this.clear()
    Object.assign(this, this.others.get(record))
  }

  /** The positions of the line that is shown, from its last setup on. */
  takeLine() {
    const line = this.app.record.line()
    const start = Math.max(0, line.findLastIndex(hasSetup))
    this.nodes = [line[start], ...line.slice(start + 1).filter((node) => node.move)]
  }

  get losses() {
    return this.app.analysis.losses(this.app.record, this.nodes)
  }

  /** The positions of a pass, in its order: of the first pass from the start on, else the worst moves first. */
  nodesOf(pass) {
    const {least} = PASSES[pass]
    if (least < 0) return this.nodes
    const worst = this.losses.filter(({loss}) => loss >= least).sort((a, b) => b.loss - a.loss)
    return [...new Set(worst.flatMap(({number}) => [this.nodes[number - 1], this.nodes[number]]))]
  }

  visits(pass) {
    return this.depth * PASSES[pass].visits
  }

  isDone(node, pass) {
    const state = this.app.analysis.of(this.app.record, node)
    return Boolean(state) && (state.visits >= this.visits(pass) || state.candidates.length === 0)
  }

  /** What is going on, for people. */
  get text() {
    const {pass, nodes} = this
    if (nodes.length === 0 || pass >= PASSES.length) return ''
    const part = this.nodesOf(pass)
    const nDone = part.filter((node) => this.isDone(node, pass)).length
    return `Pass ${pass + 1} of ${PASSES.length}, ${PASSES[pass].text}: ${nDone} of ${part.length}`
  }

  get isComplete() {
    return this.nodes.length > 0 && this.pass >= PASSES.length
  }

  /** Begins, or goes on; a review that is complete is made deeper. */
  async start() {
    this.record = this.app.record
    const {isComplete, nodes} = this
    this.takeLine()
    if (isComplete && this.nodes.at(-1) === nodes.at(-1)) this.depth *= DEEPER
    this.pass = 0
    this.isOn = true
    const run = {}
    this.run = run
    const goesOn = () => this.run === run && this.isOn
    this.onChange()
    while (goesOn() && this.pass < PASSES.length) {
      const node = this.nodesOf(this.pass).find((waiting) => !this.isDone(waiting, this.pass))
      if (!node) this.pass += 1
      else await this.search(node, goesOn)
      if (goesOn()) this.onChange()
    }
    if (!goesOn()) return
    this.isOn = false
    this.onChange()
  }

  stop() {
    if (!this.isOn) return
    this.isOn = false
    this.app.connection?.freeSlot('review')
    this.onChange()
  }

  async search(node, goesOn) {
    const {app} = this
    const {record} = app
    if (app.search.isOn) {
      await pause()
      return
    }
    const visits = this.visits(this.pass)
    try {
      const state = await app.connection.askInSlot('review', 'search', {game: record.game(node), visits})
      // A search may end with less than it was given, such as where the game is over.
      app.analysis.keep(record, node, {...state, visits: Math.max(visits, state.visits)})
      if (node === app.record.current) app.tell('analysis')
    } catch (error) {
      // The user's own search ends that of the review.
      if (error.code === 'cancelled') {
        await pause()
        return
      }
      if (goesOn()) this.stop()
      app.fail(error)
    }
  }
}

function pause() {
  return new Promise((resolve) => setTimeout(resolve, PAUSE))
}
