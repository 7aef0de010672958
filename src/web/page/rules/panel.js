// The base of rules: found by purpose and words, and opened in the editor.

import {button, element, replaceChildren, select} from '../dom.js'
import {RuleEditor, keptDraft} from './rule_editor.js'
import {MOST_SIDE, RuleMap} from './rule_map.js'

/** Most rules that are listed at a time. */
const MOST = 100

const BLANK = {
  name: 'my-rule', purpose: 'capture', goal: 'capture a', play: 'good', note: '', source: 'hand',
  maps: ['? a ?\n? * ?\n? ? ?'], marks: [], constraints: [],
}

export class RulesPanel {
  /** `problems()` gives the problems that are open on the page. */
  constructor(app, problems) {
    this.app = app
    this.name = 'rules'
    this.text = 'Rules'
    this.problems = problems
    this.filters = {purpose: '', goal: '', words: ''}
    this.list = element('div', {class: 'list'})
    this.content = element('div', {})
    this.root = element('div', {class: 'panel'}, this.content)
    app.on('position', () => this.editor?.positionChanged())
    // A connection that was lost and is back has an engine of its own.
    app.on('connection', (state) => state === 'ready' && this.usesFolder && this.useHere())
  }

  shown() {
    if (!this.editor) this.showList()
  }

  hidden() {
    this.editor?.clearBoard()
    this.endRegion()
  }

  /** Puts the rules of the folder in force for the questions of this tab. */
  async useHere() {
    try {
      const {n_rules: nRules, faults} = await this.app.connection.ask('rules_use')
      this.usesFolder = true
      this.app.say(`${nRules} rules are in force in this tab.${faults.length > 0 ? ` Left out: ${faults.join('; ')}` : ''}`)
    } catch (error) {
      this.app.fail(error)
    }
  }

  /** Lets the user drag over the part of the board that a new rule is about. */
  pickRegion(answer) {
    const {app} = this
    const shade = (from, to) => app.board.draw('selection', [{kind: 'outline', points: pointsOf(boxOf(from, to, app.position.width), app.position.width), class: 'target'}])
    const done = (from, to) => {
      const box = boxOf(from, to, app.position.width)
      if (box.right - box.left >= MOST_SIDE || box.bottom - box.top >= MOST_SIDE) {
        app.say(`A map has at most ${MOST_SIDE} rows and columns.`)
        return
      }
      this.endRegion()
      this.openRegion(box, answer)
    }
    let corner = -1
    app.setTool({
      name: 'region',
      hint: 'Drag over the part of the board that the rule is about',
      click: (point) => {
        if (corner < 0) {
          corner = point
          shade(point, point)
          app.say('Now the opposite corner.')
        } else done(corner, point)
      },
      drag: (from, to, isDone) => {
        shade(from, to)
        if (isDone) done(from, to)
      },
    })
  }

  endRegion() {
    if (this.app.tool.name !== 'region') return
    this.app.setTool(null)
    this.app.board.draw('selection', [])
  }

  /** A new rule with the map of a part of the board, for the side to move and the move that follows in the record. */
  openRegion(box, answer) {
    const {record, position} = this.app
    const next = record.current.children[0]?.move
    const move = next ? position.point(next[1]) : -1
    const map = RuleMap.of(position, box, position.toPlay, move)
    const isAttack = map.text.includes('a')
    const form = {...BLANK, goal: isAttack ? 'capture a' : 'save A', purpose: isAttack ? BLANK.purpose : 'save', maps: [map.text]}
    this.open({form, file: null, isNew: true, isChanged: true}, answer)
    if (!map.text.includes('*')) this.app.say('Put the move, *, on a point of the map.')
  }

  async showList() {
    this.editor = null
    this.app.board.draw('answers', [])
    const answer = await this.find()
    if (!answer) return
    const any = (words) => [['', 'Any'], ...words.map((word) => [word, word])]
    const words = element('input', {type: 'search', value: this.filters.words, 'aria-label': 'Words in the rule', placeholder: 'Words, such as bamboo or libs(A)'})
    words.addEventListener('input', () => this.filter({words: words.value}))
    replaceChildren(
      this.content,
      element(
        'div',
        {class: 'card'},
        element('h2', {text: 'Rules of knowledge'}),
        element('p', {class: 'soft', text: 'A rule says which move is reasonable for which goal. It is not a proof.'}),
        select('Purpose', any(answer.purposes), this.filters.purpose, (purpose) => this.filter({purpose})).row,
        select('Goal', any(answer.goals), this.filters.goal, (goal) => this.filter({goal})).row,
        words,
        element('div', {class: 'row'}, button('New rule', () => this.open({form: BLANK, file: null, isNew: true}, answer), {class: 'primary'}),
          button('From the board …', () => this.pickRegion(answer), {title: 'A rule with the map of a part of the board'}),
          this.app.hello?.folder && button('Use in this tab', () => this.useHere(), {title: 'Questions of this tab use the rules as they stand in the folder'}),
        ),
        answer.faults.map((fault) => element('p', {class: 'warning', text: `Not used: ${fault}`})),
      ),
      element('div', {class: 'card'}, (this.count = element('h3', {role: 'status'})), this.list),
    )
    this.showRules(answer)
    const kept = keptDraft()
    if (kept) {
      this.open(kept, answer)
      this.app.say('This is the rule that was not saved when the page was loaded again.')
    }
  }

  async filter(change) {
    Object.assign(this.filters, change)
    const answer = await this.find()
    if (answer) this.showRules(answer)
  }

  async find() {
    try {
      return await this.app.connection.askInSlot('rules', 'rules_list', this.filters)
    } catch (error) {
      this.app.fail(error)
      return null
    }
  }

  showRules(answer) {
    const {rules, n_all: nAll} = answer
    const isMore = rules.length > MOST ? `; the first ${MOST} are shown` : ''
    this.count.textContent = `${rules.length} of ${nAll} rules${isMore}`
    const entry = ({name, purpose, note, bits, file, play}) => {
      const row = button('', () => this.choose(name, answer), {class: 'problem rule-entry'})
      row.append(
        element('strong', {text: name}),
        element('span', {class: 'soft', text: `${purpose}${play && play !== 'good' ? `, ${play}` : ''}, ${bits.toFixed(1)} bits${file ? `, ${file}` : ''}`}),
        element('span', {text: note}),
      )
      return row
    }
    replaceChildren(this.list, rules.slice(0, MOST).map(entry))
  }

  async choose(name, answer) {
    try {
      this.open(await this.app.connection.ask('rules_get', {name}), answer)
    } catch (error) {
      this.app.fail(error)
    }
  }

  open(rule, {purposes, goals}) {
    this.editor = new RuleEditor(this.app, rule, {purposes, goals, problems: this.problems, onUse: () => this.useHere(), onLeave: () => this.showList(), onOpen: (name) => this.choose(name, {purposes, goals})})
    replaceChildren(this.content, this.editor.root)
    this.editor.begin()
  }
}

/** The box with two points in its corners, as lines. */
function boxOf(from, to, width) {
  const xs = [from % width, to % width]
  const ys = [Math.floor(from / width), Math.floor(to / width)]
  return {left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys)}
}

function pointsOf({left, right, top, bottom}, width) {
  const points = []
  for (let y = top; y <= bottom; y += 1) for (let x = left; x <= right; x += 1) points.push(y * width + x)
  return points
}
