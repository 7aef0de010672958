export const name = 'a file of problems: the question can be changed, the record judges what stays open, the board is cropped'

/** A corner to be killed, without a mark; the solution is the main line. */
const CORNER = '(;GM[1]SZ[19]PL[W]EV[A corner]AB[am][bm][bn][cn][co]AW[al][bl][cl][cm][dm][dn][do]C[White to play.];W[ao])'

/** A side that is far too open to be read: only the record can judge. */
const OPEN =
  '(;GM[1]SZ[19]PL[B]EV[An open side]AB[qc][qd][pe][qj][ql]AW[pc][pd][oe][od][qg][ph][pl][pm][qn][oj]TR[qj](;B[rh];W[rg];B[rm]C[RIGHT])(;B[rb];W[rc]C[Wrong.]))'

/** Black kills in the middle of four points, if the wall with three liberties stands; it falls first. */
const WALL =
  '(;GM[1]SZ[9:7]PL[B]EV[A weak wall]AB[ad][bd][cd][dd][ed][de][ee][ef][ff][eg]AW[ab][bb][cc][dc][ec][fd][ae][be][ce][fe][af][cf][df][gf][dg][gg]TR[ae])'

export async function run(session) {
  const {page} = session
  await session.press('Settings')
  await session.choose('Time for a question', '1')
  await session.press('Close', 'dialog')
  await session.panel('Problems')
  await session.openProblems('problems.sgf', CORNER + OPEN + WALL)
  await page.locator('.problem', {hasText: 'A corner'}).click()
  await session.waitForText(/guessed:/, '.asked.guess')
  const width = () => page.evaluate(() => document.querySelector('#table .board').viewBox.baseVal.width)
  const part = await width()
  await session.press('Whole board')
  if ((await width()) < 1.8 * part) throw new Error('the board was not cropped to the problem')
  await session.press('Whole board')
  await session.until('the group is outlined', async () => (await session.count('.layer-selection .target')) === 1)

  // The same stones from the other side, then another group by one click, then back.
  await session.press('Black moves first')
  await session.waitForText('Black to play and')
  await session.press('White moves first')
  await session.press('Another group')
  await session.click('C6')
  await session.waitForText('White to play and kill.')
  await session.waitForText('The line around C6')
  if ((await session.count('.asked.guess')) > 0) throw new Error('what was chosen is no guess')
  await session.press('List')

  await page.locator('.problem', {hasText: 'An open side'}).click()
  await session.waitForText(/to play and/)
  await session.click('S12')
  await session.waitForText('The record: right.', '#panel-problems')
  await session.until('the record answers', async () => (await session.textOf('.move-number')) === '2 / 2')
  await session.press('Take back', '#panel-problems')
  await session.click('S18')
  await session.waitForText('The record: wrong.', '#panel-problems')
  await session.press('Make it a record')
  await session.waitForText('The problem is a record now')
  await session.until('the group is marked', async () => (await session.count('.layer-marks > *')) > 0)

  // The stones outside count as they stand, or are taken for granted.
  await session.press('Settings')
  await session.choose('Time for a question', '20')
  await session.press('Close', 'dialog')
  await session.panel('Problems')
  await page.locator('.problem', {hasText: 'A weak wall'}).click()
  await session.waitForText('Black to play and kill.')
  await session.click('B1')
  await session.waitForText('This does not work', '#panel-problems')
  await session.choose('Stones outside', 'safe')
  await session.press('Start again')
  await session.click('B1')
  await session.waitForText(/Right: .*\(proved if nothing of the block of \w+ is taken\)/, '#panel-problems')
  await session.until('what is granted is drawn', async () => (await session.count('.layer-selection .given')) === 1)
}
