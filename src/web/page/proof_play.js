// Play against a proof: after "proved" the user plays any moves for the losing side, and the proof answers at once
// until its goal is reached.

import {button, element, replaceChildren} from './dom.js'
import {LinePlay} from './line_play.js'
import {colorName, colorOf, opponent} from './position.js'

const DONE = {reached: 'The goal is reached.', not_proved: 'This line is not proved.'}

/** Begins to play. `content` is where the panel shows what happens. */
export class ProofPlay {
  constructor(app, {game, question, stones, threats, claim}, content, onLeave) {
    this.app = app
    this.fields = {question, stones, threats}
    this.content = content
    this.lines = new Map()
    this.play = new LinePlay(app, {
      game,
      title: 'You play against a proof',
      hint: 'Play any move; the proof answers',
      answer: (line) => this.ask(line),
      onLeave,
    })
    this.play.onAnswer = (answer) => this.onAnswer(answer)
    this.claim = claim
    this.stopListening = this.play.record.listen(() => this.show())
    this.show()
    this.play.reply()
  }

  ask(line) {
    return this.app.connection.askInSlot('line', 'proof_play', {...this.fields, game: this.play.game, line})
  }

  onAnswer(answer) {
    this.user = opponent(colorOf(answer.prover))
    this.lines.set(this.play.record.current, answer)
    this.show()
  }

  show() {
    const {app, play} = this
    const {record} = play
    const answer = this.lines.get(record.current)
    const moves = record.path(record.current).slice(record.path().indexOf(play.start) + 1)
    const log = moves
      .filter((node) => this.lines.get(node)?.sentence)
      .map((node) => {
        const {sentence, in_zone: inZone} = this.lines.get(node)
        return element('li', {class: inZone === false ? 'outside' : ''}, sentence)
      })
    const state = answer?.state ?? 'going'
    replaceChildren(
      this.content,
      element(
        'div',
        {class: 'card'},
        element('h2', {text: 'You play against a proof'}),
        element('p', {text: this.claim}),
        this.user &&
          element('p', {
            class: 'soft',
            text: `You play ${colorName(this.user)}. Any move is allowed, also elsewhere, and a pass.`,
          }),
        DONE[state] && element('p', {class: `result ${state}`, text: DONE[state]}),
        element('ol', {class: 'log'}, log),
        element(
          'div',
          {class: 'row'},
          button('Take back', () => play.takeBack(this.user), {disabled: record.current === play.start}),
          button('Start again', () => play.restart(), {disabled: record.current === play.start}),
        ),
      ),
    )
    if (answer) this.draw(answer)
  }

  draw({zone, goal_stones: goal}) {
    const {board, position} = this.app
    board.draw('zone', zoneItems(position, zone))
    board.draw('selection', [{kind: 'outline', points: pointsOf(position, goal), class: 'target'}])
  }
}

/** A zone as items for the board: the points that a proof depends on. */
export function zoneItems(position, zone) {
  const points = pointsOf(position, zone)
  if (points.length === 0) return []
  return [
    {kind: 'fill', points, class: 'zone'},
    {kind: 'outline', points, class: 'zone-edge'},
  ]
}

function pointsOf(position, names) {
  return (names ?? []).map((name) => position.point(name)).filter((point) => point >= 0)
}
