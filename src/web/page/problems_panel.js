// Problems as exercises. The reader answers each move with its best resistance and judges by proof, not by a stored
// line, so that a refutation may be any move. A region of a game can be made a problem.

import {stoneSign} from './app.js'
import {Book} from './book.js'
import {cropOf} from './crop.js'
import {button, element, replaceChildren, select} from './dom.js'
import {EXERCISES} from './exercises.js'
import {base64} from './files.js'
import {LinePlay} from './line_play.js'
import {EMPTY, colorName, colorOf, colorWord, opponent} from './position.js'
import {Progress} from './progress.js'
import {Record} from './record.js'
import {capital} from './words.js'

const THREATS = [
  ['none', 'None: a ko is named'],
  ['black', 'Black has them'],
  ['white', 'White has them'],
]
const STATES = {new: '', solved: '✓ solved', again: '↻ again'}
const RESULTS = {
  clean: 'solves it',
  ko_taking_first: 'ko, takes first',
  ko_needing_threat: 'ko, needs a threat',
  none: 'fails',
  open: 'open',
}

export class ProblemsPanel {
  constructor(app) {
    this.app = app
    this.name = 'problems'
    this.text = 'Problems'
    this.progress = new Progress()
    this.problems = []
    this.threats = 'none'
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
        stoneSign(colorOf(problem.game.to_move)),
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
    this.open({sgf: EXERCISES})
  }

  async openFile(file) {
    if (!file) return
    this.input.value = ''
    this.open({base64: base64(new Uint8Array(await file.arrayBuffer()))})
  }

  async open(content) {
    try {
      const {problems, warnings} = await this.app.connection.ask('problems', content)
      this.problems = problems
      this.source = content
      if (warnings?.length > 0) this.app.say(warnings[0])
      this.showList()
    } catch (error) {
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
        this.threatsRow(),
        element(
          'div',
          {class: 'row'},
          button('Other region', () => this.pickRegion()),
          button('Back', () => this.showList()),
        ),
      ),
    )
  }

  threatsRow() {
    return select('Ko threats', THREATS, this.threats, (value) => (this.threats = value)).row
  }

  // One problem.

  begin(problem) {
    this.leave()
    const {app} = this
    this.problem = problem
    this.user = colorOf(problem.game.to_move)
    this.isNoted = false
    this.judgements = new Map()
    this.book = null
    app.hidesKnowledge = true
    app.search.stop()
    const play = new LinePlay(app, {
      game: problem.game,
      title: titleOf(problem),
      hint: `${colorName(this.user)} to play`,
      answer: (line) => this.judge(line),
      onLeave: () => {
        app.hidesKnowledge = false
        this.play = null
        this.stopListening()
        this.showList()
      },
    })
    play.onAnswer = (answer) => this.onAnswer(answer)
    this.play = play
    this.isWhole = false
    this.stopListening = play.record.listen(() => this.show())
    this.crop()
    this.show()
    // In a narrow window the list lies below the board.
    scrollTo({top: 0})
    this.readBook(problem)
  }

  /** Reads the branches of the problem's own record, if it comes from a file. */
  async readBook(problem) {
    const isOfFile = this.source && this.problems.includes(problem)
    if (!isOfFile) return
    try {
      const {tree} = await this.app.connection.ask('record', {...this.source, number: problem.number})
      if (this.problem !== problem || !this.play) return
      this.book = new Book(tree)
      this.crop()
    } catch (error) {
      this.app.fail(error)
    }
  }

  /** Shows the part of the board that the problem takes, unless the whole is wanted. */
  crop() {
    const {app, play, book} = this
    const {stones, width, height} = app.position
    const used = [...stones.keys()].filter((point) => stones[point] !== EMPTY)
    const played = (book?.points ?? []).map((name) => play.record.point(name)).filter((point) => point >= 0)
    this.part = cropOf([...used, ...played], width, height)
    app.board.setCrop(this.isWhole ? null : this.part)
  }

  /** The judgement of the last move of a line: by reading, and where that stays open by the record of the problem. */
  async judge(line) {
    const answer = await this.app.connection.askInSlot('line', 'problem_move', {...this.fields, line})
    const said = this.book?.judge(line)
    if (!said?.judgement) return answer
    if (answer.judgement !== 'open') return {...answer, said: said.judgement}
    const isRight = said.judgement === 'right'
    const words = said.comment && ` It says: ${said.comment}`
    return {
      ...answer,
      judgement: said.judgement,
      said: said.judgement,
      isByBook: true,
      state: isRight ? (said.isEnd ? 'solved' : 'going') : 'failed',
      reply: said.reply ?? answer.reply,
      sentence: `The record: ${said.judgement}. Reading did not decide it in the time given.${words}`,
    }
  }

  // Another question about the same stones.

  /** The same problem with something changed; the list keeps the change. */
  change(changes) {
    const changed = {...this.problem, ...changes, guessed: null, target_from: 'user'}
    const place = this.problems.indexOf(this.problem)
    if (place >= 0) this.problems[place] = changed
    this.begin(changed)
  }

  /** The other side moves first; then the same group is to be saved instead of killed, or the other way round. */
  turnAround() {
    const {question} = this.problem
    const game = withMover(this.problem.game, colorWord(opponent(this.user)))
    this.change({game, question: question === 'kill' ? 'live' : 'kill'})
  }

  /** Another group: the next click on a stone chooses it. */
  pickGroup() {
    const {app, play} = this
    play.restart()
    app.setTool({
      name: 'group',
      hint: 'Click the group that the problem is about',
      click: (point) => {
        const color = app.position.stones[point]
        if (color === EMPTY) {
          app.say('There is no stone on this point.')
          return
        }
        this.change({stones: [app.position.name(point)], question: color === this.user ? 'live' : 'kill'})
      },
    })
    app.say('Click the group that the problem is about.')
  }

  /** The problem as a record of its own, with its question marked, to be saved. */
  makeRecord() {
    const {app, problem, play} = this
    play.restart()
    const {position} = app
    const {width, height} = position
    const of = (color) => [...position.stones.keys()].filter((point) => position.stones[point] === color).map((point) => position.name(point))
    const root = {
      black: of(1),
      white: of(2),
      to_move: colorWord(this.user),
      marks: {triangle: problem.stones},
      comment: goalText(problem, this.user),
    }
    const {rules = null, komi = null} = problem.game
    const record = new Record({size: [width, height], rules, komi, info: {event: problem.title ?? ''}, nodes: [root], unsaved: true})
    record.fileName = 'problem.sgf'
    this.leave()
    app.replaceRecord(record)
    app.say('The problem is a record now, with the group marked. Save keeps it; Undo brings the game back.')
  }

  leave() {
    if (this.play) this.app.popRecord()
  }

  get fields() {
    const {game, question, stones} = this.problem
    return {game, question, stones, threats: this.threats, seconds: Number(this.app.settings.readingSeconds)}
  }

  onAnswer(answer) {
    this.judgements.set(this.play.record.current, answer)
    const isOver = answer.state === 'solved' || answer.state === 'failed'
    // Where the record calls a move right that is proved wrong, another question than the guessed one may be meant.
    const isDoubtful = this.problem.guessed && answer.state === 'failed' && answer.said === 'right'
    if (isOver && !isDoubtful && !this.isNoted) {
      this.note(answer.state === 'solved')
    }
    this.show()
  }

  /** Keeps the first result of a problem; from then on layers and search may be looked at. */
  note(isSolved) {
    this.isNoted = true
    this.app.hidesKnowledge = false
    if (!this.progress.note(this.problem, isSolved)) this.app.say('The browser does not keep your progress.')
  }

  show() {
    const {app, problem, play} = this
    if (!play) return
    const {record} = play
    const answer = this.judgements.get(record.current)
    const atStart = record.current === play.start
    const mark = {right: ['✓', 'alive'], wrong: ['✕', 'dead'], open: ['?', 'open']}[answer?.judgement]
    replaceChildren(
      this.content,
      element(
        'div',
        {class: 'card'},
        element('h2', {class: 'row'}, stoneSign(this.user), titleOf(problem)),
        problem.comment && element('p', {text: problem.comment}),
        this.questionRow(),
        answer &&
          element(
            'p',
            {class: `verdict status-word ${mark[1]}`, role: 'status'},
            `${mark[0]} `,
            STATE_TEXT[answer.state] ?? capital(answer.judgement),
          ),
        answer && element('p', {text: answer.sentence}),
        answer && this.doubt(answer),
        element(
          'div',
          {class: 'row'},
          button('Take back', () => play.takeBack(this.user), {disabled: atStart}),
          button('Start again', () => play.restart(), {disabled: atStart}),
          button('Solutions', () => this.askSolutions()),
          this.problems.includes(problem) &&
            button('Next', () => this.begin(this.progress.next(this.problems, problem)), {
              class: answer?.state === 'solved' ? 'primary' : '',
            }),
          button('List', () => this.leave()),
        ),
        this.threatsRow(),
        element(
          'div',
          {class: 'row'},
          this.part &&
            button('Whole board', () => {
              this.isWhole = !this.isWhole
              app.board.setCrop(this.isWhole ? null : this.part)
              this.show()
            }, {'aria-pressed': String(this.isWhole)}),
          button('Make it a record', () => this.makeRecord(), {title: 'A record with the group marked, which can be saved'}),
        ),
      ),
      (this.solutionBox = element('div', {})),
    )
    this.markTarget()
  }

  /** What is asked, and from what: a guess is said, and one click asks about something else. */
  questionRow() {
    const {problem} = this
    const isGuess = Boolean(problem.guessed)
    const names = problem.stones.join(', ')
    return element(
      'div',
      {class: `asked ${isGuess ? 'guess' : ''}`},
      element('p', {}, element('strong', {text: goalText(problem, this.user)}), ` The line around ${names} marks the group.`),
      isGuess && element('p', {class: 'trust open', text: `Nothing is marked in the record; guessed: ${problem.guessed}.`}),
      element(
        'div',
        {class: 'row'},
        button('Another group', () => this.pickGroup()),
        button(`${colorName(opponent(this.user))} moves first`, () => this.turnAround()),
      ),
    )
  }

  /** The record and the reading of a guessed question disagree. */
  doubt({said, judgement, isByBook}) {
    if (isByBook || said !== 'right' || judgement !== 'wrong') return false
    const text = this.problem.guessed
      ? 'The record calls this move right. Another group or goal may be meant than the guessed one: choose it above.'
      : 'The record calls this move right.'
    return element('p', {class: 'trust open', text})
  }

  markTarget() {
    const {board, position} = this.app
    const marks = this.problem.stones.map((name) => position.point(name)).filter((point) => position.stones[point])
    board.draw(
      'selection',
      marks.map((point) => ({kind: 'outline', points: position.block(point).stones, class: 'target'})),
    )
  }

  askSolutions() {
    const {app, play} = this
    if (!this.isNoted) this.note(false)
    play.restart()
    replaceChildren(this.solutionBox, element('p', {class: 'card soft', text: 'Every first move is read …'}))
    app.connection
      .askInSlot('line', 'problem_moves', {...this.fields, seconds: 2 * Number(app.settings.readingSeconds)})
      .then(
        ({moves, best}) => this.showSolutions(moves, best),
        (error) => replaceChildren(this.solutionBox, element('p', {class: 'card warning', text: error.message})),
      )
  }

  showSolutions(moves) {
    const {board, position} = this.app
    const spots = moves.flatMap(({move, result, is_solution: isSolution}) => {
      const point = position.point(move)
      if (point < 0) return []
      const text = isSolution ? '✓' : result === 'open' ? '?' : '✕'
      return [
        {
          kind: 'spot',
          point,
          text,
          class: isSolution ? 'live' : result === 'open' ? 'key' : 'kill',
          title: RESULTS[result],
        },
      ]
    })
    board.draw('answers', spots)
    const solutions = moves.filter((move) => move.is_solution)
    const names = solutions.map(({move, result, trust}) => `${move} (${RESULTS[result]}, ${trust})`).join(', ')
    const isOpen = moves.some(({result}) => result === 'open')
    const none = isOpen ? 'No move is known to work; some are open.' : 'No move works.'
    const text = solutions.length === 0 ? none : `What works: ${names}.`
    const said = this.book?.solutions ?? []
    replaceChildren(
      this.solutionBox,
      element(
        'div',
        {class: 'card'},
        element('h3', {text: 'Solutions'}),
        element('p', {text}),
        said.length > 0 && element('p', {text: `The record: ${said.join(', ')}.`}),
        element('p', {class: 'soft', text: '✓ works, ✕ fails, ? was not decided in the time given.'}),
      ),
    )
  }
}

const STATE_TEXT = {solved: 'Solved', failed: 'This does not work', going: null}

function titleOf({number, title}) {
  return number === null || number === undefined ? title : `${number + 1}. ${title || 'Problem'}`
}

function goalText({question}, user) {
  return question === 'kill' ? `${colorName(user)} to play and kill.` : `${colorName(user)} to play and live.`
}

/** The same position with a side to move. */
function withMover(game, toMove) {
  const {moves, to_move: first} = game
  const next = moves.length === 0 ? first : moves.at(-1)[0] === 'black' ? 'white' : 'black'
  if (next === toMove) return game
  return moves.length === 0 ? {...game, to_move: toMove} : {...game, moves: [...moves, [next, 'pass']]}
}

/** The points of a rectangle with two corners. */
function rectangle(from, to, width) {
  const [x1, x2] = [from % width, to % width].sort((a, b) => a - b)
  const [y1, y2] = [Math.floor(from / width), Math.floor(to / width)].sort((a, b) => a - b)
  const points = []
  for (let y = y1; y <= y2; y += 1) for (let x = x1; x <= x2; x += 1) points.push(y * width + x)
  return points
}
