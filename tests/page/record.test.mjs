// Tests of positions and records, by node alone: node --test tests/page/

import assert from 'node:assert/strict'
import test from 'node:test'

import {BLACK, EMPTY, Position, WHITE} from '../../src/web/page/position.js'
import {Record, emptyRecord} from '../../src/web/page/record.js'
import {handicapPoints, neighbours, parseVertex, starPoints, vertexName} from '../../src/web/page/vertex.js'

/** A position from rows of text, X black, O white. */
function position(...rows) {
  const stones = new Uint8Array(rows.join('').length)
  ;[...rows.join('')].forEach((char, point) => (stones[point] = '.XO'.indexOf(char)))
  return new Position(rows[0].length, rows.length, stones)
}

function rows({width, height, stones}) {
  const text = [...stones].map((color) => '.XO'[color]).join('')
  return Array.from({length: height}, (_, y) => text.slice(y * width, (y + 1) * width))
}

test('names of points go there and back on every board', () => {
  for (const [width, height] of [
    [1, 1],
    [9, 9],
    [25, 25],
    [3, 25],
    [19, 7],
  ]) {
    for (let point = 0; point < width * height; point += 1) {
      assert.equal(parseVertex(vertexName(point, width, height), width, height), point)
    }
  }
  assert.equal(vertexName(0, 19, 19), 'A19')
  assert.equal(vertexName(24, 25, 25), 'Z25')
  for (const bad of ['I5', 'A0', 'A20', 'pass', '', 'AA', 'T1x']) assert.equal(parseVertex(bad, 19, 19), -1)
})

test('stars and handicap stones stand where players expect them', () => {
  const names = (points, width, height) => points.map((point) => vertexName(point, width, height)).sort()
  assert.deepEqual(names(starPoints(9, 9), 9, 9), ['C3', 'C7', 'E5', 'G3', 'G7'])
  assert.equal(starPoints(19, 19).length, 9)
  assert.equal(starPoints(13, 13).length, 5)
  assert.deepEqual(starPoints(2, 5), [])
  assert.deepEqual(names(handicapPoints(2, 19, 19), 19, 19), ['D4', 'Q16'])
  assert.equal(handicapPoints(9, 19, 19).length, 9)
  assert.equal(new Set(handicapPoints(7, 13, 13)).size, 7)
  assert.deepEqual(handicapPoints(3, 5, 5), [])
})

test('a corner has two neighbours, an edge three', () => {
  assert.deepEqual(neighbours(0, 3, 2).sort(), [1, 3])
  assert.equal(neighbours(1, 3, 2).length, 3)
  assert.equal(neighbours(4, 3, 3).length, 4)
})

test('a captured block leaves the board and is counted', () => {
  const before = position('.O.', 'OXO', '.O.').withStones([[1, EMPTY]])
  const after = before.play(1, WHITE)
  assert.deepEqual(rows(after), ['.O.', 'O.O', '.O.'])
  assert.equal(after.captures[WHITE], 1)
  assert.equal(after.toPlay, BLACK)
})

test('a ko may not be retaken at once, but after a move elsewhere', () => {
  const before = position('.XO..', 'X.XO.', '.XO..', '.....')
  const taken = before.play(before.point('B3'), WHITE)
  assert.deepEqual(rows(taken)[1], 'XO.O.')
  assert.equal(taken.ko, taken.point('C3'))
  assert.match(taken.fault(taken.ko, BLACK), /ko/)
  const later = taken.play(taken.point('E1'), BLACK).play(taken.point('A1'), WHITE)
  assert.equal(later.fault(later.point('C3'), BLACK), null)
})

test('a capture of two stones, or by a block, is no ko', () => {
  const before = position('.OX.', 'OXOX', '.XX.')
  const snapped = position('OX.', '.X.', '...').play(3, BLACK)
  assert.equal(snapped.ko, -1)
  assert.equal(before.fault(0, WHITE), null)
})

test('suicide is refused unless it is allowed, and then removes the own stones', () => {
  const before = position('.XO', 'XXO', 'OO.')
  assert.match(before.fault(0, BLACK), /liberty/)
  assert.equal(before.fault(0, BLACK, true), null)
  assert.deepEqual(rows(before.play(0, BLACK)), ['..O', '..O', 'OO.'])
  assert.match(before.fault(1, WHITE), /stone/)
})

test('a move that was played before is found again, another begins a variation', () => {
  const record = emptyRecord(9, 9)
  record.play(record.point('E5'))
  record.play(record.point('C3'))
  record.back()
  assert.equal(record.current.children.length, 1)
  record.play(record.point('C3'))
  record.back()
  record.play(record.point('G7'))
  assert.equal(record.current.parent.children.length, 2)
  record.sibling(-1)
  assert.deepEqual(record.current.move, ['white', 'C3'])
  record.back(Infinity)
  record.forward(Infinity)
  assert.deepEqual(record.current.move, ['white', 'C3'])
  assert.equal(record.moveNumber(), 2)
})

test('undo takes back each kind of change', () => {
  const record = emptyRecord(9, 9)
  record.play(0)
  record.play(1)
  const before = JSON.stringify(record.toTree())
  const changes = [
    () => record.play(2),
    () => record.cut(),
    () => record.setup(5, WHITE),
    () => record.setComment('text'),
    () => record.toggleMark(0, 'triangle'),
    () => record.toggleMark(0, 'label', 'A'),
    () => record.setToPlay(WHITE),
  ]
  for (const change of changes) {
    change()
    assert.notEqual(JSON.stringify(record.toTree()), before)
    while (JSON.stringify(record.toTree()) !== before) assert.ok(record.undo(), `${change}`)
  }
})

test('promotion makes the current line the main line', () => {
  const record = emptyRecord(9, 9)
  record.play(0)
  record.back()
  record.play(1)
  record.promote()
  assert.deepEqual(record.root.children[0].move, ['black', 'B9'])
  record.undo()
  assert.deepEqual(record.root.children[0].move, ['black', 'A9'])
})

test('stones set up stand on the board, and a setup after moves begins a game of its own', () => {
  const record = emptyRecord(9, 9)
  record.setup(record.point('D4'), BLACK)
  assert.deepEqual(record.game().black, ['D4'])
  record.play(record.point('E5'), WHITE)
  record.setup(record.point('D4'), EMPTY)
  record.setup(record.point('F6'), WHITE)
  record.play(record.point('A1'), BLACK)
  const game = record.game()
  assert.deepEqual([game.black, game.white, game.moves], [[], ['F6', 'E5'], [['black', 'A1']]])
  record.back()
  record.setup(record.point('F6'), EMPTY)
  assert.deepEqual(record.game().white, ['E5'])
})

test('a tree goes there and back', () => {
  const nodes = [
    {comment: 'root', black: ['A1'], marks: {square: ['B2']}, labels: [['C3', 'x']], other: [['TE', ['1']]]},
    {parent: 0, move: ['white', 'pass']},
    {parent: 1, move: ['black', 'B1']},
    {parent: 0, move: ['white', 'C1']},
  ]
  const tree = {size: [5, 4], rules: 'japanese', komi: 6.5, handicap: 0, info: {black: 'B'}, nodes}
  const record = new Record(tree)
  assert.equal(record.moveOf(record.root.children[0]).point, null)
  const written = record.toTree()
  assert.deepEqual(new Record(written).toTree(), written)
  assert.deepEqual(
    written.nodes.map(({parent}) => parent),
    [null, 0, 1, 0],
  )
  assert.deepEqual(written.nodes[0].other, nodes[0].other)
  assert.deepEqual(
    record.marks(record.root).map(({kind}) => kind),
    ['square', 'label'],
  )
})

test('a long line of moves needs no recursion', () => {
  const nodes = [{}]
  for (let i = 0; i < 50_000; i += 1) nodes.push({parent: i, move: [i % 2 ? 'white' : 'black', 'pass']})
  const record = new Record({size: [19, 19], info: {}, nodes})
  record.forward(Infinity)
  assert.equal(record.moveNumber(), 50_000)
  assert.equal(record.position().toPlay, BLACK)
  assert.equal(record.toTree().nodes.length, 50_001)
})

test('a record with a move on a stone is shown as it is', () => {
  const nodes = [{}, {parent: 0, move: ['black', 'A1']}, {parent: 1, move: ['white', 'A1']}]
  const record = new Record({size: [3, 3], info: {}, nodes})
  record.forward(Infinity)
  assert.equal(record.position().stones[record.point('A1')], WHITE)
})

test('arrows and lines of a record are read; what is no line is left alone', () => {
  const other = [
    ['AR', ['aa:ca', 'zz:aa', 'aa:aa']],
    ['LN', ['ab:bb']],
    ['XX', ['aa:bb']],
  ]
  const record = new Record({size: [3, 3], info: {}, nodes: [{other}]})
  assert.deepEqual(record.lines(), [
    {kind: 'arrow', from: 0, to: 2},
    {kind: 'line', from: 3, to: 4},
  ])
})
