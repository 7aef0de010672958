// The comment of a move as text to read: its name and its annotations above it, and the points that it names light up on
// the board. It is edited in place.

import {button, element, replaceChildren} from './dom.js'

/** A point as people write it in a comment: a capital letter without I, and a number without a zero before it. */
const POINT = /\b([A-HJ-Z](?:[1-9]|1\d|2[0-5]))\b/g
/** Annotations of moves and positions in words; two of a kind are stronger. */
const ANNOTATIONS = {
  TE: 'good move',
  BM: 'bad move',
  DO: 'doubtful move',
  IT: 'interesting move',
  GB: 'good for Black',
  GW: 'good for White',
  DM: 'even position',
  UC: 'unclear position',
  HO: 'worth a look',
}

/** The text in parts: strings, and points of the board as `{point, name}`. */
export function partsOf(text, pointOf) {
  const parts = []
  let from = 0
  for (const {0: name, index} of text.matchAll(POINT)) {
    const point = pointOf(name)
    if (point < 0) continue
    parts.push(text.slice(from, index), {point, name})
    from = index + name.length
  }
  return [...parts, text.slice(from)].filter((part) => part !== '')
}

/** What a node's annotations say, such as 'very bad move'. */
export function annotationsOf(other) {
  return other.flatMap(([name, values]) => {
    const text = ANNOTATIONS[name]
    return text ? [values[0]?.trim() === '2' ? `very ${text}` : text] : []
  })
}

export class CommentView {
  constructor(app) {
    this.app = app
    this.text = element('div', {class: 'comment-text', tabindex: '0', role: 'region', 'aria-label': 'Comment on this move'})
    this.box = element('textarea', {rows: 6, placeholder: 'Comment on this move', 'aria-label': 'Comment', hidden: true})
    this.box.addEventListener('change', () => app.record.setComment(this.box.value))
    this.box.addEventListener('blur', () => this.edit(false))
    this.button = button('', () => this.edit(true))
    this.root = element('div', {class: 'card comment'}, this.text, this.box, element('div', {class: 'row'}, this.button))
    app.on('position', () => this.show())
    app.on('record', () => this.edit(false))
  }

  edit(on) {
    this.box.hidden = !on
    this.text.hidden = on
    this.button.hidden = on
    if (!on) return
    this.box.value = this.app.record.current.comment ?? ''
    this.box.focus()
  }

  show() {
    const {record} = this.app
    const {comment = '', name, other} = record.current
    if (!this.box.hidden && document.activeElement !== this.box) this.box.value = comment
    const notes = annotationsOf(other)
    const words = partsOf(comment, (text) => record.point(text)).map((part) => (typeof part === 'string' ? part : this.lit(part)))
    replaceChildren(
      this.text,
      name && element('strong', {class: 'node-name', text: name}),
      notes.length > 0 && element('p', {class: 'soft', text: `${notes.join(', ')}.`}),
      comment ? element('p', {class: 'said'}, words) : element('p', {class: 'soft', text: 'No comment on this move.'}),
    )
    this.button.textContent = comment ? 'Edit the comment' : 'Write a comment'
    this.text.scrollTop = 0
  }

  /** A point of the text that is shown on the board while the mouse or the keyboard is at it. */
  lit({point, name}) {
    const show = () => this.app.board.draw('selection', [{kind: 'circle', point, class: 'lit'}])
    const hide = () => this.app.board.draw('selection', [])
    return button(name, show, {class: 'point', onpointerenter: show, onpointerleave: hide, onfocus: show, onblur: hide})
  }
}
