// Words for people: numbers, leads, and how reliable an answer is.

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
