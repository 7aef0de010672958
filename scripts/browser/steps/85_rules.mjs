import {readFileSync} from 'node:fs'
import {join} from 'node:path'

import {BASE_SLIDE, BASE_SLIDE_RULE} from '../positions.mjs'
import {drawMap, newRule} from '../rule_session.mjs'

export const name = 'a rule is made by clicking, tried, measured, and saved; two pages edit one file; nothing is lost'

const FILE = 'my.rules'

export async function run(session) {
  const {page} = session
  const saved = () => readFileSync(join(session.folder, FILE), 'utf8')
  await session.load('slide.sgf', BASE_SLIDE)
  await newRule(session, 'my-base-slide')
  await drawMap(session)
  await session.press('Try on the board')
  await session.waitForText('1 match')
  await session.press('Gain and loss')
  await session.waitForText('Solved by the goals')

  // A draft outlives a reload, and a rule that is not saved is not left without a question.
  await page.reload()
  await session.connected()
  await session.panel('Rules')
  await session.until('the draft is back', async () => (await nameOf(page)) === 'my-base-slide')
  await session.press('All rules')
  await session.press('Stay', 'dialog')
  await session.press('Save …')
  await session.waitForText(/\+ rule my-base-slide/, 'dialog')
  await session.press('Save', 'dialog')
  await session.waitForText(`Saved to ${FILE}.`)
  expect(saved() === BASE_SLIDE_RULE, saved())
  // It is in force without a new start.
  await session.press('Use in this tab')
  await session.waitForText(/rules are in force in this tab/)

  // Another page opens the rule, this one changes it first: the other page is told, and puts its change in beside.
  const other = await session.context.newPage()
  await other.goto(session.address)
  await openRule(other, 'my-base-slide')
  await page.getByLabel('Note', {exact: true}).fill('Changed by the first page.')
  await checked(page)
  await session.press('Save …')
  await session.press('Save', 'dialog')
  await session.until('the first page has saved', () => saved().includes('first page'))
  await other.getByLabel('Name', {exact: true}).fill('my-other-slide')
  await checked(other)
  await other.getByRole('button', {name: 'Save …', exact: true}).click()
  await pressIn(other, 'Save')
  await other.getByText('Somebody changed the file meanwhile').waitFor()
  expect(saved().includes('rule my-base-slide'), saved())
  await other.getByText(/- note "Changed by the first page."/).waitFor()
  await pressIn(other, 'Save')
  await other.getByText(`Saved to ${FILE}.`).waitFor()
  expect(saved().startsWith('rule my-other-slide\n') && !saved().includes('my-base-slide'), saved())

  // After a reload the rule is in the list with its file, and can be deleted.
  await other.reload()
  await openRule(other, 'my-other-slide')
  await other.getByText(`in ${FILE}`, {exact: true}).waitFor()
  await other.getByRole('button', {name: 'Delete …', exact: true}).click()
  await pressIn(other, 'Delete')
  await other.getByText('The rule is gone from the file.').waitFor()
  expect(saved() === '', saved())
  await other.close()

  // A rule from a part of the board: the corner with its edges, for the side to move.
  await session.press('All rules')
  await session.press('From the board …')
  await session.drag('A1', 'D3')
  await session.waitForText('Map 1')
  const cells = await page.locator('.rule-map .map-row').count()
  const text = await page.locator('.rule-map').innerText()
  if (cells !== 4 || !text.includes('+')) throw new Error(`the map has ${cells} rows: ${text}`)
  await session.press('All rules')
  await session.press('Leave', 'dialog')
}

function expect(holds, text) {
  if (!holds) throw new Error(`the file holds:\n${text}`)
}

function nameOf(page) {
  return page.getByLabel('Name', {exact: true}).inputValue().catch(() => '')
}

async function openRule(page, name) {
  await page.waitForSelector('.state[data-state="ready"]', {state: 'attached'})
  await page.locator('#rail').getByRole('button', {name: 'Rules', exact: true}).click()
  await page.getByLabel('Words in the rule').fill(name)
  await page.locator('.rule-entry', {hasText: name}).first().click()
  await page.getByLabel('Name', {exact: true}).waitFor()
}

/** Presses a button of the dialog. */
function pressIn(page, name) {
  return page.locator('dialog').getByRole('button', {name, exact: true}).click()
}

/** Waits until the program has checked what was typed. */
async function checked(page) {
  await page.waitForTimeout(300)
  await page.locator('.rule-editor').getByText('bits').waitFor()
}
