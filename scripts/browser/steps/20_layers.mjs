import {CORRIDORS} from '../positions.mjs'

export const name = 'every layer is switched on, drawn, and off again; a search shows its candidates'

/** What each layer draws in an endgame. */
const DRAWN = {
  Settled: '.layer-territory > *',
  Groups: '.layer-groups > *',
  Ownership: '.layer-ownership > *',
  Endgame: '.layer-regions > *',
  'Ko and seki': null,
}

export async function run(session) {
  const {page} = session
  await session.load('corridors.sgf', CORRIDORS)
  for (const [layer, selector] of Object.entries(DRAWN)) {
    const chip = page.locator('.chips button', {hasText: layer})
    await chip.click()
    await session.until(`${layer} is known`, async () => (await session.count('.chips .busy')) === 0)
    if (selector) await session.until(`${layer} is drawn`, async () => (await session.count(selector)) > 0)
    await chip.click()
    if (selector && (await session.count(selector)) > 0) throw new Error(`${layer} stays when it is switched off`)
  }
  await page.keyboard.press(' ')
  await session.until('candidates are drawn', async () => (await session.count('.layer-candidates .spot')) > 0)
  await page.keyboard.press(' ')
  await session.panel('Search')
  // A line is on the board while the mouse is at its move, in the table or on the board, and not longer.
  const nLine = () => session.count('.layer-line > *')
  const hasLine = () => session.until('a line is drawn', async () => (await nLine()) > 0)
  const isGone = () => session.until('the line is gone', async () => (await nLine()) === 0)
  await page.locator('.candidates tbody tr').first().hover()
  await hasLine()
  await page.mouse.move(5, 300)
  await isGone()
  const best = await page.locator('.candidates tbody tr').first().getAttribute('data-move')
  const {x, y} = await session.place(best)
  await page.mouse.move(x, y)
  await hasLine()
  await page.mouse.move(5, 300)
  await isGone()
  await session.press('Search on')
  for (let i = 0; i < 6; i += 1) {
    await page.locator('.candidates tbody tr').nth(i % 2).hover()
    await page.mouse.move(5, 300)
    await isGone()
  }
  await page.keyboard.press(' ')

  // One point of view for the table, the dots and the summary.
  const firstCell = () => page.locator('.candidates tbody tr').first().locator('td').nth(2).innerText()
  const black = parseFloat(await firstCell())
  await session.press('Settings')
  await session.choose('Percentages and leads are those of', 'white')
  await session.press('Close', 'dialog')
  const white = parseFloat(await firstCell())
  if (Math.abs(black + white - 100) > 0.11) throw new Error(`Black ${black} %, White ${white} %`)
  const dot = Number(await page.locator('.layer-candidates .spot.best text').first().textContent())
  if (Math.abs(dot - white) > 0.51) throw new Error(`the table says ${white}, the board ${dot}`)
  await session.waitForText(/White wins \d+ %/)
}
