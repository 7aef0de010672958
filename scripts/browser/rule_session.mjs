// What a person does to make a rule for the slide to the second line (BASE_SLIDE) in the editor, from scratch.

/** The map, from its upper left corner; the edge of the board is below. */
const MAP = ['A .', '. *', '. .']

/** Opens a new rule, and fills its fields. */
export async function newRule(session, name) {
  const {page} = session
  await session.panel('Rules')
  await session.press('New rule')
  await page.getByLabel('Name', {exact: true}).fill(name)
  await session.choose('Purpose', 'live')
  await session.choose('Goal', 'save')
  await page.getByLabel('Objects of the goal').fill('A')
  const note = 'A slide to the second line makes a base.'
  await page.getByLabel('Note', {exact: true}).fill(note)
}

/** Draws the map by clicking. */
export async function drawMap(session) {
  const {page} = session
  await session.press('Take the column on the right away')
  await session.press('Edge: row below')
  const map = page.getByRole('grid', {name: 'Map 1'})
  const rows = MAP.map((row) => row.split(' '))
  for (const kind of new Set(rows.flat())) {
    await page.locator('.palette').getByText(kind, {exact: true}).click()
    for (const [y, row] of rows.entries()) {
      for (const [x, found] of row.entries()) {
        if (found === kind) await map.getByRole('row').nth(y).getByRole('gridcell').nth(x).click()
      }
    }
  }
  await page.locator('.rule-editor').getByText('bits').waitFor()
}
