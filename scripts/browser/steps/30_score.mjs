export const name = 'a finished game is scored with the reason for each group'

export async function run(session) {
  const {page} = session
  await session.loadExample()
  await session.panel('Score')
  await session.until('there are reasons', async () => (await session.count('.reasons .why')) > 3)
  await session.waitForText(/wins: [BW]\+/)
  await page.locator('.reason').first().hover()
  await session.until('the group is outlined', async () => (await session.count('.layer-selection .outline')) === 1)
}
