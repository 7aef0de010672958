// Records in and out: new, open, drop, paste, save, examples; and the record of this tab that a reload brings back.

import {openDialog} from './dialog.js'
import {button, element, select} from './dom.js'
import {Record, emptyRecord} from './record.js'
import {readJson, writeJson} from './settings.js'

const KEPT = 'tedomari.record'
/** Rules that a new game can be played by, the usual ones first; a record may name others. */
const RULES = ['japanese', 'chinese', 'korean', 'aga', 'ing', 'new_zealand', 'tromp_taylor', 'bga', 'french']

export class Files {
  constructor(app) {
    this.app = app
    this.input = element('input', {
      type: 'file',
      accept: '.sgf,application/x-go-sgf,text/plain',
      class: 'hidden',
      tabindex: '-1',
      'aria-label': 'Game record',
    })
    this.input.addEventListener('change', () => {
      this.openFile(this.input.files[0])
      this.input.value = ''
    })
    document.body.append(this.input)
    document.addEventListener('dragover', (event) => event.preventDefault())
    document.addEventListener('drop', (event) => {
      event.preventDefault()
      if (event.dataTransfer.files[0]) this.openFile(event.dataTransfer.files[0])
      else this.openText(event.dataTransfer.getData('text/plain'))
    })
    document.addEventListener('paste', (event) => {
      if (isTyping(event.target)) return
      this.openText(event.clipboardData.getData('text/plain'))
    })
    app.on('position', () => this.keepSoon())
    app.on('connection', (state) => state === 'ready' && this.openFromCommand())
    addEventListener('pagehide', () => this.keep())
  }

  choose() {
    this.input.click()
  }

  async openFile(file) {
    if (!file) return
    const limit = this.app.hello?.limits?.record_bytes ?? Infinity
    if (file.size > limit) {
      this.app.say(`This file is too large for a game record: more than ${Math.round(limit / 2 ** 20)} MiB.`)
      return
    }
    const bytes = new Uint8Array(await file.arrayBuffer())
    await this.open({base64: base64(bytes)}, file.name)
  }

  /** Opens the record that the program was started with, unless this tab has one of its own. */
  openFromCommand() {
    const {open} = this.app.hello
    if (!open || this.hasOwn) return
    this.hasOwn = true
    this.open({sgf: open.sgf}, open.name)
  }

  async openText(text) {
    if (text.trim()) await this.open({sgf: text})
  }

  /** Shows a record; of a collection the user chooses one. */
  async open(content, name = '') {
    const {app} = this
    try {
      const answer = await app.connection.ask('record', content)
      this.show(answer.tree, name)
      if (answer.n_games > 1) this.chooseGame(content, answer.n_games, name)
    } catch (error) {
      app.fail(error)
    }
  }

  show(tree, name) {
    while (this.app.below.length > 0) this.app.popRecord()
    const record = new Record(tree)
    record.fileName = name
    this.app.setRecord(record)
    this.app.say(`${name || 'The record'} is open: ${record.line().filter((node) => node.move).length} moves.`)
  }

  chooseGame(content, count, name) {
    const number = element('input', {type: 'number', min: 1, max: count, value: 1})
    const text = `This file holds ${count} games. Number of the game to show:`
    openDialog('Which game?', element('label', {class: 'field'}, element('span', {text}), number), [
      [
        'Show',
        async () => {
          const {tree} = await this.app.connection.ask('record', {...content, number: Number(number.value) - 1})
          this.show(tree, name)
        },
      ],
    ])
  }

  async save() {
    const {app} = this
    try {
      const {sgf} = await app.connection.ask('record_text', {tree: app.record.toTree()})
      const link = element('a', {
        href: URL.createObjectURL(new Blob([sgf], {type: 'application/x-go-sgf'})),
        download: app.record.fileName || 'game.sgf',
      })
      link.click()
      setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
      app.record.unsaved = false
    } catch (error) {
      app.fail(error)
    }
  }

  async copy() {
    const {app} = this
    try {
      const {sgf} = await app.connection.ask('record_text', {tree: app.record.toTree()})
      await navigator.clipboard.writeText(sgf)
      app.say('The record is in the clipboard.')
    } catch (error) {
      app.fail(error)
    }
  }

  pasteDialog() {
    const box = element('textarea', {rows: 8, cols: 50, 'aria-label': 'Text of a record'})
    openDialog(
      'Paste a record',
      element('label', {class: 'field wide'}, element('span', {text: 'Text of an SGF file'}), box),
      [
        ['Open', () => this.openText(box.value)],
        ['Cancel', () => {}],
      ],
    )
    box.focus()
  }

  async examplesDialog() {
    const {app} = this
    try {
      const {examples} = await app.connection.ask('examples')
      const list = element('div', {class: 'list'})
      const {close} = openDialog('Examples', list)
      for (const {name, title, sgf} of examples) {
        list.append(
          button(title, () => {
            close()
            this.open({sgf}, name)
          }),
        )
      }
      list.querySelector('button')?.focus()
    } catch (error) {
      app.fail(error)
    }
  }

  newDialog() {
    const sizes = [9, 13, 19].map((side) => [String(side), `${side}×${side}`])
    const size = select('Board', [...sizes, ['other', 'Other']], '19', (value) => (other.hidden = value !== 'other'))
    const width = element('input', {type: 'number', min: 1, max: 25, value: 7, 'aria-label': 'Columns'})
    const height = element('input', {type: 'number', min: 1, max: 25, value: 7, 'aria-label': 'Rows'})
    const other = element(
      'label',
      {class: 'field', hidden: true},
      element('span', {text: 'Columns, rows'}),
      width,
      height,
    )
    const rules = this.rulesBox()
    const start = () => {
      const isOther = size.box.value === 'other'
      const sides = isOther
        ? [width, height].map(({value}) => Math.round(Number(value)))
        : [Number(size.box.value), Number(size.box.value)]
      if (!sides.every((side) => side >= 1 && side <= 25)) {
        this.app.say('A board has 1 to 25 lines each way.')
        return false
      }
      this.app.setRecord(emptyRecord(...sides, {rules: rules.box.value, komi: rules.komi()}))
    }
    openDialog(
      'New board',
      [size.row, other, rules.row],
      [
        ['Start', start],
        ['Cancel', () => {}],
      ],
    )
  }

  /** A choice of rules, and the komi that goes with them. */
  rulesBox() {
    const named = this.app.hello?.rules ?? [{name: 'japanese', komi: 6.5}]
    const known = RULES.map((name) => named.find((rules) => rules.name === name)).filter(Boolean)
    const {box, row} = select(
      'Rules',
      known.map(({name}) => [name, ruleText(name)]),
      known[0].name,
    )
    return {box, row, komi: () => known.find(({name}) => name === box.value)?.komi ?? 6.5}
  }

  // A reload.

  keepSoon() {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.keep(), 500)
  }

  keep() {
    const record = this.app.below[0]?.record ?? this.app.record
    writeJson(sessionStorage, KEPT, {...record.toTree(), fileName: record.fileName})
  }

  /** Shows the record that this tab held before it was loaded again. */
  restore() {
    const kept = readJson(sessionStorage, KEPT)
    if (!kept.nodes) return
    try {
      const record = new Record(kept)
      record.fileName = kept.fileName
      this.app.setRecord(record)
      this.hasOwn = true
    } catch {
      this.app.say('The record of this tab could not be brought back.')
    }
  }
}

/** 'new_zealand' as people write it: 'New Zealand'. */
export function ruleText(name) {
  const words = name.replaceAll(/[_-]/g, ' ')
  return words.length <= 3 ? words.toUpperCase() : words.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())
}

/** Whether a key or a paste belongs to a field that the user writes in. */
export function isTyping(target) {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null
}

/** Bytes as base64, in pieces, since the browser's function takes few arguments. */
export function base64(bytes) {
  let text = ''
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  return btoa(text)
}
