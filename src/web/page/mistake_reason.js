// Why a move was a mistake, as far as reading finds it: a group near by that could live or be killed before it, and no
// longer can.

import {EMPTY, colorName, opponent} from './position.js'

/** Groups are looked at that have a stone so near to the move, to the better one, or to the answers. */
const NEAR = 2
/** Most groups that are read. */
const MOST = 8
/** Seconds for each question. */
const SECONDS = 1

/** One stone of each block near some points, the nearest first. */
export function blocksNear(position, points) {
  const {width, stones} = position
  const distance = (a, b) => Math.max(Math.abs((a % width) - (b % width)), Math.abs(Math.floor(a / width) - Math.floor(b / width)))
  const near = [...stones.keys()]
    .filter((point) => stones[point] !== EMPTY)
    .map((point) => ({point, away: Math.min(...points.map((other) => distance(point, other)))}))
    .filter(({away}) => away <= NEAR)
    .sort((a, b) => a.away - b.away)
  const seen = new Set()
  return near
    .filter(({point}) => {
      if (seen.has(point)) return false
      for (const stone of position.block(point).stones) seen.add(stone)
      return true
    })
    .slice(0, MOST)
    .map(({point}) => point)
}

/** What becomes of a group with the right play of the side to move: 1 it lives, 0 it dies, null: not known. */
function outcome({fate}, owner, toMove) {
  if (fate === 'critical') return owner === toMove ? 1 : 0
  return {alive: 1, seki: 1, dead: 0}[fate] ?? null
}

/**
 * What a move changed about a group, from the status before and after it; null if it did no harm to the mover.
 * `{text, isProved}`.
 */
export function changeOf(name, owner, mover, before, after) {
  const other = opponent(mover)
  const was = outcome(before, owner, mover)
  const is = outcome(after, owner, other)
  if (was === null || is === null || was === is) return null
  if ((owner === mover) !== (was === 1)) return null
  const isProved = before.trust === 'proved' && after.trust === 'proved'
  const group = `the group of ${name}`
  if (owner === mover) {
    const now = after.fate === 'critical' && after.kill?.move ? `${colorName(other)} kills ${group} at ${after.kill.move}` : `${group} is dead`
    const then = before.fate === 'critical' && before.live?.move ? `it could live at ${before.live.move}` : 'it was alive'
    return {text: `Now ${now}; before, ${then}.`, isProved}
  }
  const now = after.fate === 'critical' && after.live?.move ? `it lives at ${after.live.move}` : 'it lives'
  const then = before.fate === 'critical' && before.kill?.move ? `${colorName(mover)} could kill ${group} at ${before.kill.move}` : `${group} was dead`
  return {text: `Before, ${then}; now ${now}.`, isProved}
}

/**
 * Reads the groups near a mistake before and after it. Gives the first reason that is proved on both sides,
 * `{text, stone}`, or null; an estimate about a group is no better than the points lost. `isWanted()` ends it early.
 */
export async function reasonOf(app, record, {node, color, point, best, after: found}, isWanted) {
  const position = record.position(node.parent)
  // A move that is bad because it is elsewhere is punished where the other side plays next.
  const others = [best, ...found.candidates.slice(0, 2).map(({move}) => move), node.children[0]?.move?.[1]]
  const points = [point, ...others.map((name) => record.point(name ?? ''))].filter((place) => place !== null && place >= 0)
  if (points.length === 0) return null
  for (const stone of blocksNear(position, points)) {
    if (record.position(node).stones[stone] !== position.stones[stone]) continue
    const name = position.name(stone)
    const status = (at) =>
      app.connection.askInSlot('reason', 'ask', {game: record.game(at), question: 'status', stones: [name], seconds: SECONDS})
    const before = await status(node.parent)
    if (!isWanted()) return null
    if (before.trust !== 'proved') continue
    const after = await status(node)
    if (!isWanted()) return null
    const change = changeOf(name, position.stones[stone], color, before, after)
    if (change?.isProved) return {...change, stone}
  }
  return null
}
