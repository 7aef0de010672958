import {LET_DIE} from '../positions.mjs'

export const name = 'a game is reviewed: graph, mistakes by size, keys, stop and resume, candidates where one jumps to'

/** White fills a liberty of its own, so that three stones are lost. */
const BLUNDER = '(;GM[1]SZ[7]KM[0];B[dd];W[dc];B[ec];W[cd];B[de];W[eb];B[fb];W[aa];B[cc];W[gg];B[db];W[bb])'

export async function run(session) {
  const {page} = session
  await session.load('game.sgf', BLUNDER)
  // The panel begins by itself.
  await session.panel('Review')
  await session.until('the review has begun', async () => (await session.count('.graph .axes')) > 0)
  await session.press('Stop', '#panel-review')
  await session.press('Go on', '#panel-review')
  await session.waitForText('The whole game is reviewed')
  const win = await page.locator('.graph .win').getAttribute('d')
  if (win.split('L').length !== 13) throw new Error(`the graph has ${win.split('L').length} points`)
  const box = await page.locator('.graph').boundingBox()
  if (box.height < 240) throw new Error(`the graph is ${box.height} pixels high`)

  // The mouse shows values, a click goes to the move.
  await page.mouse.move(box.x + box.width / 2, box.y + 60)
  await session.waitForText(/Move \d+, (Black|White) .* wins \d+ %/)
  await page.mouse.click(box.x + box.width / 2, box.y + 60)
  await session.until('a move in the middle is shown', async () => /^[4-8] \//.test(await session.textOf('.move-number')))

  // Mistakes, the largest first; each goes to the position before it, with the candidates that were found.
  const lost = await page.locator('.mistake .lost').allInnerTexts()
  if (lost.length === 0) throw new Error('no mistake is listed')
  const points = lost.map((text) => Number(text.replace('−', '')))
  if (points.some((value, i) => i > 0 && value > points[i - 1])) throw new Error(`not by size: ${points}`)
  await page.locator('.mistake').first().click()
  await session.until('candidates are drawn', async () => (await session.count('.layer-candidates .spot')) > 0)
  await session.waitForText(/lost \d/, '.here-box')
  await page.keyboard.press('Home')
  await page.keyboard.press('n')
  const first = await session.textOf('.move-number')
  await session.until('candidates are drawn', async () => (await session.count('.layer-candidates .spot')) > 0)
  await page.keyboard.press('End')
  await page.keyboard.press('m')
  if (points.length === 1 && (await session.textOf('.move-number')) !== first) throw new Error('another mistake')
  await session.waitForText('Middle game', '.phases')

  // The graph is a picture of its own.
  const download = page.waitForEvent('download')
  await session.press('Picture', '#panel-review')
  if ((await download).suggestedFilename() !== 'game_course.png') throw new Error('no picture of the graph')

  // A complete review can be made deeper.
  await session.press('Search deeper')
  await session.until('it goes on', async () => (await session.count('#panel-review button.primary')) === 1)
  await session.waitForText('The whole game is reviewed')

  // The review goes into the record for other programs, and is taken back by one Undo.
  await session.press('Write it into the record')
  const text = await session.save()
  for (const part of ['SBKV[', 'V[', 'BM[', 'MA[', 'Estimated point loss: ', 'Predicted top move was ', 'PV: W', '(;']) {
    if (!text.includes(part)) throw new Error(`the annotated record lacks ${part}: ${text}`)
  }
  await session.press('Undo', '.bar')
  if ((await session.save()).includes('SBKV')) throw new Error('Undo leaves the review in the record')

  // A mistake that let a group die has that as its reason, with what reading found.
  await session.load('pyramid.sgf', LET_DIE)
  await session.waitForText('The whole game is reviewed')
  // The candidates of the position that is shown come without a step to and fro.
  await session.until('candidates are drawn', async () => (await session.count('.layer-candidates .spot')) > 0)
  await page.keyboard.press('Home')
  const why = /Now White kills the group of .* at A5 \(proved\); before, it could live at A5 \(proved\)\./
  await session.waitForText(why, '.here-box')
  const sentence = await page.locator('.here-box .trust').first().boundingBox()
  if (sentence.width < 250) throw new Error(`the reason is ${sentence.width} pixels wide`)
  // The list has the reason without a look at the mistake.
  await session.waitForText(why, '.mistake')
  await session.press('Play against it', '.here-box')
  await session.waitForText('You play against a proof')
  await session.press('Back to the game', '#banner')
  await session.panel('Review')
  await page.keyboard.press('Home')
  await session.press('Ask about the group')
  await session.waitForText(/hangs on the next move/, '#panel-ask')
  await session.panel('Review')
  await page.keyboard.press('Home')
  await session.press('Make it a problem')
  await session.waitForText('Black to play and live.')
  // The review is there again when the problem is left.
  await session.press('Back to the game', '#banner')
  await session.panel('Review')
  await session.until('the mistakes are listed', async () => (await session.count('.mistake')) > 0)
}
