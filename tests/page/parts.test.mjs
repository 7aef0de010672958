// Tests of the parts that need neither a document nor a server: clocks, progress with problems, the layout of the tree,
// the connection. node --test tests/page/

import './fake_dom.mjs'

import assert from 'node:assert/strict'
import {readFileSync} from 'node:fs'
import test from 'node:test'

import {PlayerClock} from '../../src/web/page/clock.js'
import {Connection} from '../../src/web/page/connection.js'
import {Progress, problemKey} from '../../src/web/page/progress.js'
import {LEVEL_RATINGS, strengthText} from '../../src/web/page/play_panel.js'
import {emptyRecord} from '../../src/web/page/record.js'
import {layOut} from '../../src/web/page/tree.js'

/** A storage in memory. */
function storage() {
  const kept = new Map()
  return {getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => kept.set(name, value)}
}

/** A clock after moves that take the given seconds. */
function after(settings, ...moves) {
  const clock = new PlayerClock(settings)
  let now = 0
  for (const seconds of moves) {
    clock.start(now)
    now += 1000 * seconds
    clock.stop(now)
  }
  return {clock, now}
}

test('absolute time only falls', () => {
  const {clock, now} = after({system: 'absolute', main: 60}, 20, 30)
  assert.equal(clock.secondsLeft(now), 10)
  clock.start(now)
  assert.equal(clock.isOut(now + 9_000), false)
  assert.equal(clock.isOut(now + 11_000), true)
})

test('a period of byo-yomi comes back if the move is made in it', () => {
  const settings = {system: 'byoyomi', main: 10, period: 30, periods: 3}
  assert.equal(after(settings, 15).clock.text(0), '0:30 (3)')
  assert.equal(after(settings, 15, 29, 29).clock.text(0), '0:30 (3)')
  assert.equal(after(settings, 15, 65).clock.text(0), '0:30 (1)')
  const {clock, now} = after(settings, 15, 65)
  clock.start(now)
  assert.equal(clock.isOut(now + 31_000), true)
  assert.deepEqual(clock.message(now + 10_000), {...settings, left: 20, left_periods: 1})
})

test('a Canadian period begins anew after its stones', () => {
  const settings = {system: 'canadian', main: 0, period: 100, stones: 2}
  assert.equal(after(settings).clock.text(0), '1:40 / 2')
  assert.equal(after(settings, 60).clock.text(0), '0:40 / 1')
  assert.equal(after(settings, 60, 30).clock.text(0), '1:40 / 2')
})

test('Fischer time is added after each move', () => {
  assert.equal(after({system: 'fischer', main: 60, increment: 10}, 20, 5).clock.left, 55)
})

test('failed problems come back until they are solved twice in a row', () => {
  const problems = Array.from({length: 6}, (_, number) => ({
    number,
    game: {size: [9, 9], black: [`A${number + 1}`], white: [], to_move: 'black'},
    question: 'kill',
    stones: ['A1'],
  }))
  const kept = storage()
  const progress = new Progress(kept)
  progress.note(problems[0], false)
  assert.equal(progress.next(problems, problems[0]), problems[1])
  for (const i of [1, 2, 3]) progress.note(problems[i], true)
  assert.equal(progress.next(problems, problems[3]), problems[0])
  progress.note(problems[0], true)
  assert.equal(progress.stateOf(problems[0]), 'again')
  assert.equal(progress.next(problems, problems[0]), problems[4])
  progress.note(problems[0], true)
  assert.equal(new Progress(kept).stateOf(problems[0]), 'solved')
  progress.forget(problems)
  assert.equal(new Progress(kept).stateOf(problems[0]), 'new')
})

test('a browser that keeps nothing is told', () => {
  const refusing = {
    getItem: () => 'not json',
    setItem: () => {
      throw new Error('full')
    },
  }
  const progress = new Progress(refusing)
  assert.equal(progress.note({game: {size: [9, 9], black: [], white: []}, question: 'kill', stones: []}, true), false)
})

test('the key of a problem depends on what is asked, not on the order of its stones', () => {
  const game = {size: [9, 9], black: ['A1', 'B1'], white: [], to_move: 'white'}
  const key = problemKey({game, question: 'kill', stones: ['A1']})
  assert.equal(problemKey({game: {...game, black: ['B1', 'A1']}, question: 'kill', stones: ['A1']}), key)
  assert.notEqual(problemKey({game, question: 'live', stones: ['A1']}), key)
})

test('no two nodes of the tree are drawn on one place, and lines do not cross nodes', () => {
  const record = emptyRecord(9, 9)
  let seed = 7
  const random = (n) => (seed = (seed * 48271) % 2147483647) % n
  for (let i = 0; i < 300; i += 1) {
    record.play(random(9) < 8 ? random(81) : null)
    if (random(3) === 0) record.back(random(6))
  }
  const {places, columns, rows} = layOut(record)
  assert.equal(places.size, record.allNodes().length)
  const taken = new Set([...places.values()].map(({column, row}) => `${column},${row}`))
  assert.equal(taken.size, places.size)
  for (const [node, {column, row}] of places) {
    assert.ok(column < columns && row < rows)
    if (!node.parent) continue
    const parent = places.get(node.parent)
    assert.equal(parent.column, column - 1)
    assert.ok(parent.row <= row)
    for (let between = parent.row + 1; between < row; between += 1) assert.ok(!taken.has(`${parent.column},${between}`))
  }
})

/** A socket whose other end the test plays. */
class FakeSocket {
  static last = null
  sent = []

  constructor() {
    FakeSocket.last = this
  }

  send(text) {
    this.sent.push(JSON.parse(text))
  }

  answer(message) {
    this.onmessage({data: JSON.stringify(message)})
  }
}

/** A connection that has said hello. */
async function connected() {
  globalThis.WebSocket = FakeSocket
  const states = []
  const connection = new Connection('ws://test/ws', (state) => states.push(state))
  const socket = FakeSocket.last
  socket.onopen()
  socket.answer({id: socket.sent[0].id, answer: {version: 1}})
  await new Promise((resolve) => setTimeout(resolve, 0))
  return {connection, socket, states}
}

test('answers and progress go to their requests', async () => {
  const {connection, socket, states} = await connected()
  assert.deepEqual(states, ['ready'])
  const seen = []
  const one = connection.ask('layers', {want: ['safety']}, (progress) => seen.push(progress.layer))
  const two = connection.ask('position')
  const [, first, second] = socket.sent
  socket.answer({id: first.id, progress: {layer: 'safety'}})
  socket.answer({id: second.id, error: {code: 'bad_game', message: 'no', at: 3}})
  socket.answer({id: first.id, answer: {layers: ['safety']}})
  assert.deepEqual(await one, {layers: ['safety']})
  assert.deepEqual(seen, ['safety'])
  await assert.rejects(two, {code: 'bad_game', at: 3})
})

test('a new request in a slot cancels the one before, whose answer is dropped', async () => {
  const {connection, socket} = await connected()
  const seen = []
  connection.askInSlot('s', 'search', {}, () => seen.push('old')).then(() => seen.push('old answer'))
  const latest = connection.askInSlot('s', 'search', {})
  const [, old, cancel, fresh] = socket.sent
  assert.deepEqual([cancel.ask, cancel.of], ['cancel', [old.id]])
  socket.answer({id: old.id, progress: {}})
  socket.answer({id: old.id, answer: {}})
  socket.answer({id: fresh.id, answer: {visits: 1}})
  assert.deepEqual(await latest, {visits: 1})
  assert.deepEqual(seen, [])
})

test('a lost connection fails what waits, and is made again', async () => {
  const {connection, socket, states} = await connected()
  const waiting = connection.ask('score')
  socket.onclose()
  await assert.rejects(waiting, {code: 'lost'})
  await assert.rejects(connection.ask('score'), {code: 'lost'})
  await new Promise((resolve) => setTimeout(resolve, 400))
  assert.notEqual(FakeSocket.last, socket)
  FakeSocket.last.onopen()
  FakeSocket.last.answer({id: FakeSocket.last.sent[0].id, answer: {version: 1}})
  await new Promise((resolve) => setTimeout(resolve, 0))
  assert.deepEqual(states, ['ready', 'lost', 'ready'])
})

test('a server of another version is not asked again', async () => {
  globalThis.WebSocket = FakeSocket
  const states = []
  new Connection('ws://test/ws', (state) => states.push(state))
  const socket = FakeSocket.last
  socket.onopen()
  socket.answer({id: socket.sent[0].id, error: {code: 'version', message: 'other'}})
  await new Promise((resolve) => setTimeout(resolve, 0))
  socket.onclose()
  assert.deepEqual(states, ['refused'])
  assert.equal(FakeSocket.last, socket)
})

test('levels have the ratings of the page of measurements', () => {
  const page = readFileSync(new URL('../../docs/measurements/levels.md', import.meta.url), 'utf8')
  const rows = [...page.matchAll(/^\| (\d) \| (-?\d+) ± (\d+) \|$/gm)]
  assert.equal(rows.length, LEVEL_RATINGS.length)
  for (const [, level, rating, range] of rows) assert.deepEqual(LEVEL_RATINGS[level], [Number(rating), Number(range)])
  assert.match(strengthText({level: 0}), /993 Elo below GNU Go’s level 1, give or take 438/)
  assert.match(strengthText({level: 3}), /80 Elo above/)
})
