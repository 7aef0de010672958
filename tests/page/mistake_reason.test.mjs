// Tests of the reasons of mistakes. node --test tests/page/

import assert from 'node:assert/strict'
import test from 'node:test'

import {hintsOf, questionOf, reasonsOf, trustOf} from '../../src/web/page/mistake_reason.js'

const candidates = (...moves) => ({candidates: moves.map((move) => ({move}))})
const root = {children: []}
const node = {parent: root, move: ['black', 'A1'], children: [{move: ['white', 'C3']}]}
const mistake = {node, before: candidates('D4', 'E5', 'F6'), after: candidates('pass', 'D4')}

test('better moves and answers are of interest, each once, and no pass', () => {
  assert.deepEqual(hintsOf(mistake), ['D4', 'E5', 'C3'])
  assert.deepEqual(hintsOf({node: {...node, children: []}, before: null, after: candidates()}), [])
})

test('reading and the endgame are requested with the positions before and after the move', async () => {
  const asked = []
  const connection = {
    askInSlot: async (slot, name, fields) => {
      asked.push([slot, name, fields.game])
      return name === 'mistake' ? {reasons: [{change: 'let_die'}]} : {text: 'The largest endgame move was E1.', trust: 'estimated'}
    },
  }
  const record = {game: (at) => (at === root ? 'before' : 'after')}
  const reasons = await reasonsOf(connection, record, mistake)
  assert.deepEqual(asked, [
    ['reason', 'mistake', 'before'],
    ['reason', 'move_worth', 'after'],
  ])
  assert.equal(reasons.length, 2)
})

test('a reason of the endgame names what it rests on; those of reading have it in their text', () => {
  assert.equal(trustOf({trust: 'proved', probability: null}), ' (proved)')
  assert.equal(trustOf({trust: 'estimated', probability: 0.93}), ' (an estimate; the least certain point 93 %)')
  assert.equal(trustOf({change: 'let_die', trust: 'proved'}), '')
})

test('the proof of what the other side does comes first, else that of what was missed', () => {
  const half = (trust) => ({trust})
  const reason = {change: 'let_die', stones: ['D1'], before: half('proved'), after: half('proved')}
  const isProved = true
  assert.deepEqual(questionOf(reason, node), {node, question: 'kill', stone: 'D1', isProved})
  assert.deepEqual(questionOf({...reason, after: half('estimated')}, node), {node: root, question: 'live', stone: 'D1', isProved})
  assert.deepEqual(questionOf({...reason, change: 'let_live'}, node), {node, question: 'live', stone: 'D1', isProved})
  const given = {...reason, before: half('estimated'), after: half('estimated')}
  assert.deepEqual(questionOf(given, node), {node, question: 'kill', stone: 'D1', isProved: false})
  assert.equal(questionOf({...reason, change: 'let_cut'}, node), null)
})
