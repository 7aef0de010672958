// Tests of what the record of a problem says about moves. node --test tests/page/

import assert from 'node:assert/strict'
import test from 'node:test'

import {Book} from '../../src/web/page/book.js'
import {cropOf} from '../../src/web/page/crop.js'

/** A tree from nodes `[parent, move, more]`, colors alternating from Black on by depth. */
function book(...nodes) {
  const depth = [0]
  const list = nodes.map(([parent, move, more = {}], i) => {
    depth[i + 1] = depth[parent] + 1
    return {parent, move: [depth[i + 1] % 2 ? 'black' : 'white', move], ...more}
  })
  return new Book({size: [9, 9], info: {}, nodes: [{comment: 'The right move kills.'}, ...list]})
}

const black = (move) => ['black', move]
const white = (move) => ['white', move]

test('without marks the main line is right, whatever the other side answers', () => {
  const found = book([0, 'A1'], [1, 'B1'], [2, 'C1'], [1, 'B2'], [4, 'C2'], [0, 'D4'])
  assert.equal(found.judge([black('A1')]).judgement, 'right')
  assert.deepEqual(found.judge([black('A1'), white('B2'), black('C2')]), {judgement: 'right', reply: null, isEnd: true, comment: ''})
  assert.equal(found.judge([black('A1')]).reply, 'B1')
  assert.equal(found.judge([black('D4')]).judgement, null)
  assert.equal(found.judge([black('J9')]), null)
  assert.deepEqual(found.solutions, ['A1'])
  assert.deepEqual(found.points.sort(), ['A1', 'B1', 'B2', 'C1', 'C2', 'D4'])
})

test('marks of solutions and of failures count, wherever they stand', () => {
  const found = book([0, 'A1', {comment: 'Wrong.'}], [1, 'B1'], [0, 'D4'], [3, 'E5'], [4, 'F6', {comment: 'RIGHT'}], [4, 'G7'], [0, 'C3'])
  assert.equal(found.judge([black('A1')]).judgement, 'wrong')
  assert.equal(found.judge([black('D4')]).judgement, 'right')
  assert.equal(found.judge([black('D4'), white('E5'), black('F6')]).judgement, 'right')
  assert.equal(found.judge([black('D4'), white('E5'), black('G7')]).judgement, 'wrong')
  assert.equal(found.judge([black('C3')]).judgement, 'wrong')
  const annotated = book([0, 'A1', {other: [['BM', ['1']]]}], [0, 'B2', {other: [['TE', ['1']]]}], [2, 'C3'], [3, 'D4'])
  assert.deepEqual(annotated.solutions, ['B2'])
  assert.equal(annotated.judge([black('B2'), white('C3'), black('D4')]).judgement, 'right')
  assert.equal(book([0, 'A1', {comment: 'This is not correct'}]).judge([black('A1')]).judgement, 'wrong')
})

test('a board is cropped to the corner or the side of a problem, and not where that shows no less', () => {
  const at = (x, y) => y * 19 + x
  assert.deepEqual(cropOf([at(16, 2), at(18, 5)], 19, 19), {left: 12, top: 0, right: 18, bottom: 7})
  assert.deepEqual(cropOf([at(9, 17)], 19, 19), {left: 6, top: 12, right: 12, bottom: 18})
  assert.equal(cropOf([at(1, 1), at(17, 17)], 19, 19), null)
  assert.equal(cropOf([0], 9, 9), null)
  assert.equal(cropOf([], 19, 19), null)
})
