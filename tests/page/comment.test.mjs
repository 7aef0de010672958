// Tests of comments as text with points, and of annotations. node --test tests/page/

import './fake_dom.mjs'

import assert from 'node:assert/strict'
import test from 'node:test'

import {annotationsOf, partsOf} from '../../src/web/page/comment_view.js'
import {parseVertex} from '../../src/web/page/vertex.js'

const parts = (text, side = 19) => partsOf(text, (name) => parseVertex(name, side, side))

test('points of the board are found in a comment, other words are not', () => {
  assert.deepEqual(parts('D4, then Q16! I5 and A20 are none, nor is 3D or B0.').map((part) => part.name ?? part), [
    'D4',
    ', then ',
    'Q16',
    '! I5 and A20 are none, nor is 3D or B0.',
  ])
  assert.deepEqual(parts('Q16', 9), ['Q16'])
  assert.deepEqual(parts(''), [])
})

test('annotations are words', () => {
  const other = [
    ['TE', ['1']],
    ['GW', ['2']],
    ['XX', ['1']],
    ['DO', ['']],
  ]
  assert.deepEqual(annotationsOf(other), ['good move', 'very good for White', 'doubtful move'])
})
