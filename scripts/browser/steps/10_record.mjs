import {VARIATIONS} from '../positions.mjs'

export const name = 'a record is loaded, walked through, changed, saved and kept through a reload'

export async function run(session) {
  const {page} = session
  await session.load('variations.sgf', VARIATIONS)
  const number = () => session.textOf('.move-number')
  const expect = async (text) => session.until(`the move number is ${text}`, async () => (await number()) === text)
  await expect('0 / 4')
  await page.keyboard.press('End')
  await expect('4 / 4')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('End')
  await expect('5 / 5')
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  await expect('1 / 5')
  await session.until('one stone is drawn', async () => (await session.count('#table .stone')) === 1)

  await page.keyboard.press('End')
  await page.keyboard.press('Delete')
  await expect('4 / 4')
  await page.keyboard.press('Control+z')
  await expect('5 / 5')
  await session.click('A1')
  await expect('6 / 6')
  await session.until('six stones are drawn', async () => (await session.count('#table .stones .stone')) === 6)

  const saved = await session.save()
  for (const part of ['C[a comment]', 'W[ai]', 'PB[Left]']) {
    if (!saved.includes(part)) throw new Error(`the saved record lacks ${part}: ${saved}`)
  }

  await new Promise((resolve) => setTimeout(resolve, 600))
  await page.reload()
  await session.connected()
  await expect('6 / 6')

  await page.evaluate((text) => {
    const data = new DataTransfer()
    data.items.add(new File([text], 'dropped.sgf'))
    document.body.dispatchEvent(new DragEvent('drop', {dataTransfer: data, bubbles: true, cancelable: true}))
  }, VARIATIONS)
  await session.waitForText('dropped.sgf is open')
  await session.press('Paste')
  await page.getByLabel('Text of a record').fill('(;GM[1]SZ[5:3];B[aa])')
  await session.press('Open', 'dialog')
  await session.until('the board is 5 by 3', async () => (await session.count('[data-size="5x3"]')) === 1)
  await session.loadExample()
  await session.until('a game is shown', async () => /\/ [1-9]\d/.test(await number()))

  // Records of other formats are opened, and saved as SGF.
  const gib = '\\HS\n\\[GAMEBLACKNAME=Left (3D)\\]\n\\HE\n\\GS\nINI 0 1 2 &4\nSTO 0 2 2 3 3\nSTO 0 3 1 15 15\n\\GE\n'
  const ngf = 'A game\n19\nRight 5D\nLeft 3D\nsite\n0\n0\n6\n20140115\n60\nWhite wins by 3.5!\n2\nPMABBQEEQ\nPMACWEQQE\n'
  for (const [file, text, part] of [
    ['old.gib', gib, 'AB[pd][dp]'],
    ['old.ngf', ngf, 'RE[W+3.5]'],
  ]) {
    await page.getByLabel('Game record', {exact: true}).setInputFiles({name: file, mimeType: 'text/plain', buffer: Buffer.from(text)})
    await session.waitForText('old.sgf is open: 2 moves.')
    const record = await session.save()
    if (!record.includes(part) || !record.includes('PB[Left]')) throw new Error(`${file} became ${record}`)
  }
}
