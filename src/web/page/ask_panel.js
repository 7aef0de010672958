// Questions by clicking: a stone is clicked, and the panel shows whether it lives, can be killed, is connected, or wins
// a race, with reasons, the zone of the proof, and what it hangs on.

import {stoneSign} from './app.js'
import {openDialog} from './dialog.js'
import {button, download, element, replaceChildren, select} from './dom.js'
import {EMPTY, colorName, colorOf, opponent} from './position.js'
import {ProofPlay, zoneItems} from './proof_play.js'
import {lineItems} from './search_panel.js'
import {capital, trustText} from './words.js'

const FATES = {
  alive: 'It lives',
  dead: 'It is dead',
  seki: 'It lives in seki',
  critical: 'The next move decides',
  unknown: 'Not decided in the time given',
}
/** What happens to a group after a finding about the attack or the defense. */
const OUTCOMES = {
  kill: {achieved: 'it dies', refuted: 'it lives', ko: 'ko', seki: 'seki'},
  live: {achieved: 'it lives', refuted: 'it dies', ko: 'ko', seki: 'seki'},
}
const THREATS = [
  ['none', 'A ko is named as such'],
  ['black', 'Black has all ko threats'],
  ['white', 'White has all ko threats'],
]

export class AskPanel {
  constructor(app) {
    this.app = app
    this.name = 'ask'
    this.text = 'Ask'
    this.target = -1
    this.patience = 1
    this.threats = 'none'
    this.content = element('div', {})
    this.root = element('div', {class: 'panel'}, this.content)
    this.tool = {name: 'ask', hint: 'Click a stone to ask about its group', click: (point) => this.onClick(point)}
    app.on('position', () => this.onPosition())
  }

  shown() {
    this.isShown = true
    if (this.proofPlay) return
    this.app.setTool(this.tool)
    this.reset()
  }

  hidden() {
    this.isShown = false
    if (this.proofPlay) this.app.popRecord()
    this.app.setTool(null)
    this.app.connection.freeSlot('ask')
    this.clearBoard()
  }

  onPosition() {
    if (!this.isShown || this.proofPlay) return
    if (this.app.tool === this.app.homeTool) this.app.setTool(this.tool)
    this.reset()
  }

  reset() {
    this.target = -1
    this.second = null
    this.app.connection?.freeSlot('ask')
    replaceChildren(
      this.content,
      element(
        'div',
        {class: 'card'},
        element('h2', {text: 'Ask about a group'}),
        element('p', {
          text: 'Click a stone. The answer says whether its group lives, how it can be killed or saved, and what is proved.',
        }),
        element('p', {class: 'soft', text: 'With the keyboard: B, arrows to the stone, Enter.'}),
        this.threatsRow(),
      ),
    )
  }

  threatsRow() {
    const {row} = select('Ko threats', THREATS, this.threats, (value) => {
      this.threats = value
      if (this.target >= 0) this.select(this.target)
    })
    return row
  }

  onClick(point) {
    const {position} = this.app
    if (position.stones[point] === EMPTY) {
      this.app.say('There is no stone on this point.')
    } else if (this.second) {
      this.askPair(point)
    } else {
      this.select(point)
    }
  }

  get stones() {
    return [this.app.position.name(this.target)]
  }

  get fields() {
    return {
      stones: this.stones,
      threats: this.threats,
      seconds: this.patience * Number(this.app.settings.readingSeconds),
    }
  }

  /** Reads one question about a group, and begins to play against its proof. */
  against(point, question) {
    const play = ({finding}) => {
      if (finding.trust === 'proved') this.playAgainst(finding, question)
      else this.select(point, 4)
    }
    this.select(point, 1, () => this.request('ask', {question, ...this.fields}, play))
  }

  /**
   * Shows a group and requests whether it lives; with more patience, for that many times the usual time. `ask` requests
   * something else.
   */
  select(point, patience = 1, ask = () => this.request('ask', {question: 'status', ...this.fields}, (answer) => this.showStatus(answer))) {
    const {app} = this
    this.target = point
    this.patience = patience
    this.second = null
    const wait = `Reading, for up to ${this.fields.seconds} s …`
    this.answerBox = element('div', {}, element('p', {class: 'soft', text: wait}))
    this.reasonBox = element('div', {})
    this.graphBox = element('div', {})
    const block = app.position.block(point)
    const pick = (kind, text) => button(text, () => this.pickSecond(kind))
    replaceChildren(
      this.content,
      element(
        'div',
        {class: 'card'},
        element(
          'h2',
          {class: 'row'},
          stoneSign(block.color),
          `${colorName(block.color)}’s group of ${app.position.name(point)}`,
        ),
        this.answerBox,
      ),
      this.reasonBox,
      element(
        'div',
        {class: 'card'},
        element('h3', {text: 'More questions'}),
        element(
          'div',
          {class: 'row'},
          pick('connect', 'Connected to …?'),
          pick('race', 'Who wins the race with …?'),
          button('What does it hang on?', () => this.askGoals()),
        ),
        this.threatsRow(),
      ),
      this.graphBox,
    )
    this.markTarget()
    ask()
  }

  markTarget(more = []) {
    const {board, position} = this.app
    const blocks = [this.target, ...more].map((point) => ({
      kind: 'outline',
      points: position.block(point).stones,
      class: 'target',
    }))
    board.draw('selection', blocks)
  }

  request(name, fields, onAnswer) {
    this.app.ask('ask', name, fields).then(onAnswer, (error) => {
      replaceChildren(this.answerBox, element('p', {class: 'trust open', text: error.message}))
    })
  }

  showStatus(answer) {
    const {app} = this
    const owner = app.position.stones[this.target]
    replaceChildren(
      this.answerBox,
      this.headline(answer, owner),
      element('p', {text: answer.sentence}),
      answer.kill && this.finding(answer.kill, 'kill', opponent(owner)),
      answer.live && this.finding(answer.live, 'live', owner),
      answer.trust === 'open' &&
        element(
          'div',
          {class: 'row'},
          button('Read longer', () => this.select(this.target, 4 * this.patience)),
        ),
    )
    this.draw(answer.kill ?? answer.live)
    const spots = []
    for (const question of ['kill', 'live']) {
      const point = app.position.point(answer[question]?.move ?? '')
      const works = isAchieved(answer[question])
      if (point >= 0 && works) spots.push({kind: 'spot', point, text: question === 'kill' ? '✕' : '✓', class: question})
    }
    app.board.draw('answers', spots)
  }

  /** The answer in a line; where only one half is known, that half. */
  headline(answer, owner) {
    const halves = [
      [owner, 'live', answer.live],
      [opponent(owner), 'kill', answer.kill],
    ].filter(([, question, finding]) => OUTCOMES[question][finding?.verdict])
    const isHalf = answer.fate === 'unknown' && halves.length === 1
    if (!isHalf) return element('p', {class: 'result row'}, FATES[answer.fate] ?? capital(answer.fate), badge(answer))
    const [[mover, question, finding]] = halves
    const other = colorName(opponent(mover))
    return element(
      'div',
      {},
      element('p', {class: 'result row'}, `If ${colorName(mover)} moves first, ${OUTCOMES[question][finding.verdict]}`, badge(finding)),
      element('p', {class: 'soft', text: `What happens if ${other} moves first was not decided in the time given.`}),
    )
  }

  /** One answer: who moves first, what follows, and what one can do with it. */
  finding(finding, question, mover) {
    const show = () => this.draw(finding)
    const canPlay = finding.trust === 'proved' && finding.verdict !== 'ko'
    const name = question === 'kill' ? 'To kill' : question === 'live' ? 'To live' : 'The question'
    return element(
      'div',
      {class: 'finding', onpointerenter: show},
      element('h3', {class: 'row'}, stoneSign(mover), `${name}, ${colorName(mover)} first`, badge(finding)),
      element('p', {text: finding.sentence}),
      element(
        'div',
        {class: 'row'},
        finding.line?.length > 0 &&
          button('Line', () => this.showLine(finding, mover), {
            onfocus: show,
            title: 'Show one line of play on the board',
          }),
        button('Why?', () => this.askWhy(question), {onfocus: show}),
        canPlay &&
          button('Play against it', () => this.playAgainst(finding, question), {
            class: 'primary',
            title: 'Play the losing side; the proof answers every move',
          }),
      ),
    )
  }

  /** The zone of an answer. */
  draw(finding) {
    const {board, position} = this.app
    board.draw('zone', zoneItems(position, finding?.zone))
    board.draw('line', [])
  }

  showLine(finding, mover) {
    this.draw(finding)
    this.app.board.draw('answers', [])
    this.app.board.draw('line', lineItems(this.app, finding.line, mover))
  }

  askWhy(question) {
    const show = ({reasons, finding}) => {
      const entries = reasons.map(({ground, text}) => element('li', {class: ground}, text))
      const text = reasons.length === 0 && 'No more is known than the answer itself.'
      replaceChildren(
        this.reasonBox,
        element(
          'div',
          {class: 'card'},
          element('h3', {text: 'Why'}),
          element('p', {text: finding.sentence}),
          element('ul', {class: 'why-list'}, entries),
          text,
        ),
      )
      this.draw(finding)
    }
    replaceChildren(this.reasonBox, element('p', {class: 'card soft', text: 'Reading …'}))
    this.request('ask', {question, ...this.fields, explain: true}, show)
  }

  askGoals() {
    const {graphBox} = this
    replaceChildren(graphBox, element('p', {class: 'card soft', text: 'Looking for the goals …'}))
    this.app.ask('ask', 'goals', {stones: this.stones}).then(
      (answer) => {
        const picture = () =>
          element('img', {
            class: 'goal-graph',
            src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(answer.svg)}`,
            alt: 'Graph of goals',
          })
        const large = button('Larger', () => openDialog('What it hangs on', picture()))
        const save = button('Picture', () => download(new Blob([answer.svg], {type: 'image/svg+xml'}), 'goals.svg'), {title: 'The graph as an SVG file'})
        replaceChildren(
          graphBox,
          element(
            'div',
            {class: 'card'},
            element('h3', {text: 'What it hangs on'}),
            picture(),
            this.goalMoves(answer.graph.moves),
            element('div', {class: 'row'}, large, save),
          ),
        )
      },
      (error) => replaceChildren(graphBox, element('p', {class: 'card warning', text: error.message})),
    )
  }

  goalMoves(moves) {
    const entries = (moves ?? []).slice(0, 10).map(({move, reasons}) => {
      const best = reasons.find(({note}) => note) ?? reasons[0]
      const rule = best?.rule ? ` (rule ${best.rule})` : ''
      return element('li', {}, element('strong', {text: move}), ` ${best?.note ?? best?.purpose ?? ''}${rule}`)
    })
    return entries.length > 0 && element('ul', {class: 'why-list'}, entries)
  }

  // A second stone.

  pickSecond(kind) {
    this.second = kind
    this.app.say(kind === 'connect' ? 'Click a stone of the same color.' : 'Click a stone of the other color.')
  }

  askPair(point) {
    const {app} = this
    const {position} = app
    const isSame = position.stones[point] === position.stones[this.target]
    if (isSame !== (this.second === 'connect')) {
      app.say(
        this.second === 'connect' ? 'A stone of the same color is needed.' : 'A stone of the other color is needed.',
      )
      return
    }
    const kind = this.second
    this.second = null
    this.markTarget([point])
    const fields = {...this.fields, stones: [...this.stones, position.name(point)]}
    const owner = position.stones[this.target]
    replaceChildren(this.reasonBox, element('p', {class: 'card soft', text: 'Reading …'}))
    const card = (...content) => replaceChildren(this.reasonBox, element('div', {class: 'card'}, ...content))
    if (kind === 'race') {
      this.request('ask', {question: 'race', ...fields}, (answer) => {
        card(element('h3', {class: 'row'}, 'The race', badge(answer)), element('p', {text: answer.sentence}))
        this.drawMove(answer.move)
      })
      return
    }
    this.request('ask', {question: 'connect', ...fields}, ({finding}) => {
      const title = element('h3', {text: `${position.name(this.target)} and ${position.name(point)}`})
      const first = this.pairFinding(finding, owner)
      card(title, first)
      this.draw(finding)
      this.drawMove(finding.move)
      this.request('ask', {question: 'cut', ...fields}, (cut) =>
        card(title, first, this.pairFinding(cut.finding, opponent(owner))),
      )
    })
  }

  pairFinding(finding, mover) {
    return element(
      'div',
      {class: 'finding', onpointerenter: () => this.draw(finding)},
      element('h3', {class: 'row'}, stoneSign(mover), `${colorName(mover)} first`, badge(finding)),
      element('p', {text: finding.sentence}),
    )
  }

  drawMove(move) {
    const point = this.app.position.point(move ?? '')
    this.app.board.draw('answers', point >= 0 ? [{kind: 'spot', point, text: '1', class: 'best'}] : [])
  }

  // The proof.

  playAgainst(finding, question) {
    const {app, stones, threats} = this
    const owner = app.position.stones[this.target]
    // The side whose question it is moves first.
    const mover = question === 'kill' ? opponent(owner) : owner
    const record = app.record.game()
    const game =
      colorOf(record.to_move) === mover || record.moves.length > 0 ? record : {...record, to_move: finding.to_move}
    this.proofPlay = new ProofPlay(
      app,
      {game, question, stones, threats, claim: finding.sentence},
      this.content,
      () => {
        this.proofPlay = null
        if (this.isShown) {
          app.setTool(this.tool)
          this.reset()
        }
      },
    )
  }

  clearBoard() {
    for (const layer of ['zone', 'selection', 'line', 'answers']) this.app.board.draw(layer, [])
  }
}

/** A word for how far an answer can be trusted; the tooltip has the rest. */
function badge(answer) {
  const {trust, confidence} = answer
  const percent = trust === 'estimated' && confidence ? ` ${Math.round(confidence * 100)} %` : ''
  return element('span', {class: `badge ${trust}`, title: capital(trustText(answer))}, trust + percent)
}

function isAchieved(finding) {
  return finding && ['killed', 'lives', 'achieved', 'ko', 'seki'].includes(finding.verdict)
}
