// The review written into the record, for other programs: win rates of all positions, and at each mistake a comment, the
// mark of a bad move, the better moves and the best line as a variation. It is one change, and Undo takes it back.
//
// Comments have the words, and moves the marks of KaTrain: a cross where the best move is, squares where others are that
// are nearly as good.

import {candidateLoss} from './analysis.js'
import {BLACK, WHITE, colorWord, opponent} from './position.js'
import {rateOf} from './words.js'

/** Moves of a better line that are written. */
const LONGEST = 8
/** From so many points lost on a move is marked as very bad. */
const VERY_BAD = 10
/** A move that loses at most this much beside the best one is marked, too. */
const NEARLY_BEST = 0.5

const LETTER = {[BLACK]: 'B', [WHITE]: 'W'}
/** Marks of a node that the review uses, unless the record does. */
const MARKED = ['cross', 'square']

/**
 * Writes what the review has found; `nodes` are those of the reviewed line, `mistakes` those of analysis.js, and
 * `reasonsAt(node)` gives the sentences why a move was a mistake.
 */
export function annotate(record, analysis, nodes, mistakes, reasonsAt) {
  const states = nodes.map((node) => [node, analysis.of(record, node)]).filter(([, state]) => state)
  const before = nodes.map((node) => [node, node.comment, node.other, node.marks])
  const heads = []
  const work = () => {
    // Sabaki's property: Black's win rate in percent; V is Black's lead.
    for (const [node, state] of states) {
      const other = withProperty(node.other, 'SBKV', (100 * state.win_rate).toFixed(2))
      node.other = withProperty(other, 'V', state.score.toFixed(1))
    }
    for (const mistake of mistakes) {
      const {node, loss} = mistake
      const said = [commentOf(mistake), ...reasonsAt(node)].join('\n')
      node.comment = [node.comment, said].filter(Boolean).join('\n\n')
      node.other = withProperty(node.other, 'BM', loss >= VERY_BAD ? '2' : '1')
      node.marks = withBetterMoves(node.marks, mistake)
      const head = record.graft(node.parent, lineOf(mistake))
      if (head) heads.push(head)
    }
  }
  record.change(work, () => {
    for (const head of heads.splice(0)) record.prune(head)
    for (const [node, comment, other, marks] of before) Object.assign(node, {comment, other, marks})
  })
}

/** What is said of a mistake in the record, in KaTrain's words. */
function commentOf({number, color, node, loss, before, after}) {
  const [best] = before.candidates
  const lines = [
    `Move ${number}: ${LETTER[color]} ${node.move[1]}`,
    `Score: ${leadOf(after.score)}`,
    `Win rate: ${winnerOf(after.win_rate)}`,
    `Estimated point loss: ${loss.toFixed(1)}`,
  ]
  if (!best) return lines.join('\n')
  const line = best.line?.length > 0 ? best.line.slice(0, LONGEST) : [best.move]
  lines.push(`Predicted top move was ${best.move} (${leadOf(best.score)}).`, `PV: ${LETTER[color]}${line.join(' ')}`)
  return lines.join('\n')
}

/** A lead as 'B+3.5'. */
function leadOf(score) {
  return `${LETTER[score < 0 ? WHITE : BLACK]}+${Math.abs(score).toFixed(1)}`
}

/** The side that is likelier to win with its chance, as 'W 67.2%'. */
function winnerOf(winRate) {
  const winner = winRate < 0.5 ? WHITE : BLACK
  return `${LETTER[winner]} ${(100 * rateOf(winner, winRate)).toFixed(1)}%`
}

/** The marks of a node with the better moves: a cross for the best one, squares for those nearly as good. */
function withBetterMoves(marks, {color, node, before}) {
  const [best, ...others] = before.candidates
  const isPoint = ({move}) => move !== 'pass' && move !== node.move[1]
  if (!best || MARKED.some((kind) => marks[kind]?.length > 0)) return marks
  const near = others.filter((candidate) => candidateLoss(before, candidate, color) <= NEARLY_BEST)
  const names = (candidates) => candidates.filter(isPoint).map(({move}) => move)
  return {...marks, cross: names([best]), square: names(near)}
}

/** The better line as moves with their colors. */
function lineOf({color, before}) {
  let mover = opponent(color)
  return (before.candidates[0]?.line ?? []).slice(0, LONGEST).map((move) => {
    mover = opponent(mover)
    return [colorWord(mover), move]
  })
}

function withProperty(other, name, value) {
  return [...other.filter(([found]) => found !== name), [name, [value]]]
}
