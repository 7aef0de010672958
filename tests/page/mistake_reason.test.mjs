// Tests of the reasons of mistakes: what a move changed about a group. node --test tests/page/

import assert from 'node:assert/strict'
import test from 'node:test'

import {blocksNear, changeOf} from '../../src/web/page/mistake_reason.js'
import {BLACK, Position, WHITE} from '../../src/web/page/position.js'

const status = (fate, moves = {}, trust = 'proved') => ({fate, trust, ...moves})
const kill = (move) => ({kill: {move}})
const live = (move) => ({live: {move}})

test('a group of the mover that could live and now falls is a reason', () => {
  const change = changeOf('C3', BLACK, BLACK, status('critical', live('A2')), status('critical', kill('A2')))
  assert.deepEqual(change, {text: 'Now White kills the group of C3 at A2; before, it could live at A2.', isProved: true})
  assert.match(changeOf('C3', BLACK, BLACK, status('alive'), status('dead')).text, /is dead; before, it was alive/)
  assert.equal(changeOf('C3', BLACK, BLACK, status('critical', live('A2')), status('dead', {}, 'estimated')).isProved, false)
})

test('a group of the other side that could be killed and now lives is a reason', () => {
  const change = changeOf('C3', WHITE, BLACK, status('critical', kill('A2')), status('alive'))
  assert.deepEqual(change, {text: 'Before, Black could kill the group of C3 at A2; now it lives.', isProved: true})
  assert.match(changeOf('C3', WHITE, BLACK, status('dead'), status('critical', live('A2'))).text, /was dead; now it lives at A2/)
})

test('what did not change, helped the mover, or is not known is no reason', () => {
  assert.equal(changeOf('C3', BLACK, BLACK, status('alive'), status('alive')), null)
  assert.equal(changeOf('C3', BLACK, BLACK, status('critical'), status('unknown')), null)
  assert.equal(changeOf('C3', WHITE, BLACK, status('alive'), status('dead')), null)
  assert.equal(changeOf('C3', BLACK, BLACK, status('dead'), status('alive')), null)
})

test('blocks near a move are looked at once each, the nearest first', () => {
  const position = new Position(9, 9).withStones([
    [40, BLACK],
    [41, BLACK],
    [13, WHITE],
    [0, WHITE],
  ])
  assert.deepEqual(blocksNear(position, [31]), [40, 13])
  assert.deepEqual(blocksNear(position, [8]), [])
})
