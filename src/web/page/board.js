// A Go board as a component: any size to 25x25, drawn as SVG, played on by mouse, touch and keyboard. It is independent
// of games, records and servers: it shows what its methods are given and reports where the user clicks.
//
//   const board = new Board({label: 'Board', onPoint: (point, event) => ...})
//   parent.append(board.root)
//   board.show({position, last, numbers})
//   board.draw('marks', [{kind: 'triangle', point: 60}])

import {CELL, Geometry, center, colorClass, fontSize, shape, words} from './board_shapes.js'
import {element, replaceChildren, svg} from './dom.js'
import {BLACK, EMPTY, Position, WHITE} from './position.js'
import {LETTERS, starPoints} from './vertex.js'

/** Layers for `draw`, from the lowest to the highest; the stones lie between the two lists. */
const BELOW_STONES = ['regions', 'zone']
const ABOVE_STONES = [
  'ownership',
  'territory',
  'groups',
  'score',
  'marks',
  'next',
  'last',
  'worths',
  'candidates',
  'answers',
  'line',
  'selection',
]

/** Pixels of a notch of a mouse wheel. */
const NOTCH = 100

let nBoards = 0

export class Board {
  /**
   * Options, all of which may be left out:
   * `label` (accessible name), `onPoint(point, event)` (a click, a confirmed touch, Enter on the cursor),
   * `onHover(point)` (-1 if none), `onWheel(steps)` (the mouse wheel, down is positive), `onDrag(from, to, isDone)` (a drag over the board instead of clicks),
   * `onPending(point)` (a touch waits for its confirmation; -1: it no longer does),
   * `describe(point)` (words for the point under the keyboard cursor).
   */
  constructor(options = {}) {
    this.options = options
    this.id = `board${(nBoards += 1)}`
    this.position = new Position(9, 9)
    this.hasCoordinates = true
    this.crop = null
    /** Whether a touch must be repeated on the same point before it counts. */
    this.confirmsTouch = true
    /** The color of the stone shown under the mouse, or EMPTY for none. */
    this.ghost = EMPTY
    this.hovered = -1
    this.pending = -1
    this.cursor = -1
    this.wheeled = 0
    this.layers = new Map()
    this.drawn = new Map()
    this.last = -1
    this.numbers = new Map()
    this.svg = svg('svg', {class: 'board', 'aria-hidden': 'true', focusable: 'false'})
    this.spoken = element('span', {class: 'hidden', 'aria-live': 'polite'})
    this.root = element(
      'div',
      {
        class: 'board-box',
        tabindex: '0',
        role: 'application',
        'aria-roledescription': 'Go board',
        'aria-label': `${options.label ?? 'Board'}. Enter shows a cursor, arrows move it, Enter plays, Escape leaves.`,
      },
      this.svg,
      this.spoken,
    )
    this.listen()
    this.build()
  }

  /**
   * Shows a position. `last`: the point of the last move; `numbers`: a Map from points to texts on their stones.
   * Layers that were drawn stay.
   */
  show({position, last = -1, numbers = new Map()}) {
    const isNewSize = position.width !== this.position.width || position.height !== this.position.height
    this.position = position
    if (isNewSize) {
      this.crop = null
      this.drawn.clear()
      this.build()
    }
    this.last = last
    this.numbers = numbers
    this.setPending(-1)
    this.drawStones()
  }

  /** Draws items (see board_shapes.js) in a layer instead of those that it had. */
  draw(layer, items) {
    this.drawn.set(layer, items)
    replaceChildren(
      this.layers.get(layer),
      items.map((item) => shape(item, this.geometry, this.position.stones)),
    )
  }

  setCoordinates(on) {
    if (on === this.hasCoordinates) return
    this.hasCoordinates = on
    this.build()
    this.drawStones()
  }

  /** Shows a part of the board only, `{left, top, right, bottom}` as lines; null: the whole. */
  setCrop(crop) {
    if (JSON.stringify(crop) === JSON.stringify(this.crop)) return
    this.crop = crop
    this.build()
    this.drawStones()
  }

  /** Sets the color of the stone under the mouse; EMPTY: none. */
  setGhost(color) {
    this.ghost = color
    this.drawGhost()
  }

  /** Plays the touch that waits for its confirmation. */
  confirm() {
    const point = this.pending
    this.setPending(-1)
    if (point >= 0) this.options.onPoint?.(point, {pointerType: 'touch'})
  }

  setPending(point) {
    if (point === this.pending) return
    this.pending = point
    this.drawGhost()
    this.options.onPending?.(point)
  }

  /** Shows the keyboard cursor and takes the keyboard. */
  startCursor() {
    const {left, top, right, bottom} = this.geometry.crop
    const [x, y] = [Math.floor((left + right + 1) / 2), Math.floor((top + bottom + 1) / 2)]
    if (this.cursor < 0) this.cursor = y * this.position.width + x
    this.root.focus()
    this.drawCursor()
  }

  get hasCursor() {
    return this.cursor >= 0
  }

  // Drawing.

  build() {
    const {width, height} = this.position
    this.geometry = new Geometry(width, height, this.hasCoordinates, this.crop)
    const {fromX, fromY, spanX, spanY, margin} = this.geometry
    this.hovered = -1
    this.cursor = -1
    this.svg.setAttribute('viewBox', `${fromX} ${fromY} ${spanX} ${spanY}`)
    this.root.dataset.size = `${width}x${height}`
    this.root.dataset.margin = margin
    const group = (name) => {
      const layer = svg('g', {class: `layer-${name}`})
      this.layers.set(name, layer)
      return layer
    }
    replaceChildren(
      this.svg,
      this.gradients(),
      svg('rect', {class: 'wood', x: fromX, y: fromY, width: spanX, height: spanY, rx: 6}),
      this.hasCoordinates && this.coordinates(),
      svg(
        'g',
        {'clip-path': this.crop && `url(#${this.id}-crop)`},
        this.grid(),
        BELOW_STONES.map(group),
        (this.stoneLayer = svg('g', {class: 'stones'})),
        (this.ghostLayer = svg('g', {class: 'ghost'})),
        ABOVE_STONES.map(group),
        (this.cursorLayer = svg('g', {class: 'cursor'})),
      ),
    )
  }

  /** What is drawn beside a part of the board is cut off, half a line from it. */
  cropPath() {
    const {fromX, fromY, spanX, spanY, margin} = this.geometry
    const edge = margin - CELL * 0.54
    const place = {x: fromX + edge, y: fromY + edge, width: spanX - 2 * edge, height: spanY - 2 * edge}
    return svg('clipPath', {id: `${this.id}-crop`}, svg('rect', place))
  }

  gradients() {
    const gradient = (color) =>
      svg(
        'radialGradient',
        {id: `${this.id}-${color}`, cx: '35%', cy: '30%', r: '75%'},
        svg('stop', {offset: '0', class: `${color}-light`}),
        svg('stop', {offset: '1', class: `${color}-dark`}),
      )
    return svg('defs', {}, gradient('black'), gradient('white'), this.crop && this.cropPath())
  }

  grid() {
    const {geometry} = this
    const {width, height, margin} = geometry
    const right = margin + (width - 1) * CELL
    const bottom = margin + (height - 1) * CELL
    let lines = ''
    for (let x = 0; x < width; x += 1) lines += `M${margin + x * CELL} ${margin}V${bottom}`
    for (let y = 0; y < height; y += 1) lines += `M${margin} ${margin + y * CELL}H${right}`
    const edge = {x: margin, y: margin, width: right - margin, height: bottom - margin}
    return svg(
      'g',
      {class: 'grid'},
      svg('path', {d: lines}),
      svg('rect', {class: 'edge', ...edge}),
      starPoints(width, height).map((point) => svg('circle', {...center(point, geometry), r: CELL * 0.09})),
    )
  }

  coordinates() {
    const {height} = this.position
    const {geometry} = this
    const {crop, margin, fromX, fromY, spanX, spanY, textSize} = geometry
    const text = (x, y, content) => svg('text', {x, y: y + textSize * 0.36, 'font-size': textSize, text: content})
    const [near, far] = [textSize * 0.9, -textSize * 0.9]
    const texts = []
    for (let x = crop.left; x <= crop.right; x += 1) {
      const at = margin + x * CELL
      texts.push(text(at, fromY + near, LETTERS[x]), text(at, fromY + spanY + far, LETTERS[x]))
    }
    for (let y = crop.top; y <= crop.bottom; y += 1) {
      const at = margin + y * CELL
      texts.push(text(fromX + near, at, height - y), text(fromX + spanX + far, at, height - y))
    }
    return svg('g', {class: 'coordinates'}, texts)
  }

  drawStones() {
    const {geometry} = this
    const stones = []
    this.position.stones.forEach((color, point) => {
      if (color === EMPTY) return
      const name = colorClass(color)
      const place = center(point, geometry)
      stones.push(svg('circle', {class: 'shadow', cx: place.cx + 1.2, cy: place.cy + 1.8, r: CELL * 0.475}))
      stones.push(svg('circle', {class: `stone ${name}`, ...place, r: CELL * 0.475, fill: `url(#${this.id}-${name})`}))
      const number = this.numbers.get(point)
      if (number !== undefined) stones.push(words(number, point, geometry, 0, fontSize(number), `number on-${name}`))
    })
    replaceChildren(this.stoneLayer, stones)
    const hasLast = this.last >= 0 && !this.numbers.has(this.last) && this.position.stones[this.last] !== EMPTY
    this.draw('last', hasLast ? [{kind: 'circle', point: this.last, class: 'last-move'}] : [])
    for (const [layer, items] of this.drawn) if (layer !== 'last') this.draw(layer, items)
    this.drawGhost()
  }

  drawGhost() {
    const point = this.pending >= 0 ? this.pending : this.hovered
    const isShown = this.ghost !== EMPTY && point >= 0 && this.position.stones[point] === EMPTY
    const name = colorClass(this.ghost)
    const className = `stone ${name} ${this.pending >= 0 ? 'pending' : ''}`
    const stone = {class: className, ...center(point, this.geometry), r: CELL * 0.475, fill: `url(#${this.id}-${name})`}
    replaceChildren(this.ghostLayer, isShown && svg('circle', stone))
  }

  drawCursor() {
    const {geometry, cursor} = this
    const side = CELL * 0.94
    const place = () => ({x: geometry.x(cursor) - side / 2, y: geometry.y(cursor) - side / 2})
    const box = cursor >= 0 && svg('rect', {...place(), width: side, height: side, rx: 5})
    replaceChildren(this.cursorLayer, box)
    this.spoken.textContent = cursor < 0 ? '' : (this.options.describe?.(cursor) ?? this.describe(cursor))
  }

  describe(point) {
    const stone = {[EMPTY]: 'empty', [BLACK]: 'black stone', [WHITE]: 'white stone'}[this.position.stones[point]]
    return `${this.position.name(point)}, ${stone}`
  }

  // Mouse, touch, keyboard.

  listen() {
    const {root} = this
    root.addEventListener('pointermove', (event) => this.onMove(event))
    root.addEventListener('pointerleave', () => this.setHovered(-1))
    root.addEventListener('pointerdown', (event) => {
      this.pressed = event.button === 0 || event.button === 2 ? this.pointAt(event) : -1
      this.dragged = this.pressed
    })
    root.addEventListener('pointerup', (event) => this.onRelease(event))
    // A click plays; it does not take the keyboard away from the record.
    root.addEventListener('mousedown', (event) => {
      event.preventDefault()
      if (document.activeElement !== root) document.activeElement?.blur()
    })
    root.addEventListener('wheel', (event) => this.onWheel(event), {passive: false})
    root.addEventListener('contextmenu', (event) => event.preventDefault())
    root.addEventListener('keydown', (event) => this.onKey(event))
    root.addEventListener('blur', () => this.stopCursor())
  }

  pointAt(event) {
    const matrix = this.svg.getScreenCTM()
    if (!matrix) return -1
    const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse())
    return this.geometry.nearest(place.x, place.y)
  }

  onMove(event) {
    const point = this.pointAt(event)
    if (event.pointerType !== 'touch') this.setHovered(point)
    if (this.options.onDrag && event.buttons === 1 && this.pressed >= 0 && point >= 0 && point !== this.dragged) {
      this.dragged = point
      this.options.onDrag(this.pressed, point, false)
    }
  }

  onRelease(event) {
    const point = this.pointAt(event)
    const {pressed, dragged} = this
    this.pressed = -1
    if (pressed >= 0 && dragged !== pressed) {
      this.options.onDrag?.(pressed, dragged, true)
      return
    }
    if (point < 0 || point !== pressed) return
    const mayPlay = this.ghost !== EMPTY && this.position.stones[point] === EMPTY
    if (event.pointerType === 'touch' && this.confirmsTouch && mayPlay && this.pending !== point) {
      this.setPending(point)
      return
    }
    this.setPending(-1)
    this.options.onPoint?.(point, event)
  }

  setHovered(point) {
    if (point === this.hovered) return
    this.hovered = point
    this.drawGhost()
    this.options.onHover?.(point)
  }

  /** One step for a notch of a wheel; fine wheels and pads send many small parts of it. */
  onWheel(event) {
    const isPageScrolled = document.documentElement.scrollHeight > innerHeight
    if (event.ctrlKey || isPageScrolled || !this.options.onWheel) return
    event.preventDefault()
    this.wheeled += event.deltaMode === 0 ? event.deltaY / NOTCH : event.deltaY / 3
    const steps = Math.trunc(this.wheeled)
    if (steps === 0) return
    this.wheeled -= steps
    this.options.onWheel(steps)
  }

  onKey(event) {
    if (event.target !== this.root || event.ctrlKey || event.metaKey || event.altKey) return
    if (!this.hasCursor) {
      if (event.key !== 'Enter') return
      this.startCursor()
    } else if (event.key === 'Enter') {
      this.options.onPoint?.(this.cursor, event)
    } else if (event.key === 'Escape') {
      this.stopCursor()
    } else if (!this.moveCursor(event.key)) {
      return
    }
    event.preventDefault()
    event.stopPropagation()
  }

  moveCursor(key) {
    const {width} = this.position
    const {left, top, right, bottom} = this.geometry.crop
    const x = this.cursor % width
    const y = Math.floor(this.cursor / width)
    if (key === 'ArrowLeft') this.cursor = y * width + Math.max(left, x - 1)
    else if (key === 'ArrowRight') this.cursor = y * width + Math.min(right, x + 1)
    else if (key === 'ArrowUp') this.cursor = Math.max(top, y - 1) * width + x
    else if (key === 'ArrowDown') this.cursor = Math.min(bottom, y + 1) * width + x
    else return false
    this.drawCursor()
    this.options.onHover?.(this.cursor)
    return true
  }

  stopCursor() {
    if (!this.hasCursor) return
    this.cursor = -1
    this.drawCursor()
  }
}
