// One problem: moves are answered by the best resistance and judged by proof, and where reading stays open by the record
// of the problem. The question can be changed.

import {stoneSign} from './app.js'
import {Book} from './book.js'
import {cropOf} from './crop.js'
import {button, element, replaceChildren} from './dom.js'
import {LinePlay} from './line_play.js'
import {BLACK, EMPTY, WHITE, colorName, colorOf, colorWord, opponent} from './position.js'
import {Record} from './record.js'
import {capital} from './words.js'

/** Results of a first move in words. */
const RESULTS = {
  clean: 'solves it',
  ko_taking_first: 'ko, takes first',
  ko_needing_threat: 'ko, needs a threat',
  none: 'fails',
  open: 'open',
}

/** What a judgement means for the problem. */
const STATE_TEXT = {solved: 'Solved', failed: 'This does not work', going: null}

export class ProblemPlay {
  /** Begins a problem in the panel, which keeps the list, the progress and the ko threats. */
  constructor(panel, problem) {
    const {app} = panel
    this.panel = panel
    this.app = app
    this.problem = problem
    this.user = moverOf(problem.game)
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
        panel.play = null
        this.stopListening()
        panel.showList()
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
    const isOfFile = this.panel.source && this.panel.problems.includes(problem)
    if (!isOfFile) return
    try {
      const {tree} = await this.app.connection.ask('record', {...this.panel.source, number: problem.number})
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
    if (!said?.judgement) {
      const isUnknown = this.book && answer.judgement === 'open'
      return isUnknown ? {...answer, sentence: `${answer.sentence} The record does not judge this move.`} : answer
    }
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
    const place = this.panel.problems.indexOf(this.problem)
    if (place >= 0) this.panel.problems[place] = changed
    this.panel.begin(changed)
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
      black: of(BLACK),
      white: of(WHITE),
      to_move: colorWord(this.user),
      marks: {triangle: problem.stones},
      comment: goalText(problem, this.user),
    }
    const {rules = null, komi = null} = problem.game
    const record = new Record({size: [width, height], rules, komi, info: {event: problem.title ?? ''}, nodes: [root], unsaved: true})
    record.fileName = 'problem.sgf'
    this.panel.leave()
    app.replaceRecord(record)
    app.say('The problem is a record now, with the group marked. Save keeps it; Undo brings the game back.')
  }

  get fields() {
    const {game, question, stones} = this.problem
    const {threats, outside} = this.panel
    return {game, question, stones, threats, walls_stand: outside === 'safe', seconds: Number(this.app.settings.readingSeconds)}
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
    if (!this.panel.progress.note(this.problem, isSolved)) this.app.say('The browser does not keep your progress.')
  }

  show() {
    const {app, problem, play} = this
    if (!play) return
    const {record} = play
    const answer = this.judgements.get(record.current)
    const atStart = record.current === play.start
    const mark = {right: ['✓', 'alive'], wrong: ['✕', 'dead'], open: ['?', 'open']}[answer?.judgement]
    replaceChildren(
      this.panel.content,
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
          this.panel.problems.includes(problem) &&
            button('Next', () => this.panel.begin(this.panel.progress.next(this.panel.problems, problem)), {
              class: answer?.state === 'solved' ? 'primary' : '',
            }),
          button('List', () => this.panel.leave()),
        ),
        this.panel.conditionRows(),
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

  /** Draws a line around the group, and a dashed one around what the last judgement takes for granted. */
  markTarget() {
    const {board, position} = this.app
    const given = this.judgements.get(this.play.record.current)?.given ?? []
    const outlines = (names, className) => {
      const marks = names.map((name) => position.point(name)).filter((point) => position.stones[point])
      return marks.map((point) => ({kind: 'outline', points: position.block(point).stones, class: className}))
    }
    board.draw('selection', [...outlines(given, 'given'), ...outlines(this.problem.stones, 'target')])
  }

  askSolutions() {
    const {app, play} = this
    if (!this.isNoted) this.note(false)
    play.restart()
    replaceChildren(this.solutionBox, element('p', {class: 'card soft', text: 'Reading every first move …'}))
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
    const sure = ({trust, given}) => (given.length > 0 ? 'proved if the stones outside stand' : trust)
    const names = solutions.map((solution) => `${solution.move} (${RESULTS[solution.result]}, ${sure(solution)})`).join(', ')
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

/** The name of a problem in the list and above the board. */
export function titleOf({number, title}) {
  return number === null || number === undefined ? title : `${number + 1}. ${title || 'Problem'}`
}

function goalText({question}, user) {
  return question === 'kill' ? `${colorName(user)} to play and kill.` : `${colorName(user)} to play and live.`
}

/** The side that moves in the position of a game. */
export function moverOf({moves, to_move: first}) {
  if (moves.length === 0) return colorOf(first)
  return opponent(colorOf(moves.at(-1)[0]))
}

/** The same position with a side to move. */
export function withMover(game, toMove) {
  const {moves} = game
  const next = colorWord(moverOf(game))
  if (next === toMove) return game
  return moves.length === 0 ? {...game, to_move: toMove} : {...game, moves: [...moves, [next, 'pass']]}
}
