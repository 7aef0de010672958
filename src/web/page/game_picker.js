// Which game of a file to show: a list with players, result and number of moves, found by words.

import {openDialog} from './dialog.js'
import {button, element, replaceChildren} from './dom.js'
import {titleOf} from './sgf_text.js'

/** Most games that are listed at a time. */
const MOST = 200

/** Opens the list of the games of a collection; `show(number)` is called with the one chosen, counted from 0. */
export function pickGame(collection, current, show) {
  const games = collection.games.map((game, number) => ({number, ...titleOf(game)}))
  const words = element('input', {type: 'search', placeholder: 'Name, event, year or number', 'aria-label': 'Words of the game'})
  const list = element('div', {class: 'list games', role: 'group', 'aria-label': 'Games'})
  const count = element('p', {class: 'soft', role: 'status'})
  const {close} = openDialog('Which game?', [element('div', {class: 'field wide'}, words), count, list], [['Cancel', () => {}]])
  const entry = ({number, title, nMoves}) => {
    const choose = () => {
      close()
      show(number)
    }
    const row = button('', choose, {class: 'problem', 'aria-current': number === current ? 'true' : null})
    const moves = nMoves === 1 ? '1 move' : `${nMoves} moves`
    row.append(
      element('span', {text: String(number + 1)}),
      element('span', {text: title || 'Without names'}),
      element('span', {class: 'soft', text: nMoves > 0 ? moves : ''}),
    )
    return row
  }
  const filter = () => {
    const wanted = words.value.toLowerCase().split(/\s+/).filter(Boolean)
    const text = ({number, title}) => `${number + 1} ${title}`.toLowerCase()
    const found = games.filter((game) => wanted.every((word) => text(game).includes(word)))
    count.textContent = `${found.length} of ${games.length} games${found.length > MOST ? `; the first ${MOST} are shown` : ''}`
    replaceChildren(list, found.slice(0, MOST).map(entry))
  }
  words.addEventListener('input', filter)
  filter()
  words.focus()
}
