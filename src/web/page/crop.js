// The part of a board that a problem takes.

/** Lines that are shown beside the outermost points. */
const ROOM = 2
/** A part that comes so near to an edge goes on to it. */
const NEAR_EDGE = 2
/** Least lines of a part each way. */
const LEAST = 7
/** Boards up to this many lines are shown whole. */
const SMALL = 11

/** The rectangle `{left, top, right, bottom}` of lines to show for some points; null: the whole board. */
export function cropOf(points, width, height) {
  if (points.length === 0 || (width <= SMALL && height <= SMALL)) return null
  const [left, right] = span(points.map((point) => point % width), width)
  const [top, bottom] = span(points.map((point) => Math.floor(point / width)), height)
  const isWhole = right - left + 1 >= width - 2 && bottom - top + 1 >= height - 2
  return isWhole ? null : {left, top, right, bottom}
}

function span(places, side) {
  let low = Math.min(...places) - ROOM
  let high = Math.max(...places) + ROOM
  if (low <= NEAR_EDGE) low = 0
  if (high >= side - 1 - NEAR_EDGE) high = side - 1
  while (high - low + 1 < Math.min(LEAST, side)) {
    if (low > 0 && (high === side - 1 || low + high > side - 1)) low -= 1
    else if (high < side - 1) high += 1
    else break
  }
  return [low, high]
}
