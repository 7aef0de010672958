// Problems of our own, for a first try. The side to move and the marked group define the task.

/** The problems as an SGF collection. */
export const EXERCISES = `
(;FF[4]GM[1]CA[UTF-8]SZ[9]EV[Three points on the edge]PL[B]C[Black plays and lives.]
AB[ch][dh][eh][fh][gh][ci][gi]
AW[bg][cg][dg][eg][fg][gg][hg][bh][hh][bi][hi]
TR[ch])
(;FF[4]GM[1]CA[UTF-8]SZ[9]EV[Three points on the edge, from the other side]PL[W]C[White plays and kills.]
AB[ch][dh][eh][fh][gh][ci][gi]
AW[bg][cg][dg][eg][fg][gg][hg][bh][hh][bi][hi]
TR[ch])
(;FF[4]GM[1]CA[UTF-8]SZ[9]EV[The smallest corner]PL[W]C[White plays and kills.]
AB[ag][bg][bh][ch][ci]
AW[af][bf][cf][cg][dg][dh][di]
TR[bh])
(;FF[4]GM[1]CA[UTF-8]SZ[9]EV[A pyramid]PL[W]C[White plays and kills.]
AB[cf][ce][cd][bg][bf][bd][bc][ag][ac]
AW[dg][df][de][dd][dc][ch][cg][cc][cb][bh][bb][ah][ab]
TR[cf])
(;FF[4]GM[1]CA[UTF-8]SZ[9]EV[Five points in a lump]PL[W]C[White plays and kills.]
AB[cc][cd][ce][cf][bc][bf][bg][ac][ag]
AW[db][dc][dd][de][df][dg][dh][cb][cg][ch][bb][bh][ab][ah]
TR[cc])
(;FF[4]GM[1]CA[UTF-8]SZ[9]EV[A cross]PL[B]C[Black plays and kills.]
AB[cg][dg][eg][fg][gg][bf][cf][gf][hf][be][he][bd][hd][bc][hc][bb][cb][gb][hb][ca][da][ea][fa][ga]
AW[df][ef][ff][ce][de][fe][ge][cd][gd][cc][dc][fc][gc][db][eb][fb]
TR[ef])
(;FF[4]GM[1]CA[UTF-8]SZ[9]EV[Six points]PL[W]C[White plays and lives.]
AB[eg][ef][ee][ed][ec][fh][fg][fc][fb][gh][gb][hh][hb][ih][ib]
AW[ff][fe][fd][gg][gf][gd][gc][hg][hc][ig][id][ic]
TR[ff])
(;FF[4]GM[1]CA[UTF-8]SZ[9]EV[A corner with room]PL[W]C[White plays and kills.]
AB[di][dh][ch][cg][bf][af]
AW[ei][eh][eg][dg][df][cf][be][ae]
TR[dh])
(;FF[4]GM[1]CA[UTF-8]SZ[9]EV[A corner with room, to be saved]PL[B]C[Black plays and lives.]
AB[di][dh][ch][cg][bf][af]
AW[ei][eh][eg][dg][df][cf][be][ae]
TR[dh])
(;FF[4]GM[1]CA[UTF-8]SZ[9]EV[Two by three in the corner]PL[W]C[White plays and kills.]
AB[ag][bg][cg][dg][dh][di]
AW[af][bf][cf][df][ef][eg][eh][ei]
TR[di])
(;FF[4]GM[1]CA[UTF-8]SZ[9]EV[Seven on the second line]PL[W]C[White plays and lives.]
AB[ci][ch][cg][cf][ce][cd][cc][cb][ca][bi][ba]
AW[bh][bg][bf][be][bd][bc][bb]
TR[bf])
(;FF[4]GM[1]CA[UTF-8]SZ[9]EV[A large corner]PL[W]C[White plays and lives.]
AB[ea][eb][ec][fc][fd][gd][ge][he][ie]
AW[fb][gb][gc][hc][hd][id]
TR[gc])
`
