// How the user got on with problems, kept in the browser. A failed problem comes back after a few others, and again
// until it was solved twice in a row.

import {readJson, writeJson} from './settings.js'

const KEY = 'tedomari.problems'
/** How many other problems come before a failed one is shown again. */
const PAUSE = 3
/** Solved so often in a row, a problem that was failed once is done. */
const NEEDED = 2

export class Progress {
  constructor(storage = localStorage) {
    this.storage = storage
    this.entries = readJson(storage, KEY)
    /** Counts the problems tried, so that "after three others" has a meaning. */
    this.turn = Math.max(0, ...Object.values(this.entries).map(({due}) => due ?? 0))
  }

  of(problem) {
    return this.entries[problemKey(problem)] ?? {solved: 0, failed: 0, row: 0}
  }

  /** 'new', 'solved', or 'again' for a problem that has to come back. */
  stateOf(problem) {
    const {solved, failed, row} = this.of(problem)
    if (solved + failed === 0) return 'new'
    return failed > 0 && row < NEEDED ? 'again' : 'solved'
  }

  /** Notes a result. False if the browser keeps nothing. */
  note(problem, isSolved) {
    const {solved, failed, row} = this.of(problem)
    this.turn += 1
    this.entries[problemKey(problem)] = {
      solved: solved + (isSolved ? 1 : 0),
      failed: failed + (isSolved ? 0 : 1),
      row: isSolved ? row + 1 : 0,
      due: this.turn + PAUSE,
    }
    return writeJson(this.storage, KEY, this.entries)
  }

  /** The problem to show after one: a failed one whose time has come, else the next new one, else any failed one. */
  next(problems, after) {
    const others = problems.filter((problem) => problem !== after)
    const again = others.filter((problem) => this.stateOf(problem) === 'again')
    const due = again.find((problem) => this.of(problem).due <= this.turn)
    if (due) return due
    const place = problems.indexOf(after)
    const inOrder = [...problems.slice(place + 1), ...problems.slice(0, Math.max(0, place))]
    return inOrder.find((problem) => this.stateOf(problem) === 'new') ?? again[0] ?? inOrder[0] ?? after
  }

  forget(problems) {
    for (const problem of problems) delete this.entries[problemKey(problem)]
    return writeJson(this.storage, KEY, this.entries)
  }
}

/** A short name of a problem that stays the same from visit to visit: a hash of its position and question (FNV-1a). */
export function problemKey({game, question, stones}) {
  const text = JSON.stringify([
    game.size,
    [...game.black].sort(),
    [...game.white].sort(),
    game.to_move,
    question,
    stones,
  ])
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return (hash >>> 0).toString(36)
}
