// Problems that `tedomari compose --seed 57` made from games of the program against itself.

/** The problems as an SGF collection. */
export const COMPOSED = `
(;FF[4]CA[UTF-8]GM[1]SZ[9]KM[7.5]RU[Chinese]EV[Composed 1]AB[di][ah][bh][ch][dh][ag][af]AW[ei][eh][bg][cg][dg][bf][ae][be]PL[W]C[White plays and kills the marked group (D1). One first move works, all others fail: both are proved.

Place: corner. Difficulty: 72 nodes to prove the right move, 132 nodes with all wrong ones; main line of 3 moves, longest line of 7 moves. The network's first choice is wrong in 0 of 8 symmetries.]TR[di][dh][ch][bh][ah][ag][af]
(;W[bi]C[The only move that works.]TE[1]
(;B[fi];W[ai]
(;B[ci];W[ai];B[bi];W[ai]C[RIGHT. The group is taken.])
(;B[fh];W[ci]C[RIGHT. The group is taken.]))
(;B[fh];W[ai]
(;B[ci];W[ai];B[bi];W[ai]C[RIGHT. The group is taken.])
(;B[fi];W[ci]C[RIGHT. The group is taken.]))
(;B[eg];W[ai]
(;B[ci];W[ai];B[bi];W[ai]C[RIGHT. The group is taken.])
(;B[fi];W[ci]C[RIGHT. The group is taken.]))
(;B[cf];W[ai]
(;B[ci];W[ai];B[bi];W[ai]C[RIGHT. The group is taken.])
(;B[fi];W[ci]C[RIGHT. The group is taken.])))
(;W[eg]C[Wrong.]BM[1];B[bi]C[The group is alive.])
(;W[fh]C[Wrong.]BM[1];B[bi]C[The group is alive.])
(;W[ci]C[Wrong.]BM[1];B[bi]C[The group is alive.])
(;W[ai]C[Wrong.]BM[1];B[bi]C[The group is alive.]))
(;FF[4]CA[UTF-8]GM[1]SZ[9]KM[7.5]RU[Chinese]EV[Composed 2]AB[ci][di][eh][eg][fg][bf][cf][df][ae][be][ge][gb]AW[dh][cg][dg][ef][ce][de][ee][ad][bd]PL[B]C[Black plays and lives with the marked group (B4). One first move works, all others fail: both are proved.

Place: side. Difficulty: 3794 nodes to prove the right move, 3848 nodes with all wrong ones; main line of 23 moves, longest line of 23 moves. The network's first choice is wrong in 0 of 8 symmetries.]TR[bf][cf][be][df][ae]
(;B[bg]C[The only move that works.]TE[1]
(;W[bi];B[ch]
(;W[dg];B[bh];W[ah];B[ai];W[ag];B[];W[bi];B[dh];W[ei];B[ai];W[bi];B[cg];W[fh];B[ai];W[bi];B[af];W[gg];B[ai];W[ah];B[bi]C[RIGHT. The group is alive.])
(;W[bh];B[dg]C[RIGHT. The group is alive.]))
(;W[ah];B[ch]
(;W[dg];B[bh];W[bi];B[ai];W[ag];B[];W[bi];B[dh];W[ei];B[ai];W[bi];B[cg];W[fh];B[ai];W[bi];B[af];W[gg];B[ai];W[ah];B[bi]C[RIGHT. The group is alive.])
(;W[bh];B[dg]C[RIGHT. The group is alive.]))
(;W[ei];B[ch]
(;W[dg];B[bh];W[ah];B[dh];W[ag];B[ai];W[bi];B[cg];W[fh];B[ai];W[bi];B[af];W[gg];B[ai];W[ah];B[bi]C[RIGHT. The group is alive.])
(;W[cg];B[bh];W[bi];B[dh];W[ah];B[ag]C[RIGHT. The group is alive.]))
(;W[fh];B[ch]
(;W[dg];B[bh];W[ah];B[dh];W[ag];B[ai];W[bi];B[cg];W[ei];B[ai];W[bi];B[af];W[gg];B[ai];W[ah];B[bi]C[RIGHT. The group is alive.])
(;W[ai];B[bh];W[bi];B[dg]C[RIGHT. The group is alive.])))
(;B[ch]C[Wrong.]BM[1];W[bg]
(;B[ag];W[af]C[The group is taken.])
(;B[af];W[ag]C[The group is taken.])
(;B[ff];W[af]C[The group is taken.])
(;B[cd];W[af]C[The group is taken.]))
(;B[bh]C[Wrong.]BM[1];W[bg]
(;B[ag];W[af]C[The group is taken.])
(;B[af];W[ag]C[The group is taken.])
(;B[ff];W[af]C[The group is taken.])
(;B[cd];W[af]C[The group is taken.]))
(;B[cd]C[Wrong.]BM[1];W[bg]
(;B[ag];W[af]C[The group is taken.])
(;B[af];W[ag]C[The group is taken.])
(;B[ff];W[af]C[The group is taken.])
(;B[ac];W[af]C[The group is taken.]))
(;B[ag]C[Wrong.]BM[1];W[bg]
(;B[ah];W[af]C[The group is taken.])
(;B[bh];W[af]C[The group is taken.])
(;B[af];W[ah]C[The group is taken.])
(;B[ff];W[af]C[The group is taken.])))
(;FF[4]CA[UTF-8]GM[1]SZ[9]KM[7.5]RU[Chinese]EV[Composed 3]AB[ch][dh][bg][cg][af][bf][df][de][ee][dd][ac][dc][cb]AW[bi][ci][di][fi][ah][bh][eh][dg][eg][cf][be][ce][ad][bd][cd][cc]PL[B]C[Black plays and lives with the marked group (C2). One first move works, all others fail: both are proved.

Place: corner. Difficulty: 16696 nodes to prove the right move, 16714 nodes with all wrong ones; main line of 11 moves, longest line of 11 moves. The network's first choice is wrong in 0 of 8 symmetries.]TR[ch][dh][cg][bg][bf][af]
(;B[bc]C[The only move that works.]TE[1]
(;W[ag];B[ae]
(;W[bd];B[ce];W[ef];B[be];W[cc];B[cd];W[fe];B[ad]C[RIGHT. The group is alive.])
(;W[cc];B[cd];W[cf];B[bd];W[be];B[ce]C[RIGHT. The group is alive.]))
(;W[bb];B[ae]
(;W[bd];B[ce];W[ef];B[be];W[cc];B[cd];W[ag];B[ad]C[RIGHT. The group is alive.])
(;W[cc];B[cd];W[ag];B[bd];W[cf];B[ce]C[RIGHT. The group is alive.]))
(;W[db];B[ae]
(;W[bd];B[ce];W[ef];B[be];W[cc];B[cd];W[ag];B[cc]C[RIGHT. The group is alive.])
(;W[cc];B[cd];W[ag];B[bd];W[cf];B[ce]C[RIGHT. The group is alive.]))
(;W[ef];B[ae]
(;W[cf];B[ce];W[bd];B[ad];W[ag];B[cc]C[RIGHT. The group is alive.])
(;W[be];B[ce];W[bd];B[cd];W[ag];B[ad]C[RIGHT. The group is alive.])))
(;B[ae]C[Wrong.]BM[1];W[ag]C[The group is taken.])
(;B[bb]C[Wrong.]BM[1];W[ag]
(;B[gi];W[ae]C[The group is taken.])
(;B[fh];W[ae]C[The group is taken.])
(;B[bc];W[ae]C[The group is taken.]))
(;B[ab]C[Wrong.]BM[1];W[ag]
(;B[gi];W[ae]C[The group is taken.])
(;B[fh];W[ae]C[The group is taken.])
(;B[bc];W[ae]C[The group is taken.]))
(;B[db]C[Wrong.]BM[1];W[ag]
(;B[gi];W[ae]C[The group is taken.])
(;B[fh];W[ae]C[The group is taken.])
(;B[bc];W[ae]C[The group is taken.])))
(;FF[4]CA[UTF-8]GM[1]SZ[9]KM[7.5]RU[Chinese]EV[Composed 4]AB[de][dd][cc][ec][cb][eb][ba]AW[bf][be][ce][cd][ac][bc][dc][db][da]PL[W]C[White plays and lives with the marked group (D7). One first move works, all others fail: both are proved.

Place: side. Difficulty: 4998 nodes to prove the right move, 5034 nodes with all wrong ones; main line of 13 moves, longest line of 9 moves. The network's first choice is wrong in 0 of 8 symmetries.]TR[dc][db][da]
(;W[bb]C[The only move that works.]TE[1]
(;B[ca];W[aa]
(;B[ba];W[cb];B[ab];W[ca];B[bd];W[aa]C[RIGHT. The group is alive.])
(;B[cc];W[ca];B[bd];W[cb]C[RIGHT. The group is alive.]))
(;B[bg];W[ca]
(;B[cc];W[aa];B[bd];W[cb]C[RIGHT. The group is alive.])
(;B[af];W[cc];B[cf];W[aa]C[RIGHT. The group is alive.]))
(;B[af];W[ca]
(;B[cc];W[aa];B[bd];W[cb]C[RIGHT. The group is alive.])
(;B[bg];W[cc];B[cf];W[aa]C[RIGHT. The group is alive.]))
(;B[bd];W[ca]
(;B[cc];W[aa];B[bg];W[cb]C[RIGHT. The group is alive.])
(;B[bg];W[aa];B[cc];W[cb]C[RIGHT. The group is alive.])))
(;W[df]C[Wrong.]BM[1];B[ea]
(;W[ee];B[ca]C[The group is taken.])
(;W[ed];B[ca]C[The group is taken.])
(;W[bb];B[ca]C[The group is taken.]))
(;W[ed]C[Wrong.]BM[1];B[ea]
(;W[df];B[ca]C[The group is taken.])
(;W[fc];B[ca]C[The group is taken.])
(;W[bb];B[ca]C[The group is taken.]))
(;W[fc]C[Wrong.]BM[1];B[ea]
(;W[df];B[ca]C[The group is taken.])
(;W[ed];B[ca]C[The group is taken.])
(;W[bb];B[ca]C[The group is taken.]))
(;W[aa]C[Wrong.]BM[1];B[ea]
(;W[df];B[ca]C[The group is taken.])
(;W[ed];B[ca]C[The group is taken.])
(;W[bb];B[ca]C[The group is taken.])))
(;FF[4]CA[UTF-8]GM[1]SZ[9]KM[7.5]RU[Chinese]EV[Composed 5]AB[ei][eh][fh][ih][gg][ig][if][ie]AW[fi][gi][hi][gh][hh][hg][he][id][ic]PL[B]C[Black plays and lives with the marked group (J2). One first move works, all others fail: both are proved.

Place: corner. Difficulty: 6679 nodes to prove the right move, 6697 nodes with all wrong ones; main line of 13 moves, longest line of 13 moves. The network's first choice is wrong in 1 of 8 symmetries.]TR[ih][ig][if][ie]
(;B[hf]C[The only move that works.]TE[1]
(;W[fg];B[ii]
(;W[fi];B[gi];W[hh];B[];W[gh];B[hi];W[di];B[hg];W[dh];B[gh]C[RIGHT. The group is alive.])
(;W[gi];B[hh];W[gh];B[hi];W[gf];B[fi];W[gi];B[gh]C[RIGHT. The group is alive.]))
(;W[di];B[ii]
(;W[gi];B[hh];W[gh];B[hi];W[gf];B[fi];W[gi];B[gh]C[RIGHT. The group is alive.])
(;W[gh];B[hh];W[gi];B[hi];W[gf];B[fi];W[gi];B[gh]C[RIGHT. The group is alive.]))
(;W[gf];B[ii]
(;W[gi];B[hh];W[gh];B[fi];W[di];B[hi];W[gi];B[gh]C[RIGHT. The group is alive.])
(;W[gh];B[hh];W[gi];B[fi];W[di];B[hi];W[gi];B[gh]C[RIGHT. The group is alive.]))
(;W[dh];B[ii]
(;W[gi];B[hh];W[gh];B[hi];W[gf];B[fi];W[gi];B[gh]C[RIGHT. The group is alive.])
(;W[gh];B[hh];W[gi];B[hi];W[gf];B[fi];W[gi];B[gh]C[RIGHT. The group is alive.])))
(;B[gf]C[Wrong.]BM[1];W[hf];B[hd];W[ii]C[The group is taken.])
(;B[hd]C[Wrong.]BM[1];W[hf]
(;B[gf];W[ii]C[The group is taken.])
(;B[hc];W[ii]C[The group is taken.]))
(;B[ge]C[Wrong.]BM[1];W[hf];B[hd];W[ii]C[The group is taken.])
(;B[ii]C[Wrong.]BM[1];W[hf]C[The group is taken.]))
(;FF[4]CA[UTF-8]GM[1]SZ[9]KM[7.5]RU[Chinese]EV[Composed 6]AB[bi][di][ch][dh][bg][eg][ff][gf][ge][ed][fd][gd][ec]AW[ei][fh][fg][gg][cf][hf][be][ce][de][ee][he][dd][hd][fc][gc][hc][bb][cb][eb][ea]PL[B]C[Black plays and lives with the marked group (F4). One first move works, all others fail: both are proved.

Place: center. Difficulty: 19879 nodes to prove the right move, 25517 nodes with all wrong ones; main line of 11 moves, longest line of 11 moves. The network's first choice is wrong in 0 of 8 symmetries.]TR[ff][gf][ge][gd][fd][ed][ec]
(;B[ef]C[The only move that works.]TE[1]
(;W[ah];B[ag]
(;W[bh];B[ai];W[dg];B[cg];W[eh];B[df];W[ah];B[dg]C[RIGHT. The group is alive.])
(;W[dg];B[cg];W[eh];B[df];W[fe];B[bh];W[dc];B[dg]C[RIGHT. The group is alive.]))
(;W[dg];B[cg]
(;W[eh];B[df];W[ai];B[ag];W[bh];B[ah];W[fe];B[dg]C[RIGHT. The group is alive.])
(;W[ai];B[df];W[eh];B[ag];W[bh];B[ah];W[fe];B[dg]C[RIGHT. The group is alive.]))
(;W[fe];B[cg]
(;W[ah];B[ag];W[dg];B[df];W[eh];B[bh];W[dc];B[dg]C[RIGHT. The group is alive.])
(;W[dg];B[df];W[eh];B[dg];W[ah];B[ag];W[bh];B[ai]C[RIGHT. The group is alive.]))
(;W[eh];B[dg]
(;W[ah];B[ag];W[bh];B[ai];W[ah];B[bh]C[RIGHT. The group is alive.])
(;W[ai];B[ah];W[ag];B[bh]C[RIGHT. The group is alive.])))
(;B[eh]C[Wrong.]BM[1];W[ef]
(;B[dc];W[cc]
(;B[fi];W[db];B[gh];W[fe]C[The group is taken.])
(;B[gi];W[db];B[fi];W[fe]C[The group is taken.]))
(;B[fi];W[dc]
(;B[gh];W[fe]C[The group is taken.])
(;B[hg];W[fe]C[The group is taken.]))
(;B[gi];W[dc]
(;B[fi];W[fe]C[The group is taken.])
(;B[hg];W[fe]C[The group is taken.]))
(;B[gh];W[dc]
(;B[fi];W[fe]C[The group is taken.])
(;B[hg];W[fe]C[The group is taken.])))
(;B[dc]C[Wrong.]BM[1];W[ef]
(;B[cc];W[bc]
(;B[bd];W[db];B[ad];W[fe];B[cd];W[ae];B[fi];W[ac]C[The group is taken.])
(;B[fi];W[cd];B[eh];W[db];B[gh];W[fe]C[The group is taken.]))
(;B[fi];W[cc]
(;B[eh];W[db];B[gh];W[fe]C[The group is taken.])
(;B[gh];W[db];B[eh];W[fe]C[The group is taken.]))
(;B[gi];W[cc]
(;B[fi];W[db];B[eh];W[fe]C[The group is taken.])
(;B[eh];W[db];B[fi];W[fe]C[The group is taken.]))
(;B[eh];W[cc]
(;B[fi];W[db];B[gh];W[fe]C[The group is taken.])
(;B[gi];W[db];B[fi];W[fe]C[The group is taken.])))
(;B[hg]C[Wrong.]BM[1];W[ef]
(;B[dc];W[cc]
(;B[fi];W[db];B[eh];W[fe]C[The group is taken.])
(;B[eh];W[db];B[fi];W[fe]C[The group is taken.]))
(;B[fi];W[dc]
(;B[eh];W[fe]C[The group is taken.])
(;B[if];W[fe]C[The group is taken.]))
(;B[eh];W[dc]
(;B[fi];W[fe]C[The group is taken.])
(;B[if];W[fe]C[The group is taken.]))
(;B[if];W[dc]
(;B[fi];W[fe]C[The group is taken.])
(;B[ie];W[fe]C[The group is taken.])))
(;B[af]C[Wrong.]BM[1];W[ef]
(;B[dc];W[cc]
(;B[fi];W[db];B[eh];W[fe]C[The group is taken.])
(;B[eh];W[db];B[fi];W[fe]C[The group is taken.]))
(;B[fi];W[dc]
(;B[eh];W[fe]C[The group is taken.])
(;B[hg];W[fe]C[The group is taken.]))
(;B[eh];W[dc]
(;B[fi];W[fe]C[The group is taken.])
(;B[hg];W[fe]C[The group is taken.]))
(;B[hg];W[dc]
(;B[fi];W[fe]C[The group is taken.])
(;B[if];W[fe]C[The group is taken.]))))
(;FF[4]CA[UTF-8]GM[1]SZ[9]KM[7.5]RU[Chinese]EV[Composed 7]AB[bi][gi][ah][bh][gh][ag][dg][gg][bf][cf][df][ff]AW[ci][ei][ch][dh][fh][cg][eg][fg]PL[B]C[Black plays and kills the marked group (C1). One first move works, all others fail: both are proved.

Place: side. Difficulty: 1194 nodes to prove the right move, 1244 nodes with all wrong ones; main line of 5 moves, longest line of 19 moves. The network's first choice is wrong in 8 of 8 symmetries.]TR[ci][ch][dh][cg]
(;B[fi]C[The only move that works.]TE[1]
(;W[ef];B[ee]
(;W[hi];B[eh];W[fh];B[di];W[ei];B[bg];W[eg];B[fg];W[hh];B[eh];W[fh];B[ef];W[hg];B[eh];W[];B[di]C[RIGHT. The group is taken.])
(;W[hh];B[eh];W[fh];B[di];W[ei];B[bg];W[eg];B[fg];W[hi];B[eh];W[fh];B[ef];W[hg];B[eh];W[];B[di]C[RIGHT. The group is taken.]))
(;W[gf];B[ef]
(;W[hi];B[eh];W[fh];B[di];W[ei];B[bg];W[eg];B[fg];W[hh];B[eh];W[];B[di]C[RIGHT. The group is taken.])
(;W[hh];B[eh];W[fh];B[di];W[ei];B[bg];W[eg];B[fg];W[hi];B[eh];W[];B[di]C[RIGHT. The group is taken.]))
(;W[ee];B[ef]
(;W[hi];B[eh];W[fh];B[di];W[ei];B[bg];W[eg];B[fg];W[hh];B[eh];W[];B[di]C[RIGHT. The group is taken.])
(;W[hh];B[eh];W[fh];B[di];W[ei];B[bg];W[eg];B[fg];W[hi];B[eh];W[];B[di]C[RIGHT. The group is taken.]))
(;W[fe];B[ef]
(;W[hi];B[eh];W[fh];B[di];W[ei];B[bg];W[eg];B[fg];W[hh];B[eh];W[];B[di]C[RIGHT. The group is taken.])
(;W[hh];B[eh];W[fh];B[di];W[ei];B[bg];W[eg];B[fg];W[hi];B[eh];W[];B[di]C[RIGHT. The group is taken.])))
(;B[ef]C[Wrong.]BM[1];W[fi]C[The group is alive.])
(;B[fe]C[Wrong.]BM[1];W[fi]C[The group is alive.])
(;B[gf]C[Wrong.]BM[1];W[fi]C[The group is alive.])
(;B[ee]C[Wrong.]BM[1];W[fi]C[The group is alive.]))
(;FF[4]CA[UTF-8]GM[1]SZ[9]KM[7.5]RU[Chinese]EV[Composed 8]AB[ac][bc][cc][dc][bb][cb][ca]AW[ad][bd][cd][dd][ec][db][eb]PL[W]C[White plays and kills the marked group (A7). One first move works, all others fail: both are proved.

Place: corner. Difficulty: 353 nodes to prove the right move, 397 nodes with all wrong ones; main line of 5 moves, longest line of 9 moves. The network's first choice is wrong in 0 of 8 symmetries.]TR[ac][bc][cc][bb][dc][cb][ca]
(;W[aa]C[The only move that works.]TE[1]
(;B[ae];W[da]
(;B[be];W[ab];B[ba];W[ab];B[ce];W[aa]C[RIGHT. The group is taken.])
(;B[ce];W[ab];B[ba];W[ab];B[be];W[aa]C[RIGHT. The group is taken.]))
(;B[be];W[da]
(;B[ae];W[ab];B[ba];W[ab];B[ce];W[aa]C[RIGHT. The group is taken.])
(;B[ce];W[ab];B[ba];W[ab];B[ae];W[aa]C[RIGHT. The group is taken.]))
(;B[ce];W[da]
(;B[ae];W[ab];B[ba];W[ab];B[be];W[aa]C[RIGHT. The group is taken.])
(;B[be];W[ab];B[ba];W[ab];B[ae];W[aa]C[RIGHT. The group is taken.]))
(;B[ed];W[da]
(;B[ae];W[ab];B[ba];W[ab];B[be];W[aa]C[RIGHT. The group is taken.])
(;B[be];W[ab];B[ba];W[ab];B[ae];W[aa]C[RIGHT. The group is taken.])))
(;W[da]C[Wrong.]BM[1];B[aa]C[The group is alive.])
(;W[ed]C[Wrong.]BM[1];B[aa]C[The group is alive.])
(;W[ab]C[Wrong.]BM[1];B[aa]C[The group is alive.])
(;W[ba]C[Wrong.]BM[1];B[aa]C[The group is alive.]))
(;FF[4]CA[UTF-8]GM[1]SZ[9]KM[7.5]RU[Chinese]EV[Composed 9]AB[di][ei][gi][eh][gh][hh][ih][ig][if]AW[bi][ci][dh][dg][eg][gg][hg][hf][ie][hd][id]PL[W]C[White plays and kills the marked group (G1). One first move works, all others fail: both are proved.

Place: corner. Difficulty: 1965 nodes to prove the right move, 2049 nodes with all wrong ones; main line of 5 moves, longest line of 13 moves. The network's first choice is wrong in 0 of 8 symmetries.]TR[gi][gh][hh][ih][ig][if]
(;W[fh]C[The only move that works.]TE[1]
(;B[fg];W[fi]
(;B[ei];W[eh];B[he];W[gf];B[ff];W[ge];B[ai];W[hi];B[ii];W[hi]C[RIGHT. The group is taken.])
(;B[eh];W[ei];B[gf];W[ff];B[he];W[fg];B[ai];W[hi];B[ii];W[hi]C[RIGHT. The group is taken.]))
(;B[gf];W[hi]
(;B[fg];W[ff];B[he];W[fg];B[ai];W[fi];B[di];W[ii]C[RIGHT. The group is taken.])
(;B[he];W[fg];B[ai];W[fi];B[di];W[ii]C[RIGHT. The group is taken.]))
(;B[he];W[hi]
(;B[fg];W[ff];B[gf];W[fg];B[ai];W[fi];B[di];W[ii]C[RIGHT. The group is taken.])
(;B[gf];W[fg];B[ai];W[fi];B[di];W[ii]C[RIGHT. The group is taken.]))
(;B[ai];W[hi]
(;B[ii];W[fi];B[ei];W[hi]C[RIGHT. The group is taken.])
(;B[bh];W[fi];B[ei];W[ii]C[RIGHT. The group is taken.])))
(;W[fg]C[Wrong.]BM[1];B[fh]C[The group is alive.])
(;W[ii]C[Wrong.]BM[1];B[fh]C[The group is alive.])
(;W[hi]C[Wrong.]BM[1];B[fh]C[The group is alive.])
(;W[ch]C[Wrong.]BM[1];B[fh]C[The group is alive.]))
(;FF[4]CA[UTF-8]GM[1]SZ[9]KM[7.5]RU[Chinese]EV[Composed 10]AB[ae][fe][ge][ad][ed][fd][hd][id][bc][cc][dc][ec][fc][ic][ab][cb][db][ib]AW[gd][gc][hc][bb][eb][fb][ba][ca][da][ea][ga][ha]PL[B]C[Black plays and kills the marked group (B8). One first move works, all others fail: both are proved.

Place: corner. Difficulty: 17056 nodes to prove the right move, 17074 nodes with all wrong ones; main line of 13 moves, longest line of 13 moves. The network's first choice is wrong in 0 of 8 symmetries.]TR[bb][ba][ca][da][ea][eb][fb]
(;B[hb]C[The only move that works.]TE[1]
(;W[gf];B[gb]
(;W[ee];B[ac];W[bd];B[cd];W[ff];B[be];W[af];B[aa];W[he];B[fa]C[RIGHT. The group is taken.])
(;W[gd];B[ac];W[bd];B[cd];W[af];B[gc];W[ff];B[aa];W[fa];B[ia]C[RIGHT. The group is taken.]))
(;W[ee];B[gb]
(;W[gf];B[ac];W[bd];B[cd];W[ff];B[be];W[af];B[aa];W[he];B[fa]C[RIGHT. The group is taken.])
(;W[bd];B[cd];W[ff];B[ac];W[gf];B[be];W[af];B[aa];W[he];B[fa]C[RIGHT. The group is taken.]))
(;W[gb];B[he]
(;W[af];B[ia];W[ff];B[ac];W[gf];B[be];W[ee];B[aa];W[ie];B[fa]C[RIGHT. The group is taken.])
(;W[ff];B[be];W[af];B[ac];W[gf];B[ia];W[ee];B[aa];W[ie];B[fa]C[RIGHT. The group is taken.]))
(;W[ia];B[gb]
(;W[gc];B[ac];W[bd];B[cd];W[af];B[fa];W[ga];B[aa];W[ff];B[fa]C[RIGHT. The group is taken.])
(;W[af];B[ac];W[gf];B[cd];W[ff];B[aa];W[be];B[fa]C[RIGHT. The group is taken.])))
(;B[ia]C[Wrong.]BM[1];W[hb]C[The group is alive.])
(;B[ac]C[Wrong.]BM[1];W[hb]C[The group is alive.])
(;B[he]C[Wrong.]BM[1];W[hb]C[The group is alive.])
(;B[gb]C[Wrong.]BM[1];W[hb]C[The group is alive.]))
(;FF[4]CA[UTF-8]GM[1]SZ[9]KM[7.5]RU[Chinese]EV[Composed 11]AB[ih][ff][fe][ed][gd][ec][fc][eb][ib][ea][fa][ga][ha][ia]AW[gh][gg][gf][hf][if][ge][hd][ic][fb][gb][hb]PL[W]C[White plays and lives with the marked group (F8). One first move works, all others fail: both are proved.

Place: corner. Difficulty: 6490 nodes to prove the right move, 6558 nodes with all wrong ones; main line of 13 moves, longest line of 11 moves. The network's first choice is wrong in 8 of 8 symmetries.]TR[fb][gb][hb]
(;W[hc]C[The only move that works.]TE[1]
(;B[ie];W[he]
(;B[hi];W[gi];B[hh];W[hg];B[ig];W[ii];B[hi];W[ih]C[RIGHT. The group is alive.])
(;B[hh];W[gi];B[hi];W[hg];B[ig];W[ii];B[hi];W[ih]C[RIGHT. The group is alive.]))
(;B[he];W[ie]C[RIGHT. The group is alive.])
(;B[id];W[ie]C[RIGHT. The group is alive.])
(;B[gi];W[ie]C[RIGHT. The group is alive.]))
(;W[gc]C[Wrong.]BM[1];B[hc]C[The group is taken.])
(;W[fg]C[Wrong.]BM[1];B[hc];W[gc];B[hc]C[The group is taken.])
(;W[ig]C[Wrong.]BM[1];B[hc];W[gc];B[hc]C[The group is taken.])
(;W[hh]C[Wrong.]BM[1];B[hc];W[gc];B[hc]C[The group is taken.]))
(;FF[4]CA[UTF-8]GM[1]SZ[9]KM[7.5]RU[Chinese]EV[Composed 12]AB[bi][di][dh][ag][cg][dg][ef][be][ce][ee][ad][dd]AW[ei][fi][eh][bg][eg][bf][cf][df][bd][cd][ac]PL[B]C[Black plays and lives with the marked group (D1). One first move works, all others fail: both are proved.

Place: side. Difficulty: 7753 nodes to prove the right move, 8426 nodes with all wrong ones; main line of 13 moves, longest line of 13 moves. The network's first choice is wrong in 3 of 8 symmetries.]TR[di][dh][dg][cg]
(;B[bh]C[The only move that works.]TE[1]
(;W[ci];B[ch]
(;W[ah];B[de];W[af];B[ae];W[ag];B[ai];W[cf];B[df];W[ah];B[bf]C[RIGHT. The group is alive.])
(;W[ai];B[ah]C[RIGHT. The group is alive.]))
(;W[ah];B[de]
(;W[af];B[ae];W[ci];B[ch];W[ag];B[ai];W[cf];B[df];W[ah];B[bf]C[RIGHT. The group is alive.])
(;W[ci];B[af];W[bg];B[bf]C[RIGHT. The group is alive.]))
(;W[ch];B[ci]
(;W[ah];B[de];W[af];B[ae];W[ag];B[ai];W[bg];B[df];W[ah];B[bf]C[RIGHT. The group is alive.])
(;W[ai];B[ah]C[RIGHT. The group is alive.]))
(;W[ai];B[ah]
(;W[ci];B[ch]C[RIGHT. The group is alive.])
(;W[ch];B[ci]C[RIGHT. The group is alive.])))
(;B[de]C[Wrong.]BM[1];W[ch]
(;B[ci];W[bh]
(;B[ai];W[ah]C[The group is taken.])
(;B[gi];W[ai]C[The group is taken.]))
(;B[ai];W[ci]C[The group is taken.])
(;B[gi];W[ci]C[The group is taken.])
(;B[bh];W[ci]C[The group is taken.]))
(;B[fg]C[Wrong.]BM[1];W[ch]
(;B[ci];W[bh]
(;B[ai];W[ah]C[The group is taken.])
(;B[gi];W[ai]C[The group is taken.]))
(;B[ai];W[ci]C[The group is taken.])
(;B[gi];W[ci]C[The group is taken.])
(;B[bh];W[ci]C[The group is taken.]))
(;B[cc]C[Wrong.]BM[1];W[ch]
(;B[ci];W[bh]
(;B[ai];W[ah]C[The group is taken.])
(;B[gi];W[ai]C[The group is taken.]))
(;B[ai];W[ci]C[The group is taken.])
(;B[gi];W[ci]C[The group is taken.])
(;B[bh];W[ci]C[The group is taken.]))
(;B[af]C[Wrong.]BM[1];W[ch]
(;B[ci];W[bh]
(;B[ai];W[ah]C[The group is taken.])
(;B[gi];W[ai]C[The group is taken.]))
(;B[ai];W[ci]C[The group is taken.])
(;B[gi];W[ci]C[The group is taken.])
(;B[bh];W[ci]C[The group is taken.])))
(;FF[4]CA[UTF-8]GM[1]SZ[9]KM[7.5]RU[Chinese]EV[Composed 13]AB[gg][gf][ie][id][dc][ec][gc][hc][ic][db][gb][hb][da]AW[hf][if][he][gd][hd][fb][ga][ha][ia]PL[W]C[White plays and lives with the marked group (G9). One first move works, all others fail: both are proved.

Place: corner. Difficulty: 6732 nodes to prove the right move, 7143 nodes with all wrong ones; main line of 11 moves, longest line of 11 moves. The network's first choice is wrong in 0 of 8 symmetries.]TR[ga][ha][ia]
(;W[fc]C[The only move that works.]TE[1]
(;B[fd];W[ib]
(;B[hc];W[id];B[gc];W[gb];B[ic];W[hb];B[gc];W[hc]C[RIGHT. The group is alive.])
(;B[ic];W[hc];B[gb];W[id];B[hg];W[gc]C[RIGHT. The group is alive.]))
(;B[hg];W[ib]
(;B[ic];W[hc];B[gb];W[id];B[ig];W[gc]C[RIGHT. The group is alive.])
(;B[ig];W[hc];B[gb];W[id];B[ge];W[gc]C[RIGHT. The group is alive.]))
(;B[fa];W[ib]
(;B[ic];W[id];B[gb];W[hc];B[hg];W[gc]C[RIGHT. The group is alive.])
(;B[hg];W[hc];B[gb];W[id];B[ig];W[gc]C[RIGHT. The group is alive.]))
(;B[ig];W[ib]
(;B[ic];W[id];B[gb];W[hc];B[hg];W[gc]C[RIGHT. The group is alive.])
(;B[hg];W[hc];B[gb];W[id];B[ge];W[gc]C[RIGHT. The group is alive.])))
(;W[fd]C[Wrong.]BM[1];B[fa]
(;W[ea];B[fc]
(;W[dd];B[ib];W[eb];B[fa]C[The group is taken.])
(;W[eb];B[ib];W[dd];B[fa]C[The group is taken.]))
(;W[fc];B[ib]C[The group is taken.]))
(;W[ib]C[Wrong.]BM[1];B[fa]C[The group is taken.])
(;W[ed]C[Wrong.]BM[1];B[fa]
(;W[ea];B[fc]
(;W[dd];B[ib];W[eb];B[fa]C[The group is taken.])
(;W[eb];B[ib];W[dd];B[fa]C[The group is taken.]))
(;W[fc];B[ib]C[The group is taken.]))
(;W[hg]C[Wrong.]BM[1];B[fa]
(;W[ea];B[fc]
(;W[dd];B[ib];W[eb];B[fa]C[The group is taken.])
(;W[eb];B[ib];W[dd];B[fa]C[The group is taken.]))
(;W[fc];B[ib]C[The group is taken.])))
(;FF[4]CA[UTF-8]GM[1]SZ[9]KM[7.5]RU[Chinese]EV[Composed 14]AB[bd][cd][dd][ec][eb][da][ea]AW[bi][ei][ah][eh][fh][gh][ag][af][ae][ad][cc][dc][db][ba][ca]PL[W]C[White plays and lives with the marked group (C7). One first move works, all others fail: both are proved.

Place: side. Difficulty: 6335 nodes to prove the right move, 6483 nodes with all wrong ones; main line of 9 moves, longest line of 9 moves. The network's first choice is wrong in 0 of 8 symmetries.]TR[cc][dc][db]
(;W[bc]C[The only move that works.]TE[1]
(;B[ab];W[bb]
(;B[ac];W[aa];B[ac];W[bh];B[bg];W[ab]C[RIGHT. The group is alive.])
(;B[bh];W[ac]C[RIGHT. The group is alive.]))
(;B[ac];W[ab]
(;B[bh];W[bb]C[RIGHT. The group is alive.])
(;B[bb];W[ac]C[RIGHT. The group is alive.]))
(;B[bh];W[ab]
(;B[ai];W[bb]C[RIGHT. The group is alive.])
(;B[bb];W[ac]C[RIGHT. The group is alive.]))
(;B[bb];W[ab];B[bh];W[ac]C[RIGHT. The group is alive.]))
(;W[ed]C[Wrong.]BM[1];B[bc]
(;W[cb];B[bb]
(;W[fc];B[aa]C[The group is taken.])
(;W[ab];B[aa]C[The group is taken.]))
(;W[fc];B[cb]C[The group is taken.])
(;W[bb];B[cb]C[The group is taken.]))
(;W[bb]C[Wrong.]BM[1];B[bc]
(;W[cb];B[ab]
(;W[be];B[aa]C[The group is taken.])
(;W[ed];B[aa]C[The group is taken.]))
(;W[be];B[cb]C[The group is taken.])
(;W[ed];B[cb]C[The group is taken.])
(;W[ab];B[cb]C[The group is taken.]))
(;W[ac]C[Wrong.]BM[1];B[bc]
(;W[cb];B[bb]
(;W[ed];B[aa]C[The group is taken.])
(;W[ab];B[aa]C[The group is taken.]))
(;W[ed];B[cb]C[The group is taken.])
(;W[bb];B[cb]C[The group is taken.]))
(;W[ab]C[Wrong.]BM[1];B[bc]
(;W[cb];B[bb]
(;W[ed];B[aa]C[The group is taken.])
(;W[ac];B[aa]C[The group is taken.]))
(;W[ed];B[cb]C[The group is taken.])
(;W[bb];B[cb]C[The group is taken.])))
(;FF[4]CA[UTF-8]GM[1]SZ[9]KM[7.5]RU[Chinese]EV[Composed 15]AB[ig][af][bf][cf][df][hf][ae][ee][fe][ge][he][bd][cd][hd][cc][gc][bb][cb][db][fb][gb][fa]AW[if][ie][ad][ed][fd][gd][id][ac][fc][hc][ic][ab][eb][aa][ba][ca][da][ea]PL[W]C[White plays and lives with the marked group (A6). One first move works, all others fail: both are proved.

Place: corner. Difficulty: 4127 nodes to prove the right move, 6320 nodes with all wrong ones; main line of 15 moves, longest line of 15 moves. The network's first choice is wrong in 0 of 8 symmetries.]TR[ad][ac][ab][aa][ba][ca][da][ea][eb]
(;W[hb]C[The only move that works.]TE[1]
(;B[ha];W[ga]
(;B[gb];W[fb];B[fa];W[ia];B[ib];W[gc];B[ga];W[dc];B[dd];W[ia];B[bc];W[ha]C[RIGHT. The group is alive.])
(;B[fb];W[gb];B[dd];W[ia];B[bc];W[fa]C[RIGHT. The group is alive.]))
(;B[dd];W[ga]
(;B[fb];W[gb];B[ha];W[ia];B[bc];W[fa]C[RIGHT. The group is alive.])
(;B[ha];W[ia];B[fb];W[gb];B[bc];W[fa]C[RIGHT. The group is alive.]))
(;B[ga];W[ha]
(;B[fb];W[gb];B[fa];W[ga];B[bc];W[fb]C[RIGHT. The group is alive.])
(;B[bc];W[gb];B[ec];W[fb]C[RIGHT. The group is alive.]))
(;B[dc];W[ga]
(;B[fb];W[gb];B[ha];W[ia];B[bc];W[fa]C[RIGHT. The group is alive.])
(;B[ha];W[ia];B[fb];W[gb];B[bc];W[fa]C[RIGHT. The group is alive.])))
(;W[ga]C[Wrong.]BM[1];B[hb]
(;W[ec];B[dd]
(;W[ib];B[ha];W[ag];B[bc];W[bg];B[dc]C[The group is taken.])
(;W[ha];B[ib];W[ag];B[bc];W[bg];B[dc]C[The group is taken.]))
(;W[ib];B[ha]
(;W[ih];B[ec];W[dc];B[bc];W[ag];B[ec]C[The group is taken.])
(;W[ag];B[ec];W[dc];B[bc];W[ih];B[ec]C[The group is taken.]))
(;W[ha];B[ib]
(;W[ag];B[ec];W[dc];B[bc];W[bg];B[ec]C[The group is taken.])
(;W[bg];B[ec];W[dc];B[bc];W[ag];B[ec]C[The group is taken.]))
(;W[ag];B[ec]
(;W[dc];B[bc];W[bg];B[ec]C[The group is taken.])
(;W[bg];B[bc]C[The group is taken.])))
(;W[hg]C[Wrong.]BM[1];B[ec]
(;W[dc];B[bc]
(;W[ag];B[ec]C[The group is taken.])
(;W[dd];B[ec]C[The group is taken.]))
(;W[ag];B[bc]C[The group is taken.])
(;W[hb];B[bc]C[The group is taken.]))
(;W[ec]C[Wrong.]BM[1];B[hb]
(;W[ib];B[dd]
(;W[ga];B[ha];W[ag];B[bc];W[bg];B[dc]C[The group is taken.])
(;W[ha];B[ia];W[ag];B[bc];W[bg];B[dc]C[The group is taken.]))
(;W[ga];B[dd]
(;W[ib];B[ha];W[ag];B[bc];W[bg];B[dc]C[The group is taken.])
(;W[ha];B[ib];W[ag];B[bc];W[bg];B[dc]C[The group is taken.]))
(;W[ha];B[dd]
(;W[ib];B[ia];W[ag];B[bc];W[bg];B[dc]C[The group is taken.])
(;W[ga];B[ib];W[ag];B[bc];W[bg];B[dc]C[The group is taken.]))
(;W[ag];B[dd]
(;W[bg];B[bc];W[cg];B[dc]C[The group is taken.])
(;W[cg];B[bc];W[bg];B[dc]C[The group is taken.])))
(;W[ha]C[Wrong.]BM[1];B[ec]
(;W[dc];B[bc]
(;W[ag];B[ec]C[The group is taken.])
(;W[dd];B[ec]C[The group is taken.]))
(;W[ag];B[bc]C[The group is taken.])
(;W[hb];B[bc]C[The group is taken.])))
(;FF[4]CA[UTF-8]GM[1]SZ[9]KM[7.5]RU[Chinese]EV[Composed 16]AB[ih][gg][hg][af][ef][gf][be][ce][de][ee][fe][gd][id][fc][gc][ic][hb][ha]AW[fi][dh][eh][fh][gh][fg][ig][ff][if][ge][he][hd][hc]PL[B]C[Black plays and kills the marked group (G5). One first move works, all others fail: both are proved.

Place: side. Difficulty: 1152 nodes to prove the right move, 71123 nodes with all wrong ones; main line of 3 moves, longest line of 11 moves. The network's first choice is wrong in 8 of 8 symmetries.]TR[ge][he][hd][hc]
(;B[hh]C[The only move that works.]TE[1]
(;W[ii];B[hi]
(;W[ib];B[hf];W[ie];B[id];W[ic];B[ia];W[gi];B[id]C[RIGHT. The group is taken.])
(;W[gi];B[ib];W[eg];B[ie];W[bf];B[hf]C[RIGHT. The group is taken.]))
(;W[hi];B[ib]
(;W[ii];B[gi];W[hi];B[ie];W[ii];B[hf]C[RIGHT. The group is taken.])
(;W[eg];B[ie];W[ii];B[hf]C[RIGHT. The group is taken.]))
(;W[ib];B[hf]
(;W[ie];B[id];W[ic];B[ia];W[hi];B[id]C[RIGHT. The group is taken.])
(;W[hi];B[ie]C[RIGHT. The group is taken.]))
(;W[eg];B[hf]
(;W[hi];B[ie]C[RIGHT. The group is taken.])
(;W[bf];B[ie]C[RIGHT. The group is taken.])))
(;B[bh]C[Wrong.]BM[1];W[hh]
(;B[hi];W[hf]
(;B[gg];W[ii];B[ih];W[gi];B[hg];W[ii]C[The group is alive.])
(;B[hg];W[gg]C[The group is alive.]))
(;B[di];W[hf]
(;B[gg];W[ii];B[hi];W[gi]C[The group is alive.])
(;B[hg];W[gg]C[The group is alive.]))
(;B[ie];W[hf]
(;B[gg];W[ii];B[hi];W[gi]C[The group is alive.])
(;B[hg];W[gg]C[The group is alive.]))
(;B[gi];W[hf]
(;B[hg];W[gg]C[The group is alive.])
(;B[hi];W[gg]C[The group is alive.])))
(;B[cg]C[Wrong.]BM[1];W[hh]
(;B[hi];W[hf]
(;B[gg];W[ii];B[ih];W[gi];B[hg];W[ii]C[The group is alive.])
(;B[hg];W[gg]C[The group is alive.]))
(;B[di];W[hf]
(;B[gg];W[ii];B[hi];W[gi]C[The group is alive.])
(;B[hg];W[gg]C[The group is alive.]))
(;B[ie];W[hf]
(;B[gg];W[ii];B[hi];W[gi]C[The group is alive.])
(;B[hg];W[gg]C[The group is alive.]))
(;B[gi];W[hf]
(;B[hg];W[gg]C[The group is alive.])
(;B[hi];W[gg]C[The group is alive.])))
(;B[ch]C[Wrong.]BM[1];W[hh]
(;B[hi];W[hf]
(;B[gg];W[ii];B[ih];W[gi];B[hg];W[ii]C[The group is alive.])
(;B[hg];W[gg]C[The group is alive.]))
(;B[di];W[hf]
(;B[gg];W[ii];B[hi];W[gi]C[The group is alive.])
(;B[hg];W[gg]C[The group is alive.]))
(;B[ie];W[hf]
(;B[gg];W[ii];B[hi];W[gi]C[The group is alive.])
(;B[hg];W[gg]C[The group is alive.]))
(;B[gi];W[hf]
(;B[hg];W[gg]C[The group is alive.])
(;B[hi];W[gg]C[The group is alive.])))
(;B[bg]C[Wrong.]BM[1];W[hh]
(;B[hi];W[hf]
(;B[gg];W[ii];B[ih];W[gi];B[hg];W[ii]C[The group is alive.])
(;B[hg];W[gg]C[The group is alive.]))
(;B[di];W[hf]
(;B[gg];W[ii];B[hi];W[gi]C[The group is alive.])
(;B[hg];W[gg]C[The group is alive.]))
(;B[ie];W[hf]
(;B[gg];W[ii];B[hi];W[gi]C[The group is alive.])
(;B[hg];W[gg]C[The group is alive.]))
(;B[gi];W[hf]
(;B[hg];W[gg]C[The group is alive.])
(;B[hi];W[gg]C[The group is alive.]))))
(;FF[4]CA[UTF-8]GM[1]SZ[9]KM[7.5]RU[Chinese]EV[Composed 17]AB[df][bd][bc][cc][dc][db][aa][da]AW[ch][bg][bf][be][ce][ad][ac][bb][cb][ca]PL[W]C[White plays and lives with the marked group (B8). One first move works, all others fail: both are proved.

Place: corner. Difficulty: 18952 nodes to prove the right move, 19000 nodes with all wrong ones; main line of 13 moves, longest line of 15 moves. The network's first choice is wrong in 0 of 8 symmetries.]TR[bb][cb][ca]
(;W[ab]C[The only move that works.]TE[1]
(;B[ah];W[bh]
(;B[bi];W[ae];B[ag];W[ci];B[dh];W[ai];B[bi];W[af];B[cg];W[ai];B[ah];W[ag]C[RIGHT. The group is alive.])
(;B[ae];W[af];B[bi];W[ci];B[dh];W[ai];B[bi];W[ag];B[cg];W[ai]C[RIGHT. The group is alive.]))
(;B[ae];W[af]
(;B[ah];W[bh];B[bi];W[ci];B[dh];W[ai];B[bi];W[ag];B[cg];W[ai]C[RIGHT. The group is alive.])
(;B[bh];W[ah];B[bi];W[ci];B[cg];W[ai];B[bh];W[bi]C[RIGHT. The group is alive.]))
(;B[bi];W[ae]
(;B[ag];W[ah];B[bh];W[ci];B[cg];W[ai];B[bh];W[bi];B[dh];W[bh]C[RIGHT. The group is alive.])
(;B[bh];W[ag]C[RIGHT. The group is alive.]))
(;B[bh];W[ae]
(;B[ag];W[bi];B[ah];W[af];B[cg];W[ai];B[bh];W[ah];B[ci];W[bh]C[RIGHT. The group is alive.])
(;B[ai];W[ag]C[RIGHT. The group is alive.])))
(;W[ae]C[Wrong.]BM[1];B[ab]
(;W[ba];B[ab]
(;W[cd];B[aa]C[The group is taken.])
(;W[aa];B[ab]C[The group is taken.]))
(;W[cd];B[ba]C[The group is taken.]))
(;W[ee]C[Wrong.]BM[1];B[ab]
(;W[ba];B[ab]
(;W[cd];B[aa]C[The group is taken.])
(;W[aa];B[ab]C[The group is taken.]))
(;W[cd];B[ba]C[The group is taken.]))
(;W[de]C[Wrong.]BM[1];B[ab]
(;W[ba];B[ab]
(;W[cd];B[aa]C[The group is taken.])
(;W[aa];B[ab]C[The group is taken.]))
(;W[cd];B[ba]C[The group is taken.]))
(;W[dd]C[Wrong.]BM[1];B[ab]
(;W[ba];B[ab]
(;W[cd];B[aa]C[The group is taken.])
(;W[aa];B[ab]C[The group is taken.]))
(;W[cd];B[ba]C[The group is taken.])))
(;FF[4]CA[UTF-8]GM[1]SZ[9]KM[7.5]RU[Chinese]EV[Composed 18]AB[ih][ig][gf][if][fe][ge][gd][gc][hb][ib]AW[hi][hh][hf][he][hd][hc][ic]PL[B]C[Black plays and lives with the marked group (J2). One first move works, all others fail: both are proved.

Place: corner. Difficulty: 18910 nodes to prove the right move, 19052 nodes with all wrong ones; main line of 9 moves, longest line of 11 moves. The network's first choice is wrong in 0 of 8 symmetries.]TR[ih][ig][if]
(;B[hg]C[The only move that works.]TE[1]
(;W[ii];B[ie]
(;W[fb];B[gg];W[gh];B[id];W[hf];B[gb];W[fg];B[hc]C[RIGHT. The group is alive.])
(;W[ga];B[gg];W[gh];B[id];W[hf];B[gb];W[fg];B[ha]C[RIGHT. The group is alive.]))
(;W[fb];B[ie]
(;W[ii];B[gg];W[gh];B[id];W[hf];B[gb];W[fg];B[hc]C[RIGHT. The group is alive.])
(;W[gh];B[id];W[hc];B[hd];W[ii];B[ha]C[RIGHT. The group is alive.]))
(;W[ga];B[ie]
(;W[ii];B[gg];W[gh];B[id];W[hf];B[gb];W[fg];B[ha]C[RIGHT. The group is alive.])
(;W[gh];B[id];W[hc];B[hd];W[ii];B[ha]C[RIGHT. The group is alive.]))
(;W[gh];B[ie]
(;W[ii];B[id];W[hc];B[hd];W[gg];B[ha]C[RIGHT. The group is alive.])
(;W[gg];B[id];W[hc];B[hd];W[ii];B[ha]C[RIGHT. The group is alive.])))
(;B[gg]C[Wrong.]BM[1];W[hg]
(;B[gi];W[ie];B[gh];W[ii]C[The group is taken.])
(;B[ie];W[ii];B[gi];W[id]C[The group is taken.])
(;B[id];W[ii];B[gi];W[ie]C[The group is taken.]))
(;B[ie]C[Wrong.]BM[1];W[hg]
(;B[gi];W[ii];B[gh];W[id]C[The group is taken.])
(;B[ii];W[id]C[The group is taken.])
(;B[id];W[ii]C[The group is taken.]))
(;B[fg]C[Wrong.]BM[1];W[hg]
(;B[gi];W[ie];B[gh];W[ii]C[The group is taken.])
(;B[ie];W[ii];B[gi];W[id]C[The group is taken.])
(;B[id];W[ii];B[gi];W[ie]C[The group is taken.]))
(;B[gh]C[Wrong.]BM[1];W[hg]
(;B[gi];W[ie];B[gg];W[ii]C[The group is taken.])
(;B[ie];W[ii];B[gi];W[id]C[The group is taken.])
(;B[id];W[ii];B[gi];W[ie]C[The group is taken.])))
(;FF[4]CA[UTF-8]GM[1]SZ[9]KM[7.5]RU[Chinese]EV[Composed 19]AB[ci][di][ei][ch][cg][hg][df][ff][gf][hf][if][ee][he][gd][hd][id]AW[bi][fi][ii][ah][bh][eh][fh][gh][hh][bg][fg][cf][ce]PL[B]C[Black plays and lives with the marked group (C1). One first move works, all others fail: both are proved.

Place: side. Difficulty: 4108 nodes to prove the right move, 4147 nodes with all wrong ones; main line of 9 moves, longest line of 9 moves. The network's first choice is wrong in 0 of 8 symmetries.]TR[ci][di][ch][ei][cg]
(;B[dg]C[The only move that works.]TE[1]
(;W[ef];B[de]
(;W[fe];B[fd];W[ed];B[eg];W[dh];B[ge]C[RIGHT. The group is alive.])
(;W[dh];B[fe]C[RIGHT. The group is alive.]))
(;W[fe];B[fd]
(;W[ef];B[eg];W[dh];B[ef]C[RIGHT. The group is alive.])
(;W[dh];B[ef]C[RIGHT. The group is alive.]))
(;W[dh];B[ef]
(;W[eg];B[fe]C[RIGHT. The group is alive.])
(;W[fe];B[fd]C[RIGHT. The group is alive.]))
(;W[eg];B[ef]
(;W[dh];B[fe]C[RIGHT. The group is alive.])
(;W[fe];B[fd]C[RIGHT. The group is alive.])))
(;B[eg]C[Wrong.]BM[1];W[dg]
(;B[dh];W[dg]C[The group is taken.])
(;B[bf];W[dh]C[The group is taken.]))
(;B[dd]C[Wrong.]BM[1];W[dg]
(;B[gi];W[dh]C[The group is taken.])
(;B[eg];W[dh]C[The group is taken.])
(;B[bf];W[dh]C[The group is taken.]))
(;B[ih]C[Wrong.]BM[1];W[dg]
(;B[gi];W[dh]C[The group is taken.])
(;B[eg];W[dh]C[The group is taken.])
(;B[bf];W[dh]C[The group is taken.]))
(;B[bf]C[Wrong.]BM[1];W[dg]
(;B[gi];W[dh]C[The group is taken.])
(;B[ag];W[dh]C[The group is taken.])
(;B[eg];W[dh]C[The group is taken.])
(;B[be];W[dh]C[The group is taken.])))
(;FF[4]CA[UTF-8]GM[1]SZ[9]KM[7.5]RU[Chinese]EV[Composed 20]AB[bi][di][ei][ch][eh][hh][dg][gg][cf][df][gf][de][ge][ed][fd]AW[fi][fh][gh][ag][bg][eg][fg][bf][ef][ae][ce][ee][fe][bd][cd][dd]PL[W]C[White plays and lives with the marked group (F1). One first move works, all others fail: both are proved.

Place: side. Difficulty: 8702 nodes to prove the right move, 10482 nodes with all wrong ones; main line of 7 moves, longest line of 7 moves. The network's first choice is wrong in 0 of 8 symmetries.]TR[fi][fh][gh][fg][eg][ef][ee][fe]
(;W[cg]C[The only move that works.]TE[1]
(;B[dh];W[bh]
(;B[gi];W[ci];B[ei];W[df]C[RIGHT. The group is alive.])
(;B[ai];W[ci];B[ei];W[df]C[RIGHT. The group is alive.]))
(;B[gi];W[dh]
(;B[dg];W[df]C[RIGHT. The group is alive.])
(;B[ai];W[df]C[RIGHT. The group is alive.]))
(;B[ai];W[dh]
(;B[gi];W[df]C[RIGHT. The group is alive.])
(;B[cf];W[df]C[RIGHT. The group is alive.]))
(;B[ci];W[dh]
(;B[gi];W[df]C[RIGHT. The group is alive.])
(;B[cf];W[df]C[RIGHT. The group is alive.])))
(;W[ec]C[Wrong.]BM[1];B[gi]
(;W[hi];B[ff]
(;W[ai];B[gi]C[The group is taken.])
(;W[gi];B[ii]C[The group is taken.]))
(;W[ai];B[ff]C[The group is taken.])
(;W[cg];B[ff]C[The group is taken.])
(;W[gd];B[ff]C[The group is taken.]))
(;W[hi]C[Wrong.]BM[1];B[ff]
(;W[ai];B[gi]C[The group is taken.])
(;W[gi];B[ii]C[The group is taken.])
(;W[ii];B[gi]C[The group is taken.])
(;W[ih];B[gi]C[The group is taken.]))
(;W[bh]C[Wrong.]BM[1];B[gi]
(;W[hi];B[ff]
(;W[ai];B[gi]C[The group is taken.])
(;W[gi];B[ii]C[The group is taken.]))
(;W[ai];B[ff]C[The group is taken.])
(;W[cg];B[ff]C[The group is taken.])
(;W[gd];B[ff]C[The group is taken.]))
(;W[gd]C[Wrong.]BM[1];B[gi]
(;W[hi];B[ff]
(;W[ai];B[gi]C[The group is taken.])
(;W[gi];B[ii]C[The group is taken.]))
(;W[ai];B[ff]C[The group is taken.])
(;W[cg];B[ff]C[The group is taken.])
(;W[hg];B[ff]C[The group is taken.])))
`
