// As much of a document as the board needs, so that it can be tested by node alone.

class FakeElement {
  constructor(tag) {
    this.tag = tag
    this.attributes = new Map()
    this.children = []
    this.listeners = new Map()
    this.dataset = {}
    this.textContent = ''
    this.classList = {
      add: (...names) => this.setAttribute('class', [this.getAttribute('class'), ...names].filter(Boolean).join(' ')),
    }
  }

  setAttribute(name, value) {
    this.attributes.set(name, String(value))
  }

  getAttribute(name) {
    return this.attributes.get(name) ?? null
  }

  append(...children) {
    this.children.push(...children)
  }

  replaceChildren(...children) {
    this.children = children
  }

  addEventListener(name, listener) {
    this.listeners.set(name, listener)
  }

  /** Calls the listener of an event, as the browser would. */
  send(name, event) {
    this.listeners.get(name)({target: this, preventDefault() {}, stopPropagation() {}, ...event})
  }

  focus() {}

  /** The drawing is shown at its own size, so places on the screen are places in the drawing. */
  getScreenCTM() {
    return {inverse: () => 'identity'}
  }

  /** All elements below this one that have a class. */
  all(name) {
    const inside = this.children.filter((child) => child instanceof FakeElement)
    const own = inside.filter((child) => (child.getAttribute('class') ?? '').split(' ').includes(name))
    return [...own, ...inside.flatMap((child) => child.all(name))]
  }
}

globalThis.document = {
  createElement: (tag) => new FakeElement(tag),
  createElementNS: (_, tag) => new FakeElement(tag),
  activeElement: null,
}
globalThis.DOMPoint = class {
  constructor(x, y) {
    Object.assign(this, {x, y})
  }

  matrixTransform() {
    return this
  }
}
