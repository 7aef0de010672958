// The keyboard: one table of keys, from which both the handler and the help are made.

import {openDialog} from './dialog.js'
import {element} from './dom.js'
import {isTyping} from './files.js'

const SHOWN = {' ': 'Space', ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓', Delete: 'Del'}

export class Keys {
  /** `sections`: `[title, [[key, help, action], ...]]`. A key with `Ctrl+` before it needs Ctrl, or Command on a Mac. */
  constructor(app, sections) {
    this.app = app
    this.sections = sections
    this.actions = new Map(sections.flatMap(([, keys]) => keys).map(([key, , action]) => [key, action]))
    document.addEventListener('keydown', (event) => this.onKey(event))
  }

  onKey(event) {
    if (event.defaultPrevented || event.altKey || document.querySelector('dialog[open]')) return
    const hasControl = event.ctrlKey || event.metaKey
    if (isTyping(event.target) && !hasControl) return
    const isOnButton = event.target instanceof Element && event.target.closest('button, a, summary') !== null
    if (event.key === ' ' && isOnButton) return
    const isLetter = event.key.length === 1 && event.key !== ' ' && event.key !== '?'
    if (isLetter && !hasControl && !this.app.settings.letterKeys) return
    const name = event.key.length === 1 ? event.key.toLowerCase() : event.key
    const action = this.actions.get(hasControl ? `Ctrl+${name}` : name)
    if (!action) return
    event.preventDefault()
    action()
  }

  /** The help over the page. */
  help() {
    const rows = (keys) =>
      keys.map(([key, help]) => element('div', {}, element('kbd', {text: keyText(key)}), element('span', {text: help})))
    const content = this.sections.map(([title, keys]) =>
      element('section', {}, element('h3', {text: title}), element('div', {class: 'keys'}, rows(keys))),
    )
    openDialog('Keys', element('div', {class: 'help'}, content))
  }
}

function keyText(key) {
  const [last, control] = key.split('+').reverse()
  const text = SHOWN[last] ?? (last.length === 1 ? last.toUpperCase() : last)
  return control ? `${control}+${text}` : text
}
