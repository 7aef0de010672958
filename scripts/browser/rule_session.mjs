// What a person does who makes a rule for the corner of six points (CORNER_SIX) in the editor, from scratch.

/** The map, from its upper left corner; its left and its lower side are edges of the board. */
const MAP = ['X X X O', '. . . A', '. * . X']

/** Opens a new rule, and fills its fields. */
export async function newRule(session, name) {
  const {page} = session
  await session.panel('Rules')
  await session.press('New rule')
  await page.getByLabel('Name', {exact: true}).fill(name)
  await session.choose('Purpose', 'save')
  await session.choose('Goal', 'save')
  await page.getByLabel('Objects of the goal').fill('A')
  await page.getByLabel('Note', {exact: true}).fill('The middle of the first line makes two eyes.')
}

/** Draws the map by clicking. */
export async function drawMap(session) {
  const {page} = session
  const map = page.getByRole('grid', {name: 'Map 1'})
  await session.press('Add a column on the right')
  const rows = MAP.map((row) => row.split(' '))
  for (const kind of new Set(rows.flat())) {
    await page.locator('.palette').getByText(kind, {exact: true}).click()
    for (const [y, row] of rows.entries()) {
      for (const [x, found] of row.entries()) {
        if (found === kind) await map.getByRole('row').nth(y).getByRole('gridcell').nth(x).click()
      }
    }
  }
  await session.press('Edge: column on the left')
  await session.press('Edge: row below')
  await page.locator('.rule-editor').getByText('bits').waitFor()
}
