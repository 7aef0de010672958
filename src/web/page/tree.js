// The tree of variations as a drawing: moves from left to right, variations below. Only the part that is scrolled into
// view is drawn, so a record of any length is quick.

import {element, replaceChildren, svg} from './dom.js'
import {hasSetup} from './record.js'

const STEP = 26
const EDGE = 14

/** Where each node is drawn: a Map from nodes to `{column, row}`, and the number of columns and rows. */
export function layOut(record) {
  const places = new Map()
  /** The first free row of each column. */
  const free = []
  let columns = 0
  let rows = 0
  // Lines are placed whole, from their first node to the end of their first children.
  const waiting = [{node: record.root, column: 0, least: 0}]
  while (waiting.length > 0) {
    const {node, column, least} = waiting.pop()
    const line = []
    for (let at = node; at; at = at.children[0]) line.push(at)
    let row = least
    for (let i = 0; i < line.length; i += 1) row = Math.max(row, free[column + i] ?? 0)
    // The stroke down to a variation needs room in the column before it.
    const from = node.parent ? column - 1 : column
    for (let i = from; i < column + line.length; i += 1) free[i] = row + 1
    line.forEach((at, i) => places.set(at, {column: column + i, row}))
    columns = Math.max(columns, column + line.length)
    rows = Math.max(rows, row + 1)
    // The variations nearest to the end come first, so that those nearer to the start stand below them.
    line.forEach((at, i) => {
      for (let v = at.children.length - 1; v >= 1; v -= 1) {
        waiting.push({node: at.children[v], column: column + i + 1, least: row + 1})
      }
    })
  }
  return {places, columns, rows}
}

export class TreeView {
  constructor(app) {
    this.app = app
    this.svg = svg('svg', {class: 'tree', 'aria-hidden': 'true'})
    this.root = element(
      'div',
      {class: 'tree-box', tabindex: '0', role: 'img', 'aria-label': 'Tree of variations'},
      this.svg,
    )
    this.root.addEventListener('scroll', () => this.draw())
    this.svg.addEventListener('click', (event) => this.onClick(event))
    new ResizeObserver(() => this.draw()).observe(this.root)
    app.on('record', () => (this.record = null))
    app.on('position', () => this.refresh())
  }

  refresh() {
    const {record} = this.app
    if (this.record !== record || this.version !== record.version) {
      this.record = record
      this.version = record.version
      this.layout = layOut(record)
      this.svg.setAttribute('width', this.layout.columns * STEP + EDGE)
      this.svg.setAttribute('height', this.layout.rows * STEP + EDGE)
    }
    this.follow()
    this.draw()
  }

  /** Scrolls so that the current node is visible. */
  follow() {
    const {column, row} = this.layout.places.get(this.record.current)
    const {root} = this
    const [x, y] = [column * STEP + EDGE, row * STEP + EDGE]
    if (x < root.scrollLeft + STEP || x > root.scrollLeft + root.clientWidth - 2 * STEP)
      root.scrollLeft = x - root.clientWidth / 2
    if (y < root.scrollTop + STEP || y > root.scrollTop + root.clientHeight - STEP)
      root.scrollTop = y - root.clientHeight / 2
  }

  draw() {
    if (!this.record || this.root.clientWidth === 0) return
    const {root, record} = this
    const [left, right] = [root.scrollLeft / STEP - 2, (root.scrollLeft + root.clientWidth) / STEP + 2]
    const [top, bottom] = [root.scrollTop / STEP - 2, (root.scrollTop + root.clientHeight) / STEP + 2]
    const lines = []
    const nodes = []
    for (const [node, {column, row}] of this.layout.places) {
      const parent = node.parent && this.layout.places.get(node.parent)
      const isSeen = column >= left && column <= right && row >= top && (parent?.row ?? row) <= bottom
      if (!isSeen) continue
      if (parent) lines.push(strokePath(parent, {column, row}))
      if (row <= bottom) nodes.push(nodeShape(node, column, row, node === record.current))
    }
    replaceChildren(this.svg, svg('path', {class: 'lines', d: lines.join('')}), nodes)
  }

  onClick(event) {
    const box = this.svg.getBoundingClientRect()
    const column = Math.round((event.clientX - box.left - EDGE) / STEP)
    const row = Math.round((event.clientY - box.top - EDGE) / STEP)
    for (const [node, place] of this.layout.places) {
      if (place.column === column && place.row === row) this.record.goTo(node)
    }
  }
}

function strokePath(parent, {column, row}) {
  const [x, y] = [parent.column * STEP + EDGE, parent.row * STEP + EDGE]
  const down = row - parent.row
  if (down === 0) return `M${x} ${y}h${STEP}`
  return `M${x} ${y}v${(down - 1) * STEP}l${STEP} ${STEP}M${column * STEP + EDGE} ${row * STEP + EDGE}h0`
}

function nodeShape(node, column, row, isCurrent) {
  const [x, y] = [column * STEP + EDGE, row * STEP + EDGE]
  const color = node.move?.[0] ?? (hasSetup(node) ? 'setup' : 'empty')
  const size = color === 'setup' || color === 'empty' ? 5 : 8.5
  return [
    isCurrent && svg('rect', {class: 'current', x: x - 12, y: y - 12, width: 24, height: 24, rx: 5}),
    svg('circle', {class: color, cx: x, cy: y, r: size}),
    node.comment && svg('circle', {class: 'comment', cx: x + 7, cy: y - 7, r: 3.4}),
  ]
}
