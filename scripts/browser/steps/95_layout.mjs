import {CORNER, VARIATIONS} from '../positions.mjs'

export const name = 'nothing overlaps or runs off the screen, in every panel and in four sizes'

const SIZES = [
  [390, 844],
  [768, 1024],
  [1366, 768],
  [1920, 1080],
]
const PANELS = ['Game', 'Search', 'Review', 'Ask', 'Score', 'Endgame', 'Play', 'Problems', 'Rules']

/** Faults of the boxes of what can be pressed or filled in, in words. */
function faults() {
  const isSeen = (node) => node.checkVisibility({visibilityProperty: true}) && node.getClientRects().length > 0
  const whole = document.querySelector('dialog[open]') ?? document
  const parts = [...whole.querySelectorAll('button, select, input, textarea, .move-number, label > span, #top .state')]
    .filter(isSeen)
    .filter((node) => !node.closest('.hidden') && !node.matches('.hidden'))
  const found = []
  const name = (node) => `${node.tagName.toLowerCase()} “${(node.textContent || node.getAttribute('aria-label') || '').trim().slice(0, 30)}”`
  const boxes = parts.map((node) => ({node, box: node.getBoundingClientRect()}))
  for (const {node, box} of boxes) {
    const isScrolled = node.closest('#top, #rail')
    if (!isScrolled && (box.left < -1 || box.right > innerWidth + 1)) found.push(`${name(node)} runs off: ${box.left} to ${box.right}`)
    const {scrollWidth, clientWidth} = node
    const isNamed = node.textContent.trim() || node.getAttribute('aria-label')
    if (node.matches('button') && !isNamed) found.push('a button has neither a text nor a name')
    if (node.matches('button') && scrollWidth > clientWidth + 1) found.push(`${name(node)} is wider than its button: ${scrollWidth} of ${clientWidth}`)
  }
  for (let i = 0; i < boxes.length; i += 1) {
    for (let j = i + 1; j < boxes.length; j += 1) {
      const [a, b] = [boxes[i], boxes[j]]
      if (a.node.contains(b.node) || b.node.contains(a.node)) continue
      // The rail of a narrow window lies over what is scrolled below it.
      if (Boolean(a.node.closest('#rail')) !== Boolean(b.node.closest('#rail'))) continue
      const x = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left)
      const y = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top)
      const isClipped = [a, b].some(({node, box}) => {
        const list = node.closest('.list, .games, .mistakes')?.getBoundingClientRect()
        return list && (box.bottom > list.bottom || box.top < list.top)
      })
      if (x > 1 && y > 1 && !isClipped) found.push(`${name(a.node)} and ${name(b.node)} overlap by ${x.toFixed(0)} × ${y.toFixed(0)}`)
    }
  }
  if (document.documentElement.scrollWidth > innerWidth) found.push(`the page is ${document.documentElement.scrollWidth} wide`)
  return found
}

export async function run(session) {
  const all = []
  for (const [width, height] of SIZES) {
    await session.open({viewport: {width, height}, hasTouch: width < 500})
    const check = async (where) => {
      all.push(...(await session.page.evaluate(faults)).map((fault) => `${width}×${height}, ${where}: ${fault}`))
    }
    await check('the first view')
    await session.load('variations.sgf', VARIATIONS)
    await session.page.keyboard.press('End')
    for (const panel of PANELS) {
      await session.panel(panel)
      if (panel === 'Review') await session.waitForText('The whole game is reviewed')
      if (panel === 'Score') await session.until('it is scored', async () => (await session.count('.reasons .why')) > 0)
      if (panel === 'Rules') await session.page.locator('.rule-entry').first().waitFor()
      await check(panel)
    }
    await session.page.locator('.rule-entry').first().click()
    await session.page.locator('.rule-editor').getByText('bits').waitFor()
    await check('a rule')
    await session.panel('Ask')
    await session.load('corner.sgf', CORNER)
    await session.click('B2')
    await session.waitForText(/hangs on the next move/)
    await check('an answer')
    await session.panel('Problems')
    await session.press('Exercises')
    await session.page.locator('.problem').first().click()
    await session.waitForText(/moves first/)
    await check('a problem')
    await session.press('Settings')
    await check('Settings')
    await session.press('Close', 'dialog')
  }
  if (all.length > 0) throw new Error(all.join('\n'))
}
