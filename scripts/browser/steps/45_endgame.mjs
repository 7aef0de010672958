import {readFileSync} from 'node:fs'

import {CORRIDORS} from '../positions.mjs'

export const name = 'the endgame of a real game has values: what looks certain is granted, dashed, and called an estimate'

const EXAMPLES = new URL('../../../src/web/examples/', import.meta.url)
const example = (file) => readFileSync(new URL(file, EXAMPLES), 'utf8')

/** Goes to the position so many moves before the end. */
async function back(page, n) {
  await page.keyboard.press('End')
  for (let i = 0; i < n; i += 1) await page.keyboard.press('ArrowLeft')
}

async function known(session) {
  await session.until('the layer is known', async () => (await session.count('.chips .busy')) === 0)
}

export async function run(session) {
  const {page} = session
  // The machine may be busy.
  await session.press('Settings')
  await session.choose('Time for a question', '20')
  await session.press('Close', 'dialog')
  // All is proved.
  await session.load('corridors.sgf', CORRIDORS)
  await session.panel('Endgame')
  await session.waitForText(/Biggest move for/, '#panel-endgame')
  await session.waitForText(/\(proved\)/, '#panel-endgame')
  if ((await session.count('.layer-regions .given, .layer-regions .estimated')) > 0) throw new Error('a proved region is dashed')

  // A whole game, seven moves before its end.
  await session.load('nineteen.sgf', example('nineteen.sgf'))
  await back(page, 7)
  await session.waitForText(/Biggest move for/, '#panel-endgame')
  await known(session)
  const worths = await page.locator('#panel-endgame tbody td:nth-child(3)').allInnerTexts()
  if (worths.length === 0) throw new Error('no move is listed')
  const words = /^(gote|(Black's |White's |reverse |double )?sente|neutral|ko|~?[\d.]+ a move)/
  const strange = worths.find((text) => !words.test(text))
  if (strange !== undefined) throw new Error(`not players' words: ${strange}`)
  await session.waitForText(/An estimate/, '#panel-endgame')
  await session.waitForText(/Taken for granted: \d+ areas?/, '#panel-endgame')
  await session.until('estimates are dashed', async () => (await session.count('.layer-regions .region-1.estimated')) > 0)
  if ((await session.count('.layer-regions .given')) === 0) throw new Error('what is granted is not drawn')
  const text = await session.textOf('#panel-endgame')
  if (/\d{3}\.\d/.test(text)) throw new Error(`useless bounds: ${text}`)
  // The numbers on the board are those of the list, and the first row shows its region.
  const count = (selector) => session.count(selector)
  const agrees = async () => (await count('.layer-worths .spot')) === (await count('#panel-endgame tbody tr'))
  await session.until('board and list agree', agrees)
  await page.locator('#panel-endgame tbody tr').first().hover()
  await session.until('the region is shown', async () => (await session.count('.layer-selection .target')) === 1)

  // The picture of the board is a file.
  const download = page.waitForEvent('download')
  await session.press('Picture', '.bar')
  if ((await download).suggestedFilename() !== 'nineteen.png') throw new Error('no picture')

  // A game on 13x13: no move is worth less than nothing.
  await session.load('thirteen.sgf', example('thirteen.sgf'))
  for (const n of [0, 20]) {
    await back(page, n)
    await known(session)
    await session.until('the panel answers', async () => /Biggest|too large|No /.test(await session.textOf('#panel-endgame')))
    const numbers = await page.locator('.layer-worths .spot text').allTextContents()
    if (numbers.some((number) => number.startsWith('-'))) throw new Error(`a move is worth ${numbers}`)
  }
}
