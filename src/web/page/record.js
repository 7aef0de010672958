// A game record: a tree of nodes with one of them current, changes that can be taken back, and the position of each
// node. Nodes have the fields of the contract (docs/design/web.md); the server reads and writes them as SGF.

import {BLACK, EMPTY, Position, WHITE, colorWord, colorOf, opponent} from './position.js'
import {handicapPoints, parseVertex, pointOfSgf, vertexName} from './vertex.js'

const SETUP = [
  ['black', BLACK],
  ['white', WHITE],
  ['empty', EMPTY],
]
const LISTS = ['black', 'white', 'empty', 'labels', 'other']
export const MARK_KINDS = ['triangle', 'square', 'circle', 'cross']

/** An empty record. `settings`: rules (a name of the server), komi, handicap, black, white (names of the players). */
export function emptyRecord(width, height, settings = {}) {
  const stones = handicapPoints(settings.handicap ?? 0, width, height)
  const root = {}
  if (stones.length > 0) {
    root.black = stones.map((point) => vertexName(point, width, height))
    root.to_move = 'white'
  }
  return new Record({
    size: [width, height],
    rules: settings.rules ?? null,
    komi: settings.komi ?? null,
    handicap: stones.length,
    info: {black: settings.black ?? '', white: settings.white ?? '', date: settings.date ?? ''},
    nodes: [root],
  })
}

/** A record from a `tree` of the contract, or from what `toTree` gave. */
export class Record {
  constructor(tree) {
    ;[this.width, this.height] = tree.size
    this.rules = tree.rules ?? null
    this.komi = tree.komi ?? null
    this.handicap = tree.handicap ?? 0
    this.info = {...tree.info}
    this.warnings = tree.warnings ?? []
    const nodes = []
    for (const {parent, ...content} of tree.nodes) {
      const node = newNode(content)
      if (nodes.length > 0) attach(node, nodes[parent ?? 0], Infinity)
      nodes.push(node)
    }
    this.root = nodes[0]
    this.current = nodes[tree.current ?? 0] ?? this.root
    this.positions = new WeakMap()
    this.undone = []
    this.listeners = new Set()
    /** Rises with every change of the tree; what is drawn from the tree compares it. */
    this.version = 0
    /** True from the first change until the record is saved. */
    this.unsaved = Boolean(tree.unsaved)
    /** Where the record comes from, if from a file: `{collection, number, header}`, see `setSource`. */
    this.source = null
  }

  /** The record as a `tree` of the contract; `current` is the number of the current node. */
  toTree() {
    const nodes = []
    const numbers = new Map()
    for (const node of this.allNodes()) {
      numbers.set(node, nodes.length)
      const content = {parent: node.parent ? numbers.get(node.parent) : null}
      for (const [key, value] of Object.entries(node)) {
        if (!['parent', 'children', 'chosen'].includes(key) && !isEmpty(value)) content[key] = value
      }
      nodes.push(content)
    }
    const {rules, komi, handicap, info} = this
    return {size: [this.width, this.height], rules, komi, handicap, info, nodes, current: numbers.get(this.current)}
  }

  /** All nodes, a parent before its children, the first child's line first. */
  allNodes() {
    const found = []
    const waiting = [this.root]
    while (waiting.length > 0) {
      const node = waiting.pop()
      found.push(node)
      for (let i = node.children.length - 1; i >= 0; i -= 1) waiting.push(node.children[i])
    }
    return found
  }

  /** Calls `listener(kind)` after each change: 'current' or 'tree'. Gives a function that ends this. */
  listen(listener) {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Notes the place of the record in a file of games; what the file says about the game is compared when it is saved. */
  setSource(collection, number, header = this.header) {
    this.source = {collection, number, header}
  }

  /** What belongs to the whole game, by the names of its properties. */
  get header() {
    const {info, komi, rules, handicap} = this
    const {black, white, result, date, event, comment} = info
    return {PB: black, PW: white, RE: result, DT: date, EV: event, GC: comment, KM: komi, RU: rules, HA: handicap}
  }

  /** The properties of the whole game that differ from those of the file. */
  changedHeader() {
    const {header} = this.source
    return new Set(Object.keys(this.header).filter((name) => (this.header[name] ?? '') !== (header[name] ?? '')))
  }

  // Going about in the tree.

  goTo(node) {
    if (!node || node === this.current) return
    for (let at = node; at.parent; at = at.parent) at.parent.chosen = at
    this.current = node
    this.tell('current')
  }

  /** Some moves on, along the variation that was looked at last. */
  forward(count = 1) {
    let node = this.current
    for (let i = 0; i < count && node.children.length > 0; i += 1) node = nextOf(node)
    this.goTo(node)
  }

  back(count = 1) {
    let node = this.current
    for (let i = 0; i < count && node.parent; i += 1) node = node.parent
    this.goTo(node)
  }

  /** The sibling before (-1) or after (1) the current node. */
  sibling(step) {
    const siblings = this.current.parent?.children ?? []
    this.goTo(siblings[siblings.indexOf(this.current) + step])
  }

  /** The nodes from the root to a node. */
  path(node = this.current) {
    const path = []
    for (let at = node; at; at = at.parent) path.push(at)
    return path.reverse()
  }

  /** The line that is shown: the path to the current node, and on from it. */
  line() {
    const path = this.path()
    for (let node = this.current; node.children.length > 0;) {
      node = nextOf(node)
      path.push(node)
    }
    return path
  }

  /** The number of moves from the root to a node. */
  moveNumber(node = this.current) {
    return this.path(node).filter((step) => step.move).length
  }

  // Properties of nodes.

  /** The move of a node as `{color, point}`, where a pass has the point null; null if the node has no move. */
  moveOf(node = this.current) {
    if (!node.move) return null
    const point = this.point(node.move[1])
    return {color: colorOf(node.move[0]), point: point < 0 ? null : point}
  }

  position(node = this.current) {
    const waiting = []
    let at = node
    while (at && !this.positions.has(at)) {
      waiting.push(at)
      at = at.parent
    }
    let position = at ? this.positions.get(at) : new Position(this.width, this.height)
    while (waiting.length > 0) {
      at = waiting.pop()
      position = this.after(position, at)
      this.positions.set(at, position)
    }
    return position
  }

  /** Lines and arrows of a node: `{kind, from, to}`. They stand among the properties that the page keeps unread. */
  lines(node = this.current) {
    const kinds = {AR: 'arrow', LN: 'line'}
    const at = (text) => pointOfSgf(text, this.width, this.height)
    return node.other
      .filter(([name]) => kinds[name])
      .flatMap(([name, values]) =>
        values.map((value) => {
          const [from, to] = value.split(':').map(at)
          return {kind: kinds[name], from, to}
        }),
      )
      .filter(({from, to}) => from >= 0 && to >= 0 && from !== to)
  }

  /** Triangles and their kin of a node: `{point, kind, text}`. */
  marks(node = this.current) {
    const marks = []
    for (const kind of MARK_KINDS) {
      for (const name of node.marks[kind] ?? []) marks.push({point: this.point(name), kind})
    }
    for (const [name, text] of node.labels) marks.push({point: this.point(name), kind: 'label', text})
    return marks.filter(({point}) => point >= 0)
  }

  /** A `game` of the contract: the position of a node, from the last setup before it. */
  game(node = this.current) {
    const path = this.path(node)
    const start = Math.max(0, path.findLastIndex(hasSetup))
    const first = this.position(path[start])
    const game = {size: [this.width, this.height], black: [], white: [], to_move: colorWord(first.toPlay), moves: []}
    first.stones.forEach((color, point) => {
      if (color !== EMPTY) game[colorWord(color)].push(first.name(point))
    })
    for (const step of path.slice(start + 1)) {
      if (step.to_move && !step.move && game.moves.length === 0) game.to_move = step.to_move
      if (step.move) game.moves.push(step.move)
    }
    if (this.rules) game.rules = this.rules
    if (this.komi !== null) game.komi = this.komi
    if (this.handicap > 0) game.handicap = this.handicap
    return game
  }

  // Changes.

  /** Goes to the child with this move, or adds one. The move must be legal. A pass is null. */
  play(point, color = this.position().toPlay) {
    const here = this.current
    const move = [colorWord(color), point === null ? 'pass' : this.name(point)]
    const known = here.children.find((child) => child.move?.[0] === move[0] && child.move[1] === move[1])
    if (known) {
      this.goTo(known)
      return known
    }
    return this.add({move})
  }

  /** Adds a node with some content below the current one and goes there. */
  add(content) {
    const here = this.current
    const node = newNode(content)
    this.change(
      () => {
        attach(node, here, Infinity)
        here.chosen = node
        this.current = node
      },
      () => detach(node),
    )
    return node
  }

  /** Hangs a line of moves below a node, as part of a `change`; gives its first node, or null if its move is there. */
  graft(parent, moves) {
    const [first] = moves
    if (!first || parent.children.some(({move}) => move?.[0] === first[0] && move[1] === first[1])) return null
    let at = parent
    const nodes = moves.map((move) => {
      const node = newNode({move})
      attach(node, at, Infinity)
      at = node
      return node
    })
    return nodes[0]
  }

  /** Takes a line that was grafted away again, as part of a `change`. */
  prune(node) {
    detach(node)
  }

  /** Takes the current node and all below it out of the tree; false for the root. */
  cut() {
    const node = this.current
    const {parent} = node
    if (!parent) return false
    const place = parent.children.indexOf(node)
    const cutOut = () => {
      detach(node)
      this.current = parent
    }
    this.change(cutOut, () => attach(node, parent, place))
    return true
  }

  /** Makes the variation of the current node the first one, from the root on. */
  promote() {
    const moved = this.path().filter((node) => node.parent && node.parent.children[0] !== node)
    const places = moved.map((node) => node.parent.children.indexOf(node))
    const place = (node, index) => {
      const {parent} = node
      detach(node)
      attach(node, parent, index)
    }
    if (moved.length === 0) return
    this.change(
      () => moved.forEach((node) => place(node, 0)),
      () => moved.forEach((node, i) => place(node, places[i])),
    )
  }

  /** Sets what stands on a point, as a change of this node, or of a new one if this node has a move. */
  setup(point, color) {
    if (this.position().stones[point] === color) return
    if (this.current.move) this.add({})
    const node = this.current
    const name = this.name(point)
    const before = node.parent ? this.position(node.parent).stones[point] : EMPTY
    this.edit(node, () => {
      for (const [key] of SETUP) node[key] = node[key].filter((other) => other !== name)
      if (color === before) return
      const key = SETUP.find((entry) => entry[1] === color)[0]
      node[key] = [...node[key], name]
    })
  }

  /** Sets who is to move. */
  setToPlay(color) {
    this.edit(this.current, () => {
      this.current.to_move = colorWord(color)
    })
  }

  /** Puts a mark on a point, or takes it away if it is there. A 'label' has a text. */
  toggleMark(point, kind, text = '') {
    const node = this.current
    const name = this.name(point)
    const old = this.marks(node).find((mark) => mark.point === point)
    this.edit(node, () => {
      const marks = {}
      for (const key of MARK_KINDS) marks[key] = (node.marks[key] ?? []).filter((other) => other !== name)
      node.labels = node.labels.filter(([other]) => other !== name)
      if (kind === 'label' && old?.kind !== kind) node.labels.push([name, text])
      else if (old?.kind !== kind) marks[kind].push(name)
      node.marks = marks
    })
  }

  setComment(text) {
    const node = this.current
    if (text !== (node.comment ?? '')) this.edit(node, () => (node.comment = text))
  }

  /** Sets names, result and so on, komi, rules, and properties of the root that the page does not know otherwise. */
  setHeader({info = {}, komi = this.komi, rules = this.rules, other = {}}) {
    const before = {info: this.info, komi: this.komi, rules: this.rules, list: this.root.other}
    const apply = () => {
      this.info = {...before.info, ...info}
      this.komi = komi
      this.rules = rules
      const kept = before.list.filter(([name]) => !(name in other))
      const added = Object.entries(other).filter(([, text]) => text !== '')
      this.root.other = [...kept, ...added.map(([name, text]) => [name, [escapeValue(text)]])]
    }
    this.change(apply, () => {
      this.root.other = before.list
      Object.assign(this, {info: before.info, komi: before.komi, rules: before.rules})
    })
  }

  /** A text of the root that the page does not know otherwise, such as 'BR', the rank of Black. */
  otherText(name) {
    const value = this.root.other.find(([other]) => other === name)?.[1][0] ?? ''
    return value.replaceAll(/\\([\s\S])/g, '$1')
  }

  get canUndo() {
    return this.undone.length > 0
  }

  /** Takes the last change of the tree back. */
  undo() {
    const last = this.undone.pop()
    if (!last) return false
    last.undo()
    this.current = last.current
    this.changed()
    return true
  }

  name(point) {
    return vertexName(point, this.width, this.height)
  }

  point(name) {
    return parseVertex(name, this.width, this.height)
  }

  // Helpers.

  after(position, node) {
    const changes = SETUP.flatMap(([key, color]) => node[key].map((name) => [this.point(name), color]))
    let next = changes.length > 0 ? position.withStones(changes.filter(([point]) => point >= 0)) : position
    const move = this.moveOf(node)
    if (move) {
      // A record may hold a move on a stone; it is shown as the record has it.
      const blocked = move.point !== null && next.stones[move.point] !== EMPTY
      next = blocked
        ? next.withStones([[move.point, move.color]], opponent(move.color))
        : next.play(move.point, move.color)
    }
    return node.to_move ? next.withStones([], colorOf(node.to_move)) : next
  }

  /** Changes fields of a node so that the change can be taken back. */
  edit(node, work) {
    const before = {...node}
    this.change(work, () => {
      const {parent, children, chosen} = node
      for (const key of Object.keys(node)) delete node[key]
      Object.assign(node, before, {parent, children, chosen})
    })
  }

  change(work, undo) {
    const {current} = this
    work()
    this.undone.push({undo, current})
    this.changed()
  }

  changed() {
    this.positions = new WeakMap()
    this.version += 1
    this.unsaved = true
    this.tell('tree')
  }

  tell(kind) {
    for (const listener of this.listeners) listener(kind)
  }
}

/** Whether a node sets stones up by hand. */
export function hasSetup(node) {
  return SETUP.some(([key]) => node[key].length > 0)
}

/** A text as it stands in a record. */
function escapeValue(text) {
  return text.replaceAll(/[\\\]]/g, '\\$&')
}

function newNode(content) {
  const node = {marks: {}, ...content, parent: null, children: [], chosen: null}
  for (const key of LISTS) node[key] = content[key] ?? []
  return node
}

function nextOf(node) {
  return node.children.includes(node.chosen) ? node.chosen : node.children[0]
}

function attach(node, parent, place) {
  node.parent = parent
  parent.children.splice(place, 0, node)
}

function detach(node) {
  node.parent.children.splice(node.parent.children.indexOf(node), 1)
}

function isEmpty(value) {
  if (value === null || value === undefined || value === '') return true
  return typeof value === 'object' && Object.values(value).every((part) => isEmpty(part))
}

/** The record of a `game` of the contract, standing at its last move. */
export function recordOfGame(game) {
  const {size, rules, komi, handicap, black, white, to_move: toMove, moves = []} = game
  const nodes = [{black, white, to_move: toMove}, ...moves.map((move, i) => ({parent: i, move}))]
  return new Record({size, rules, komi, handicap, info: {}, nodes, current: nodes.length - 1})
}
