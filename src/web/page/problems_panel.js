// Problems as exercises. The reader answers each move with its best resistance and judges by proof, not by a stored
// line, so that a refutation may be any move. A region of a game can be made a problem.

import {stoneSign} from './app.js'
import {COMPOSED} from './composed.js'
import {button, element, replaceChildren, select} from './dom.js'
import {EXERCISES} from './exercises.js'
import {colorOf} from './position.js'
import {ProblemPlay, moverOf, titleOf, withMover} from './problem_play.js'
import {Progress} from './progress.js'
import {Collection, decodeBytes} from './sgf_text.js'

const THREATS = [
  ['none', 'None: a ko is named'],
  ['black', 'Black has them'],
  ['white', 'White has them'],
]
const OUTSIDE = [
  ['real', 'As they stand'],
  ['safe', 'Never taken'],
]
/** Games of a file that are sent to be read at a time, so that the list begins soon. */
const PART = 6
/** How the program says that it stopped. */
const LEFT_OUT = /^the problems from number (\d+) on are left out/
const STATES = {new: '', solved: '✓ solved', again: '↻ again'}

export class ProblemsPanel {
  constructor(app) {
    this.app = app
    this.name = 'problems'
    this.text = 'Problems'
    this.progress = new Progress()
    this.problems = []
    /** Problems of the file that are still to be read. */
    this.rest = 0
    this.threats = 'none'
    /** Whether the stones around a problem are taken for granted: 'real' or 'safe'. */
    this.outside = 'real'
    this.content = element('div', {})
    this.root = element('div', {class: 'panel'}, this.content)
    this.input = element('input', {
      type: 'file',
      accept: '.sgf',
      class: 'hidden',
      tabindex: '-1',
      'aria-label': 'File of problems',
    })
    this.input.addEventListener('change', () => this.openFile(this.input.files[0]))
    this.root.append(this.input)
  }

  shown() {
    if (!this.play) this.showList()
  }

  hidden() {
    this.leave()
    this.app.setTool(null)
    this.app.board.draw('selection', [])
  }

  // The list.

  showList() {
    const {problems, progress} = this
    const row = (problem) => button('', () => this.begin(problem), {class: 'problem'})
    const list = problems.map((problem) => {
      const entry = row(problem)
      entry.append(
        stoneSign(moverOf(problem.game)),
        element('span', {text: titleOf(problem)}),
        element('span', {class: 'soft', text: STATES[progress.stateOf(problem)]}),
      )
      return entry
    })
    const nSolved = problems.filter((problem) => progress.stateOf(problem) === 'solved').length
    replaceChildren(
      this.content,
      element(
        'div',
        {class: 'card'},
        element('h2', {text: 'Problems'}),
        element('p', {
          text: 'Your moves are answered by the best resistance, and judged by proof: any move that works is right.',
        }),
        element(
          'div',
          {class: 'row'},
          button('Exercises', () => this.openExercises(), {class: 'primary'}),
          button('Composed', () => this.open(COMPOSED), {
            title: 'Problems that the program made: one first move works, all others fail, both proved',
          }),
          button('Open a file', () => this.input.click()),
          button('From this position', () => this.pickRegion(), {
            title: 'Drag over a region of the board; it becomes a problem',
          }),
        ),
      ),
      problems.length > 0 &&
        element(
          'div',
          {class: 'card'},
          element(
            'div',
            {class: 'row'},
            element('h3', {text: `${nSolved} of ${problems.length} solved`}),
            this.rest > 0 && element('span', {class: 'soft', role: 'status', text: `${this.rest} more are being read …`}),
            button('Next', () => this.begin(progress.next(problems, null))),
            button(
              'Forget',
              () => {
                progress.forget(problems)
                this.showList()
              },
              {title: 'Forget what was solved and failed'},
            ),
          ),
          element('div', {class: 'list'}, list),
        ),
    )
  }

  openExercises() {
    this.open(EXERCISES)
  }

  async openFile(file) {
    if (!file) return
    this.input.value = ''
    this.open(decodeBytes(new Uint8Array(await file.arrayBuffer())))
  }

  /**
   * Reads a file of problems, a few games at a time. Where nothing is marked the program guesses by reading, and stops after
   * some seconds; what it left out is asked for again. The list grows meanwhile.
   */
  async open(text) {
    const {games} = new Collection(text)
    const source = {sgf: games.length > 0 ? games.join('\n') : text}
    this.source = source
    this.problems = []
    const isWanted = () => this.source === source
    const doubts = []
    try {
      let from = 0
      do {
        const next = games.slice(from, from + PART)
        const part = next.length > 0 ? {sgf: next.join('\n')} : source
        const {problems, warnings} = await this.app.connection.askInSlot('problems', 'problems', part)
        if (!isWanted()) return
        this.problems.push(...problems.map((problem) => ({...problem, number: problem.number + from})))
        const nRead = leftOut(warnings)
        const ownNumber = (_, number) => `problem ${Number(number) + from}`
        doubts.push(...warnings.filter((warning) => !LEFT_OUT.test(warning)).map((text) => text.replace(/^problem (\d+)/, ownNumber)))
        from += nRead > 0 ? nRead : Math.max(1, next.length)
        this.rest = Math.max(0, games.length - from)
        if (!this.play) this.showList()
      } while (from < games.length)
      if (doubts.length > 0) this.app.say(doubts[0])
    } catch (error) {
      this.rest = 0
      this.app.fail(error)
    }
  }

  // A region of the game becomes a problem.

  pickRegion() {
    const {app} = this
    const shade = (from, to) =>
      app.board.draw('selection', [{kind: 'outline', points: rectangle(from, to, app.position.width), class: 'target'}])
    app.setTool({
      name: 'region',
      hint: 'Drag over the region, or click a stone of it',
      click: (point) => {
        if (this.corner === undefined) {
          this.corner = point
          shade(point, point)
          app.say('Now the opposite corner of the region.')
          return
        }
        const {corner} = this
        this.corner = undefined
        this.askRegion(corner, point)
      },
      drag: (from, to, isDone) => {
        shade(from, to)
        if (isDone) this.askRegion(from, to)
      },
    })
    app.say('Drag over the region, or click two of its corners.')
  }

  askRegion(from, to) {
    const {app} = this
    const {position} = app
    const points = rectangle(from, to, position.width)
    app.board.draw('selection', [{kind: 'outline', points, class: 'target'}])
    const game = app.record.game()
    app.ask('problem', 'problem_of_region', {points: points.map((point) => position.name(point))}).then(
      ({questions}) => this.showQuestions(questions, game),
      (error) => app.fail(error),
    )
  }

  showQuestions(questions, game) {
    const entries = questions.map(({question, stones, to_move: toMove, sentence}) => {
      const entry = button(
        '',
        () => {
          this.app.setTool(null)
          this.begin({number: null, title: sentence, comment: '', game: withMover(game, toMove), question, stones})
        },
        {class: 'problem'},
      )
      entry.append(stoneSign(colorOf(toMove)), element('span', {text: sentence}))
      return entry
    })
    replaceChildren(
      this.content,
      element(
        'div',
        {class: 'card'},
        element('h2', {text: 'Which question?'}),
        entries.length > 0
          ? element('div', {class: 'list'}, entries)
          : element('p', {text: 'There is no group in this region that could be asked about.'}),
        this.conditionRows(),
        element(
          'div',
          {class: 'row'},
          button('Other region', () => this.pickRegion()),
          button('Back', () => this.showList()),
        ),
      ),
    )
  }

  /** What is asked about besides the group: the ko threats, and the stones around it. */
  conditionRows() {
    return [
      select('Ko threats', THREATS, this.threats, (value) => (this.threats = value)).row,
      select('Stones outside', OUTSIDE, this.outside, (value) => (this.outside = value)).row,
    ]
  }

  // One problem.

  begin(problem) {
    this.leave()
    this.play = new ProblemPlay(this, problem)
  }

  leave() {
    if (this.play) this.app.popRecord()
  }
}

/** How many problems were read before the program left the others out; 0 if it read all. */
function leftOut(warnings) {
  const found = warnings.map((warning) => LEFT_OUT.exec(warning)).find(Boolean)
  return found ? Number(found[1]) - 1 : 0
}

/** The points of a rectangle with two corners. */
function rectangle(from, to, width) {
  const [x1, x2] = [from % width, to % width].sort((a, b) => a - b)
  const [y1, y2] = [Math.floor(from / width), Math.floor(to / width)].sort((a, b) => a - b)
  const points = []
  for (let y = y1; y <= y2; y += 1) for (let x = x1; x <= x2; x += 1) points.push(y * width + x)
  return points
}
