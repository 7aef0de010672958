// What the signs on the board mean, each drawn as it is on the board.

import {CELL, Geometry, shape} from './board_shapes.js'
import {openDialog} from './dialog.js'
import {element, svg} from './dom.js'
import {BLACK, EMPTY, WHITE} from './position.js'

const STATUS = (kind, status, more = '') => ({kind, class: `status ${status}${more}`})

/** By layer: items with the color of the stone below them, and what they mean. */
const SIGNS = [
  [
    'Settled',
    [
      [{kind: 'territory', color: BLACK, size: 0.6}, EMPTY, 'Black’s even if Black never answers (proved)'],
      [{kind: 'territory', color: WHITE, size: 0.4}, EMPTY, 'White’s if White answers (proved)'],
      [{kind: 'territory', color: EMPTY, size: 0.2}, EMPTY, 'a neutral point'],
    ],
  ],
  [
    'Groups',
    [
      [STATUS('circle', 'alive'), BLACK, 'lives'],
      [STATUS('cross', 'dead'), BLACK, 'is dead'],
      [STATUS('square', 'seki'), BLACK, 'lives in seki'],
      [STATUS('diamond', 'critical'), BLACK, 'hangs on the next move'],
      [STATUS('cross', 'dead', ' estimated'), WHITE, 'dashed: an estimate, not proved'],
      [{kind: 'spot', text: '†', class: 'key'}, EMPTY, 'the move that kills; ♥ saves; ! does both'],
    ],
  ],
  [
    'Endgame',
    [
      [{kind: 'spot', text: '2', class: 'region'}, EMPTY, 'the best move of a region; the number is what it gains, in points a move'],
      [{kind: 'spot', text: '2', class: 'region estimated'}, EMPTY, 'dashed: an estimate, which takes areas for granted'],
      [{kind: 'spot', text: '·', class: 'region neutral'}, EMPTY, 'a neutral point'],
    ],
  ],
  ['Ownership', [[{kind: 'territory', color: WHITE, size: 0.7, class: 'guess'}, EMPTY, 'likely White’s; larger where it is surer']]],
  [
    'Search',
    [
      [{kind: 'spot', text: '51', below: '120', class: 'loss-0 best'}, EMPTY, 'the best move: percentage, and visits or points lost'],
      [{kind: 'spot', text: '48', below: '40', class: 'loss-1'}, EMPTY, 'loses half a point to one and a half'],
      [{kind: 'spot', text: '40', below: '9', class: 'loss-3'}, EMPTY, 'loses three points or more'],
    ],
  ],
  [
    'Always',
    [
      [{kind: 'circle', class: 'last-move'}, BLACK, 'the last move'],
      [{kind: 'next', color: WHITE}, EMPTY, 'the next move of the record'],
    ],
  ],
]

export function legendDialog() {
  const row = ([item, color, text]) => element('div', {class: 'legend-row'}, sign(item, color), element('span', {text}))
  const content = SIGNS.map(([title, signs]) => element('section', {}, element('h3', {text: title}), signs.map(row)))
  openDialog('What the signs mean', element('div', {class: 'help'}, content))
}

function sign(item, color) {
  const geometry = new Geometry(1, 1, false)
  const side = geometry.spanX
  const middle = {cx: side / 2, cy: side / 2}
  const stone = color !== EMPTY && svg('circle', {class: 'plain-stone', ...middle, r: CELL * 0.475, fill: color === BLACK ? '#1b1b1d' : '#f6f4ee'})
  return svg(
    'svg',
    {class: 'board sign', viewBox: `0 0 ${side} ${side}`, 'aria-hidden': 'true'},
    svg('rect', {class: 'wood', width: side, height: side, rx: 6}),
    stone,
    shape({...item, point: 0}, geometry, [color]),
  )
}
