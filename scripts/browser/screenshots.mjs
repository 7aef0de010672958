// The pictures of docs/web.md and docs/knowledge.md: node screenshots.mjs PROGRAM BROWSER FOLDER

import {CORNER, CORNER_SIX, CORRIDORS} from './positions.mjs'
import {drawMap, newRule} from './rule_session.mjs'
import {Session} from './session.mjs'

const [programPath, browserPath, folder] = process.argv.slice(2)
const session = await Session.start({programPath, browserPath})

/** Opens the page with a look, goes through some actions, and takes a picture. */
async function picture(name, options, actions) {
  await session.open({viewport: {width: 1010, height: 610}, ...options})
  await actions(session.page)
  // The message about the opened record goes away by itself.
  await session.until('the message is gone', async () => (await session.count('#message.shown')) === 0)
  await session.page.mouse.move(0, 0)
  await session.page.screenshot({path: `${folder}/${name}.png`})
}

await picture('web_score', {colorScheme: 'light'}, async () => {
  await session.loadExample()
  await session.panel('Score')
  await session.until('there are reasons', async () => (await session.count('.reasons .why')) > 3)
})

await picture('web_ask', {colorScheme: 'light'}, async () => {
  await session.load('corner.sgf', CORNER)
  await session.panel('Ask')
  await session.click('B2')
  await session.press('Why?')
  await session.until('there are reasons', async () => (await session.count('.why-list li')) > 0)
})

await picture('web_dark', {colorScheme: 'dark'}, async (page) => {
  await session.loadExample()
  for (let i = 0; i < 24; i += 1) await page.keyboard.press('ArrowRight')
  await session.panel('Search')
  await page.keyboard.press(' ')
  await session.until('there are candidates', async () => (await session.count('.candidates tbody tr')) > 1)
  await page.keyboard.press(' ')
})

await picture('web_narrow', {colorScheme: 'light', viewport: {width: 390, height: 760}, hasTouch: true}, async () => {
  await session.load('corridors.sgf', CORRIDORS)
  await session.panel('Endgame')
  await session.waitForText(/Biggest move for/)
})

await picture('rule_before', {colorScheme: 'light', viewport: {width: 1010, height: 720}}, async () => {
  await session.load('six.sgf', CORNER_SIX)
  await session.panel('Ask')
  await session.click('D1')
  await session.waitForText(/hangs on the next move/)
  await session.press('What does it hang on?')
  await session.page.locator('.goal-graph').waitFor()
})

await picture('rule_tried', {colorScheme: 'light', viewport: {width: 1010, height: 1180}}, async () => {
  await session.load('six.sgf', CORNER_SIX)
  await newRule(session, 'my-corner-six')
  await drawMap(session)
  await session.press('Try on the board')
  await session.waitForText('1 match')
  await session.page.locator('.palette').evaluate((node) => node.scrollIntoView())
})

await session.end()
