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

/** Black has four points in a pyramid at the left, and plays elsewhere instead of taking the middle of them. */
export const LET_DIE =
  '(;GM[1]SZ[9]KM[0]PL[B]AB[cf][ce][cd][bg][bf][bd][bc][ag][ac]AW[dg][df][de][dd][dc][ch][cg][cc][cb][bh][bb][ah][ab];B[ii];W[ae];B[gc])'

const SLIDES = new URL('../../tests/web/base_slide/', import.meta.url)

/** The rule about the slide to the second line, as the editor saves it. */
export const BASE_SLIDE_RULE = readFileSync(new URL('base_slide.rules', SLIDES), 'utf8')

/** Black lives by E2 and by no other move. */
export const BASE_SLIDE = readFileSync(new URL('slide.sgf', SLIDES), 'utf8')

/** And seven more: three that the goals solve with the rule only, one that they solve without it, three unsolved. */
export const BASE_SLIDES = [
  'slide',
  'wide',
  'stone_less',
  'white_inside',
  'solved_before',
  'still_unsolved',
  'wrong_move',
  'no_match',
]
  .map((name) => readFileSync(new URL(`${name}.sgf`, SLIDES), 'utf8'))
  .join('')
