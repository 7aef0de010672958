import {CORNER} from '../positions.mjs'

export const name = 'a proof of a kill is played against to its end'

export async function run(session) {
  const {page} = session
  await session.load('corner.sgf', CORNER)
  await session.panel('Ask')
  await session.click('B2')
  await session.press('Play against it')
  await session.waitForText('You play Black')
  const isOver = async () => (await session.count('.result.reached')) > 0
  // Every move of the user adds a sentence once the proof has answered it; the move number changes before that.
  const nAnswered = () => session.count('.log li')
  // A move far away first: the page says why it does not matter.
  await session.click('J9')
  await session.until('the far move is answered', async () => (await nAnswered()) > 0)
  for (let i = 0; i < 30 && !(await isOver()); i += 1) {
    const before = await nAnswered()
    await session.press('Pass', '.bar')
    await session.until('the proof answers', async () => (await isOver()) || (await nAnswered()) > before)
  }
  if (!(await isOver())) throw new Error('the goal was not reached')
  await session.press('Start again')
  await session.press('Back to the game', '#banner')
  await session.until('the game is back', async () => (await session.count('#banner.shown')) === 0)
}
