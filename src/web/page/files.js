// Records in: new, open, drop, paste, examples, the folder of the program; and the record of this tab that a reload
// brings back. saving.js has the way out.

import {openDialog} from './dialog.js'
import {button, element, select} from './dom.js'
import {pickGame} from './game_picker.js'
import {Record, emptyRecord} from './record.js'
import {Saving} from './saving.js'
import {readJson, writeJson} from './settings.js'
import {Collection, decodeBytes} from './sgf_text.js'

const KEPT = 'tedomari.record'
/** Longest file of games that is kept with the record through a reload, in characters: browsers have little room. */
const MOST_KEPT = 2_000_000
/** Rules that a new game can be played by, the usual ones first; a record may name others. */
const RULES = ['japanese', 'chinese', 'korean', 'aga', 'ing', 'new_zealand', 'tromp_taylor', 'bga', 'french']

export class Files {
  constructor(app) {
    this.app = app
    this.saving = new Saving(app)
    this.input = element('input', {
      type: 'file',
      accept: '.sgf,.gib,.ngf,application/x-go-sgf,text/plain',
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

  /** Opens a file of this machine, or, if the program has a folder, one of those first. */
  async choose() {
    const {app} = this
    if (!app.hello?.folder) {
      this.input.click()
      return
    }
    try {
      const {files} = await app.connection.ask('files')
      const records = files.filter(({name}) => name.toLowerCase().endsWith('.sgf'))
      if (records.length === 0) this.input.click()
      else this.folderDialog(records)
    } catch (error) {
      app.fail(error)
    }
  }

  folderDialog(records) {
    const list = element('div', {class: 'list games'})
    const {close} = openDialog(
      'Open a record',
      [element('p', {class: 'soft', text: 'In the folder of the program:'}), list],
      [
        ['Another file …', () => this.input.click()],
        ['Cancel', () => {}],
      ],
    )
    for (const {name} of records) {
      list.append(
        button(name, () => {
          close()
          this.openInFolder(name)
        }),
      )
    }
  }

  async openInFolder(name) {
    try {
      const {text, revision} = await this.app.connection.ask('file_read', {name})
      await this.open({sgf: text}, name, {name, revision})
    } catch (error) {
      this.app.fail(error)
    }
  }

  async openFile(file) {
    if (!file) return
    const limit = this.app.hello?.limits?.record_bytes ?? Infinity
    if (file.size > limit) {
      this.app.say(`This file is too large for a game record: more than ${Math.round(limit / 2 ** 20)} MiB.`)
      return
    }
    const bytes = new Uint8Array(await file.arrayBuffer())
    // Records in other formats are rewritten as SGF by the program, and saved as such.
    const name = file.name.replace(/\.(gib|ngf)$/i, '.sgf')
    await this.open({base64: base64(bytes)}, name, null, decodeBytes(bytes))
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

  /**
   * Shows a record; of a collection the user chooses one. A record with changes makes way only after a question.
   * `inFolder`: where the file stands in the folder of the program, `{name, revision}`, or null.
   */
  async open(content, name = '', inFolder = null, text = content.sgf) {
    const {app} = this
    try {
      const answer = await app.connection.ask('record', content)
      if (!(await this.saving.mayReplace())) return
      const collection = new Collection(text, name)
      // Where the page and the program count differently, the file can't be put together again.
      const isKnown = collection.games.length === answer.n_games
      this.show(answer.tree, name, isKnown ? collection : null, 0, inFolder)
      if (answer.n_games > 1 && isKnown) this.pickGame()
    } catch (error) {
      const [, line, column, why] = /^(\d+):(\d+) (.*)$/.exec(error.message) ?? []
      if (why) app.say(`This is no game record: ${why} (line ${line}, column ${column}).`)
      else app.fail(error)
    }
  }

  show(tree, name, collection, number, inFolder) {
    const record = new Record(tree)
    record.fileName = name
    record.inFolder = inFolder
    if (collection) record.setSource(collection, number)
    this.app.replaceRecord(record)
    const nMoves = record.line().filter((node) => node.move).length
    this.app.say(`${name || 'The record'} is open: ${nMoves === 1 ? '1 move' : `${nMoves} moves`}.`)
  }

  /** Another game of the same file; changes of this one stay in the file until it is saved. */
  pickGame() {
    const {record} = this.saving
    const {collection, number} = record.source
    pickGame(collection, number, async (next) => {
      try {
        await this.saving.keepInCollection(record)
        const {tree} = await this.app.connection.ask('record', {sgf: collection.games[next]})
        this.show(tree, record.fileName, collection, next, record.inFolder)
      } catch (error) {
        this.app.fail(error)
      }
    })
  }

  save() {
    return this.saving.save()
  }

  pasteDialog() {
    const box = element('textarea', {rows: 8, cols: 50, 'aria-label': 'Text of a record'})
    openDialog(
      'Paste a record',
      element('label', {class: 'field wide'}, element('span', {text: 'Text of a record in SGF, GIB or NGF'}), box),
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
    const start = async () => {
      const isOther = size.box.value === 'other'
      const sides = isOther
        ? [width, height].map(({value}) => Math.round(Number(value)))
        : [Number(size.box.value), Number(size.box.value)]
      if (!sides.every((side) => side >= 1 && side <= 25)) {
        this.app.say('A board has 1 to 25 lines each way.')
        return false
      }
      if (!(await this.saving.mayReplace())) return
      this.app.replaceRecord(emptyRecord(...sides, {rules: rules.box.value, komi: rules.komi()}))
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
    const {record} = this.saving
    const {source, fileName, inFolder, unsaved} = record
    const file = source && source.collection.text.length <= MOST_KEPT && {
      text: source.collection.text,
      unsaved: source.collection.unsaved,
      number: source.number,
      header: source.header,
    }
    writeJson(sessionStorage, KEPT, {...record.toTree(), unsaved, fileName, inFolder, file})
  }

  /** Shows the record that this tab held before it was loaded again. */
  restore() {
    const kept = readJson(sessionStorage, KEPT)
    if (!kept.nodes) return
    try {
      const record = new Record(kept)
      record.fileName = kept.fileName
      record.inFolder = kept.inFolder ?? null
      if (kept.file) {
        const collection = new Collection(kept.file.text, kept.fileName)
        collection.unsaved = kept.file.unsaved
        record.setSource(collection, kept.file.number, kept.file.header)
      }
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
