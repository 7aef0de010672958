// Small drawings for buttons.

import {svg} from './dom.js'

const PATHS = {
  game: 'M4 4h16v16H4zM4 9.3h16M4 14.6h16M9.3 4v16M14.6 4v16',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13a6.5 6.5 0 0 0 0-13M15.3 15.3L21 21',
  review: 'M3 4v16h18M6 15l4-5l4 3l6-8M9 20v-2M14 20v-4M18 20v-3',
  ask: 'M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18M9.3 9.3a2.7 2.7 0 1 1 3.7 2.6c-.8.4-1 .9-1 2M12 17v.2',
  score: 'M12 4v16M5 7h14M5 7l-2.5 6h5zM19 7l-2.5 6h5zM8 20h8',
  endgame: 'M4 20V10M10 20V4M16 20v-7M22 20v-4M2 20h21',
  play: 'M8 4a4 4 0 1 0 0 8a4 4 0 0 0 0-8M16 12a4 4 0 1 0 0 8a4 4 0 0 0 0-8M15 4h5v5M9 20H4v-5',
  problems: 'M5 4h14v16H5zM9 9l2 2 4-4M9 16h6',
  first: 'M6 5v14M19 5l-9 7l9 7z',
  back: 'M16 5l-9 7l9 7z',
  on: 'M8 5l9 7l-9 7z',
  last: 'M18 5v14M5 5l9 7l-9 7z',
  rules: 'M4 5h10M4 12h7M4 19h5M14 20l6.5-9.5-2.5-1.8-6.4 9.4-.4 3z',
}

/** The drawing of a button. */
export function icon(name) {
  return svg('svg', {class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true'}, svg('path', {d: PATHS[name]}))
}
