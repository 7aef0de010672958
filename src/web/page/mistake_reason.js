// Why a move was a mistake, as far as reading proves it and the endgame is counted: what the program finds about the
// groups near by, before and after the move, and what the move was worth beside the largest one.

/** Seconds for the reading, and for the endgame. */
const READING = 5
const ENDGAME = 2
/** Better moves, and answers, of a search that are of interest. */
const LIKELY = 2

/** The names of the points of interest of a mistake: better moves, answers, and what was answered. */
export function hintsOf({node, before, after}) {
  const likely = [before, after].flatMap((state) => (state?.candidates ?? []).slice(0, LIKELY).map(({move}) => move))
  const played = node.children[0]?.move?.[1]
  const isPoint = (name) => name && name !== 'pass' && name !== 'resign'
  return [...new Set([...likely, played].filter(isPoint))]
}

/**
 * The reasons of a mistake, the surest first: `{text, trust, change, stones, before, after}`, and for one of the endgame
 * `{text, trust, probability}`. An empty list if nothing is proved or counted.
 */
export async function reasonsOf(connection, record, mistake) {
  const {node} = mistake
  const ask = (name, fields) => connection.askInSlot('reason', name, fields)
  const fields = {game: record.game(node.parent), move: node.move[1], hints: hintsOf(mistake), seconds: READING}
  const {reasons} = await ask('mistake', fields)
  const endgame = await ask('move_worth', {game: record.game(node), seconds: ENDGAME})
  return endgame.text ? [...reasons, endgame] : reasons
}

/** How far to trust a reason, in words; nothing if its text has them. */
export function trustOf({change, trust, probability}) {
  if (change) return ''
  if (trust === 'proved') return ' (proved)'
  return ` (an estimate${typeof probability === 'number' ? `; the least certain point ${Math.round(100 * probability)} %` : ''})`
}

/**
 * The question of a reason about a group: the node of its position, the question, the stone, and whether one can play
 * against its proof, which takes nothing for granted; null if it is about no group. A proof comes first, and of two what
 * the other side does after the move.
 */
export function questionOf({change, stones, before, after}, node) {
  const questions = {let_die: ['live', 'kill'], let_live: ['kill', 'live']}[change]
  if (!questions) return null
  const isBefore = after.trust !== 'proved' && before.trust === 'proved'
  const isProved = isBefore || after.trust === 'proved'
  if (isBefore) return {node: node.parent, question: questions[0], stone: stones[0], isProved}
  return {node, question: questions[1], stone: stones[0], isProved}
}
