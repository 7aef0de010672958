// The text of a file of games: where each game stands in it, the properties of its first node, and how a game that was changed
// goes back into it. Whatever the page did not change stays as it was written, to the letter.

/** Properties of a first node that belong to the whole game, which the page edits as one form. */
const HEADER = ['AP', 'CA', 'DT', 'EV', 'FF', 'GC', 'GM', 'HA', 'KM', 'PB', 'PW', 'RE', 'RU', 'ST', 'SZ']

/** The games of a text as `{start, end}`: a parenthesis with a semicolon, up to its own end. */
export function gamesOf(text) {
  const games = []
  let at = 0
  while (at < text.length) {
    const start = text.indexOf('(', at)
    if (start < 0) break
    if (!/^\(\s*;/.test(text.slice(start, start + 200))) {
      at = start + 1
      continue
    }
    const end = endOfTree(text, start)
    games.push({start, end})
    at = end
  }
  return games
}

/** A file of games: its text with each game replaceable. */
export class Collection {
  constructor(source, name = '') {
    const text = inUnicode(source)
    this.name = name
    /** True from the first change of one of its games until the whole is saved. */
    this.unsaved = false
    const places = gamesOf(text)
    /** What stands before each game, and behind the last one. */
    this.between = [...places, {start: text.length}].map(({start}, i) => text.slice(i > 0 ? places[i - 1].end : 0, start))
    this.games = places.map(({start, end}) => text.slice(start, end))
  }

  get text() {
    return this.between.map((part, i) => part + (this.games[i] ?? '')).join('')
  }

  replace(number, text) {
    this.games[number] = text.trim()
  }
}

/** The properties of the first node of a game: where they begin and end, and each as `{name, text, values}`. */
export function rootOf(game) {
  const start = game.indexOf(';') + 1
  const properties = []
  let at = start
  for (;;) {
    const head = /^\s*([A-Za-z]+)\s*(?=\[)/.exec(game.slice(at, at + 200))
    if (!head) break
    const from = at + head[0].length - head[0].trimStart().length
    const values = []
    at += head[0].length
    for (;;) {
      const gap = /^\s*\[/.exec(game.slice(at, at + 200))
      if (!gap) break
      const end = endOfValue(game, at + gap[0].length)
      values.push(game.slice(at + gap[0].length, end))
      at = Math.min(game.length, end + 1)
    }
    // Old records write names with small letters between: only the large ones count.
    properties.push({name: head[1].replaceAll(/[a-z]/g, ''), text: game.slice(from, at), values})
  }
  return {start, end: at, properties}
}

/**
 * The text of a changed game, `written` by the program, with the first node as `source` has it: of the properties of
 * the whole game only those named in `changed` are taken from `written`.
 */
export function keepHeader(written, source, changed) {
  const ours = rootOf(written)
  const theirs = rootOf(source)
  const find = (name) => ours.properties.find((property) => property.name === name)
  const kept = []
  const done = new Set()
  for (const {name, text} of theirs.properties) {
    if (done.has(name)) continue
    done.add(name)
    if (name === 'CA') kept.push('CA[UTF-8]')
    else if (HEADER.includes(name) && !changed.has(name)) kept.push(text)
    else if (find(name)) kept.push(find(name).text)
  }
  for (const {name, text} of ours.properties) {
    const isNew = !done.has(name) && (!HEADER.includes(name) || changed.has(name))
    if (isNew) kept.push(text)
  }
  const isCoded = !done.has('CA') && /[^\x00-\x7f]/.test(written)
  return `${written.slice(0, ours.start)}${isCoded ? 'CA[UTF-8]' : ''}${kept.join('')}${written.slice(ours.end)}`
}

/** What a list of games shows of one: players, event, result, date, and about how many moves it has. */
export function titleOf(game) {
  const of = new Map(rootOf(game).properties.map(({name, values}) => [name, plain(values[0] ?? '')]))
  const nMoves = (withoutValues(game).match(/;\s*[BW]\[/g) ?? []).length
  const players = of.has('PB') || of.has('PW') ? `${of.get('PB') || 'Black'} – ${of.get('PW') || 'White'}` : ''
  const words = [of.get('GN'), players, of.get('EV'), of.get('RE'), of.get('DT')].filter(Boolean)
  return {title: words.join(' · '), nMoves}
}

/** The text of a file in whatever encoding: UTF-8 if it is that, else what the first game names, else Latin-1. */
export function decodeBytes(bytes) {
  const [first, second] = bytes
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    return new TextDecoder(first === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes)
  }
  try {
    return new TextDecoder('utf-8', {fatal: true}).decode(bytes)
  } catch {
    const latin = new TextDecoder('windows-1252').decode(bytes)
    const name = /CA\[\s*([\w-]+)\s*\]/.exec(latin)?.[1]
    try {
      return new TextDecoder(name ?? 'windows-1252').decode(bytes)
    } catch {
      return latin
    }
  }
}

/** A text that is written in UTF-8 again has to say so, if it has letters that other encodings write otherwise. */
function inUnicode(text) {
  return /[^\x00-\x7f]/.test(text) ? text.replaceAll(/\bCA\[\s*[\w-]+\s*\]/g, 'CA[UTF-8]') : text
}

/** The end of a tree that begins with a parenthesis: the place behind its own one, or the end of the text. */
function endOfTree(text, start) {
  let depth = 0
  for (let at = start; at < text.length; at += 1) {
    const char = text[at]
    if (char === '[') at = endOfValue(text, at + 1)
    else if (char === '(') depth += 1
    else if (char === ')') {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return text.length
}

/** The place of the bracket that closes a value. */
function endOfValue(text, start) {
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === ']') return at
  }
  return text.length
}

/** The text with every value made empty, so that what is in comments is not taken for moves. */
function withoutValues(text) {
  let plainText = ''
  for (let at = 0; at < text.length; at += 1) {
    plainText += text[at]
    if (text[at] !== '[') continue
    at = endOfValue(text, at + 1)
    plainText += ']'
  }
  return plainText
}

/** A value as people read it. */
function plain(value) {
  return value.replaceAll(/\\([\s\S])/g, '$1').replaceAll(/\s+/g, ' ').trim()
}
