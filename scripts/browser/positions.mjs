// Records that the steps load: positions of our own from the tests of the program.

import {readFileSync} from 'node:fs'

const FOLDER = new URL('../../tests/regression/sgf/', import.meta.url)

/** The smallest corner: White kills at A1, and so does Black save there. */
export const CORNER = readFileSync(new URL('corner_l.sgf', FOLDER), 'utf8').replace(/\)\s*$/, 'PL[W])')

/** A race of two groups. */
export const RACE = readFileSync(new URL('four_points.sgf', FOLDER), 'utf8')

/** Corridors at the end of a game: an endgame that is counted exactly. */
export const CORRIDORS = readFileSync(new URL('corridors.sgf', FOLDER), 'utf8')

/** A short game with a variation and a comment. */
export const VARIATIONS =
  '(;GM[1]FF[4]SZ[9]KM[6.5]RU[Japanese]PB[Left]PW[Right];B[ee];W[cc](;B[gc];W[cg]C[a comment])(;B[cg];W[gc];B[gg]))'

const LINKS = new URL('../../tests/web/solid_link/', import.meta.url)

/** The rule about the solid link, as the editor saves it. */
export const SOLID_LINK_RULE = readFileSync(new URL('solid_link.rules', LINKS), 'utf8')

/** Black's stones live by a link with the wall at G2, among other moves. */
export const SOLID_LINK = readFileSync(new URL('one_point.sgf', LINKS), 'utf8')

/** More such positions: two that a trial counts as gained, one that it does not, one where the rule does not match. */
export const SOLID_LINKS = ['one_point', 'stone_less', 'stone_more', 'solved_before', 'no_match']
  .map((name) => readFileSync(new URL(`${name}.sgf`, LINKS), 'utf8'))
  .join('')
