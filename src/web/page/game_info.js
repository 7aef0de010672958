// What belongs to the whole game, as a form: names, ranks, result, date, komi and so on.

import {openDialog} from './dialog.js'
import {element, select} from './dom.js'
import {ruleText} from './files.js'

/** Fields of the record, and properties of the root that the page keeps without a field of their own. */
const FIELDS = [
  ['black', 'Black'],
  ['BR', 'Rank of Black'],
  ['white', 'White'],
  ['WR', 'Rank of White'],
  ['result', 'Result'],
  ['date', 'Date'],
  ['event', 'Event'],
  ['PC', 'Place'],
]
const isProperty = (name) => name === name.toUpperCase()

/** Opens the form; what is changed in it is one change of the record, and Undo takes it back. */
export function infoDialog(app) {
  const {record} = app
  const value = (name) => (isProperty(name) ? record.otherText(name) : (record.info[name] ?? ''))
  const inputs = new Map()
  const rows = FIELDS.map(([name, label]) => {
    const input = element('input', {type: 'text', value: value(name)})
    inputs.set(name, input)
    return element('label', {class: 'field'}, element('span', {text: label}), input)
  })
  const komi = element('input', {type: 'number', step: 0.5, min: -400, max: 400, value: record.komi ?? 0})
  const known = (app.hello?.rules ?? []).map(({name}) => name)
  if (record.rules && !known.includes(record.rules)) known.push(record.rules)
  const rules = select('Rules', known.map((name) => [name, ruleText(name)]), record.rules)
  const comment = element('textarea', {rows: 3})
  comment.value = record.info.comment ?? ''
  const keep = () => {
    const info = {}
    const other = {}
    for (const [name, input] of inputs) {
      if (input.value.trim() === value(name)) continue
      if (isProperty(name)) other[name] = input.value.trim()
      else info[name] = input.value.trim()
    }
    if (comment.value !== (record.info.comment ?? '')) info.comment = comment.value
    const points = Number(komi.value)
    if (!Number.isFinite(points) || !Number.isInteger(2 * points)) {
      app.say('Komi is a number of points, or half a point more.')
      return false
    }
    const isKomi = points !== (record.komi ?? 0)
    const isRules = rules.box.value !== '' && rules.box.value !== record.rules
    if (Object.keys(info).length + Object.keys(other).length === 0 && !isKomi && !isRules) return true
    record.setHeader({info, other, ...(isKomi && {komi: points}), ...(isRules && {rules: rules.box.value})})
    return true
  }
  openDialog(
    'About the game',
    [
      element('div', {class: 'form'}, rows),
      element('label', {class: 'field'}, element('span', {text: 'Komi'}), komi),
      rules.row,
      element('label', {class: 'field wide'}, element('span', {text: 'Remarks on the game'}), comment),
      element('p', {class: 'soft', text: 'A result is written as B+3.5, W+Resign, B+Time or 0 for a draw.'}),
    ],
    [
      ['Keep', keep],
      ['Cancel', () => {}],
    ],
  )
}
