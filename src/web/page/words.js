// Words for people: numbers, leads, and how reliable an answer is.

import {BLACK, WHITE} from './position.js'

/** A number with at most two digits after the point. */
export function shortNumber(value) {
  return String(Math.round(value * 100) / 100)
}

/** Who leads by how much, from Black's score. */
export function leadText(score) {
  if (Math.abs(score) < 0.05) return 'Even'
  return `${score > 0 ? 'Black' : 'White'} by ${shortNumber(Math.abs(score))}`
}

/** What a word of a message means for people: proved, estimated with its confidence, open. */
export function trustText({trust, confidence}) {
  if (trust === 'proved') return 'proved'
  if (trust === 'open') return 'open'
  return confidence ? `estimated, right in ${Math.round(confidence * 100)} of 100 such cases` : 'estimated'
}

/** The text with a capital first letter. */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Whose percentages and leads are shown: `view` is 'black', 'white' or 'mover', the side to move. */
export function viewColor(view, toMove) {
  if (view === 'mover') return toMove
  return view === 'white' ? WHITE : BLACK
}

/** Black's win rate as that of a color. */
export function rateOf(color, winRate) {
  return color === BLACK ? winRate : 1 - winRate
}

/** Black's lead as that of a color. */
export function leadOf(color, score) {
  return color === BLACK ? score : -score
}

/** A lead with its sign: '+3.5'. */
export function signed(score) {
  const text = score.toFixed(1)
  return text === '-0.0' ? '0.0' : `${score > 0 && text !== '0.0' ? '+' : ''}${text}`
}

/** A number of things: '1 move', '2 moves'. */
export function counted(number, word) {
  return `${number} ${word}${number === 1 ? '' : 's'}`
}
