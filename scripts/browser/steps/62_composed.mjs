export const name = 'the composed problems of the program are offered, and the first one is solved'

export async function run(session) {
  const {page} = session
  await session.panel('Problems')
  await session.press('Composed')
  await session.until('twenty problems are listed', async () => (await session.count('.problem')) === 20)
  await page.locator('.problem').first().click()
  await session.click('B1')
  await session.until('the move is right', async () => (await session.count('.verdict.alive')) > 0)
}
