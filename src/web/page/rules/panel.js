// The base of rules: found by purpose and words, and opened in the editor.

import {button, element, replaceChildren, select} from '../dom.js'
import {RuleEditor, keptDraft} from './rule_editor.js'

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
  }

  shown() {
    if (!this.editor) this.showList()
  }

  hidden() {
    this.editor?.clearBoard()
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
        element('div', {class: 'row'}, button('New rule', () => this.open({form: BLANK, file: null, isNew: true}, answer), {class: 'primary'})),
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
    this.editor = new RuleEditor(this.app, rule, {purposes, goals, problems: this.problems, onLeave: () => this.showList(), onOpen: (name) => this.choose(name, {purposes, goals})})
    replaceChildren(this.content, this.editor.root)
    this.editor.begin()
  }
}
