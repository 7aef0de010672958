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
  await page.locator('.candidates tbody tr').first().hover()
  await session.until('a line is drawn', async () => (await session.count('.layer-line > *')) > 0)
  await session.load('game.sgf', '(;GM[1]SZ[5]KM[0];B[cc];W[cb];B[bb])')
  await session.press('Draw the graph')
  await session.until(
    'the graph is drawn',
    async () => (await page.locator('.graph .win').getAttribute('d')).split('L').length === 4,
  )
}
