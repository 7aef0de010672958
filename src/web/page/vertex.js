// Names of points, as Go players and GTP write them: a letter without I for the column, a number for the row, A1 at the
// lower left. Inside the page a point is its index `y * width + x`, with y = 0 at the top.

export const LETTERS = 'ABCDEFGHJKLMNOPQRSTUVWXYZ'
export const LARGEST_SIDE = LETTERS.length

/** The name of a point: 'D4'. */
export function vertexName(point, width, height) {
  const x = point % width
  const y = Math.floor(point / width)
  return LETTERS[x] + (height - y)
}

/** The index of a named point, or -1 if the board has no such point. */
export function parseVertex(name, width, height) {
  const match = /^([A-HJ-Z])([1-9][0-9]?)$/.exec(String(name).toUpperCase())
  if (!match) return -1
  const x = LETTERS.indexOf(match[1])
  const y = height - Number(match[2])
  return x < width && y >= 0 && y < height ? y * width + x : -1
}

/** The index of a point as records in SGF name it, 'dp' from the upper left; -1 if the board has no such point. */
export function pointOfSgf(name, width, height) {
  const place = (char) => 'abcdefghijklmnopqrstuvwxyz'.indexOf(char)
  const [x, y] = [...String(name).trim()].map(place)
  return String(name).trim().length === 2 && x >= 0 && y >= 0 && x < width && y < height ? y * width + x : -1
}

/** The neighbours of a point: two to four indices. */
export function neighbours(point, width, height) {
  const x = point % width
  const near = []
  if (x > 0) near.push(point - 1)
  if (x + 1 < width) near.push(point + 1)
  if (point >= width) near.push(point - width)
  if (point + width < width * height) near.push(point + width)
  return near
}

/** The star points of a board, in the order in which handicap stones are placed by custom where there are nine. */
export function starPoints(width, height) {
  const lines = (side) => {
    if (side < 7) return side % 2 === 1 && side >= 3 ? [(side - 1) / 2] : []
    const edge = side < 13 ? 2 : 3
    return side % 2 === 1 && side >= 9 ? [edge, (side - 1) / 2, side - 1 - edge] : [edge, side - 1 - edge]
  }
  const columns = lines(width)
  const rows = lines(height)
  const points = []
  for (const y of rows) {
    for (const x of columns) {
      const inMiddle = columns.length === 3 && rows.length === 3 && (x === columns[1]) !== (y === rows[1])
      if (inMiddle && (width < 15 || height < 15)) continue
      points.push(y * width + x)
    }
  }
  return points
}

/** The points where `count` handicap stones stand by custom, or an empty list if the board has no such custom. */
export function handicapPoints(count, width, height) {
  if (width < 7 || height < 7 || count < 2) return []
  const near = (side) => (side < 13 ? 2 : 3)
  const [left, right] = [near(width), width - 1 - near(width)]
  const [top, bottom] = [near(height), height - 1 - near(height)]
  const at = (x, y) => y * width + x
  const points = [at(right, top), at(left, bottom), at(right, bottom), at(left, top)]
  const centered = width % 2 === 1 && height % 2 === 1 && width >= 9 && height >= 9
  if (count > 4 && !centered) return []
  if (count <= 4) return points.slice(0, count)
  const [middle, center] = [(width - 1) / 2, (height - 1) / 2]
  if (count >= 6) points.push(at(left, center), at(right, center))
  if (count >= 8) points.push(at(middle, top), at(middle, bottom))
  if (count % 2 === 1) points.push(at(middle, center))
  return count <= 9 ? points : []
}
