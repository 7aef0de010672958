// The judgement of a line of play by the branches of a problem's own record, where reading stays open. Problem
// collections mark their solutions in a few ways; a record without any mark has its solution in the main line.

import {Record} from './record.js'

const RIGHT = /\b(right|correct|solved|success)\b|正解|正确/i
const WRONG = /\b(wrong|incorrect|not correct|not right|fail\w*|mistake)\b|失敗|失败|错/i

/** The mark of a node by itself: 'right', 'wrong' or null. */
function markOf(node) {
  const names = node.other.map(([name]) => name)
  const text = `${node.name ?? ''} ${node.comment ?? ''}`
  if (names.includes('BM') || WRONG.test(text)) return 'wrong'
  return names.includes('TE') || RIGHT.test(text) ? 'right' : null
}

export class Book {
  constructor(tree) {
    const record = new Record(tree)
    this.root = record.root
    this.nodes = record.allNodes()
    /** Only marks of moves count: remarks on the first position are about no move. */
    this.hasRight = this.nodes.some((node) => node.move && markOf(node) === 'right')
  }

  /**
   * The judgement of a line whose last move is the user's: `{judgement, reply, isEnd, comment}` with 'right',
   * 'wrong' or null, the answer that it has, whether it ends here, and its comment. Null: the line is not in the record.
   */
  judge(line) {
    let node = this.root
    let isMain = true
    let isWrong = false
    for (const [i, move] of line.entries()) {
      const moves = movesBelow(node)
      const next = moves.find((child) => child.move[0] === move[0] && child.move[1] === move[1])
      if (!next) return null
      // The other side may try anything; only the user's own choices leave the main line.
      if (i % 2 === 0 && next !== moves[0]) isMain = false
      isWrong ||= markOf(next) === 'wrong'
      node = next
    }
    const [reply] = movesBelow(node)
    const judgement = isWrong ? 'wrong' : this.hasRight ? this.ofMarks(line, node) : isMain ? 'right' : null
    return {judgement, reply: reply?.move[1] ?? null, isEnd: !reply, comment: node.comment ?? ''}
  }

  /** In a record that marks its solutions a move is right if one of them stands on its way or can still be reached. */
  ofMarks(line, node) {
    const below = [node]
    for (let i = 0; i < below.length; i += 1) below.push(...below[i].children)
    const above = []
    for (let at = node.parent; at; at = at.parent) above.push(at)
    return [...below, ...above].some((at) => at.move && markOf(at) === 'right') ? 'right' : 'wrong'
  }

  /** The first moves that the record calls right. */
  get solutions() {
    return movesBelow(this.root)
      .filter(({move}) => this.judge([move])?.judgement === 'right')
      .map(({move}) => move[1])
  }

  /** All points that the record plays on. */
  get points() {
    const moves = this.nodes.flatMap(({move}) => (move ? [move[1]] : []))
    return moves.filter((name) => name !== 'pass')
  }
}

/** The next moves; nodes that have none, such as a setup or a comment alone, are passed through. */
function movesBelow(node) {
  return node.children.flatMap((child) => (child.move ? [child] : movesBelow(child)))
}
