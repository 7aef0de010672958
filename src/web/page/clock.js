// Clocks of a game: the page keeps them, requests for moves carry the time left.

/** Time systems by name: their fields, as `[name, label, usual value]`. */
export const SYSTEMS = {
  none: {text: 'No clock', fields: []},
  absolute: {text: 'Absolute', fields: [['main', 'Minutes for the game', 15]]},
  byoyomi: {
    text: 'Byo-yomi',
    fields: [
      ['main', 'Minutes', 10],
      ['period', 'Seconds of a period', 30],
      ['periods', 'Periods', 5],
    ],
  },
  canadian: {
    text: 'Canadian',
    fields: [
      ['main', 'Minutes', 10],
      ['period', 'Seconds of a period', 180],
      ['stones', 'Moves in it', 15],
    ],
  },
  fischer: {
    text: 'Fischer',
    fields: [
      ['main', 'Minutes', 5],
      ['increment', 'Seconds added', 10],
    ],
  },
}

/** The clock of one player. Times are in seconds; `main` of the settings is in seconds as well. */
export class PlayerClock {
  constructor(settings) {
    this.settings = settings
    this.left = settings.main
    this.periods = settings.periods ?? 0
    this.stones = 0
    /** Whether the main time is used up. */
    this.isOvertime = false
    this.started = null
    this.enterOvertime()
  }

  start(now) {
    this.started = now
  }

  /** The move is made: what it cost is taken off, and a period begins anew. */
  stop(now) {
    if (this.started === null) return
    this.spend((now - this.started) / 1000)
    this.started = null
    const {system, period, increment} = this.settings
    if (system === 'fischer') this.left += increment
    if (!this.isOvertime) return
    if (system === 'byoyomi') this.left = period
    if (system === 'canadian') {
      this.stones -= 1
      if (this.stones === 0) this.beginPeriod()
    }
  }

  /** Seconds left at a time; below 0 the game is lost. */
  secondsLeft(now) {
    return this.at(now).left
  }

  isOut(now) {
    return this.secondsLeft(now) < 0
  }

  text(now) {
    const clock = this.at(now)
    const seconds = Math.max(0, clock.left)
    const time = `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`
    if (!clock.isOvertime) return time
    return this.settings.system === 'byoyomi' ? `${time} (${clock.periods})` : `${time} / ${clock.stones}`
  }

  /** The clock as a message names it. */
  message(now) {
    const {left, periods, isOvertime} = this.at(now)
    const message = {...this.settings, left: Math.max(0, left)}
    if (this.settings.system === 'byoyomi') message.left_periods = isOvertime ? periods : this.settings.periods
    return message
  }

  /** What the clock would be if the move were made now, without the gain of making it. */
  at(now) {
    if (this.started === null) return this
    const copy = Object.assign(Object.create(PlayerClock.prototype), this)
    copy.spend((now - this.started) / 1000)
    return copy
  }

  spend(seconds) {
    this.left -= seconds
    while (this.left < 0 && this.nextPeriod()) this.left += this.settings.period
  }

  /** Goes into the next period, if there is one; `left` is not touched. */
  nextPeriod() {
    const {system, periods, stones} = this.settings
    if (system === 'byoyomi') {
      if (!this.isOvertime) {
        this.isOvertime = true
        this.periods = periods
        return periods > 0
      }
      this.periods -= 1
      return this.periods > 0
    }
    if (system !== 'canadian' || this.isOvertime) return false
    this.isOvertime = true
    this.stones = stones
    return true
  }

  beginPeriod() {
    this.left = this.settings.period
    this.stones = this.settings.stones
  }

  /** Without main time the first period runs from the start. */
  enterOvertime() {
    if (this.left > 0) return
    if (this.nextPeriod()) this.left = this.settings.period
  }
}
