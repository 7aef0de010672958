// A game against the engine: board, rules, handicap, color, strength, clock; the score at the end.

import {PlayerClock, SYSTEMS} from './clock.js'
import {openDialog} from './dialog.js'
import {button, element, replaceChildren, select} from './dom.js'
import {BLACK, WHITE, colorName, colorWord, opponent} from './position.js'
import {emptyRecord} from './record.js'

/**
 * Levels below the full strength: their ratings by games on 9x9, in Elo above GNU Go's level 1, each with half of its
 * interval of 95 % (docs/measurements/levels.md).
 */
export const LEVEL_RATINGS = [
  [-993, 438],
  [-645, 373],
  [-199, 237],
  [80, 128],
  [196, 138],
  [422, 228],
  [868, 367],
  [1093, 410],
  [1373, 456],
  [1440, 480],
]

const LEVELS = LEVEL_RATINGS.map((_, level) => [
  `level ${level}`,
  `Level ${level}${level === 0 ? ', a beginner' : ''}`,
  {level, seconds: 5},
])

/** What was measured of a strength, for people. */
export function strengthText({level}) {
  if (level === undefined) return 'Search, reading and proofs. With one second a move on 9×9 it won 98 of 100 games against GNU Go.'
  const [rating, range] = LEVEL_RATINGS[level]
  const place = rating < 0 ? `${-rating} Elo below` : `${rating} Elo above`
  return `Measured in games on 9×9: ${place} GNU Go’s level 1, give or take ${range}. On larger boards it was hardly measured.`
}

const STRENGTHS = [
  ...LEVELS,
  ['1', 'Full strength, 1 second a move', {seconds: 1}],
  ['5', '5 seconds a move', {seconds: 5}],
  ['15', '15 seconds a move', {seconds: 15}],
  ['clock', 'Strong: as the clock allows', {seconds: 15, usesClock: true}],
]

/** Reasons of moves that are no sentence by themselves. */
const REASONS = {
  search: 'the best one that the search found',
  'drawn as its level does': 'drawn at random among those that its level finds',
  hopeless: 'there is no hope left',
  'out of time': 'the time was over',
}

/** The letter of a color in a result. */
const LETTER = {[BLACK]: 'B', [WHITE]: 'W'}

export class PlayPanel {
  constructor(app, files, showPanel) {
    this.app = app
    this.files = files
    this.showPanel = showPanel
    this.name = 'play'
    this.text = 'Play'
    this.content = element('div', {})
    this.root = element('div', {class: 'panel'}, this.content)
    app.on('record', (record) => this.onRecord(record))
    app.on('connection', (state) => state === 'ready' && this.isEngineToMove && !this.isThinking && this.think())
  }

  shown() {
    if (this.game) this.show()
    else this.showForm()
  }

  // Before the game.

  showForm() {
    const size = select(
      'Board',
      [
        ['9', '9×9'],
        ['13', '13×13'],
        ['19', '19×19'],
      ],
      '9',
    )
    const rules = this.files.rulesBox()
    const color = select(
      'You play',
      [
        ['black', 'Black'],
        ['white', 'White'],
        ['any', 'Either'],
      ],
      'black',
    )
    const handicap = select(
      'Handicap of Black',
      [0, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => [String(n), n ? `${n} stones` : 'None']),
      '0',
    )
    const komi = element('input', {
      type: 'number',
      step: 0.5,
      min: -400,
      max: 400,
      value: rules.komi(),
      'aria-label': 'Komi',
    })
    rules.box.addEventListener('change', () => (komi.value = rules.komi()))
    handicap.box.addEventListener('change', () => (komi.value = handicap.box.value === '0' ? rules.komi() : 0.5))
    const effortOf = (name) => STRENGTHS.find(([other]) => other === name)[2]
    const measured = element('p', {class: 'soft', role: 'status'})
    const showMeasured = (name) => (measured.textContent = strengthText(effortOf(name)))
    const strength = select('The engine', STRENGTHS, '1', showMeasured)
    showMeasured('1')
    const clockFields = element('div', {})
    const clock = select(
      'Clock',
      Object.entries(SYSTEMS).map(([name, {text}]) => [name, text]),
      'none',
      (name) => showFields(name),
    )
    const inputs = new Map()
    const showFields = (name) => {
      inputs.clear()
      replaceChildren(
        clockFields,
        SYSTEMS[name].fields.map(([field, label, value]) => {
          const input = element('input', {type: 'number', min: 0, value})
          inputs.set(field, input)
          return element('label', {class: 'field'}, element('span', {text: label}), input)
        }),
      )
    }
    const start = async (fromHere) => {
      if (!fromHere && !(await this.files.saving.mayReplace())) return
      const chosen = color.box.value === 'any' ? (Math.random() < 0.5 ? 'black' : 'white') : color.box.value
      this.start({
        side: Number(size.box.value),
        rules: rules.box.value,
        komi: Number(komi.value),
        handicap: Number(handicap.box.value),
        user: chosen === 'black' ? BLACK : WHITE,
        effort: effortOf(strength.box.value),
        clock: clockSettings(clock.box.value, inputs),
        fromHere,
      })
    }
    const here = button('Play on from this position', () => start(true), {
      disabled: this.app.below.length > 0,
      title: 'With the color, the strength and the clock above; the moves become a variation of the record shown',
    })
    replaceChildren(
      this.content,
      element(
        'div',
        {class: 'card'},
        element('h2', {text: 'Play a game'}),
        size.row,
        color.row,
        strength.row,
        measured,
        rules.row,
        handicap.row,
        element('label', {class: 'field'}, element('span', {text: 'Komi'}), komi),
        clock.row,
        clockFields,
        element('div', {class: 'row'}, button('Start', () => start(false), {class: 'primary'}), here),
      ),
    )
  }

  // The game.

  start(game) {
    const {app} = this
    const {side, rules, komi, handicap, user, fromHere} = game
    const names = {[colorWord(user)]: 'You', [colorWord(opponent(user))]: 'Tedomari'}
    app.search.stop()
    if (!fromHere) app.replaceRecord(emptyRecord(side, side, {rules, komi, handicap, date: today(), ...names}))
    this.game = game
    this.record = app.record
    /** The position that the game began from. */
    this.base = this.record.current
    /** The last move of the game, also while another node is looked at. */
    this.tip = this.base
    this.clocks = game.clock && [null, new PlayerClock(game.clock), new PlayerClock(game.clock)]
    app.clockText = this.clocks ? (color) => this.clocks[color].text(performance.now()) : null
    this.tool = {name: 'game', plays: true, click: (point) => this.play(point), pass: () => this.play(null)}
    app.setHomeTool(this.tool)
    this.turn()
  }

  /** The game ends when its record is put away; a record that lies over it for a while leaves it alone. */
  onRecord(record) {
    if (!this.game) return
    if (record === this.record) this.app.setHomeTool(this.tool)
    else if (!this.app.below.some((below) => below.record === this.record)) this.end(null)
  }

  get isEngineToMove() {
    return Boolean(this.game) && this.record.position(this.tip).toPlay !== this.game.user
  }

  /** The user's move. */
  play(point) {
    if (this.isThinking || this.isEngineToMove || !this.game) return
    this.record.goTo(this.tip)
    if (this.app.playAt(point)) this.afterMove(this.game.user)
  }

  afterMove(color) {
    this.tip = this.record.current
    this.clocks?.[color].stop(performance.now())
    const moves = this.record
      .path()
      .slice(-2)
      .map((node) => this.record.moveOf(node))
    const isOver = moves.length === 2 && moves.every((move) => move && move.point === null)
    if (isOver) {
      const {fromHere} = this.game
      this.end('Both sides have passed.')
      if (!fromHere) this.noteScore()
      this.showPanel('score')
    } else {
      this.turn()
    }
  }

  /** Starts the clock of the side to move, and the engine if it is its turn. */
  turn() {
    const color = this.record.position(this.tip).toPlay
    this.clocks?.[color].start(performance.now())
    this.tick()
    this.show()
    if (this.isEngineToMove) this.think()
  }

  async think() {
    const {app, record, game} = this
    const color = opponent(game.user)
    const fields = {game: record.game(this.tip), color: colorWord(color), ...this.bounds(color)}
    this.isThinking = true
    this.show()
    try {
      const {move, reason} = await app.connection.askInSlot('genmove', 'genmove', fields)
      this.isThinking = false
      if (this.game !== game) return
      this.reason = reason
      if (move === 'resign') {
        this.end('The engine resigns: you win.', `${LETTER[game.user]}+Resign`)
        return
      }
      const point = record.point(move)
      record.goTo(this.tip)
      record.play(point < 0 ? null : point, color)
      app.tell('played', point)
      if (point < 0) app.say('The engine passes.')
      this.afterMove(color)
    } catch (error) {
      this.isThinking = false
      app.fail(error)
      this.show()
    }
  }

  /** What bounds the engine's next move: its clock, or its level and seconds, as far as the clock has them. */
  bounds(color) {
    const {usesClock, level, seconds} = this.game.effort
    const clock = this.clocks?.[color]
    if (!clock) return {level, seconds}
    const now = performance.now()
    return usesClock
      ? {clock: clock.message(now)}
      : {level, seconds: Math.min(seconds, Math.max(0.1, clock.secondsLeft(now) / 4))}
  }

  /** Shows the clocks once a second while one runs, and ends the game when one is out. */
  tick() {
    clearTimeout(this.timer)
    if (!this.clocks || !this.game) return
    const color = this.record.position(this.tip).toPlay
    this.app.tell('clock')
    if (this.clocks[color].isOut(performance.now())) {
      this.end(`${colorName(color)} loses on time.`, `${LETTER[opponent(color)]}+Time`)
      return
    }
    this.timer = setTimeout(() => this.tick(), 1000)
  }

  takeBack() {
    const {record, game} = this
    this.app.connection.freeSlot('genmove')
    this.isThinking = false
    record.goTo(this.tip)
    do record.cut()
    while (record.current !== this.base && record.position().toPlay !== game.user)
    this.tip = record.current
    this.turn()
  }

  /** Writes the score of the finished game into its record, if its groups are settled. */
  async noteScore() {
    const {app, record} = this
    try {
      const answer = await app.connection.ask('score', {game: record.game()})
      if (!answer.unfinished && app.record === record) record.setHeader({info: {result: answer.text}})
    } catch (error) {
      app.fail(error)
    }
  }

  confirmResign() {
    openDialog('Resign the game?', element('p', {text: 'The engine wins then.'}), [
      ['Play on', () => {}],
      ['Resign', () => this.end('You resign: the engine wins.', `${LETTER[opponent(this.game.user)]}+Resign`)],
    ])
  }

  /** Ends the game with a word why, null: without one, and with its result for the record. */
  end(text, result = null) {
    if (!this.game) return
    // A game that was played on from a position keeps the result of its record.
    if (result && !this.game.fromHere) this.record.setHeader({info: {result}})
    clearTimeout(this.timer)
    this.app.connection?.freeSlot('genmove')
    this.isThinking = false
    this.game = null
    this.app.clockText = null
    this.showForm()
    if (text === null) return
    this.app.setHomeTool(this.app.playTool)
    this.app.say(text)
    this.showEnd(text)
  }

  showEnd(text) {
    replaceChildren(
      this.content,
      element(
        'div',
        {class: 'card'},
        element('h2', {text: 'The game is over'}),
        element('p', {text}),
        element(
          'div',
          {class: 'row'},
          button('Score it', () => this.showPanel('score'), {class: 'primary'}),
          button('Look at the game', () => this.showPanel('search')),
          button('Another game', () => this.showForm()),
        ),
      ),
    )
  }

  show() {
    if (!this.game) return
    const {user} = this.game
    const nPlayed = this.record.moveNumber(this.tip) - this.record.moveNumber(this.base)
    const isStart = nPlayed < (this.record.position(this.base).toPlay === user ? 1 : 2)
    const state = this.isThinking
      ? 'The engine thinks …'
      : this.isEngineToMove
        ? 'The engine is to move.'
        : 'Your move.'
    replaceChildren(
      this.content,
      element(
        'div',
        {class: 'card'},
        element('h2', {text: `You play ${colorName(user)}`}),
        element('p', {class: 'result', role: 'status', text: state}),
        this.reason && !this.isThinking && element('p', {class: 'soft', text: `Why it played its last move: ${REASONS[this.reason] ?? this.reason}.`}),
        element(
          'div',
          {class: 'row'},
          button('Pass', () => this.play(null), {disabled: this.isThinking}),
          button('Take back', () => this.takeBack(), {disabled: isStart}),
          this.isEngineToMove && !this.isThinking && button('Ask the engine to move', () => this.think()),
        ),
        element('p', {
          class: 'soft',
          text: 'Two passes end the game, and it is scored with the reason for each group.',
        }),
        element('div', {class: 'row apart'}, button('Resign', () => this.confirmResign())),
      ),
    )
  }
}

/** The day as records write it: 2024-05-31. */
function today() {
  const now = new Date()
  const two = (number) => String(number).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

/** The settings of a clock from the form; main time is entered in minutes. */
function clockSettings(system, inputs) {
  if (system === 'none') return null
  const settings = {system}
  for (const [name, input] of inputs) settings[name] = Math.max(0, Number(input.value)) * (name === 'main' ? 60 : 1)
  return settings
}
