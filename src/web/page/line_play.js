// Moves against an answerer: the user plays for one side from a given position, and each of his moves is answered by
// the server. Proofs and problems are played this way. Going back and trying another move is always possible.

import {recordOfGame} from './record.js'

export class LinePlay {
  /**
   * Shows the position of `game` under a title. `answer(line)` gives a promise of the reply to the last move of the
   * line, `{reply}` with a move or null; `onLeave()` is called when the user goes back to his game.
   */
  constructor(app, {game, title, answer, onLeave, hint}) {
    this.app = app
    this.game = game
    this.answer = answer
    this.isBusy = false
    this.isOver = false
    app.pushRecord(recordOfGame(game), title, () => {
      this.isLeft = true
      app.connection.freeSlot('line')
      onLeave?.()
    })
    this.record = app.record
    this.start = this.record.current
    app.setHomeTool({name: 'line', plays: true, hint, click: (point) => this.play(point), pass: () => this.play(null)})
  }

  /** The moves since the start, as `[color, move]`. */
  line() {
    const path = this.record.path()
    return path.slice(path.indexOf(this.start) + 1).map(({move}) => move)
  }

  /** The user's move. */
  async play(point) {
    if (this.isBusy || this.isLeft) return
    if (!this.record.path().includes(this.start)) {
      this.app.say('Go on to the position of the question first.')
      return
    }
    if (this.app.playAt(point)) await this.reply()
  }

  /** Requests the reply and plays it. */
  async reply() {
    const {record, app} = this
    const node = record.current
    this.isBusy = true
    try {
      const answer = await this.answer(this.line())
      if (this.isLeft || record.current !== node) return
      if (answer.reply) {
        const point = record.point(answer.reply)
        record.play(point < 0 ? null : point)
        app.tell('played', point)
      }
      this.onAnswer?.(answer)
    } catch (error) {
      if (record.current === node && node !== this.start && error.code === 'bad_game') record.cut()
      app.fail(error)
    } finally {
      this.isBusy = false
    }
  }

  /** Back to the user's last choice. */
  takeBack(user) {
    const {record} = this
    do {
      if (record.current === this.start) return
      record.back()
    } while (record.position().toPlay !== user)
  }

  restart() {
    this.record.goTo(this.start)
  }
}
