// The pictures of docs/web.md and docs/goals.md: node screenshots.mjs PROGRAM BROWSER FOLDER [NAME...]
//
// With names, or parts of them, only these pictures are taken.

import {readFileSync} from 'node:fs'

import {BASE_SLIDE, BASE_SLIDES, CORNER, CORRIDORS, LET_DIE} from './positions.mjs'
import {drawMap, newRule} from './rule_session.mjs'
import {Session} from './session.mjs'

const [programPath, browserPath, folder, ...wanted] = process.argv.slice(2)
const session = await Session.start({programPath, browserPath})

/** Opens the page with a look, goes through some actions, and takes a picture. */
async function picture(name, options, actions) {
  if (wanted.length > 0 && !wanted.some((part) => name.includes(part))) return
  await session.open({viewport: {width: 1010, height: 610}, ...options})
  await actions(session.page)
  // The message about the opened record goes away by itself.
  await session.until('the message is gone', async () => (await session.count('#message.shown')) === 0)
  await session.page.waitForTimeout(500)
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

/** Waits until the game is reviewed and the largest mistake is explained, and goes there. */
async function reviewed(page) {
  await session.panel('Review')
  const isComplete = async () => (await session.textOf('#panel-review')).includes('The whole game is reviewed')
  await session.until('it is reviewed', isComplete, 600_000)
  await page.locator('.mistake').first().click()
  const isReading = async () => (await session.textOf('.here-box')).includes('Reading the nearby')
  await session.until('the groups are read', async () => !(await isReading()))
}

await picture('web_review', {colorScheme: 'light', viewport: {width: 1280, height: 800}}, async (page) => {
  await session.loadExample()
  await reviewed(page)
})

await picture('web_review_proved', {colorScheme: 'light', viewport: {width: 1280, height: 800}}, async (page) => {
  await session.load('pyramid.sgf', LET_DIE)
  await reviewed(page)
})

const LARGE = readFileSync(new URL('../../src/web/examples/nineteen.sgf', import.meta.url), 'utf8')
await picture('web_review_large', {colorScheme: 'dark', viewport: {width: 1280, height: 800}}, async (page) => {
  await session.load('nineteen.sgf', LARGE)
  await reviewed(page)
})

await picture('web_narrow', {colorScheme: 'light', viewport: {width: 390, height: 760}, hasTouch: true}, async () => {
  await session.load('corridors.sgf', CORRIDORS)
  await session.panel('Endgame')
  await session.waitForText(/Biggest move for/)
})

/** Asks what the group hangs on; the picture shows the goals and the moves for them. */
async function goalsOfSlide() {
  await session.load('slide.sgf', BASE_SLIDE)
  await session.panel('Ask')
  await session.click('D3')
  await session.until('the group is read', async () => (await session.page.getByText('Reading, for up to').count()) === 0)
  await session.press('What does it hang on?')
  await session.page.locator('.goal-graph').waitFor()
  await session.page.locator('.goal-graph').evaluate((node) => node.scrollIntoView())
}

/** Klinger's session: no rule but one's own, made, tried and in force. */
async function rulePictures() {
  const OWN_RULES = ['--set', 'goals.builtin=false']
  await session.restart(programPath, OWN_RULES)
  await picture('rule_before', {colorScheme: 'light', viewport: {width: 1010, height: 720}}, goalsOfSlide)

  await picture('rule_tried', {colorScheme: 'light', viewport: {width: 1010, height: 1180}}, async (page) => {
    await session.panel('Problems')
    await session.openProblems('slides.sgf', BASE_SLIDES)
    await session.load('slide.sgf', BASE_SLIDE)
    await newRule(session, 'my-base-slide')
    await drawMap(session)
    await session.press('Try on the board')
    await session.waitForText('1 match')
    await session.press('… on problems')
    await session.waitForText('Solved by the goals')
    await page.getByText('Positions read').first().evaluate((node) => node.scrollIntoView({block: 'end'}))
  })
  await session.press('Save …')
  await session.press('Save', 'dialog')
  await session.waitForText('Saved to my.rules.')

  const IN_FORCE = [...OWN_RULES, '--set', `goals.knowledge=["${session.folder}/my.rules"]`]
  await session.restart(programPath, IN_FORCE)
  await picture('rule_in_force', {colorScheme: 'light', viewport: {width: 1010, height: 720}}, goalsOfSlide)
}

if (wanted.length === 0 || wanted.some((part) => part.startsWith('rule'))) await rulePictures()
await session.end()
