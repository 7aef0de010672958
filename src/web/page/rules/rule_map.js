// A map of a rule as the editor changes it: rows of characters. Edges are outer rows of '-' and outer columns of '|',
// with '+' in their corners; the program checks the rest.

import {EMPTY} from '../position.js'

/** The kinds of points, as the palette shows them: `[character, what it means]`. */
export const KINDS = [
  ['.', 'empty'],
  ['X', 'a stone of the player'],
  ['O', 'a stone of the other side'],
  ['*', 'empty; the move'],
  ['A', 'a stone of the player, names its block A'],
  ['B', 'a stone of the player, names its block B'],
  ['C', 'a stone of the player, names its block C'],
  ['a', 'a stone of the other side, names its block a'],
  ['b', 'a stone of the other side, names its block b'],
  ['c', 'a stone of the other side, names its block c'],
  ['x', 'a stone of the player, or empty'],
  ['o', 'a stone of the other side, or empty'],
  ['%', 'a stone of either color'],
  ['_', 'anything on the board'],
  ['?', 'anything, also off the board'],
]

/** Most rows and columns of points, edges aside. */
export const MOST_SIDE = 9

const isEdge = (character) => '-|+'.includes(character)

export class RuleMap {
  constructor(rows) {
    this.rows = rows
  }

  /** The map of a text: rows in lines, blanks between the points. */
  static read(text) {
    return new RuleMap(text.split('\n').map((line) => line.trim().split(/\s+/)))
  }

  static blank(width = 3, height = 3) {
    return new RuleMap(Array.from({length: height}, () => Array(width).fill('?')))
  }

  /**
   * The map of a part of a board, `{left, top, right, bottom}` as lines, for `player`: with edges where it reaches them,
   * the move on the point `move` (-1: none), and the first stone of the other side named `a`, else one of the player
   * named `A`.
   */
  static of({width, height, stones}, {left, top, right, bottom}, player, move) {
    const rows = []
    for (let y = top; y <= bottom; y += 1) {
      const row = []
      for (let x = left; x <= right; x += 1) {
        const point = y * width + x
        row.push(point === move ? '*' : stones[point] === EMPTY ? '.' : stones[point] === player ? 'X' : 'O')
      }
      rows.push(row)
    }
    const [stone, name] = rows.flat().includes('O') ? ['O', 'a'] : ['X', 'A']
    const named = rows.find((row) => row.includes(stone))
    if (named) named[named.indexOf(stone)] = name
    return new RuleMap(framed(rows, {top: top === 0, bottom: bottom === height - 1, left: left === 0, right: right === width - 1}))
  }

  get text() {
    return this.rows.map((row) => row.join(' ')).join('\n')
  }

  get width() {
    return this.rows[0].length
  }

  get height() {
    return this.rows.length
  }

  /** Puts a character on a point; an object and the move stand once in a map. A point of an edge stays. */
  set(x, y, character) {
    if (isEdge(this.rows[y][x])) return
    if (/^[A-Ca-c*]$/.test(character)) {
      this.rows = this.rows.map((row) => row.map((found) => (found === character ? '?' : found)))
    }
    this.rows[y][x] = character
  }

  /** Which of the sides `top`, `bottom`, `left`, `right` are edges of the board. */
  get edges() {
    const {rows} = this
    const all = (cells) => cells.every(isEdge)
    const column = (x) => rows.map((row) => row[x])
    return {
      top: all(rows[0]),
      bottom: rows.length > 1 && all(rows.at(-1)),
      left: all(column(0)),
      right: this.width > 1 && all(column(this.width - 1)),
    }
  }

  /** Makes a side the edge of the board, or takes the edge away. */
  toggleEdge(side) {
    const isThere = this.edges[side]
    const points = this.points()
    const edges = {...this.edges, [side]: !isThere}
    this.rows = framed(points, edges)
  }

  /** Adds a row or a column of points on a side. */
  grow(side) {
    const points = this.points()
    if (isVertical(side) ? points.length >= MOST_SIDE : points[0].length >= MOST_SIDE) return
    if (side === 'top') points.unshift(points[0].map(() => '?'))
    else if (side === 'bottom') points.push(points[0].map(() => '?'))
    else for (const row of points) side === 'left' ? row.unshift('?') : row.push('?')
    this.rows = framed(points, this.edges)
  }

  /** Takes a row or a column of points away on a side; one stays. */
  shrink(side) {
    const points = this.points()
    if (isVertical(side) ? points.length < 2 : points[0].length < 2) return
    if (side === 'top') points.shift()
    else if (side === 'bottom') points.pop()
    else for (const row of points) side === 'left' ? row.shift() : row.pop()
    this.rows = framed(points, this.edges)
  }

  /** The rows without edges. */
  points() {
    const {top, bottom, left, right} = this.edges
    const rows = this.rows.slice(top ? 1 : 0, bottom ? -1 : undefined)
    return rows.map((row) => row.slice(left ? 1 : 0, right ? -1 : undefined))
  }
}

function isVertical(side) {
  return side === 'top' || side === 'bottom'
}

/** Rows of points with edges around. */
function framed(points, {top, bottom, left, right}) {
  const line = () => [...(left ? ['+'] : []), ...points[0].map(() => '-'), ...(right ? ['+'] : [])]
  const rows = points.map((row) => [...(left ? ['|'] : []), ...row, ...(right ? ['|'] : [])])
  return [...(top ? [line()] : []), ...rows, ...(bottom ? [line()] : [])]
}
