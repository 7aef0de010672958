// What the user has chosen, kept in the browser, and the dialog to choose it.

import {element, select} from './dom.js'

const KEY = 'tedomari.settings'

const DEFAULTS = {
  theme: 'auto',
  palette: 'usual',
  coordinates: true,
  numbers: 'none',
  view: 'black',
  dots: 'visits',
  dotVisits: 'share',
  nextMoves: true,
  sound: true,
  confirmsTouch: true,
  letterKeys: true,
  layers: [],
  readingSeconds: 5,
}

/** Settings as fields, with `set(changes)`; listeners hear of each change. */
export class Settings {
  constructor(storage = localStorage) {
    this.storage = storage
    this.listeners = new Set()
    Object.assign(this, DEFAULTS, readJson(storage, KEY))
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.tell())
  }

  listen(listener) {
    this.listeners.add(listener)
    listener(this)
  }

  set(changes) {
    Object.assign(this, changes)
    const kept = Object.fromEntries(Object.keys(DEFAULTS).map((name) => [name, this[name]]))
    writeJson(this.storage, KEY, kept)
    this.tell()
  }

  tell() {
    for (const listener of this.listeners) listener(this)
  }

  /** 'light' or 'dark'. */
  get shownTheme() {
    if (this.theme !== 'auto') return this.theme
    return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  }
}

/** What a storage holds as JSON under a name; {} if nothing, or nothing that can be read. */
export function readJson(storage, name) {
  try {
    return JSON.parse(storage.getItem(name)) ?? {}
  } catch {
    return {}
  }
}

/** Keeps a value as JSON. False if the browser has no room or keeps nothing at all. */
export function writeJson(storage, name, value) {
  try {
    storage.setItem(name, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

/** The dialog of the settings. */
export function settingsDialog(settings) {
  const choice = (label, name, options) => {
    const {row} = select(label, options, String(settings[name]), (value) => settings.set({[name]: value}))
    return row
  }
  const toggle = (label, name) => {
    const box = element('input', {type: 'checkbox', onchange: () => settings.set({[name]: box.checked})})
    box.checked = settings[name]
    return element('label', {class: 'check'}, box, label)
  }
  return [
    choice('Theme', 'theme', [
      ['auto', 'As the system'],
      ['light', 'Light'],
      ['dark', 'Dark'],
    ]),
    choice('Colors of signs', 'palette', [
      ['usual', 'Green and red'],
      ['safe', 'For color-blind people'],
    ]),
    choice('Numbers on stones', 'numbers', [
      ['none', 'None'],
      ['last', 'The last move'],
      ['ten', 'The last ten'],
      ['all', 'All'],
    ]),
    choice('Percentages and leads are those of', 'view', [
      ['black', 'Black'],
      ['white', 'White'],
      ['mover', 'The side to move'],
    ]),
    choice('Below a percentage on the board', 'dots', [
      ['visits', 'Visits'],
      ['loss', 'Points lost'],
    ]),
    choice('Least visits of a move on the board', 'dotVisits', [
      ['share', 'One in a hundred'],
      ['1', '1: all'],
      ['5', '5'],
      ['20', '20'],
      ['100', '100'],
    ]),
    choice('Time for a question', 'readingSeconds', [
      ['1', '1 second'],
      ['5', '5 seconds'],
      ['20', '20 seconds'],
      ['60', '1 minute'],
    ]),
    toggle('Coordinates', 'coordinates'),
    toggle('The next moves of the record on the board', 'nextMoves'),
    toggle('A sound for each stone', 'sound'),
    toggle('A touch on the board must be confirmed by a second one', 'confirmsTouch'),
    toggle('Single letters are keys', 'letterKeys'),
  ]
}
