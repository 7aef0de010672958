import {CORNER} from '../positions.mjs'

export const name = 'axe-core finds no serious fault, in any panel, light and dark, wide and narrow'

const LOOKS = [
  {colorScheme: 'light'},
  {colorScheme: 'dark'},
  {colorScheme: 'light', viewport: {width: 390, height: 780}, hasTouch: true},
]

export async function run(session) {
  const faults = []
  for (const look of LOOKS) {
    await session.open(look)
    await session.load('corner.sgf', CORNER)
    for (const panel of ['Game', 'Search', 'Ask', 'Score', 'Endgame', 'Play', 'Problems']) {
      await session.panel(panel)
      faults.push(
        ...(await session.accessibilityFaults()).map((fault) => `${panel}, ${JSON.stringify(look)}: ${fault}`),
      )
    }
    await session.press('Settings')
    faults.push(...(await session.accessibilityFaults()).map((fault) => `settings: ${fault}`))
  }
  if (faults.length > 0) throw new Error(faults.join('\n'))
}
