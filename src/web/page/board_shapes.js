// What can be drawn on a board: each kind of item becomes SVG elements. Colors stand in board.css, by class.

import {svg} from './dom.js'
import {BLACK, EMPTY, WHITE} from './position.js'

/** The distance between two lines, in units of the drawing. */
export const CELL = 40

/** Where the points of a board lie in the drawing. */
export class Geometry {
  /** `crop`: the lines that are shown, `{left, top, right, bottom}`; null: all. */
  constructor(width, height, hasCoordinates, crop = null) {
    this.width = width
    this.height = height
    this.crop = crop ?? {left: 0, top: 0, right: width - 1, bottom: height - 1}
    const [columns, rows] = [this.crop.right - this.crop.left, this.crop.bottom - this.crop.top]
    // A small board is shown large; its coordinates need not grow with it.
    this.textSize = CELL * 0.34 * Math.min(1, Math.max(0.62, (Math.max(columns, rows) + 1) / 19))
    this.margin = hasCoordinates ? CELL * 0.54 + this.textSize * 1.5 : CELL * 0.62
    this.spanX = columns * CELL + 2 * this.margin
    this.spanY = rows * CELL + 2 * this.margin
    /** The upper left corner of what is shown. */
    this.fromX = this.crop.left * CELL
    this.fromY = this.crop.top * CELL
  }

  x(point) {
    return this.margin + (point % this.width) * CELL
  }

  y(point) {
    return this.margin + Math.floor(point / this.width) * CELL
  }

  /** The point nearest to a place in the drawing, or -1 outside the board. */
  nearest(x, y) {
    const column = Math.round((x - this.margin) / CELL)
    const row = Math.round((y - this.margin) / CELL)
    return this.shows(column, row) ? row * this.width + column : -1
  }

  shows(column, row) {
    const {left, top, right, bottom} = this.crop
    return column >= left && row >= top && column <= right && row <= bottom
  }
}

/**
 * The elements of an item. `stones` holds what stands below it, so that the item is visible on both colors.
 *
 * | kind | fields |
 * |---|---|
 * | fill, outline | points: shaded squares, or a line around them |
 * | territory | point, color: a small square of the owner; `size` from 0 to 1 |
 * | triangle, square, circle, cross, diamond, dot | point |
 * | label | point, text |
 * | spot | point, text, and a second line `below`: a colored disc with figures |
 * | stone | point, color, text: a stone that is not on the board |
 * | next | point, color: a ring where the record goes on |
 * | line, arrow | from, to |
 *
 * All of them may have a `class` and a `title` (a tooltip); the disc of a spot may have an `opacity`.
 */
export function shape(item, geometry, stones) {
  const element = KINDS[item.kind](item, geometry, stones)
  if (item.class) element.classList.add(...item.class.split(' '))
  if (item.title) element.append(svg('title', {text: item.title}))
  return element
}

const KINDS = {
  fill: ({points}, geometry) => svg('path', {class: 'fill', d: points.map((p) => squarePath(p, geometry)).join('')}),
  outline: ({points}, geometry) => svg('path', {class: 'outline', d: outlinePath(points, geometry)}),
  territory: ({point, color, size = 0.5}, geometry) => {
    const side = CELL * (0.16 + 0.4 * size)
    const [x, y] = [geometry.x(point) - side / 2, geometry.y(point) - side / 2]
    return svg('rect', {class: `territory ${colorClass(color)}`, x, y, width: side, height: side, rx: 1.5})
  },
  triangle: (item, geometry, stones) =>
    polygon(item, geometry, stones, [
      [0, -0.3],
      [0.27, 0.17],
      [-0.27, 0.17],
    ]),
  square: (item, geometry, stones) =>
    polygon(item, geometry, stones, [
      [-0.2, -0.2],
      [0.2, -0.2],
      [0.2, 0.2],
      [-0.2, 0.2],
    ]),
  diamond: (item, geometry, stones) =>
    polygon(item, geometry, stones, [
      [0, -0.27],
      [0.27, 0],
      [0, 0.27],
      [-0.27, 0],
    ]),
  circle: ({point}, geometry, stones) => disc('mark', point, 0.24, geometry, stones),
  dot: ({point}, geometry, stones) => disc('dot', point, 0.13, geometry, stones),
  cross: ({point}, geometry, stones) => {
    const [x, y, arm] = [geometry.x(point), geometry.y(point), CELL * 0.2]
    const d = `M${x - arm} ${y - arm}L${x + arm} ${y + arm}M${x - arm} ${y + arm}L${x + arm} ${y - arm}`
    return svg('path', {class: `mark ${ground(point, stones)}`, d})
  },
  label: ({point, text}, geometry, stones) => {
    const place = ground(point, stones)
    const back =
      place === 'on-board' && svg('circle', {...center(point, geometry), r: CELL * 0.36, class: 'label-back'})
    return svg('g', {class: `label ${place}`}, back, words(text, point, geometry, 0, fontSize(text)))
  },
  spot: ({point, text, below, opacity = 1}, geometry) => {
    const lines = below
      ? [words(text, point, geometry, -0.13, 0.34), words(below, point, geometry, 0.22, 0.25, 'below')]
      : [words(text, point, geometry, 0, fontSize(text))]
    return svg('g', {class: 'spot'}, svg('circle', {...center(point, geometry), r: CELL * 0.46, opacity}), lines)
  },
  stone: ({point, color, text}, geometry) =>
    svg(
      'g',
      {class: `stone-item ${colorClass(color)}`},
      svg('circle', {...center(point, geometry), r: CELL * 0.46}),
      text !== undefined && words(text, point, geometry, 0, fontSize(String(text))),
    ),
  next: ({point, color}, geometry) =>
    svg('circle', {class: `next ${colorClass(color)}`, ...center(point, geometry), r: CELL * 0.3}),
  line: ({from, to}, geometry) => {
    const ends = {x1: geometry.x(from), y1: geometry.y(from), x2: geometry.x(to), y2: geometry.y(to)}
    return svg('line', {class: 'connection', ...ends})
  },
  arrow: ({from, to}, geometry) => {
    const [x1, y1, x2, y2] = [geometry.x(from), geometry.y(from), geometry.x(to), geometry.y(to)]
    const turn = Math.atan2(y2 - y1, x2 - x1)
    const wing = (side) => `${x2 - 12 * Math.cos(turn + side * 0.5)} ${y2 - 12 * Math.sin(turn + side * 0.5)}`
    return svg('path', {class: 'connection', fill: 'none', d: `M${x1} ${y1}L${x2} ${y2}M${wing(1)}L${x2} ${y2}L${wing(-1)}`})
  },
}

/** 'black', 'white' or 'none'. */
export function colorClass(color) {
  return color === BLACK ? 'black' : color === WHITE ? 'white' : 'none'
}

/** The place of a point as attributes of a circle. */
export function center(point, geometry) {
  return {cx: geometry.x(point), cy: geometry.y(point)}
}

/** A text centered on a point, `down` cells below its middle. */
export function words(text, point, geometry, down, size, className = '') {
  const place = {x: geometry.x(point), y: geometry.y(point) + CELL * (down + size * 0.36)}
  return svg('text', {class: className, ...place, 'font-size': CELL * size, text: String(text)})
}

/** The size of a text that has to fit into a stone, in cells. */
export function fontSize(text) {
  return [0.52, 0.52, 0.47, 0.38, 0.31][String(text).length] ?? 0.25
}

function ground(point, stones) {
  return stones[point] === EMPTY ? 'on-board' : stones[point] === BLACK ? 'on-black' : 'on-white'
}

function disc(name, point, radius, geometry, stones) {
  return svg('circle', {class: `${name} ${ground(point, stones)}`, ...center(point, geometry), r: CELL * radius})
}

function polygon({point}, geometry, stones, corners) {
  const [x, y] = [geometry.x(point), geometry.y(point)]
  const points = corners.map(([dx, dy]) => `${x + dx * CELL},${y + dy * CELL}`).join(' ')
  return svg('polygon', {class: `mark ${ground(point, stones)}`, points})
}

function squarePath(point, geometry) {
  return `M${geometry.x(point) - CELL / 2} ${geometry.y(point) - CELL / 2}h${CELL}v${CELL}h${-CELL}z`
}

function outlinePath(points, geometry) {
  const set = new Set(points)
  const parts = []
  for (const point of set) {
    const [left, top] = [geometry.x(point) - CELL / 2, geometry.y(point) - CELL / 2]
    const column = point % geometry.width
    if (!set.has(point - geometry.width)) parts.push(`M${left} ${top}h${CELL}`)
    if (!set.has(point + geometry.width)) parts.push(`M${left} ${top + CELL}h${CELL}`)
    if (column === 0 || !set.has(point - 1)) parts.push(`M${left} ${top}v${CELL}`)
    if (column === geometry.width - 1 || !set.has(point + 1)) parts.push(`M${left + CELL} ${top}v${CELL}`)
  }
  return parts.join('')
}
