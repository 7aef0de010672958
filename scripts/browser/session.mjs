// One program and one page of a headless browser, with the few actions that the steps need.

import {spawn} from 'node:child_process'
import {createRequire} from 'node:module'
import {mkdtempSync, readFileSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'

const require = createRequire(join(process.env.BROWSER_MODULES ?? process.cwd(), 'index.js'))
const {chromium} = require('playwright-core')
const axeSource = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')

const LETTERS = 'ABCDEFGHJKLMNOPQRSTUVWXYZ'
/** How long the page may take for an answer, in milliseconds. The machine may be busy. */
const PATIENCE = 60_000

/** Starts `tedomari web` on a free port in an empty folder, and gives its address. */
async function startProgram(path, folder, settings = []) {
  const words = ['web', '--port', '0', '--folder', folder, ...settings]
  const program = spawn(path, words, {stdio: ['ignore', 'pipe', 'pipe']})
  const address = await new Promise((resolve, reject) => {
    let text = ''
    const read = (data) => {
      text += data
      const found = /http:\/\/\S+/.exec(text)
      if (found) resolve(found[0])
    }
    program.stdout.on('data', read)
    program.stderr.on('data', read)
    program.on('error', reject)
    program.on('exit', (code) => reject(new Error(`the program ended with ${code}:\n${text}`)))
    setTimeout(() => reject(new Error(`the program names no address:\n${text}`)), PATIENCE)
  })
  return {program, address}
}

export class Session {
  /** Starts the program and the browser and opens the page. */
  static async start({programPath, browserPath, options = {}}) {
    const session = new Session()
    session.folder = mkdtempSync(join(tmpdir(), 'tedomari-'))
    const {program, address} = await startProgram(programPath, session.folder)
    session.program = program
    session.address = address
    session.browser = await chromium.launch({executablePath: browserPath, args: ['--no-sandbox']})
    await session.open(options)
    return session
  }

  /** Opens the page in a new tab with a memory of its own, and waits until it is connected. */
  async open(options = {}) {
    await this.context?.close()
    this.context = await this.browser.newContext({viewport: {width: 1200, height: 720}, ...options})
    await this.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    this.page = await this.context.newPage()
    this.page.setDefaultTimeout(PATIENCE)
    this.errors ??= []
    this.page.on('pageerror', (error) => this.errors.push(error.stack ?? error.message))
    this.page.on('console', (message) => message.type() === 'error' && this.errors.push(message.text()))
    await this.page.goto(this.address)
    await this.connected()
  }

  /** Starts the program again over the same folder, with other settings, and opens the page. */
  async restart(programPath, settings, options = {}) {
    await this.context.close()
    this.program.kill()
    const {program, address} = await startProgram(programPath, this.folder, settings)
    this.program = program
    this.address = address
    await this.open(options)
  }

  async connected() {
    await this.page.waitForSelector('.state[data-state="ready"]', {state: 'attached'})
  }

  async end() {
    await this.browser?.close()
    this.program?.kill()
    rmSync(this.folder, {recursive: true, force: true})
  }

  // Actions.

  /** Presses a button by its text, in the whole page or inside a selector. */
  async press(name, inside = 'body') {
    await this.page.locator(inside).getByRole('button', {name, exact: true}).first().click()
  }

  /** Chooses an option of a select box by its label. */
  async choose(label, value) {
    const field = this.page.locator('label.field', {
      has: this.page.locator('span', {hasText: new RegExp(`^${label}$`)}),
    })
    await field.locator('select').selectOption(value)
  }

  async panel(name) {
    await this.press(name, '#rail')
  }

  /** The middle of a point on the screen. */
  place(vertex) {
    return this.page.evaluate(
      ([column, row]) => {
        const drawing = document.querySelector('#table .board')
        const {size, margin: edge} = document.querySelector('#table .board-box').dataset
        const height = Number(size.split('x')[1])
        const margin = Number(edge)
        const point = new DOMPoint(margin + 40 * column, margin + 40 * (height - row))
        const {x, y} = point.matrixTransform(drawing.getScreenCTM())
        return {x, y}
      },
      [LETTERS.indexOf(vertex[0]), Number(vertex.slice(1))],
    )
  }

  async click(vertex) {
    const {x, y} = await this.place(vertex)
    await this.page.mouse.click(x, y)
  }

  /** Opens a record as a user does who chooses a file. */
  async load(name, sgf) {
    const file = {name, mimeType: 'application/x-go-sgf', buffer: Buffer.from(sgf)}
    await this.page.getByLabel('Game record', {exact: true}).setInputFiles(file)
    await this.waitForText(`${name} is open`)
  }

  /** Saves the record as a file of the browser, and gives its text. */
  async save() {
    const download = this.page.waitForEvent('download')
    await this.press('Save', '#top')
    await this.press('Download', 'dialog')
    return readFileSync(await (await download).path(), 'utf8')
  }

  /** Opens a file of problems in the panel Problems. */
  async openProblems(name, sgf) {
    const file = {name, mimeType: 'application/x-go-sgf', buffer: Buffer.from(sgf)}
    await this.page.getByLabel('File of problems', {exact: true}).setInputFiles(file)
    await this.page.locator('.problem').first().waitFor()
  }

  /** Opens the first of the example games. */
  async loadExample() {
    await this.press('Examples')
    await this.page.locator('dialog .list button').first().click()
    await this.waitForText('half_a_point.sgf is open')
  }

  /** Drags from one point to another. */
  async drag(from, to) {
    const [start, end] = [await this.place(from), await this.place(to)]
    await this.page.mouse.move(start.x, start.y)
    await this.page.mouse.down()
    await this.page.mouse.move(end.x, end.y, {steps: 4})
    await this.page.mouse.up()
  }

  async waitForText(text, inside = 'body') {
    await this.page.locator(inside).getByText(text).first().waitFor()
  }

  textOf(selector) {
    return this.page.locator(selector).first().innerText()
  }

  count(selector) {
    return this.page.locator(selector).count()
  }

  /** Waits until a condition on the page holds. */
  async until(what, condition, limit = PATIENCE) {
    const end = Date.now() + limit
    while (!(await condition())) {
      if (Date.now() > end) throw new Error(`never came true: ${what}`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  /** Faults of accessibility that axe-core calls serious or critical, in words. */
  async accessibilityFaults() {
    // The page allows no foreign scripts; the tester's tool is evaluated beside them.
    if (!(await this.page.evaluate(() => 'axe' in window))) await this.page.evaluate(axeSource)
    const {violations} = await this.page.evaluate(() => axe.run(document, {resultTypes: ['violations']}))
    return violations
      .filter(({impact}) => impact === 'serious' || impact === 'critical')
      .flatMap(({id, help, nodes}) =>
        nodes.map(({target, failureSummary}) => `${id} (${help}) at ${target}: ${failureSummary}`),
      )
  }
}
