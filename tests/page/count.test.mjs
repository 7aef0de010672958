// Tests of the count with stones that the user has called dead or alive. node --test tests/page/

import assert from 'node:assert/strict'
import test from 'node:test'

import {ownersOf, recount} from '../../src/web/page/count.js'
import {BLACK, Position, WHITE} from '../../src/web/page/position.js'

function position(...rows) {
  const stones = new Uint8Array(rows.join('').length)
  ;[...rows.join('')].forEach((char, point) => (stones[point] = '.XO'.indexOf(char)))
  return new Position(rows[0].length, rows.length, stones)
}

/** A white stone inside Black's side. */
const BOARD = position('.OX.O.', '..X.O.', '..X.O.')

test('regions belong to the only living color that touches them', () => {
  const alive = ownersOf(BOARD, new Set())
  assert.deepEqual([alive.territory[BLACK].length, alive.territory[WHITE].length, alive.dame.length], [0, 3, 8])
  const {territory, dame} = ownersOf(BOARD, new Set([1]))
  assert.deepEqual([territory[BLACK], territory[WHITE].length, dame], [[0, 1, 6, 7, 12, 13], 3, [3, 9, 15]])
  assert.equal(ownersOf(BOARD, new Set([1]), new Set([2, 8, 14])).territory[BLACK].length, 0)
})

test('a stone called dead is a prisoner in territory rules, and no stone in area rules', () => {
  const side = (stones, territory, prisoners, total) => ({stones, territory, prisoners, handicap: 0, total})
  const japanese = {komi: 0.5, count: {black: side(3, 0, 2, 2), white: side(4, 3, 0, 3)}}
  const counted = recount(japanese, BOARD, new Set(), new Set([1]), new Set())
  assert.deepEqual(counted.count.black, side(3, 6, 3, 9))
  assert.deepEqual([counted.text, counted.winner], ['B+5.5', 'black'])
  const chinese = {komi: 7, count: {black: side(3, 0, 2, 3), white: side(4, 3, 0, 7)}}
  const area = recount(chinese, BOARD, new Set(), new Set([1]), new Set())
  assert.deepEqual([area.count.black.total, area.count.white.total, area.text], [9, 6, 'W+4'])
  // Taken back, the count is as before.
  const back = recount({...chinese, count: area.count}, BOARD, new Set([1]), new Set(), new Set())
  assert.deepEqual([back.count.black.prisoners, back.count.white.stones], [2, 4])
})
