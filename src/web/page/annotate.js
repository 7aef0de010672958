// The review written into the record, for other programs: win rates of all positions, and at each mistake a comment, the
// mark of a bad move and the better line as a variation. It is one change, and Undo takes it back.

import {colorWord, opponent} from './position.js'

/** Moves of a better line that are written. */
const LONGEST = 8
/** From so many points lost on a move is marked as very bad. */
const VERY_BAD = 10

/**
 * Writes what the review has found; `nodes` are those of the reviewed line, `mistakes` those of analysis.js, and
 * `reasonsAt(node)` gives the sentences why a move was a mistake.
 */
export function annotate(record, analysis, nodes, mistakes, reasonsAt) {
  const states = nodes.map((node) => [node, analysis.of(record, node)]).filter(([, state]) => state)
  const before = nodes.map((node) => [node, node.comment, node.other])
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
      const head = record.graft(node.parent, lineOf(mistake))
      if (head) heads.push(head)
    }
  }
  record.change(work, () => {
    for (const head of heads.splice(0)) record.prune(head)
    for (const [node, comment, other] of before) Object.assign(node, {comment, other})
  })
}

/** What is said of a mistake in the record. */
function commentOf({loss, best}) {
  return `Lost ${loss.toFixed(1)} points (estimate).${best ? ` Better: ${best}.` : ''}`
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
