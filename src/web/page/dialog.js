// A dialog over the page: a title, content, buttons. The browser's own <dialog> keeps the focus inside and closes on
// Escape.

import {button, element} from './dom.js'

/**
 * Opens a dialog. `actions`: pairs of a text and a function; the dialog closes when one is chosen, unless the function
 * gives false. The first action is what Enter does. `onClose` is called when the dialog goes, for whatever reason.
 */
export function openDialog(title, content, actions = [['Close', () => {}]], onClose = () => {}) {
  const buttons = actions.map(([text, action], i) =>
    button(text, () => run(action), {class: i === 0 ? 'primary' : '', type: i === 0 ? 'submit' : 'button'}),
  )
  const form = element('form', {method: 'dialog'}, content, element('div', {class: 'row end'}, buttons))
  const dialog = element('dialog', {'aria-label': title}, element('h2', {text: title}), form)
  const close = () => {
    if (!dialog.isConnected) return
    dialog.close()
    dialog.remove()
    onClose()
  }
  const run = async (action) => {
    if ((await action()) !== false) close()
  }
  form.addEventListener('submit', (event) => event.preventDefault())
  dialog.addEventListener('cancel', close)
  dialog.addEventListener('click', (event) => event.target === dialog && close())
  document.body.append(dialog)
  dialog.showModal()
  return {dialog, close}
}

/** Asks a question with some answers, the first of which Enter gives. A promise of the answer; null: none was given. */
export function choose(title, text, answers) {
  return new Promise((resolve) => {
    let chosen = null
    const actions = answers.map((answer) => [answer, () => void (chosen = answer)])
    openDialog(title, element('p', {text}), actions, () => resolve(chosen))
  })
}
