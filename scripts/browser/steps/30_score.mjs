export const name = 'a finished game is scored with the reason for each group; a click turns a block over; the result is kept'

export async function run(session) {
  const {page} = session
  await session.loadExample()
  await session.panel('Score')
  await session.until('there are reasons', async () => (await session.count('.reasons .why')) > 3)
  await session.waitForText(/wins: [BW]\+/)
  await page.locator('.reason').first().hover()
  await session.until('the group is outlined', async () => (await session.count('.layer-selection .outline')) === 1)

  // A click on a stone turns its block over, with the reason; another click takes that back.
  const judged = await session.textOf('#panel-score .result')
  const vertex = await page.locator('.reason strong').last().innerText()
  await session.click(vertex)
  await session.waitForText(`${vertex} counts as dead.`)
  await session.waitForText(/turned over by you/)
  if ((await session.textOf('#panel-score .result')) === judged) throw new Error('the count did not change')
  await session.click(vertex)
  await session.until('as judged', async () => (await session.textOf('#panel-score .result')) === judged)
  await session.click(vertex)
  const result = (await session.textOf('#panel-score .result')).replace(/.*: /, '')
  await session.press('Write it as the result')
  await session.panel('Game')
  await session.waitForText(result, '#panel-game')

  // A game that goes on has no winner.
  await session.press('New')
  await session.press('Start', 'dialog')
  await session.press('Go on without saving', 'dialog')
  await session.click('D4')
  await session.panel('Score')
  await session.waitForText(/Not finished. If it ended now: [BW]\+/)
}
