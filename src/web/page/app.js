// What all parts of the page share: the record that is shown, the board, the connection, the settings, and the tool
// that a click on the board uses.

import {Analysis} from './analysis.js'
import {Board} from './board.js'
import {Connection} from './connection.js'
import {element} from './dom.js'
import {BLACK, EMPTY, colorName} from './position.js'
import {emptyRecord} from './record.js'
import {counted} from './words.js'

/** Layers of the board that belong to one position and go when it changes. */
const OF_POSITION = [
  'ownership',
  'regions',
  'zone',
  'territory',
  'groups',
  'score',
  'worths',
  'candidates',
  'answers',
  'line',
  'selection',
]

/** As many records as are kept behind the one shown. */
const MOST_REPLACED = 20

export class App {
  constructor(settings) {
    this.settings = settings
    this.listeners = new Map()
    this.hello = null
    /** What searches have found, by node. */
    this.analysis = new Analysis()
    /** The name of the panel that is shown. */
    this.panel = null
    /** Points where the side to move may not play, with the reason, as far as the server has sent it. */
    this.illegal = new Map()
    this.board = new Board({
      label: 'Go board',
      onPoint: (point, event) => this.tool.click(point, event),
      onHover: (point) => {
        this.tool.hover?.(point)
        this.tell('hover', point)
      },
      onWheel: (steps) => (steps > 0 ? this.record.forward(steps) : this.record.back(-steps)),
      onDrag: (from, to, isDone) => this.tool.drag?.(from, to, isDone),
      onPending: (point) => this.tell('pending', point),
      describe: (point) => this.describePoint(point),
    })
    this.playTool = {name: 'play', plays: true, click: (point, event) => this.onPlayClick(point, event)}
    /** The tool that a panel gives the board back to: moves for both sides, or a game against the engine. */
    this.homeTool = this.playTool
    this.tool = this.playTool
    /** Records that wait below the one shown: a game while one of its groups is played as a problem. */
    this.below = []
    /** Records that others took the place of, the latest last: Undo brings them back. */
    this.replaced = []
    this.setRecord(emptyRecord(19, 19, {rules: 'japanese', komi: 6.5}))
    this.connection = new Connection(socketUrl(), (state, hello) => this.onConnection(state, hello))
    settings.listen(() => this.applySettings())
  }

  /**
   * Calls `listener(value)` on: record, position, connection, pending, tool, layers, clock, question, against,
   * hover, panel, played, problem, analysis (more is known of the position shown).
   */
  on(event, listener) {
    if (!this.listeners.has(event)) this.listeners.set(event, new Set())
    this.listeners.get(event).add(listener)
  }

  tell(event, value) {
    for (const listener of this.listeners.get(event) ?? []) listener(value)
  }

  // Records.

  setRecord(record) {
    this.stopListening?.()
    this.record = record
    this.board.setCrop(null)
    this.stopListening = record.listen(() => this.refresh())
    this.setHomeTool(this.playTool)
    this.tell('record', record)
    this.refresh()
  }

  /** Shows another record instead of the one shown, and of those below it; `undo` brings the one of the user back. */
  replaceRecord(record) {
    while (this.below.length > 0) this.popRecord()
    const isWorthKeeping = this.record.unsaved || this.record.root.children.length > 0
    if (isWorthKeeping) this.replaced.push(this.record)
    if (this.replaced.length > MOST_REPLACED) this.replaced.shift()
    this.setRecord(record)
  }

  get canUndo() {
    return this.record.canUndo || (this.below.length === 0 && this.replaced.length > 0)
  }

  /** Takes the last change of the record back; if there is none, the record that was shown before comes back. */
  undo() {
    if (this.record.undo() || !this.canUndo) return
    this.setRecord(this.replaced.pop())
    this.say('The record before is back.')
  }

  /** Shows another record for a while, under a title; `onLeave` is called when the user goes back. */
  pushRecord(record, title, onLeave = () => {}) {
    this.below.push({record: this.record, title: this.title, onLeave: this.onLeave})
    this.title = title
    this.onLeave = onLeave
    this.setRecord(record)
  }

  /** Goes back to the record below. */
  popRecord() {
    const below = this.below.pop()
    if (!below) return
    const {onLeave} = this
    this.title = below.title
    this.onLeave = below.onLeave
    this.setRecord(below.record)
    onLeave?.()
  }

  get position() {
    return this.record.position()
  }

  /** Shows the current node. All that was drawn about another position goes. */
  refresh() {
    const {record, board} = this
    const position = record.position()
    for (const layer of OF_POSITION) board.drawn.delete(layer)
    for (const layer of OF_POSITION) board.draw(layer, [])
    this.illegal = new Map()
    const move = record.moveOf()
    board.show({position, last: move?.point ?? -1, numbers: this.moveNumbers()})
    board.draw('marks', [...record.lines().map((line) => ({...line, class: 'drawn'})), ...record.marks()])
    this.drawNext()
    this.showGhost()
    this.tell('position', position)
  }

  /** Where the record goes on, as rings; not in a problem, where they would give moves away. */
  drawNext() {
    const {record, settings} = this
    const isShown = settings.nextMoves && !this.hidesKnowledge
    const moves = isShown ? record.current.children.map((node) => record.moveOf(node)) : []
    const items = moves.flatMap((move) => {
      const isEmpty = move && move.point !== null && this.position.stones[move.point] === EMPTY
      return isEmpty ? [{kind: 'next', point: move.point, color: move.color, title: 'The record goes on here'}] : []
    })
    this.board.draw('next', items)
  }

  moveNumbers() {
    const limit = {none: 0, last: 1, ten: 10, all: Infinity}[this.settings.numbers]
    const numbers = new Map()
    if (limit === 0) return numbers
    const path = this.record.path()
    const moves = path.map((node) => this.record.moveOf(node)).filter(Boolean)
    moves.slice(-limit).forEach(({point, color}, i) => {
      const isThere = point !== null && this.position.stones[point] === color
      if (isThere) numbers.set(point, String(Math.max(0, moves.length - limit) + i + 1))
    })
    return numbers
  }

  // Tools.

  /** What a click does: `{name, plays, hint, click(point, event), hover?, drag?, pass?}`; null: the home tool. */
  setTool(tool) {
    this.tool = tool ?? this.homeTool
    this.showGhost()
    this.board.options.onDrag = this.tool.drag ? (from, to, isDone) => this.tool.drag(from, to, isDone) : null
    this.tell('tool', this.tool)
  }

  /** Sets the tool that the board goes back to when a panel gives it up. */
  setHomeTool(tool) {
    this.homeTool = tool
    this.setTool(tool)
  }

  showGhost() {
    this.board.setGhost(this.tool.plays ? this.position.toPlay : EMPTY)
  }

  /** A click plays; a click with the other button on a stone opens a question about it. */
  onPlayClick(point, event) {
    const isQuestion = event.button === 2 && this.position.stones[point] !== EMPTY
    if (isQuestion) this.tell('question', point)
    else if (event.button !== 2) this.playAt(point)
  }

  /** Plays a move for the side to move, or shows why it can't be played. */
  playAt(point) {
    const {position} = this
    const fault = point === null ? null : position.fault(point, position.toPlay, this.allowsSuicide)
    if (fault) {
      this.say(fault)
      return false
    }
    if (this.illegal.get(point) === 'superko') {
      this.say('This would repeat an earlier position.')
      return false
    }
    this.record.play(point)
    this.tell('played', point)
    return true
  }

  get allowsSuicide() {
    return ['new_zealand', 'tromp_taylor', 'tromp-taylor'].includes(this.record.rules)
  }

  describePoint(point) {
    const {position} = this
    const name = position.name(point)
    if (position.stones[point] === EMPTY) return `${name}, empty`
    const {stones, liberties} = position.block(point)
    return `${name}, ${colorName(position.stones[point])}, ${counted(stones.length, 'stone')}, ${liberties.size} ${liberties.size === 1 ? 'liberty' : 'liberties'}`
  }

  // The server.

  onConnection(state, hello) {
    if (hello) this.hello = hello
    this.tell('connection', state)
  }

  /** Sends a request about the position that is shown; the answer of an earlier request in this slot is dropped. */
  ask(slot, name, fields = {}, onProgress = undefined) {
    return this.connection.askInSlot(slot, name, {game: this.record.game(), ...fields}, onProgress)
  }

  /** Shows the message of an error. */
  fail(error) {
    if (error.code === 'cancelled') return
    this.say(error.message)
  }

  /** A short message to the user. */
  say(text) {
    const box = document.getElementById('message')
    box.textContent = text
    box.classList.add('shown')
    clearTimeout(this.sayTimer)
    this.sayTimer = setTimeout(() => box.classList.remove('shown'), 4000)
  }

  applySettings() {
    const {settings, board} = this
    document.documentElement.dataset.theme = settings.shownTheme
    document.documentElement.dataset.palette = settings.palette
    board.confirmsTouch = settings.confirmsTouch
    board.setCoordinates(settings.coordinates)
    this.drawNext()
    if (this.shownNumbers !== settings.numbers) {
      this.shownNumbers = settings.numbers
      board.show({position: this.position, last: this.record.moveOf()?.point ?? -1, numbers: this.moveNumbers()})
    }
  }
}

/** A sign of a color beside a text. */
export function stoneSign(color) {
  return element('span', {class: `stone-sign ${color === BLACK ? 'black' : 'white'}`, 'aria-hidden': 'true'})
}

function socketUrl() {
  const url = new URL(`ws${location.search}`, location.href)
  url.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:'
  return url
}
