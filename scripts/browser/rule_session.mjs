// What a person does who makes a rule for the solid link (SOLID_LINK) in the editor, from scratch.

/** The map, from its upper left corner. */
const MAP = ['. . X', 'A * X', 'O O X']

/** Opens a new rule, and fills its fields. */
export async function newRule(session, name) {
  const {page} = session
  await session.panel('Rules')
  await session.press('New rule')
  await page.getByLabel('Name', {exact: true}).fill(name)
  await session.choose('Purpose', 'connect')
  await session.choose('Goal', 'save')
  await page.getByLabel('Objects of the goal').fill('A')
  const note = 'Playing between the stones and the wall joins them: a cut would come there.'
  await page.getByLabel('Note', {exact: true}).fill(note)
}

/** Draws the map by clicking. */
export async function drawMap(session) {
  const {page} = session
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
