// The count of a finished board where the user has said of some blocks that they are dead or alive.

import {BLACK, EMPTY, WHITE, opponent} from './position.js'
import {neighbours} from './vertex.js'

/**
 * Whose each empty point and dead stone is: regions of them that only living stones of one color touch. In `territory`
 * rules a region that touches a block in seki is nobody's. Gives `{territory: [, black, white], dame}` as lists.
 */
export function ownersOf({width, height, stones}, dead, seki = new Set()) {
  const found = {territory: [null, [], []], dame: []}
  const seen = new Set()
  const isOpen = (point) => stones[point] === EMPTY || dead.has(point)
  for (let start = 0; start < stones.length; start += 1) {
    if (seen.has(start) || !isOpen(start)) continue
    const region = [start]
    const borders = new Set()
    seen.add(start)
    for (let i = 0; i < region.length; i += 1) {
      for (const near of neighbours(region[i], width, height)) {
        if (!isOpen(near)) borders.add(seki.has(near) ? EMPTY : stones[near])
        else if (!seen.has(near)) {
          seen.add(near)
          region.push(near)
        }
      }
    }
    const owner = borders.size === 1 ? [...borders][0] : EMPTY
    if (owner === EMPTY) found.dame.push(...region)
    else found.territory[owner].push(...region)
  }
  return found
}

/**
 * The count of the program with other stones dead. `answer` is that of the service `score`, `wasDead` and `dead` are sets
 * of points, `seki` those in seki. Gives `{count, territory, dame, score, text, winner}`; the score is Black's.
 */
export function recount(answer, position, wasDead, dead, seki) {
  const isArea = isAreaCount(answer)
  const {territory, dame} = ownersOf(position, dead, isArea ? new Set() : seki)
  const number = (points, color) => [...points].filter((point) => position.stones[point] === color).length
  const side = (color) => {
    const before = answer.count[color === BLACK ? 'black' : 'white']
    const other = opponent(color)
    const stones = number(position.stones.keys(), color) - number(dead, color)
    const prisoners = before.prisoners - number(wasDead, other) + number(dead, other)
    const counted = territory[color].length
    const {handicap} = before
    return {stones, territory: counted, prisoners, handicap, total: handicap + counted + (isArea ? stones : prisoners)}
  }
  const count = {black: side(BLACK), white: side(WHITE)}
  const score = count.black.total - count.white.total - answer.komi
  const winner = score === 0 ? null : score > 0 ? 'black' : 'white'
  const text = winner ? `${score > 0 ? 'B' : 'W'}+${Math.abs(score)}` : '0'
  return {count, territory, dame, score, winner, text}
}

/** Whether stones on the board count, as in area rules. */
export function isAreaCount({count}) {
  const {stones, territory, handicap, total} = count.black
  return stones + territory + handicap === total
}
