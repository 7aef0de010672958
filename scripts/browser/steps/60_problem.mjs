import {CORNER} from '../positions.mjs'

export const name = 'a problem is failed, solved, and kept; its solutions are shown; a region becomes a problem'

export async function run(session) {
  const {page} = session
  await session.panel('Problems')
  await session.press('Exercises')
  await session.waitForText('The smallest corner')
  await page.locator('.problem', {hasText: 'The smallest corner'}).click()
  await session.click('J9')
  await session.waitForText('This does not work')
  await session.press('Start again')
  await session.click('A1')
  await session.until('the move is right', async () => (await session.count('.verdict.alive')) > 0)
  await session.press('Solutions')
  await session.waitForText(/What works: A1/)
  await session.press('List')
  await session.waitForText('↻ again')
  await page.reload()
  await session.connected()
  await session.panel('Problems')
  await session.press('Exercises')
  await session.waitForText('↻ again')

  await session.load('corner.sgf', CORNER)
  await session.press('From this position')
  await session.drag('A4', 'D1')
  await session.waitForText('Which question?')
  await page.locator('.problem').first().click()
  await session.waitForText('Back to the game')
}
