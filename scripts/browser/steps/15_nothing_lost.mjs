import {readFileSync} from 'node:fs'
import {join} from 'node:path'

import {VARIATIONS} from '../positions.mjs'

export const name = 'work is not lost: questions before it goes, undo, whole files of games, names, the folder'

/** Three games, each with something that the page does not know, and without komi. */
const GAMES = [1, 2, 3].map((n) => `(;GM[1]FF[4]SZ[9]PB[Black ${n}]PW[White ${n}]XX[kept ${n}]RE[?];B[ee];W[cc])`)

export async function run(session) {
  const {page} = session
  const isNumber = (text) =>
    session.until(`the move number is ${text}`, async () => (await session.textOf('.move-number')) === text)
  await session.load('variations.sgf', VARIATIONS)
  await page.keyboard.press('End')
  await session.click('A1')
  await isNumber('5 / 5')

  // New over a record with changes asks; Undo brings the record back.
  await session.press('New')
  await session.press('Start', 'dialog')
  await session.press('Cancel', 'dialog[aria-label="Not saved"]')
  await isNumber('5 / 5')
  await session.press('New')
  await session.press('Start', 'dialog')
  await session.press('Go on without saving', 'dialog')
  await isNumber('0 / 0')
  await session.press('Undo', '.bar')
  await isNumber('5 / 5')

  // The second of three games is changed: the file is saved with all of them, and nothing is invented.
  await page.getByLabel('Game record', {exact: true}).setInputFiles({
    name: 'three.sgf',
    mimeType: 'application/x-go-sgf',
    buffer: Buffer.from(GAMES.join('\n')),
  })
  await session.press('Go on without saving', 'dialog')
  await page.getByLabel('Words of the game').fill('white 2')
  await page.locator('dialog .games button').first().click()
  await session.waitForText('Game 2 of 3')
  if ((await session.save()) !== GAMES.join('\n')) throw new Error('a file without changes is saved with changes')
  await page.keyboard.press('End')
  await session.click('G7')
  await session.press('Edit names and result')
  await page.getByLabel('Result', {exact: true}).fill('B+Resign')
  await page.getByLabel('Rank of White').fill('2d')
  await session.press('Keep', 'dialog')
  // A look at another game of the file keeps the change.
  await session.press('Game 2 of 3')
  await page.locator('dialog .games button').nth(2).click()
  await session.waitForText('Game 3 of 3')
  const saved = await session.save()
  const second = '(;GM[1]FF[4]SZ[9]PB[Black 2]PW[White 2]XX[kept 2]RE[B+Resign]WR[2d];B[ee];W[cc];B[gc])'
  const expected = [GAMES[0], second, GAMES[2]].join('\n')
  if (saved !== expected) throw new Error(`saved:\n${saved}\nexpected:\n${expected}`)

  // In the folder of the program: saved, read, and not written over unasked.
  await session.press('Save', '#top')
  await page.getByLabel('Name of the file').fill('kept')
  await session.press('Save in the folder', 'dialog')
  await session.waitForText('Saved: kept.sgf, all 3 games.')
  if (readFileSync(join(session.folder, 'kept.sgf'), 'utf8') !== expected) throw new Error('the folder has another text')
  await session.open()
  await session.press('Open')
  await session.press('kept.sgf', 'dialog')
  await session.page.locator('dialog .games button').first().click()
  await session.waitForText('Game 1 of 3')
  await session.load('variations.sgf', VARIATIONS)
  await session.press('Save', '#top')
  await session.page.getByLabel('Name of the file').fill('kept.sgf')
  await session.press('Save in the folder', 'dialog')
  await session.waitForText('kept.sgf is there already')
  await session.press('Cancel', 'dialog[aria-label="Not saved yet"]')
  if (readFileSync(join(session.folder, 'kept.sgf'), 'utf8') !== expected) throw new Error('the file was written over')
  await session.press('Cancel', 'dialog')

  await session.press('Copy', '#top')
  await session.press('Record', 'dialog')
  await session.waitForText('The record is in the clipboard')
  const copied = await session.page.evaluate(() => navigator.clipboard.readText())
  if (!copied.includes('PB[Left]')) throw new Error(`copied: ${copied}`)
  await session.press('Copy', '#top')
  await session.press('Picture', 'dialog')
  await session.waitForText('The picture is in the clipboard')
}
