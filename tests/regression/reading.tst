# Captures of blocks: ladders, nets, snapbacks, captures at the edge, and rescues.
# 1 is a clean success, 2 and 3 are kos, 0 is none.

# A ladder with nothing in its way.
loadsgf sgf/ladder_free.sgf
1 attack D4
#? [1 D5]
2 defend D4
#? [1 (D5|E4)]
3 go_ladder D4
#? [unsettled]
4 does_attack D5 D4
#? [1]
5 does_attack E4 D4
#? [0]

# A ladder that meets a stone of the one who runs.
loadsgf sgf/ladder_breaker.sgf
6 go_ladder Q4
#? [escaped]
7 does_attack Q5 Q4
#? [0]
8 does_attack P4 Q4
#? [0]

# A stone of the one who runs beside the way of the ladder.
loadsgf sgf/ladder_breaker_beside.sgf
9 go_ladder D16
#? [escaped]
10 does_attack D15 D16
#? [0]
11 does_attack E16 D16
#? [0]

# A stone far from the way of the ladder does not help.
loadsgf sgf/ladder_breaker_near.sgf
12 attack Q16
#? [1 Q15]
13 defend Q16
#? [1 (Q15|P16)]
14 go_ladder Q16
#? [unsettled]
15 does_attack Q15 Q16
#? [1]
16 does_attack P16 Q16
#? [0]

# A stone of the attacker in the way of the ladder.
loadsgf sgf/ladder_wall.sgf
17 attack Q4
#? [1 P4]
18 defend Q4
#? [1 (P4|Q5)]
19 go_ladder Q4
#? [unsettled]
20 does_attack P4 Q4
#? [1]
21 does_attack Q5 Q4
#? [0]

# A ladder on a board of 13 points, with a stone in its way.
loadsgf sgf/ladder_13.sgf
22 attack D10
#? [0]
# No move is needed; one that runs is no mistake.
23 defend D10
#? [1 (PASS|E10|D9)]
24 go_ladder D10
#? [escaped]
25 does_attack E10 D10
#? [0]
26 does_attack D9 D10
#? [0]

# A ladder along the edge.
loadsgf sgf/ladder_edge.sgf
27 go_ladder B4
#? [unsettled]
28 does_attack A4 B4
#? [1]
29 does_attack B5 B4
#? [1]

# The same with nothing in the way.
loadsgf sgf/ladder_edge_free.sgf
30 go_ladder M10
#? [unsettled]
31 does_attack N10 M10
#? [1]
32 does_attack M9 M10
#? [1]

# The one who runs can put a stone of the ladder into atari.
loadsgf sgf/ladder_atari.sgf
33 attack Q4
#? [1 Q5]
34 defend Q4
#? [1 (R3|R5|Q5|P4)]
35 go_ladder Q4
#? [unsettled]
36 does_attack Q5 Q4
#? [1]
37 does_attack P4 Q4
#? [0]

# A ladder that begins in the middle of the board.
loadsgf sgf/ladder_middle.sgf
38 attack K10
#? [1 K11]
39 defend K10
#? [1 (K11|L10)]
40 go_ladder K10
#? [unsettled]
41 does_attack K11 K10
#? [1]
42 does_attack L10 K10
#? [0]

# A ladder move by move: the number behind the file is the move before which it stops.
loadsgf sgf/ladder_record.sgf
loadsgf sgf/ladder_record.sgf 1
43 attack Q16
#? [1 Q15]
44 go_ladder Q16
#? [unsettled]
loadsgf sgf/ladder_record.sgf 2
45 attack Q16
#? [1 P16]
46 defend Q16
#? [0]
47 go_ladder Q16
#? [captured]
loadsgf sgf/ladder_record.sgf 4
48 attack Q16
#? [1 P15]
49 go_ladder Q16
#? [captured]
loadsgf sgf/ladder_record.sgf 7
50 attack Q16
#? [1 N15]
51 defend Q16
#? [1 (R15|Q14|O17|O14|N16|N15)]
52 go_ladder Q16
#? [unsettled]
loadsgf sgf/ladder_record.sgf 8
53 attack Q16
#? [1 O14]
54 defend Q16
#? [0]
55 go_ladder Q16
#? [captured]

# A throw-in that is taken is taken back with the whole block.
loadsgf sgf/snapback.sgf
56 attack C4
#? [1 (D5|D4)]
57 defend C4
#? [1 D4]
58 attack F5
#? [1 (D5|D4)]
59 defend F5
#? [1 D4]

# Two stones that take a stone are taken back.
loadsgf sgf/snapback_small.sgf
60 attack G6
#? [1 F7]
61 defend G6
#? [1 F7]
62 attack E7
#? [1 F7]
63 defend E7
#? [1 F7]
64 does_attack E8 G6
#? [0]

# Connecting puts the own stones into atari.
loadsgf sgf/shortage.sgf
65 attack D6
#? [1 (C6|B7|B5)]
66 defend D6
#? [1 C6]
67 attack C7
#? [1 (C6|B7|B5)]
68 defend C7
#? [1 C6]
69 attack B6
#? [1 (C6|B7|B5)]
70 defend B6
#? [1 C6]

# A stone that reaches the first line.
loadsgf sgf/first_line.sgf
71 attack H2
#? [1 (H3|H4|J2|J3|J4)]
72 defend H2
#? [0]
73 attack G3
#? [1 (H3|H4|J2|J3|J4)]
74 defend G3
#? [0]

# A stone on the second line between two walls.
loadsgf sgf/edge_atari.sgf
75 attack D7
#? [1 (E7|D8|E8|D9)]
76 defend D7
#? [0]
77 attack E6
#? [1 (E7|D8|E8|D9)]
78 defend E6
#? [0]
79 attack E9
#? [1 (E7|D8|E8|D9)]
80 defend E9
#? [0]

# A block with a cut inside.
loadsgf sgf/two_liberties.sgf
81 attack F6
#? [1 H7]
82 defend F6
#? [1 H7]
83 attack E7
#? [0]
84 defend E7
#? [1 PASS]
85 attack G5
#? [0]
86 defend G5
#? [1 PASS]

# A stone that is shut in but not in atari.
loadsgf sgf/net_corner.sgf
87 attack H3
#? [1 (H4|G4|F4|F3|E3|G2)]
88 defend H3
#? [0]

# A stone that can only be taken by ko.
loadsgf sgf/ko_capture.sgf
89 attack C4
#? [1 (D4|C3|C1|E1)]
90 defend C4
#? [0]
91 attack B3
#? [1 (D4|C3|C1|E1)]
92 defend B3
#? [0]
93 attack C2
#? [1 (D4|C3|C1|E1)]
94 defend C2
#? [0]

# A ko in the corner.
loadsgf sgf/ko_corner.sgf
95 attack H9
#? [1 J8]
96 defend H9
#? [1 J8]
97 attack J9
#? [1 J8]
98 defend J9
#? [1 J8]

# The attackers are short of liberties themselves.
loadsgf sgf/liberties_of_wall.sgf
99 attack D6
#? [0]
100 defend D6
#? [1 PASS]
101 attack C6
#? [0]
102 defend C6
#? [1 PASS]

# A block is saved by taking a stone of the attacker.
loadsgf sgf/capture_to_save.sgf
103 attack G3
#? [0]
104 defend G3
#? [1 PASS]
105 attack E4
#? [1 (F3|G4)]
106 defend E4
#? [0]
107 attack F2
#? [1 (F3|G4)]
108 defend F2
#? [0]

# One move puts two blocks into atari.
loadsgf sgf/double_atari.sgf
109 attack C7
#? [1 C6]
110 defend C7
#? [1 C6]
111 attack C5
#? [1 C6]
112 defend C5
#? [1 C6]
113 attack B6
#? [1 C6]
114 defend B6
#? [1 (C6|A5)]

# The cutting stones are taken.
loadsgf sgf/wall_taken.sgf
115 attack F3
#? [0]
116 defend F3
#? [1 PASS]
117 attack H3
#? [1 (G4|E4|G2|E2)]
118 defend H3
#? [0]
119 attack G5
#? [1 (G4|E4|G2|E2)]
120 defend G5
#? [0]

# Two stones on the second line are shut in.
loadsgf sgf/second_line_crawl.sgf
121 attack H7
#? [1 (H4|J7|J6|J5)]
122 defend H7
#? [0]
