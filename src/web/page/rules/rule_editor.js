// One rule in the editor: its fields and maps, the checks of the server while it is edited, its matches on the board,
// what is gained and lost by it, and the difference that saving makes.

import {openDialog} from '../dialog.js'
import {button, element, replaceChildren, select} from '../dom.js'
import {readJson, writeJson} from '../settings.js'
import {MapEditor, Palette} from './map_editor.js'
import {RuleMap} from './rule_map.js'

/** How long the user has to pause before the rule is checked, in milliseconds. */
const PAUSE = 200
const PLAYS = [['good', 'good: reasonable'], ['bad', 'bad: not reasonable'], ['threat', 'threat: the next one decides']]
const SIGNS = {right: '✓', wrong: '✕', open: '?'}
const CLASSES = {right: 'live', wrong: 'kill', open: 'key'}
const RECOGNITION = ['eye', 'connection']
/** Where a draft that is not saved waits while the tab is loaded again. */
const KEPT = 'tedomari-rule-draft'

/** The draft that this tab held before it was loaded again, as the editor takes it; null if there is none. */
export function keptDraft() {
  const kept = readJson(sessionStorage, KEPT)
  return kept.form ? kept : null
}

export class RuleEditor {
  constructor(app, {form, file, revision, isNew, replaces, isChanged}, {purposes, goals, problems, onLeave, onOpen, onUse}) {
    this.app = app
    this.problems = problems
    this.onLeave = onLeave
    this.onOpen = onOpen
    this.onUse = onUse
    this.isOwn = Boolean(file)
    this.file = file
    this.revision = revision ?? null
    this.replaces = replaces ?? (this.isOwn ? form.name : null)
    this.isChanged = Boolean(isChanged)
    this.palette = new Palette()
    this.maps = form.maps.map((text) => RuleMap.read(text))
    const [goal, ...objects] = form.goal.split(' ')
    const changed = () => this.changed()
    const input = (value, label, attributes = {}) => element('input', {value, 'aria-label': label, oninput: changed, ...attributes})
    const name = this.isOwn || isNew ? form.name : `my-${form.name}`
    this.source = this.isOwn || isNew ? form.source : 'hand'
    this.fields = {
      name: input(name, 'Name'),
      purpose: select('Purpose', purposes.map((word) => [word, word]), form.purpose, changed),
      goal: select('Goal', goals.map((word) => [word, word]), goal, changed),
      objects: input(objects.join(' '), 'Objects of the goal', {size: 8, placeholder: 'A B'}),
      play: select('The move is', PLAYS, form.play || 'good', changed),
      note: element('textarea', {rows: 2, 'aria-label': 'Note', oninput: changed, placeholder: 'One sentence for the reader of an explanation'}),
    }
    this.fields.note.value = form.note
    this.marks = form.marks
    this.constraints = form.constraints
    this.faults = new Map()
    this.build(isNew)
  }

  build(isNew) {
    const {fields} = this
    const field = (label, key, node) => {
      const fault = element('p', {class: 'fault', role: 'alert', hidden: true})
      this.faults.set(key, fault)
      return [element('label', {class: 'field'}, element('span', {text: label}), node), fault]
    }
    this.mapBox = element('div', {class: 'list'})
    this.markBox = element('div', {class: 'list'})
    this.constraintBox = element('div', {class: 'list'})
    this.state = element('div', {role: 'status'})
    this.found = element('div', {})
    const isCopy = !this.isOwn && !isNew
    this.root = element(
      'div',
      {class: 'rule-editor'},
      element(
        'div',
        {class: 'card'},
        element('div', {class: 'row'}, button('All rules', () => this.leave()), (this.origin = element('span', {class: 'soft', text: this.isOwn ? `in ${this.file}` : isCopy ? 'compiled in; what you change is saved as a rule of your own' : 'a new rule'}))),
        field('Name', 'name', fields.name),
        [fields.purpose.row, this.faultBox('purpose')],
        element('div', {class: 'row'}, fields.goal.row, fields.objects),
        this.faultBox('goal'),
        [fields.play.row, this.faultBox('play')],
        field('Note', 'note', fields.note),
      ),
      element('div', {class: 'card'}, element('h3', {text: 'Maps'}), this.palette.root, this.mapBox, element('div', {class: 'row'}, button('Add a map', () => this.addMap(), {title: 'A map at a place of its own, tied to another one by a block'}))),
      element('div', {class: 'card'}, element('h3', {text: 'Letters'}), element('p', {class: 'soft', text: 'What a letter of the maps holds, such as “w X border” or “e o center”.'}), this.markBox, button('Add a letter', () => this.addLine('marks', 'e . center'))),
      element('div', {class: 'card'}, element('h3', {text: 'Constraints'}), element('p', {class: 'soft', text: 'Such as “libs(A) = 1”, “occ(e) = own or libs(a) > 2”, “block(A) = block(B)”.'}), this.constraintBox, button('Add a constraint', () => this.addLine('constraints', 'libs(A) >= 2'))),
      element('div', {class: 'card'}, element('h3', {text: 'What it is worth'}), this.state),
      element(
        'div',
        {class: 'card'},
        element(
          'div',
          {class: 'row'},
          (this.tryButton = button('Try on the board', () => this.tryHere())),
          (this.measureButton = button('Gain and loss', () => this.measure([]), {title: 'On the small positions that come with the program'})),
          (this.problemsButton = button('… on problems', () => this.measureOnProblems(), {title: 'On the problems that are open in the panel Problems'})),
          (this.saveButton = button('Save …', () => this.openSave(), {class: 'primary'})),
          (this.useButton = button('Use in this tab', () => this.onUse(), {hidden: !this.isOwn, title: 'Questions of this tab use the rules as they are saved'})),
          (this.deleteButton = button('Delete …', () => this.openSave(true), {hidden: !this.isOwn})),
        ),
        this.found,
      ),
    )
    this.showMaps()
    this.showLines('marks', this.markBox)
    this.showLines('constraints', this.constraintBox)
  }

  begin() {
    this.check()
    this.fields.name.focus()
  }

  leave() {
    this.goOn(() => {
      this.clearBoard()
      this.onLeave()
    })
  }

  /** Leaves the rule; with unsaved changes only after a confirmation. */
  goOn(action) {
    const dropped = () => {
      this.dropDraft()
      action()
    }
    if (!this.isChanged) dropped()
    else openDialog('Leave without saving?', [element('p', {text: `What you changed in ${this.form.name} is not saved.`})], [['Stay', () => {}], ['Leave', dropped]])
  }

  // A draft that is not saved outlives a reload of the page.

  keepDraft() {
    const {form, file, revision, replaces} = this
    writeJson(sessionStorage, KEPT, {form, file, revision, replaces, isNew: !file, isChanged: true})
  }

  dropDraft() {
    clearTimeout(this.timer)
    this.isChanged = false
    writeJson(sessionStorage, KEPT, {})
  }

  clearBoard() {
    this.isTried = false
    this.app.board.draw('answers', [])
    this.app.board.draw('selection', [])
  }

  positionChanged() {
    if (this.isTried && !this.tryButton.disabled) this.tryHere()
  }

  faultBox(key) {
    const fault = element('p', {class: 'fault', role: 'alert', hidden: true})
    this.faults.set(key, fault)
    return fault
  }

  // Maps, letters, constraints.

  showMaps() {
    this.editors = this.maps.map(
      (map, i) =>
        new MapEditor(map, this.palette, {
          title: `Map ${i + 1}`,
          onChange: () => this.changed(),
          onRemove: this.maps.length > 1 ? () => this.removeMap(i) : null,
        }),
    )
    replaceChildren(this.mapBox, this.editors.map(({root}) => root))
  }

  addMap() {
    this.maps.push(RuleMap.blank())
    this.showMaps()
    this.changed()
  }

  removeMap(i) {
    this.maps.splice(i, 1)
    this.showMaps()
    this.changed()
  }

  /** The lines of letters or of constraints, each with its fault. */
  showLines(key, box) {
    const line = (text, i) => {
      const input = element('input', {value: text, 'aria-label': `${key === 'marks' ? 'Letter' : 'Constraint'} ${i + 1}`, oninput: () => {
        this[key][i] = input.value
        this.changed()
      }})
      const remove = button('Remove', () => {
        this[key].splice(i, 1)
        this.showLines(key, box)
        this.changed()
      })
      const kind = key === 'marks' ? 'mark' : 'constraint'
      return [element('div', {class: 'row line'}, input, remove), this.faultBox(`${kind} ${i}`)]
    }
    replaceChildren(box, this[key].map(line))
  }

  addLine(key, text) {
    this[key].push(text)
    this.showLines(key, key === 'marks' ? this.markBox : this.constraintBox)
    this.changed()
  }

  // Checking.

  get form() {
    const {fields} = this
    const purpose = fields.purpose.box.value
    return {
      name: fields.name.value.trim(),
      purpose,
      goal: `${fields.goal.box.value} ${fields.objects.value.trim()}`,
      play: RECOGNITION.includes(purpose) ? '' : fields.play.box.value,
      note: fields.note.value,
      source: this.source,
      maps: this.maps.map(({text}) => text),
      marks: this.marks,
      constraints: this.constraints,
    }
  }

  get draft() {
    return {form: this.form, replaces: this.replaces}
  }

  changed() {
    this.isChanged = true
    this.keepDraft()
    this.palette.setLetters(this.marks.map((mark) => mark.trim()[0]).filter((letter) => /^[d-zD-WY-Z]$/.test(letter ?? '') && !'XOxo'.includes(letter)))
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.check(), PAUSE)
  }

  async check() {
    try {
      const checked = await this.app.connection.askInSlot('rule check', 'rules_check', this.draft)
      this.showChecked(checked)
      if (!checked.error && this.isTried) this.tryHere()
    } catch (error) {
      this.app.fail(error)
    }
  }

  showChecked({error, bits, overrides, overridden_by: overriddenBy, same}) {
    for (const box of this.faults.values()) box.hidden = true
    for (const editor of this.editors) editor.setFault(null)
    for (const knob of [this.tryButton, this.measureButton, this.problemsButton, this.saveButton]) knob.disabled = Boolean(error)
    if (error) {
      this.showFault(error)
      replaceChildren(this.state, element('p', {class: 'warning', text: 'This is not a rule yet.'}))
      return
    }
    const names = (text, list) =>
      list.length > 0 && element('p', {}, `${text} `, list.slice(0, 12).map((name) => button(name, () => this.goOn(() => this.onOpen(name)), {class: 'name'})), list.length > 12 && `and ${list.length - 12} more`)
    replaceChildren(
      this.state,
      element('p', {}, element('strong', {text: `${bits.toFixed(1)} bits`}), ' of information: the more, the more special.'),
      names('Overrides', overrides),
      names('Overridden wherever these match:', overriddenBy),
      names('Matches at the same places as', same),
      overrides.length + overriddenBy.length + same.length === 0 && element('p', {class: 'soft', text: 'No other rule matches wherever it does, about the same blocks and point.'}),
    )
  }

  showFault({field, index, row, column, message}) {
    if (field === 'map') {
      this.editors[index]?.setFault(`Row ${row + 1}: ${message}`)
      return
    }
    const key = field === 'mark' || field === 'constraint' ? `${field} ${index}` : field
    const box = this.faults.get(key) ?? this.faults.get('name')
    box.hidden = false
    box.textContent = field === 'constraint' ? `At character ${column + 1}: ${message}` : message
  }

  // Trying.

  async tryHere() {
    this.isTried = true
    try {
      const {matches, is_cut: isCut} = await this.app.ask('rule try', 'rules_try', this.draft)
      this.showMatches(matches, isCut)
    } catch (error) {
      this.app.fail(error)
    }
  }

  showMatches(matches, isCut) {
    const {board, position} = this.app
    const text = ({player, point, objects, is_overridden: isOverridden, is_legal: isLegal}) =>
      `${player}: ${point ? `${point}${isLegal ? '' : ' (illegal)'} about ` : ''}${objects.join(', ')}${isOverridden ? ', overridden by a more special rule' : ''}`
    const entries = matches.map((match, i) => button(`${i + 1}. ${text(match)}`, () => this.shade(match), {class: 'problem'}))
    board.draw('answers', matches.flatMap(({point, is_overridden: isOverridden}, i) => (point ? [{kind: 'spot', point: position.point(point), text: String(i + 1), class: isOverridden ? 'key' : 'live', opacity: isOverridden ? 0.5 : 1}] : [])))
    replaceChildren(
      this.found,
      element('h3', {role: 'status', text: `${matches.length === 1 ? '1 match' : `${matches.length} matches`}${isCut ? ', others left out' : ''}`}),
      element('div', {class: 'list'}, entries),
    )
    this.shade(matches[0])
    this.scrollToFound()
  }

  /** What was found stands below the buttons; it is brought into view. */
  scrollToFound() {
    this.found.scrollIntoView({block: 'nearest'})
  }

  /** Shows what a match looks at. */
  shade(match) {
    const {board, position} = this.app
    const points = (names) => names.map((name) => position.point(name))
    if (!match) {
      board.draw('selection', [])
      return
    }
    board.draw('selection', [
      {kind: 'outline', points: points(match.reads), class: 'target'},
      ...points(match.objects).map((point) => ({kind: 'circle', point, class: 'target'})),
      ...points(match.center).map((point) => ({kind: 'dot', point})),
    ])
  }

  // Gain and loss.

  measureOnProblems() {
    const problems = this.problems().filter(({question}) => question === 'kill' || question === 'live')
    if (problems.length === 0) {
      this.app.say('Open problems in the panel Problems first.')
      return
    }
    this.measure(problems.map(({game, question, stones, title, number}) => ({game, question, stones, title: title || `Problem ${(number ?? 0) + 1}`})))
  }

  async measure(problems) {
    const rows = []
    const list = element('div', {class: 'list'})
    replaceChildren(this.found, element('p', {class: 'soft', role: 'status', text: 'Reading each problem without the rule and with it …'}), list)
    this.scrollToFound()
    const note = (part) => {
      rows.push(part)
      list.append(measuredRow(part))
    }
    try {
      const sums = await this.app.connection.askInSlot('rule measure', 'rules_measure', {...this.draft, problems}, note)
      this.sums = sums
      replaceChildren(this.found, sumsTable(sums), element('div', {class: 'list'}, rows.map(measuredRow)))
      this.scrollToFound()
    } catch (error) {
      replaceChildren(this.found)
      this.app.fail(error)
    }
  }

  // Saving.

  async openSave(isDelete = false) {
    const {app} = this
    if (!app.hello?.folder) {
      app.say('The program was started without a folder: tedomari web --folder FOLDER lets the page save.')
      return
    }
    const file = element('input', {value: this.file ?? 'my.rules', 'aria-label': 'File of rules', disabled: this.isOwn})
    const difference = element('pre', {class: 'diff', tabindex: '0', 'aria-label': 'Difference'})
    const edit = () => ({file: file.value.trim(), form: isDelete ? null : this.form, replaces: this.replaces})
    let revision = null
    const compare = async () => {
      try {
        const diff = await app.connection.ask('rules_diff', edit())
        revision = diff.revision
        const line = ([kind, text]) => element('span', {class: kind, text: `${{kept: ' ', removed: '-', added: '+'}[kind]} ${text}\n`})
        replaceChildren(difference, diff.lines.length > 0 ? diff.lines.map(line) : 'Nothing changes.')
        return true
      } catch (error) {
        replaceChildren(difference, element('span', {class: 'removed', text: error.message}))
        return false
      }
    }
    file.addEventListener('change', compare)
    await compare()
    const save = async () => {
      // The revision that was shown: that of the rule when it was opened, or of the file when the difference was made.
      const seen = this.isOwn ? this.revision : revision
      try {
        const saved = await app.connection.ask('rules_save', {...edit(), revision: seen})
        this.saved(file.value.trim(), saved.revision, isDelete)
        return true
      } catch (error) {
        if (error.code === 'conflict') {
          await compare()
          replaceChildren(difference, element('strong', {class: 'removed', text: 'Somebody changed the file meanwhile; nothing was written. Below is the difference from the file as it is now. Save again to write it.\n'}), ...difference.childNodes)
          this.revision = revision
        } else {
          app.fail(error)
        }
        return false
      }
    }
    const loss = this.sums && this.sums.lost.length > 0 && element('p', {class: 'warning', text: `Lost by this rule: ${this.sums.lost.join(', ')}.`})
    openDialog(isDelete ? 'Delete the rule' : 'Save the rule', [element('label', {class: 'field'}, element('span', {text: 'File'}), file), loss, difference], [[isDelete ? 'Delete' : 'Save', save], ['Cancel', () => {}]])
  }

  saved(file, revision, isDelete) {
    this.app.say(isDelete ? 'The rule is gone from the file.' : `Saved to ${file}.`)
    this.dropDraft()
    if (isDelete) {
      this.leave()
      return
    }
    this.file = file
    this.revision = revision
    this.isOwn = true
    this.replaces = this.form.name
    this.origin.textContent = `in ${file}`
    this.deleteButton.hidden = false
    this.useButton.hidden = false
    this.check()
  }
}

function measuredRow({title, matches, before, after}) {
  const moves = matches.map(({point, judgement, is_overridden: isOverridden}) => element('span', {class: `status-word ${CLASSES[judgement] ?? ''}`, text: `${point ?? ''}${SIGNS[judgement] ?? ''}${isOverridden ? '°' : ''} `}))
  const isUnsolved = (outcome) => !outcome.is_solved && !outcome.is_unconfirmed
  const change = isUnsolved(before) && after.is_solved ? 'gained' : before.is_solved && isUnsolved(after) ? 'lost' : ''
  return element('div', {class: 'row measured'}, element('span', {text: title}), moves, change && element('strong', {class: change === 'lost' ? 'fault' : '', text: change}), element('span', {class: 'soft', text: `${before.positions} → ${after.positions} positions`}))
}

function sumsTable(sums) {
  const row = (text, value) => element('tr', {}, element('th', {scope: 'row', text}), element('td', {text: value}))
  const names = (list) => (list.length > 0 ? `${list.length}: ${list.join(', ')}` : '0')
  return element(
    'table',
    {class: 'sums'},
    sums.n_problems < sums.n_asked && row('Time is over', `${sums.n_problems} of ${sums.n_asked} problems were measured`),
    row('Matches in', `${sums.n_matched} of ${sums.n_problems} problems`),
    row('Moves', `${sums.right} right ✓, ${sums.wrong} wrong ✕, ${sums.open} not decided ?; ${sums.overridden} overridden °`),
    row('Solved by the goals', `${sums.solved_before} without, ${sums.solved_after} with the rule`),
    row('Claimed, not confirmed', `${sums.unconfirmed_before} without, ${sums.unconfirmed_after} with the rule`),
    row('Gained', names(sums.gained)),
    row('Lost', names(sums.lost)),
    row('Positions read', `${sums.positions_before} without, ${sums.positions_after} with the rule`),
  )
}
