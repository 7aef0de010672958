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

/** Six points in the corner, and a cut above them: Black lives at B1 only. */
export const CORNER_SIX =
  '(;GM[1]FF[4]SZ[9]PL[B]AB[ag][bg][cg][dh][di]AW[af][bf][cf][df][dg][ef][eg][eh][ei]MA[dh])'
