import {CORNER, CORRIDORS, RACE} from '../positions.mjs'

export const name = 'a click on a stone asks about it: life, connections, races, what it hangs on; endgame regions'

export async function run(session) {
  const {page} = session
  await session.load('corner.sgf', CORNER)
  await session.panel('Ask')
  await session.click('B2')
  await session.waitForText(/hangs on the next move/)
  await session.until('the zone is shaded', async () => (await session.count('.layer-zone .zone')) === 1)
  await session.press('Why?')
  await session.until('there are reasons', async () => (await session.count('.why-list li')) > 0)
  await session.press('What does it hang on?')
  await page.locator('.goal-graph').waitFor()
  await session.press('Connected to …?')
  await session.click('C1')
  await session.waitForText(/Black first/)

  await session.load('race.sgf', RACE)
  await session.click('G3')
  await session.press('Who wins the race with …?')
  await session.click('G7')
  await session.waitForText('The race')

  await session.load('corridors.sgf', CORRIDORS)
  await session.panel('Endgame')
  await session.waitForText(/Biggest move for/)
  await session.until('regions are listed', async () => (await session.count('#panel-endgame tbody tr')) > 0)
}
