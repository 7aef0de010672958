// Tests of the text of files of games: what is not changed is saved to the letter. node --test tests/page/

import assert from 'node:assert/strict'
import test from 'node:test'

import {Record} from '../../src/web/page/record.js'
import {Collection, decodeBytes, gamesOf, keepHeader, rootOf, titleOf} from '../../src/web/page/sgf_text.js'

const FILE = 'a remark (not a game)\n(;GM[1]SZ[9]PB[A\\]b (;x)];B[aa](;W[bb])(;W[cc]C[no ) end\\]]))\n\n( ;SZ[5])  tail'

test('the games of a text are found, with brackets inside values', () => {
  assert.deepEqual(
    gamesOf(FILE).map(({start, end}) => FILE.slice(start, end)),
    ['(;GM[1]SZ[9]PB[A\\]b (;x)];B[aa](;W[bb])(;W[cc]C[no ) end\\]]))', '( ;SZ[5])'],
  )
  assert.deepEqual(gamesOf('no game'), [])
  assert.equal(gamesOf('(;SZ[5]C[never closed').length, 1)
})

test('a collection is written as it was read, but for the game that was changed', () => {
  const collection = new Collection(FILE)
  assert.equal(collection.text, FILE)
  collection.replace(1, '(;SZ[5];B[aa])\n')
  assert.equal(collection.text, FILE.replace('( ;SZ[5])', '(;SZ[5];B[aa])'))
  const many = new Collection(Array.from({length: 30}, (_, i) => `(;SZ[9]GN[${i}])`).join('\n'))
  many.replace(6, '(;SZ[9]GN[changed])')
  assert.equal(gamesOf(many.text).length, 30)
  assert.equal(many.text.split('\n')[5], '(;SZ[9]GN[5])')
})

test('properties of the whole game stay as they are unless they were changed', () => {
  const source = '(;GM[1]SZ[9]PB[Old]BR[3d]KM[ 5,5 ]C[hello];B[aa])'
  const written = '(;FF[4]CA[UTF-8]GM[1]SZ[9]KM[5.5]RU[Japanese]PB[New]AP[x:1]C[changed]BR[3d]N[x];B[aa];W[bb])\n'
  assert.equal(
    keepHeader(written, source, new Set()),
    '(;GM[1]SZ[9]PB[Old]BR[3d]KM[ 5,5 ]C[changed]N[x];B[aa];W[bb])\n',
  )
  const changed = keepHeader(written, source, new Set(['PB', 'RU']))
  assert.equal(changed, '(;GM[1]SZ[9]PB[New]BR[3d]KM[ 5,5 ]C[changed]RU[Japanese]N[x];B[aa];W[bb])\n')
})

test('a file without an encoding names it once a text needs one', () => {
  assert.equal(keepHeader('(;SZ[9]C[a])', '(;SZ[9])', new Set()), '(;SZ[9]C[a])')
  assert.equal(keepHeader('(;SZ[9]C[手])', '(;SZ[9])', new Set()), '(;CA[UTF-8]SZ[9]C[手])')
  assert.equal(keepHeader('(;CA[UTF-8]C[手])', '(;CA[GB2312]C[x])', new Set()), '(;CA[UTF-8]C[手])')
})

test('a game in the list has its names, its result and its moves', () => {
  const {title, nMoves} = titleOf('(;PB[A] PW[B]RE[W+2]\nC[;B[x\\] is no move];B[aa];W[bb](;B[cc])(;B[dd]))')
  assert.equal(title, 'A – B · W+2')
  assert.equal(nMoves, 4)
  assert.equal(titleOf('(;SZ[9])').title, '')
  assert.deepEqual(
    rootOf('(;SiZe[9]AB[aa]\n[bb];B[cc])').properties.map(({name, values}) => [name, values]),
    [
      ['SZ', ['9']],
      ['AB', ['aa', 'bb']],
    ],
  )
})

test('bytes are read in the encoding that they are in', () => {
  const bytes = (text) => Uint8Array.from(text, (char) => char.charCodeAt(0))
  assert.equal(decodeBytes(new TextEncoder().encode('(;C[手])')), '(;C[手])')
  assert.equal(decodeBytes(bytes('(;PB[M\xfcller])')), '(;PB[Müller])')
  assert.equal(decodeBytes(bytes('(;CA[Shift_JIS]C[\x8e\xe8])')), '(;CA[Shift_JIS]C[手])')
  assert.equal(decodeBytes(bytes('(;CA[nonsense]PB[\xe9])')), '(;CA[nonsense]PB[é])')
  assert.equal(new Collection('(;CA[Shift_JIS]C[手])').text, '(;CA[UTF-8]C[手])')
  assert.equal(new Collection('(;CA[Shift_JIS]C[a])').text, '(;CA[Shift_JIS]C[a])')
})

test('names and result of a record are changed and taken back; the file is compared', () => {
  const record = new Record({size: [9, 9], komi: 6.5, rules: 'japanese', info: {black: 'A'}, nodes: [{other: [['BR', ['1d']]]}]})
  record.setSource(null, 0)
  assert.deepEqual([...record.changedHeader()], [])
  record.setHeader({info: {black: 'B', result: 'B+1'}, komi: 5.5, other: {BR: '', WR: 'a]b'}})
  assert.deepEqual([...record.changedHeader()].sort(), ['KM', 'PB', 'RE'])
  assert.deepEqual(record.root.other, [['WR', ['a\\]b']]])
  assert.equal(record.otherText('WR'), 'a]b')
  record.undo()
  assert.deepEqual([...record.changedHeader()], [])
  assert.equal(record.otherText('BR'), '1d')
})
