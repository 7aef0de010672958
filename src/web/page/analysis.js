// What searches have found about the positions of records: kept while the page is open, compared, and counted as points
// lost by each move.

import {BLACK} from './position.js'

/** From so many points lost on a move counts as a mistake. */
export const MISTAKE = 2
/** A move that loses less than this is as good as the best one, as far as a short search can see. */
const GOOD = 1
/** The parts of a game, each with its end as moves for each point of the board. */
const PHASES = [
  ['Opening', 0.14],
  ['Middle game', 0.42],
  ['Endgame', Infinity],
]
/** Limits of the classes of points lost, from 'loss-0' on. */
const CLASSES = [0.5, 1.5, 3, 6]

/** The class of points lost, for colors: 'loss-0' to 'loss-4'. */
export function lossClass(loss) {
  const place = CLASSES.findIndex((limit) => loss < limit)
  return `loss-${place < 0 ? CLASSES.length : place}`
}

/** What a candidate loses against the best one, in points of the side to move. */
export function candidateLoss({candidates}, candidate, toMove) {
  const difference = candidates[0].score - candidate.score
  return Math.max(0, toMove === BLACK ? difference : -difference)
}

/** The least number of visits of a candidate that is shown: a setting's number, or a hundredth of all. */
export function leastVisits(setting, total) {
  return setting === 'share' ? Math.max(2, Math.ceil(total / 100)) : Number(setting)
}

/** The states of searches by node. A state that was found before the node was changed by hand is not given. */
export class Analysis {
  constructor() {
    this.states = new WeakMap()
  }

  /** Keeps a state unless a deeper one is known. */
  keep(record, node, state) {
    const known = this.of(record, node)
    if (known && known.visits >= state.visits) return
    this.states.set(node, {state, key: keyOf(record, node)})
  }

  /** The state of a node, or null. */
  of(record, node) {
    const found = this.states.get(node)
    return found && found.key === keyOf(record, node) ? found.state : null
  }

  /** Points lost by the move of each node, as far as the positions before and after it are known: `{node, number, color, point, loss, best, winRate, score}`. */
  losses(record, nodes) {
    return nodes.flatMap((node, i) => {
      const move = record.moveOf(node)
      const [before, after] = [i > 0 && this.of(record, nodes[i - 1]), this.of(record, node)]
      if (!move || !before || !after) return []
      const difference = before.score - after.score
      const best = before.candidates[0]?.move ?? null
      const isBest = best === node.move[1]
      const loss = isBest ? 0 : Math.max(0, move.color === BLACK ? difference : -difference)
      return [{node, number: i, ...move, loss, best, winRate: after.winRate, before, after}]
    })
  }
}

/** The moves that lose most, the worst first. */
export function mistakesOf(losses) {
  return losses.filter(({loss}) => loss >= MISTAKE).sort((a, b) => b.loss - a.loss || a.number - b.number)
}

/** For each part of the game and each color: number of moves, points lost, and the share of good moves. */
export function phasesOf(losses, area) {
  const parts = PHASES.map(([name]) => ({name, players: [null, newSum(), newSum()]}))
  for (const {number, color, loss} of losses) {
    const sum = parts[PHASES.findIndex(([, end]) => number <= end * area)].players[color]
    sum.moves += 1
    sum.lost += loss
    if (loss < GOOD) sum.good += 1
  }
  return parts.filter(({players}) => players[1].moves + players[2].moves > 0)
}

function newSum() {
  return {moves: 0, lost: 0, good: 0}
}

/** What a state depends on, in short: stones, side to move, komi and rules. */
function keyOf(record, node) {
  const {stones, toPlay, ko} = record.position(node)
  let hash = 0x811c9dc5
  for (const color of stones) hash = Math.imul(hash ^ color, 0x01000193)
  return `${hash} ${toPlay} ${ko} ${record.komi} ${record.rules}`
}
