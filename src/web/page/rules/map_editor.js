// A map of a rule, edited by clicking: a palette of kinds of points, a grid of points, and buttons at its sides. With
// the keyboard: arrows move, a character sets the point.

import {button, element, replaceChildren} from '../dom.js'
import {KINDS} from './rule_map.js'

const SIDES = [['top', '▲', 'row above'], ['bottom', '▼', 'row below'], ['left', '◀', 'column on the left'], ['right', '▶', 'column on the right']]
const MOVES = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]}

/** The palette: the kind that a click puts down. `letters` are those that the rule gives a meaning. */
export class Palette {
  constructor() {
    this.chosen = 'X'
    this.letters = []
    this.root = element('div', {class: 'palette', role: 'radiogroup', 'aria-label': 'Kind of point'})
    this.show()
  }

  setLetters(letters) {
    if (letters.join() === this.letters.join()) return
    this.letters = letters
    this.show()
  }

  show() {
    const kinds = [...KINDS, ...this.letters.map((letter) => [letter, 'a letter with a meaning of its own'])]
    const choose = (character) => {
      this.chosen = character
      this.show()
      this.root.querySelector('[aria-checked="true"]').focus()
    }
    replaceChildren(
      this.root,
      kinds.map(([character, meaning]) =>
        button(character, () => choose(character), {
          class: `cell ${kindClass(character)}`,
          title: `${character}: ${meaning}`,
          'aria-label': meaning,
          role: 'radio',
          'aria-checked': String(character === this.chosen),
        }),
      ),
    )
  }
}

export class MapEditor {
  /** `onChange()` is called after each change; `onRemove()` if the map should go. */
  constructor(map, palette, {title, onChange, onRemove}) {
    this.map = map
    this.palette = palette
    this.onChange = onChange
    this.title = title
    this.at = [0, 0]
    this.grid = element('div', {class: 'rule-map', role: 'grid', 'aria-label': title})
    this.grid.addEventListener('keydown', (event) => this.onKey(event))
    this.sides = element('div', {class: 'row'})
    this.fault = element('p', {class: 'fault', role: 'alert', hidden: true})
    const head = element('div', {class: 'row'}, element('strong', {text: title}), onRemove && button('Remove', onRemove))
    this.root = element('div', {class: 'map-editor'}, head, this.grid, this.fault, this.sides)
    this.show()
  }

  change(action) {
    action()
    this.show()
    this.onChange()
  }

  show() {
    const {map} = this
    this.at = [Math.min(this.at[0], map.width - 1), Math.min(this.at[1], map.height - 1)]
    const cell = (character, x, y) =>
      button(character, () => {
        this.at = [x, y]
        this.change(() => map.set(x, y, this.palette.chosen))
        this.focus()
      }, {
        class: `cell ${kindClass(character)}`,
        role: 'gridcell',
        tabindex: x === this.at[0] && y === this.at[1] ? '0' : '-1',
        'aria-label': `Column ${x + 1}, row ${y + 1}: ${meaning(character)}`,
      })
    replaceChildren(this.grid, map.rows.map((row, y) => element('div', {role: 'row', class: 'map-row'}, row.map((character, x) => cell(character, x, y)))))
    const {edges} = map
    replaceChildren(
      this.sides,
      SIDES.map(([side, sign, text]) =>
        element(
          'span',
          {class: 'side-buttons'},
          element('span', {class: 'soft', 'aria-hidden': 'true', text: sign}),
          button('+', () => this.change(() => map.grow(side)), {title: `Add a ${text}`, 'aria-label': `Add a ${text}`}),
          button('−', () => this.change(() => map.shrink(side)), {title: `Take the ${text} away`, 'aria-label': `Take the ${text} away`}),
          button('edge', () => this.change(() => map.toggleEdge(side)), {'aria-pressed': String(edges[side]), title: `The ${text} is the edge of the board`, 'aria-label': `Edge: ${text}`}),
        ),
      ),
    )
  }

  focus() {
    const [x, y] = this.at
    this.grid.children[y]?.children[x]?.focus()
  }

  onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const move = MOVES[event.key]
    const [x, y] = this.at
    if (move) {
      this.at = [Math.max(0, Math.min(this.map.width - 1, x + move[0])), Math.max(0, Math.min(this.map.height - 1, y + move[1]))]
      this.show()
    } else if (/^[A-Za-z.*%_?]$/.test(event.key)) {
      this.change(() => this.map.set(x, y, event.key))
    } else {
      return
    }
    this.focus()
    event.preventDefault()
    event.stopPropagation()
  }

  /** Shows a fault below the map, or takes it away. */
  setFault(text) {
    this.fault.hidden = !text
    this.fault.textContent = text ?? ''
  }
}

function meaning(character) {
  if (character === '-' || character === '|' || character === '+') return 'off the board'
  return KINDS.find(([found]) => found === character)?.[1] ?? `letter ${character}`
}

function kindClass(character) {
  if ('-|+'.includes(character)) return 'off'
  if ('XABC'.includes(character)) return 'own'
  if ('Oabc'.includes(character)) return 'other'
  return 'plain-kind'
}
