# Life and death: groups that are shut in.
# 1 is a clean success, 2 and 3 are kos (2: taken first by the side that asks; 3: it needs a threat first), 0 is none.

# A straight three on the side: its middle decides.
loadsgf sgf/side_three.sgf
1 dragon_status C2
#? [critical E1 E1]
2 owl_attack C2
#? [1 E1]
3 owl_defend C2
#? [1 E1]
4 owl_does_attack E1 C2
#? [1]
5 owl_does_attack D1 C2
#? [0]
6 owl_does_defend E1 C2
#? [1]
7 owl_does_defend F1 C2
#? [0]
8 eval_eye E1
#? [1 2 E1 E1]

# A straight four: alive as it is, also against a move in the middle.
loadsgf sgf/side_four.sgf
9 dragon_status H8
#? [alive]
10 owl_attack H8
#? [0]
11 owl_defend H8
#? [1 PASS]
12 owl_does_attack F9 H8
#? [0]
13 eval_eye F9
#? [2 2]

# A pyramid of four points on the edge: critical at its heart.
loadsgf sgf/side_pyramid.sgf
14 dragon_status C4
#? [critical A5 A5]
15 owl_attack B3
#? [1 A5]
16 owl_defend B3
#? [1 A5]
17 owl_does_attack A5 C4
#? [1]
18 owl_does_attack B5 C4
#? [0]
19 owl_does_defend B5 C4
#? [0]
20 owl_does_defend A4 C4
#? [0]

# A square of four points: dead, and a move of the owner does not help.
loadsgf sgf/side_square.sgf
21 dragon_status G3
#? [dead]
22 owl_defend G3
#? [0]
23 owl_does_defend F1 G3
#? [0]
24 owl_does_defend E2 G3
#? [0]

# A bulky five: critical at the point with three neighbors.
loadsgf sgf/side_bulky_five.sgf
25 dragon_status C7
#? [critical A5 (B5|A6|A5)]
26 owl_attack C7
#? [1 A5]
27 owl_defend C7
#? [1 (B5|A6|A5)]
28 owl_does_attack A6 C7
#? [0]
29 owl_does_attack B6 C7
#? [0]
30 owl_does_attack A5 C7
#? [1]

# A crossed five in the middle of the board.
loadsgf sgf/side_crossed_five.sgf
31 dragon_status E4
#? [critical E6 E6]

# A rabbity six: critical at its only point with four neighbors.
loadsgf sgf/side_rabbity_six.sgf
32 dragon_status F4
#? [critical H5 (H4|H5|J5)]
33 owl_attack F4
#? [1 H5]
34 owl_defend F4
#? [1 (H4|H5|J5)]
35 owl_does_attack J5 F4
#? [0]
36 owl_does_defend H5 F4
#? [1]
37 owl_does_defend G5 F4
#? [0]

# Two by three points in the corner, no liberty outside.
loadsgf sgf/corner_six_shut.sgf
38 dragon_status D1
#? [critical B2 (B2|B1)]
39 owl_attack D1
#? [1 B2]
40 owl_defend D1
#? [1 (B2|B1)]

# Two by three points in the corner, one liberty outside: a ko.
loadsgf sgf/corner_six_one.sgf
41 owl_attack F9
#? [2 H9]
42 owl_defend F9
#? [1 (H8|H9)]

# Two by three points in the corner, two liberties outside: alive.
loadsgf sgf/corner_six_two.sgf
43 dragon_status A6
#? [alive]
44 owl_defend A6
#? [1 PASS]

# Five points in the corner.
loadsgf sgf/corner_bent_four.sgf
45 dragon_status H3
#? [critical J2 J2]

# Six stones on the second line.
loadsgf sgf/second_line_six.sgf
46 dragon_status D8
#? [dead]

# Seven stones on the second line.
loadsgf sgf/second_line_seven.sgf
47 dragon_status B4
#? [critical (A2|A8) (A2|A5|A8)]

# Four stones on the second line in the corner.
loadsgf sgf/corner_second_line_four.sgf
48 dragon_status G2
#? [dead]

# An eye that is false.
loadsgf sgf/false_eye.sgf
49 dragon_status F7
#? [alive]

# The second eye is made by winning a ko.
loadsgf sgf/ko_for_eye.sgf
50 dragon_status A8
#? [critical (B8|C9) C9]
51 owl_attack A8
#? [1 (B8|C9)]
52 owl_defend A8
#? [2 C9]

# An eye space that is open on both sides.
loadsgf sgf/hane_kills.sgf
53 dragon_status H3
#? [dead]
54 owl_attack H3
#? [1 (H5|J3|J4|J5|J6|J7)]
55 owl_defend H3
#? [0]
56 owl_does_attack H5 H3
#? [1]
57 owl_does_attack J3 H3
#? [1]
58 owl_does_defend J5 H3
#? [0]
59 owl_does_defend J3 H3
#? [0]

# A long space in the corner.
loadsgf sgf/corner_five_row.sgf
60 dragon_status D7
#? [critical (E8|D9|B9) D9]
61 owl_attack D7
#? [1 (E8|D9|B9)]
62 owl_defend D7
#? [1 D9]

# Three stones of the attacker stand inside.
loadsgf sgf/undercut.sgf
63 dragon_status G7
#? [dead]
64 owl_attack G7
#? [1 (B6|F8|D9)]
65 owl_defend G7
#? [0]
66 owl_does_defend F8 G7
#? [0]
67 owl_does_defend D9 G7
#? [0]

# Four stones of the attacker inside: where they are taken, the space that is left is no better.
loadsgf sgf/under_the_stones.sgf
68 dragon_status H3
#? [dead]
69 owl_attack H3
#? [1 (C3|E2|J1|F1)]
70 owl_defend H3
#? [0]

# A corner with room for two eyes, if it is used well.
loadsgf sgf/corner_one_two.sgf
71 dragon_status D2
#? [critical B3 (B1|B3|A2)]
72 owl_attack D2
#? [1 B3]
73 owl_defend D2
#? [1 (B1|B3|A2)]

# A corner without room for two eyes.
loadsgf sgf/corner_one_two_b.sgf
74 dragon_status H8
#? [dead]
75 owl_attack H8
#? [1 (G9|H9|J9|J8|J7)]
76 owl_defend H8
#? [0]

# The smallest of corners: an L of four points.
loadsgf sgf/corner_l.sgf
77 dragon_status B2
#? [critical A1 A1]
78 owl_defend B2
#? [1 A1]

# A zigzag of four points: alive.
loadsgf sgf/middle_four.sgf
79 dragon_status D5
#? [alive]
80 owl_attack D5
#? [0]
81 owl_does_attack E6 D5
#? [0]
82 owl_does_attack E7 D5
#? [0]

# A throw-in takes the second eye away.
loadsgf sgf/throw_in.sgf
83 dragon_status D7
#? [critical C6 C6]
84 owl_attack D7
#? [1 C6]
85 owl_defend D7
#? [1 C6]

# One eye, and three points with a stone of the attacker inside.
loadsgf sgf/one_eye_and_three.sgf
86 dragon_status H2
#? [alive]
87 owl_attack H2
#? [0]
88 owl_does_attack J6 H2
#? [0]
89 owl_does_attack H6 H2
#? [0]

# Two halves whose link can be cut.
loadsgf sgf/two_small_halves.sgf
90 dragon_status G6
#? [alive]

# A corner that is open on the edge at one side.
loadsgf sgf/corner_large.sgf
91 dragon_status G7
#? [critical J8 (F9|H9|J8)]
92 owl_attack G7
#? [2 J8]
93 owl_defend G7
#? [1 (F9|H9|J8)]

# A corner with a stone of the attacker on the first line.
loadsgf sgf/corner_large_two.sgf
94 dragon_status C3
#? [critical (A4|A3|A2|B2|C2) C2]
95 owl_attack C3
#? [1 (A4|A3|A2|B2|C2)]
96 owl_defend C3
#? [1 C2]

# A group near the corner with a hane against it on both sides.
loadsgf sgf/corner_hane.sgf
97 dragon_status C7
#? [dead]
98 owl_attack C7
#? [1 (A6|G6|D7|G7|B8|C8|D8|E8|A9|C9|D9|F9)]
99 owl_defend C7
#? [0]

# A corner with one stone of the attacker inside.
loadsgf sgf/corner_ko_again.sgf
100 dragon_status G3
#? [critical J2 J2]
101 owl_attack G3
#? [1 J2]
102 owl_defend G3
#? [1 J2]

# Two stones of the attacker stand in the corner.
loadsgf sgf/corner_two_inside.sgf
103 dragon_status G7
#? [dead]
104 owl_attack G7
#? [1 (J8|G8|J9)]
105 owl_defend G7
#? [0]
