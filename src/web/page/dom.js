// Elements made in one call. Text is always set as text, never as markup, so nothing from a record can become code.

const SVG = 'http://www.w3.org/2000/svg'

/**
 * An element with attributes and children. A key that begins with `on` is a listener, `text` is the text content; a
 * value of null, undefined or false leaves the attribute out. Children may be nodes, texts, or nested lists.
 */
export function element(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children)
}

/** The same for SVG. */
export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children)
}

/** Takes all children away and puts others in their place. */
export function replaceChildren(parent, ...children) {
  parent.replaceChildren(...children.flat(Infinity).filter(isContent))
}

/** A button with a text, perhaps a key that does the same, and what it does. */
export function button(text, onclick, attributes = {}) {
  return element('button', {type: 'button', onclick, ...attributes}, text)
}

/** A select box with `[value, text]` options. */
export function select(label, options, value, onchange) {
  const box = element('select', {onchange: () => onchange?.(box.value)})
  for (const [key, text] of options) box.append(element('option', {value: key, selected: key === value}, text))
  return {box, row: element('label', {class: 'field'}, element('span', {}, label), box)}
}

function fill(node, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue
    if (key.startsWith('on')) node.addEventListener(key.slice(2), value)
    else if (key === 'text') node.textContent = value
    else node.setAttribute(key, value === true ? '' : value)
  }
  node.append(...children.flat(Infinity).filter(isContent))
  return node
}

function isContent(child) {
  return child !== null && child !== undefined && child !== false
}

/** Lets the browser save a file. */
export function download(blob, name) {
  const link = element('a', {href: URL.createObjectURL(blob), download: name})
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
