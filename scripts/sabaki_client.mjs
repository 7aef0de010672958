// Connects to an engine through the library of Sabaki: node scripts/sabaki_client.mjs ENGINE [ARG...]
//
// Sends a tree with handicap stones, a variation of it and a position with setup stones, lets the engine play a game on
// 9x9 against itself, and quits. Prints the transcript. Exits with 1 if any reply is an error. Run `npm install
// @sabaki/gtp` before, in the current folder or in one above it.

import {createRequire} from 'node:module'
import {join} from 'node:path'

const require = createRequire(join(process.cwd(), 'sabaki_client.js'))
let sabaki
try {
  sabaki = require('@sabaki/gtp')
} catch {
  console.error('sabaki_client: run `npm install @sabaki/gtp` in this folder first')
  process.exit(2)
}
const {ControllerStateTracker, Controller} = sabaki

const [path, ...args] = process.argv.slice(2)
if (path == null) {
  console.error('usage: node sabaki_client.mjs ENGINE [ARG...]')
  process.exit(2)
}

const controller = new Controller(path, args)
let nErrors = 0

controller.on('command-sent', async ({command, getResponse}) => {
  const line = [command.name, ...(command.args ?? [])].join(' ')
  try {
    const {error, content} = await getResponse()
    console.log(`> ${line}\n${error ? '?' : '='} ${content}`)
    nErrors += error ? 1 : 0
  } catch (error) {
    console.log(`> ${line}\n! ${error.message}`)
    nErrors += 1
  }
})

controller.start()
const ask = async (name, ...args) => (await controller.sendCommand({name, args})).content

const names = ['name', 'version', 'protocol_version', 'list_commands']
await Promise.all(names.map(name => ask(name)))

const tracker = new ControllerStateTracker(controller)
const play = (color, vertex) => ({name: 'play', args: [color, vertex]})
const handicap = {name: 'set_free_handicap', args: ['C3', 'G7']}
const setup = [play('B', 'D4'), play('W', 'E5'), play('B', 'F6')]

const states = [
  // A tree with handicap stones, then a variation: Sabaki takes back the moves that differ.
  {komi: 0.5, boardsize: [9, 9], history: [handicap, play('W', 'E5'), play('B', 'F5')]},
  {komi: 0.5, boardsize: [9, 9], history: [handicap, play('W', 'E5'), play('B', 'D5'), play('W', 'D6')]},
  // Setup stones are sent as plays, whichever player is to move. Then a board that is not square.
  {komi: 7.5, boardsize: [9, 9], history: [...setup, play('B', 'pass'), play('W', 'J9')]},
  {komi: 7.5, boardsize: [9, 7], history: [play('B', 'J7')]},
  {komi: 7.5, boardsize: [9, 9], history: []},
]
for (const state of states) await tracker.sync(state)

await ask('time_settings', '0', '1', '1')
const colors = ['B', 'W']
for (let n = 0, passes = 0; n < 200 && passes < 2; n += 1) {
  const move = await ask('genmove', colors[n % 2])
  if (move === 'resign') break
  passes = move.toLowerCase() === 'pass' ? passes + 1 : 0
}
await ask('final_score')
await ask('final_status_list', 'dead')
await controller.stop()

console.log(nErrors === 0 ? 'no errors' : `${nErrors} errors`)
process.exit(nErrors === 0 ? 0 : 1)
