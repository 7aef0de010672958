export const name = 'comments are read with points that light up; wheel, move numbers, next moves and the legend'

const GAME = '(;GM[1]SZ[9];B[ee]C[White may answer at C3 or at G7.]N[The middle]TE[2]AR[aa:cc]LN[ga:gc](;W[cc];B[gg])(;W[gc];B[cg]))'

export async function run(session) {
  const {page} = session
  const isNumber = (text) =>
    session.until(`the move number is ${text}`, async () => (await session.textOf('.move-number')) === text)
  await session.load('game.sgf', GAME)
  const {x, y} = await session.place('E5')
  await page.mouse.move(x, y)
  await page.mouse.wheel(0, 100)
  await isNumber('1 / 3')
  await session.waitForText('The middle', '.comment-text')
  await session.waitForText('very good move.', '.comment-text')
  const points = await page.locator('.comment-text .point').allInnerTexts()
  if (points.join() !== 'C3,G7') throw new Error(`points in the comment: ${points}`)
  await page.locator('.comment-text .point').first().hover()
  await session.until('the point is lit', async () => (await session.count('.layer-selection .lit')) === 1)
  await page.mouse.move(x, y)
  await session.until('it is not lit', async () => (await session.count('.layer-selection .lit')) === 0)

  if ((await session.count('.layer-marks .connection')) !== 2) throw new Error('the arrow and the line are not drawn')

  // Both variations are on the board as rings.
  if ((await session.count('.layer-next .next')) !== 2) throw new Error('the next moves are not on the board')
  await session.press('Edit the comment')
  await page.getByLabel('Comment', {exact: true}).fill('Now E5 is meant.')
  await page.keyboard.press('Tab')
  await session.until('the text has changed', async () => (await session.textOf('.comment-text .point')) === 'E5')
  await page.keyboard.press('j')
  await page.getByLabel('Number of the move').fill('3')
  await session.press('Go', 'dialog')
  await isNumber('3 / 3')
  await page.mouse.move(x, y)
  await page.mouse.wheel(0, -200)
  await isNumber('1 / 3')
  await session.press('Legend')
  await session.waitForText('hangs on the next move', 'dialog')
  await session.press('Close', 'dialog')

  // On a phone a comment is above the fold.
  await session.open({viewport: {width: 390, height: 844}, hasTouch: true})
  await session.load('game.sgf', GAME)
  await session.page.keyboard.press('ArrowRight')
  const box = await session.page.locator('.comment .said').boundingBox()
  const rail = await session.page.locator('#rail').boundingBox()
  if (box.y + box.height > rail.y) throw new Error(`the comment ends at ${box.y + box.height}, the rail begins at ${rail.y}`)
}
