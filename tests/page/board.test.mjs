// Tests of the board as a component: what it draws, and what clicks, touches and keys tell. node --test tests/page/

import './fake_dom.mjs'

import assert from 'node:assert/strict'
import test from 'node:test'

import {Board} from '../../src/web/page/board.js'
import {BLACK, EMPTY, Position, WHITE} from '../../src/web/page/position.js'

/** A board with two stones, and a list of what it tells. */
function boardWith(options = {}, width = 9, height = 9) {
  const told = []
  const board = new Board({
    onPoint: (point) => told.push(point),
    onPending: (point) => told.push(`pending ${point}`),
    ...options,
  })
  const stones = [
    [0, BLACK],
    [width * height - 1, WHITE],
  ]
  board.show({position: new Position(width, height).withStones(stones), last: 0})
  return {board, told}
}

/** An event of the pointer on a point. */
function at(board, point, pointerType = 'mouse') {
  return {
    clientX: board.geometry.x(point) + 3,
    clientY: board.geometry.y(point) - 4,
    button: 0,
    buttons: 1,
    pointerType,
  }
}

function click(board, point, pointerType) {
  board.root.send('pointerdown', at(board, point, pointerType))
  board.root.send('pointerup', at(board, point, pointerType))
}

test('every size is drawn with its stones, lines and coordinates', () => {
  for (const [width, height] of [
    [2, 1],
    [9, 9],
    [19, 19],
    [25, 25],
    [25, 3],
  ]) {
    const {board} = boardWith({}, width, height)
    assert.equal(board.svg.all('stone').length, 2)
    assert.equal(board.svg.all('coordinates')[0].children.length, 2 * (width + height))
    const [, , spanX, spanY] = board.svg.getAttribute('viewBox').split(' ').map(Number)
    const last = width * height - 1
    assert.ok(board.geometry.x(last) < spanX && board.geometry.y(last) < spanY)
    for (let point = 0; point <= last; point += 1) {
      assert.equal(board.geometry.nearest(board.geometry.x(point), board.geometry.y(point)), point)
    }
  }
})

test('the last move is marked, unless its stone has a number or is gone', () => {
  const {board} = boardWith()
  assert.equal(board.svg.all('last-move').length, 1)
  board.show({position: board.position, last: 0, numbers: new Map([[0, '7']])})
  assert.equal(board.svg.all('last-move').length, 0)
  assert.equal(board.svg.all('number')[0].textContent, '7')
  board.show({position: board.position, last: 5})
  assert.equal(board.svg.all('last-move').length, 0)
})

test('signs on stones and on empty points differ, so that they are seen', () => {
  const {board} = boardWith()
  board.draw(
    'marks',
    [0, 40, 80].map((point) => ({kind: 'triangle', point, class: 'mine'})),
  )
  const classes = board.svg.all('mine').map((mark) => mark.getAttribute('class'))
  assert.deepEqual(
    classes.map((name) => name.split(' ')[1]),
    ['on-black', 'on-board', 'on-white'],
  )
})

test('each kind of item can be drawn', () => {
  const {board} = boardWith()
  const items = [
    {kind: 'fill', points: [1, 2]},
    {kind: 'outline', points: [1, 2]},
    {kind: 'territory', point: 3, color: WHITE},
    ...['triangle', 'square', 'circle', 'cross', 'diamond', 'dot'].map((kind) => ({kind, point: 4})),
    {kind: 'label', point: 5, text: 'A'},
    {kind: 'spot', point: 6, text: '51', below: '1.2k'},
    {kind: 'stone', point: 7, color: BLACK, text: 3},
    {kind: 'line', from: 1, to: 20},
    {kind: 'arrow', from: 1, to: 20},
    {kind: 'next', point: 8, color: BLACK},
  ]
  board.draw(
    'selection',
    items.map((item) => ({...item, class: 'drawn', title: 'why'})),
  )
  assert.equal(board.svg.all('drawn').length, items.length)
  board.draw('selection', [])
  assert.equal(board.svg.all('drawn').length, 0)
})

test('the outline of a region has no lines inside', () => {
  const {board} = boardWith()
  board.draw('selection', [{kind: 'outline', points: [0, 1, 9, 10], class: 'drawn'}])
  assert.equal(board.svg.all('drawn')[0].getAttribute('d').match(/M/g).length, 8)
})

test('layers stay when stones are drawn again, and go with another size', () => {
  const {board} = boardWith()
  board.draw('marks', [{kind: 'dot', point: 4}])
  board.show({position: board.position})
  assert.equal(board.svg.all('dot').length, 1)
  board.show({position: new Position(13, 13)})
  assert.equal(board.svg.all('dot').length, 0)
})

test('a click tells its point; a press and a release on different points do not', () => {
  const {board, told} = boardWith()
  click(board, 40)
  board.root.send('pointerdown', at(board, 40))
  board.root.send('pointerup', at(board, 41))
  assert.deepEqual(told, [40])
  board.root.send('pointerdown', {clientX: -50, clientY: -50, button: 0})
  board.root.send('pointerup', {clientX: -50, clientY: -50, button: 0})
  assert.deepEqual(told, [40])
})

test('a touch waits for a second one on the same point', () => {
  const {board, told} = boardWith()
  board.setGhost(BLACK)
  click(board, 40, 'touch')
  click(board, 41, 'touch')
  click(board, 41, 'touch')
  assert.deepEqual(told, ['pending 40', 'pending 41', 'pending -1', 41])
  board.setPending(42)
  board.confirm()
  assert.equal(told.at(-1), 42)
})

test('the confirmation can be switched off, and is not asked where no stone would be played', () => {
  const {board, told} = boardWith()
  board.setGhost(BLACK)
  board.confirmsTouch = false
  click(board, 40, 'touch')
  board.confirmsTouch = true
  board.setGhost(EMPTY)
  click(board, 41, 'touch')
  board.setGhost(BLACK)
  click(board, 0, 'touch')
  assert.deepEqual(told, [40, 41, 0])
})

test('a drag tells its rectangle and is no click', () => {
  const drags = []
  const {board, told} = boardWith({onDrag: (...drag) => drags.push(drag)})
  board.root.send('pointerdown', at(board, 10))
  board.root.send('pointermove', at(board, 20))
  board.root.send('pointermove', at(board, 30))
  board.root.send('pointerup', at(board, 30))
  assert.deepEqual(drags, [
    [10, 20, false],
    [10, 30, false],
    [10, 30, true],
  ])
  assert.deepEqual(told, [])
})

test('the keyboard moves a cursor, stays on the board, and plays', () => {
  const {board, told} = boardWith()
  const press = (key) => board.root.send('keydown', {key})
  press('ArrowLeft')
  assert.equal(board.hasCursor, false)
  press('Enter')
  assert.equal(board.cursor, 40)
  for (let i = 0; i < 12; i += 1) press('ArrowLeft')
  press('ArrowUp')
  assert.equal(board.position.name(board.cursor), 'A6')
  assert.equal(board.spoken.textContent, 'A6, empty')
  press('Enter')
  press('Escape')
  assert.equal(board.hasCursor, false)
  assert.deepEqual(told, [27])
})

test('the stone under the mouse is shown on empty points only', () => {
  const {board} = boardWith()
  board.setGhost(WHITE)
  board.root.send('pointermove', {...at(board, 40), buttons: 0})
  assert.equal(board.ghostLayer.children.length, 1)
  board.root.send('pointermove', {...at(board, 0), buttons: 0})
  assert.equal(board.ghostLayer.children.length, 0)
  board.root.send('pointermove', {...at(board, 41), buttons: 0})
  board.root.send('pointerleave', {})
  assert.equal(board.ghostLayer.children.length, 0)
})

test('a part of the board is shown with its own coordinates, and points keep their names', () => {
  const {board, told} = boardWith({}, 19, 19)
  const whole = board.svg.getAttribute('viewBox').split(' ').map(Number)
  board.setCrop({left: 12, top: 0, right: 18, bottom: 6})
  const part = board.svg.getAttribute('viewBox').split(' ').map(Number)
  assert.ok(part[0] > 0 && part[1] === 0 && part[2] < whole[2] / 2)
  assert.deepEqual(
    board.svg.all('coordinates')[0].children.filter((_, i) => i % 2 === 0).map(({textContent}) => textContent).slice(0, 7),
    ['N', 'O', 'P', 'Q', 'R', 'S', 'T'],
  )
  click(board, 13)
  click(board, 5)
  assert.deepEqual(told, [13])
  board.root.send('keydown', {key: 'Enter'})
  for (let i = 0; i < 30; i += 1) board.root.send('keydown', {key: 'ArrowLeft'})
  assert.equal(board.position.name(board.cursor), 'N16')
  board.setCrop(null)
  assert.deepEqual(board.svg.getAttribute('viewBox').split(' ').map(Number), whole)
  board.setCrop({left: 12, top: 0, right: 18, bottom: 6})
  board.show({position: new Position(9, 9)})
  assert.equal(board.crop, null)
})
