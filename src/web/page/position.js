// A position and the rules of play, so that a click shows its stone at once. The server decides: it has the rules of
// the game in full (superko), this file has captures, suicide and simple ko.

import {neighbours, parseVertex, vertexName} from './vertex.js'

export const EMPTY = 0
export const BLACK = 1
export const WHITE = 2

/** The other color. */
export function opponent(color) {
  return color === BLACK ? WHITE : BLACK
}

/** 'black' or 'white', as messages name the color. */
export function colorWord(color) {
  return color === BLACK ? 'black' : 'white'
}

/** The color that a message names. */
export function colorOf(word) {
  return word === 'black' ? BLACK : WHITE
}

/** 'Black' or 'White', for people. */
export function colorName(color) {
  return color === BLACK ? 'Black' : 'White'
}

/** Stones on a board with the side to move. A position never changes; `play` and `withStones` give new ones. */
export class Position {
  constructor(width, height, stones = new Uint8Array(width * height), toPlay = BLACK) {
    this.width = width
    this.height = height
    this.stones = stones
    this.toPlay = toPlay
    /** The point that may not be retaken at once, or -1. */
    this.ko = -1
    /** Stones that Black and White have captured: `captures[BLACK]`, `captures[WHITE]`. */
    this.captures = [0, 0, 0]
  }

  name(point) {
    return vertexName(point, this.width, this.height)
  }

  point(name) {
    return parseVertex(name, this.width, this.height)
  }

  /** The stones and liberties of the block on a point. */
  block(point) {
    const color = this.stones[point]
    const stones = [point]
    const seen = new Set(stones)
    const liberties = new Set()
    for (let i = 0; i < stones.length; i += 1) {
      for (const near of neighbours(stones[i], this.width, this.height)) {
        if (this.stones[near] === EMPTY) liberties.add(near)
        else if (this.stones[near] === color && !seen.has(near)) {
          seen.add(near)
          stones.push(near)
        }
      }
    }
    return {color, stones, liberties}
  }

  /** Why a color may not play on a point: a text, or null if it may. */
  fault(point, color, suicideAllowed = false) {
    if (this.stones[point] !== EMPTY) return 'There is a stone on this point.'
    if (point === this.ko && color === this.toPlay) return 'This would retake the ko at once.'
    const next = this.placed(point, color)
    return next.removed === 'own' && !(suicideAllowed && next.count > 1) ? 'This stone would have no liberty.' : null
  }

  /** The position after a legal move; a pass is null. Call `fault` first. */
  play(point, color) {
    const turned = opponent(color)
    if (point === null) {
      const next = new Position(this.width, this.height, this.stones, turned)
      next.captures = this.captures
      return next
    }
    const {stones, count, removed, single} = this.placed(point, color)
    const next = new Position(this.width, this.height, stones, turned)
    next.captures = this.captures.slice()
    next.captures[removed === 'own' ? turned : color] += count
    if (removed === 'other' && count === 1) {
      const block = next.block(point)
      if (block.stones.length === 1 && block.liberties.size === 1) next.ko = single
    }
    return next
  }

  /** The position with some points changed by hand: pairs of a point and what stands there. Nothing is captured. */
  withStones(changes, toPlay = this.toPlay) {
    const stones = this.stones.slice()
    for (const [point, color] of changes) stones[point] = color
    const next = new Position(this.width, this.height, stones, toPlay)
    next.captures = this.captures
    return next
  }

  /** The stones after a move, how many were removed, and whose: 'other', 'own' or null. */
  placed(point, color) {
    const board = this.withStones([[point, color]])
    const dead = new Set()
    for (const near of neighbours(point, this.width, this.height)) {
      if (board.stones[near] !== opponent(color) || dead.has(near)) continue
      const block = board.block(near)
      if (block.liberties.size === 0) block.stones.forEach((stone) => dead.add(stone))
    }
    let removed = dead.size > 0 ? 'other' : null
    if (!removed) {
      const own = board.block(point)
      if (own.liberties.size === 0) {
        removed = 'own'
        own.stones.forEach((stone) => dead.add(stone))
      }
    }
    for (const stone of dead) board.stones[stone] = EMPTY
    return {stones: board.stones, count: dead.size, removed, single: dead.size === 1 ? [...dead][0] : -1}
  }
}
