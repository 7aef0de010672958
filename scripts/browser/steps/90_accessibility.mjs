import {CORNER} from '../positions.mjs'

export const name = 'axe-core finds no serious fault, in the panels, light and dark, wide and narrow'

const LOOKS = [
  {look: {colorScheme: 'light'}, panels: ['Game', 'Search', 'Review', 'Ask', 'Score', 'Endgame', 'Play', 'Problems', 'Rules']},
  {look: {colorScheme: 'dark'}, panels: ['Search', 'Ask', 'Score', 'Problems']},
  {look: {colorScheme: 'light', viewport: {width: 390, height: 780}, hasTouch: true}, panels: ['Game', 'Endgame']},
]

export async function run(session) {
  const faults = []
  const check = async (where) => {
    faults.push(...(await session.accessibilityFaults()).map((fault) => `${where}: ${fault}`))
  }
  for (const {look, panels} of LOOKS) {
    await session.open(look)
    await session.load('corner.sgf', CORNER)
    for (const panel of panels) {
      await session.panel(panel)
      await check(`${panel}, ${JSON.stringify(look)}`)
    }
  }
  await session.press('Settings')
  await check('Settings')
  if (faults.length > 0) throw new Error(faults.join('\n'))
}
