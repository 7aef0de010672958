import {CORNER} from '../positions.mjs'

export const name = 'the keyboard alone suffices: a record pasted, a move played, a group asked about, a proof begun'

export async function run(session) {
  const {page} = session
  const {keyboard} = page
  // From here on no mouse.
  const tabTo = async (text) => {
    for (let i = 0; i < 80; i += 1) {
      await keyboard.press('Tab')
      if ((await page.evaluate(() => document.activeElement?.textContent.trim())) === text) return
    }
    throw new Error(`the Tab key never reaches ${text}`)
  }
  await page.evaluate(() => document.activeElement?.blur())
  await tabTo('Paste')
  await keyboard.press('Enter')
  await keyboard.insertText(CORNER)
  await tabTo('Open')
  await keyboard.press('Enter')
  await session.waitForText(/The record is open/)

  await keyboard.press('b')
  await keyboard.press('Enter')
  await session.until('a stone is played at the cursor', async () => (await session.textOf('.move-number')) === '1 / 1')
  await keyboard.press('Escape')
  await keyboard.press('ArrowLeft')
  await keyboard.press('4')
  await keyboard.press('b')
  // From the middle, E5, to B2.
  for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowDown', 'ArrowDown', 'ArrowDown'])
    await keyboard.press(key)
  await keyboard.press('Enter')
  await session.waitForText(/hangs on the next move/)
  await keyboard.press('Escape')
  await tabTo('Play against it')
  await keyboard.press('Enter')
  await session.waitForText('You play against a proof')
  await tabTo('Back to the game')
  await keyboard.press('Enter')
  await keyboard.press('?')
  await page.locator('dialog .help').waitFor()
  await keyboard.press('Escape')
  await session.until('the help is closed', async () => (await session.count('dialog')) === 0)
}
