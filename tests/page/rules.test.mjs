// Tests of the maps of rules. node --test tests/page/

import assert from 'node:assert/strict'
import test from 'node:test'

import {RuleMap} from '../../src/web/page/rules/rule_map.js'

test('a map is read and written', () => {
  const map = RuleMap.read('| w f\n| e A\n+ - -')
  assert.deepEqual([map.width, map.height], [3, 3])
  assert.equal(map.text, '| w f\n| e A\n+ - -')
  assert.deepEqual(map.edges, {top: false, bottom: true, left: true, right: false})
})

test('objects and the move stand once, and edges stay', () => {
  const map = RuleMap.read('A .\n- -')
  map.set(1, 0, 'A')
  map.set(0, 1, 'X')
  assert.equal(map.text, '? A\n- -')
  map.set(0, 0, '*')
  map.set(1, 0, '*')
  assert.equal(map.text, '? *\n- -')
})

test('rows and columns grow inside the edges', () => {
  const map = RuleMap.read('A *')
  map.toggleEdge('bottom')
  map.toggleEdge('left')
  assert.equal(map.text, '| A *\n+ - -')
  map.grow('bottom')
  map.grow('left')
  assert.equal(map.text, '| ? A *\n| ? ? ?\n+ - - -')
  map.shrink('left')
  map.shrink('bottom')
  map.toggleEdge('left')
  map.toggleEdge('bottom')
  assert.equal(map.text, 'A *')
})

test('a part of a board becomes a map with its edges, the move and a named stone', () => {
  const stones = [0, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0]
  const position = {width: 4, height: 4, stones}
  const box = {left: 0, top: 1, right: 2, bottom: 3}
  assert.equal(RuleMap.of(position, box, 1, 4).text, '| * X a\n| . . .\n| . . .\n+ - - -')
  assert.equal(RuleMap.of(position, box, 2, -1).text, '| . a X\n| . . .\n| . . .\n+ - - -')
  const own = {left: 1, top: 1, right: 1, bottom: 1}
  assert.equal(RuleMap.of(position, own, 1, -1).text, 'A')
  assert.equal(RuleMap.of(position, {left: 1, top: 2, right: 2, bottom: 2}, 1, -1).text, '. .')
})

test('a map has one to nine rows and columns of points', () => {
  const map = RuleMap.read('A')
  for (const side of ['top', 'bottom', 'left', 'right']) map.shrink(side)
  assert.equal(map.text, 'A')
  for (let n = 0; n < 12; n += 1) {
    map.grow('right')
    map.grow('top')
  }
  map.toggleEdge('top')
  assert.deepEqual([map.width, map.height], [9, 10])
})
