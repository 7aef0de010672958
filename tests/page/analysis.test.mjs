// Tests of what is counted from searches: points lost, mistakes, parts of the game. node --test tests/page/

import assert from 'node:assert/strict'
import test from 'node:test'

import {Analysis, candidateLoss, leastVisits, lossClass, mistakesOf, phasesOf} from '../../src/web/page/analysis.js'
import {annotate} from '../../src/web/page/annotate.js'
import {BLACK, WHITE} from '../../src/web/page/position.js'
import {emptyRecord} from '../../src/web/page/record.js'
import {rateOf, signed, viewColor} from '../../src/web/page/words.js'

const state = (score, best, visits = 10) => ({visits, score, win_rate: 0.5, candidates: [{move: best, score}]})

/** A record of three moves, with a state after each. */
function analysed(scores, bests) {
  const record = emptyRecord(9, 9)
  const analysis = new Analysis()
  const nodes = [record.root, ...['E5', 'C3', 'G7'].map((name) => record.play(record.point(name)))]
  nodes.forEach((node, i) => analysis.keep(record, node, state(scores[i], bests[i])))
  return {record, analysis, nodes}
}

test('each side loses points by its own moves; the best move loses none', () => {
  const {record, analysis, nodes} = analysed([5, 1, 4, 3], ['D4', 'D4', 'G7', 'A1'])
  const losses = analysis.losses(record, nodes)
  assert.deepEqual(
    losses.map(({number, color, loss, best}) => [number, color, loss, best]),
    [
      [1, BLACK, 4, 'D4'],
      [2, WHITE, 3, 'D4'],
      [3, BLACK, 0, 'G7'],
    ],
  )
  assert.deepEqual(
    mistakesOf(losses).map(({number}) => number),
    [1, 2],
  )
})

test('a deeper state stays, and one of another position or komi is not given', () => {
  const {record, analysis} = analysed([0, 0, 0, 0], ['A1', 'A1', 'A1', 'A1'])
  const node = record.current
  analysis.keep(record, node, state(7, 'B2', 5))
  assert.equal(analysis.of(record, node).score, 0)
  analysis.keep(record, node, state(7, 'B2', 50))
  assert.equal(analysis.of(record, node).score, 7)
  record.setHeader({komi: 0.5})
  assert.equal(analysis.of(record, node), null)
  record.undo()
  record.root.black = ['A9']
  record.changed()
  assert.equal(analysis.of(record, node), null)
})

test('points lost are summed for each part of the game and each player', () => {
  const losses = [1, 2, 13, 14, 60].map((number) => ({number, color: number % 2 ? BLACK : WHITE, loss: number === 13 ? 5 : 0.5}))
  const [opening, middle, end] = phasesOf(losses, 81)
  assert.deepEqual([opening.name, middle.name, end.name], ['Opening', 'Middle game', 'Endgame'])
  assert.deepEqual(middle.players[BLACK], {moves: 1, lost: 5, good: 0})
  assert.deepEqual(end.players[WHITE], {moves: 1, lost: 0.5, good: 1})
})

test('candidates lose against the best one, seen from the side to move', () => {
  const found = {candidates: [{score: 3}, {score: 1}, {score: 4}]}
  assert.equal(candidateLoss(found, found.candidates[1], BLACK), 2)
  assert.equal(candidateLoss(found, found.candidates[1], WHITE), 0)
  assert.equal(candidateLoss(found, found.candidates[2], WHITE), 1)
  assert.deepEqual([0, 1, 2, 4, 9].map(lossClass), ['loss-0', 'loss-1', 'loss-2', 'loss-3', 'loss-4'])
})

test('few visits are not shown, and percentages are those of one side', () => {
  assert.deepEqual([leastVisits('share', 50), leastVisits('share', 1000), leastVisits('5', 9)], [2, 10, 5])
  assert.deepEqual(['black', 'white', 'mover'].map((view) => viewColor(view, WHITE)), [BLACK, WHITE, WHITE])
  assert.equal(rateOf(WHITE, 0.25), 0.75)
  assert.deepEqual([1.25, -0.01, 0, -3].map(signed), ['+1.3', '0.0', '0.0', '-3.0'])
})

test('a review is written into the record as one change, with the better line as a variation', () => {
  const {record, analysis, nodes} = analysed([5, 1, 4, 3], ['D4', 'D4', 'G7', 'A1'])
  const {candidates} = analysis.of(record, nodes[0])
  candidates[0].line = ['D4', 'pass', 'C3']
  candidates.push({move: 'F4', score: 4.6}, {move: 'F5', score: 4.4})
  nodes[1].comment = 'Mine.'
  const before = JSON.stringify(record.toTree())
  annotate(record, analysis, nodes, mistakesOf(analysis.losses(record, nodes)), () => ['Why (proved).'])
  const said = [
    'Move 1: B E5',
    'Score: B+1.0',
    'Win rate: B 50.0%',
    'Estimated point loss: 4.0',
    'Predicted top move was D4 (B+5.0).',
    'PV: BD4 pass C3',
    'Why (proved).',
  ]
  assert.equal(nodes[1].comment, `Mine.\n\n${said.join('\n')}`)
  assert.deepEqual(nodes[1].marks, {cross: ['D4'], square: ['F4']})
  assert.deepEqual(nodes[1].other, [
    ['SBKV', ['50.00']],
    ['V', ['1.0']],
    ['BM', ['1']],
  ])
  const [, better] = record.root.children
  assert.deepEqual([better.move, better.children[0].move, better.children[0].children[0].move], [
    ['black', 'D4'],
    ['white', 'pass'],
    ['black', 'C3'],
  ])
  record.undo()
  assert.equal(JSON.stringify(record.toTree()), before)
})
