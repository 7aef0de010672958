// Tasks of users with clicks and seconds: node tasks.mjs PROGRAM BROWSER GAME.sgf PROBLEMS.sgf
//
// GAME is a whole game, PROBLEMS a file of problems. Clicks are those of the mouse, a drag is one; choosing a file and
// keys that go through a record are none. Seconds run from the first click of a task to its answer.

import {readFileSync} from 'node:fs'
import {basename} from 'node:path'

import {CORNER} from './positions.mjs'
import {Session} from './session.mjs'

const [programPath, browserPath, gamePath, problemsPath] = process.argv.slice(2)
if (!problemsPath) {
  console.error('usage: node tasks.mjs PROGRAM BROWSER GAME.sgf PROBLEMS.sgf')
  process.exit(2)
}

/** A task that runs: clicks are counted, and laps are taken. */
class Task {
  constructor(name) {
    this.name = name
    this.clicks = 0
    this.laps = []
  }

  async click(work) {
    this.start ??= Date.now()
    this.clicks += 1
    await work()
  }

  lap(what) {
    this.laps.push(`${what} after ${((Date.now() - this.start) / 1000).toFixed(1)} s`)
  }

  show() {
    console.log(`${this.name}: ${this.clicks} click${this.clicks === 1 ? '' : 's'}; ${this.laps.join('; ')}`)
  }
}

const session = await Session.start({programPath, browserPath, options: {viewport: {width: 1366, height: 768}}})
const {page} = session

async function task(name, work) {
  const run = new Task(name)
  await work(run)
  run.show()
}

async function rightClick(vertex) {
  const {x, y} = await session.place(vertex)
  await page.mouse.click(x, y, {button: 'right'})
}

/** Waits for a file of the browser that a button of a panel saves. */
async function downloaded(run, press) {
  const download = page.waitForEvent('download')
  await run.click(press)
  await download
}

await session.loadExample()
await task('score a finished game, with reasons', async (run) => {
  await run.click(() => session.panel('Score'))
  await session.until('reasons', async () => (await session.count('.reasons .why')) > 3)
  run.lap('score and reasons')
})

await session.load('corner.sgf', CORNER)
await session.panel('Game')
await task('can this group be killed?', async (run) => {
  await run.click(() => rightClick('B2'))
  await session.waitForText(/hangs on the next move/)
  run.lap('a proved answer')
})
await task('refute a move by the proof', async (run) => {
  await run.click(() => session.press('Play against it'))
  await session.waitForText('You play against a proof')
  run.lap('the proof has moved')
  await run.click(() => session.click('J9'))
  await session.until('an answer', async () => (await session.count('.log li')) > 0)
  run.lap('it has answered')
})
await session.press('Back to the game', '#banner')

const game = readFileSync(gamePath, 'utf8')
await session.panel('Game')
await session.load(basename(gamePath), game)
await page.keyboard.press('End')
for (let i = 0; i < 7; i += 1) await page.keyboard.press('ArrowLeft')
await task('the largest endgame move, seven moves before the end', async (run) => {
  await run.click(() => session.panel('Endgame'))
  await session.waitForText(/Biggest move for|No move gains/, '#panel-endgame')
  run.lap('the move and its worth')
  await session.until('all is known', async () => (await session.count('.chips .busy')) === 0)
  run.lap('all bounds')
})
await task('a picture of what is shown', async (run) => {
  await downloaded(run, () => session.press('Picture', '.bar'))
  run.lap('the file')
})

await task(`review of a game of ${(game.match(/;[BW]\[/g) ?? []).length} moves`, async (run) => {
  await run.click(() => session.panel('Review'))
  await session.until('a first list', async () => (await session.count('.mistake')) > 0, 600_000)
  run.lap('the first mistakes')
  const state = () => session.textOf('#panel-review [role=status]')
  await session.until('all positions', async () => !(await state()).startsWith('Pass 1'), 600_000)
  run.lap('all positions')
  await session.until('the whole', async () => (await state()).startsWith('The whole game'), 600_000)
  run.lap('the whole')
})
await task('why was the largest mistake one', async (run) => {
  await run.click(() => page.locator('.mistake').first().click())
  const isRead = async () => /proved|estimate|Nothing about/.test(await session.textOf('.here-box'))
  await session.until('its reasons', isRead)
  run.lap('its reasons')
})
await task('the annotated record as a file', async (run) => {
  await run.click(() => session.press('Write it into the record'))
  await run.click(() => session.press('Save', '#top'))
  await downloaded(run, () => session.press('Download', 'dialog'))
  run.lap('the file')
})

await session.panel('Problems')
await task('a file of problems', async (run) => {
  run.clicks += 1
  run.start = Date.now()
  await session.openProblems(basename(problemsPath), readFileSync(problemsPath, 'utf8'))
  run.lap('the first problems')
  await session.until('all are read', async () => !/being read/.test(await session.textOf('#panel-problems')))
  run.lap(`all ${await session.count('.problem')}`)
})
await session.load('corner.sgf', CORNER)
await task('a region as a problem, and as a record', async (run) => {
  await run.click(() => session.press('From this position'))
  await run.click(() => session.drag('A4', 'D1'))
  await run.click(() => page.locator('.problem').first().click())
  await session.waitForText('Back to the game')
  run.lap('the problem')
  await run.click(() => session.press('Make it a record'))
  await session.waitForText('The problem is a record now')
  run.lap('the record')
})
await task('a game against the engine, to its first answer', async (run) => {
  await run.click(() => session.panel('Play'))
  await run.click(() => session.press('Start', '#panel-play'))
  if ((await session.count('dialog')) > 0) await run.click(() => session.press('Go on without saving', 'dialog'))
  await run.click(() => session.click('E5'))
  await session.until('an answer', async () => (await session.textOf('.move-number')) === '2 / 2')
  run.lap('its move')
})
await session.end()
process.exit(0)
