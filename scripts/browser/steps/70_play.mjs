export const name = 'a few moves are played against the engine with a clock, taken back, and the game is scored'

export async function run(session) {
  await session.panel('Play')
  await session.choose('The engine', 'level 8')
  await session.choose('Clock', 'byoyomi')
  await session.press('Start')
  const number = () => session.textOf('.move-number')
  for (const [vertex, count] of [
    ['E5', '2 / 2'],
    ['C3', '4 / 4'],
  ]) {
    await session.click(vertex)
    await session.until(`the engine answers ${vertex}`, async () => (await number()) === count)
  }
  await session.until(
    'it is the turn of the user',
    async () => (await session.textOf('#panel-play .result')) === 'Your move.',
  )
  await session.press('Take back', '#panel-play')
  await session.until('two moves are taken back', async () => (await number()) === '2 / 2')
  // Resigning is confirmed, and the record has the result and the day.
  await session.press('Resign', '#panel-play')
  await session.press('Play on', 'dialog')
  await session.press('Resign', '#panel-play')
  await session.press('Resign', 'dialog')
  await session.waitForText('the engine wins')
  const saved = await session.save()
  for (const part of ['RE[W+Resign]', 'PB[You]', `DT[${new Date().getFullYear()}-`]) {
    if (!saved.includes(part)) throw new Error(`the saved record lacks ${part}: ${saved}`)
  }

  // From a position in the middle of the record: the moves become a variation, and the result stays.
  await session.page.keyboard.press('Home')
  await session.page.keyboard.press('ArrowRight')
  await session.press('Another game', '#panel-play')
  await session.choose('You play', 'white')
  await session.choose('The engine', 'level 8')
  await session.press('Play on from this position')
  await session.click('G7')
  await session.until('the engine answers', async () => (await number()) === '3 / 3')
  const played = await session.save()
  if (!/\(;W\[[a-i]{2}\].*\(;W\[gc\];B\[[a-i]{2}\]/s.test(played)) throw new Error(`no variation: ${played}`)
  if (!played.includes('RE[W+Resign]')) throw new Error(`the result has gone: ${played}`)
}
