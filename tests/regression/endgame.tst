# Endgames that have fallen apart into small regions: values, best moves and scores.

# Two corridors of the same side, three points and two.
loadsgf sgf/corridors.sgf
kata-set-rules chinese
komi 0
1 tedomari-endgame_score b
#? [3]
2 tedomari-endgame_moves b
#? [(?:(?:D5|C3)(?: |$)){1,2}]
3 reg_genmove b
#? [(D5|C3)]
4 tedomari-endgame_score w
#? [1]
5 tedomari-endgame_moves w
#? [(?:(?:D5|C3)(?: |$)){1,2}]
6 reg_genmove w
#? [(D5|C3)]
kata-set-rules japanese
komi 0
7 tedomari-endgame_score b
#? [2]
8 tedomari-endgame_moves b
#? [(?:(?:D5|C3)(?: |$)){1,2}]
9 reg_genmove b
#? [(D5|C3)]
10 tedomari-endgame_score w
#? [1]
11 tedomari-endgame_moves w
#? [(?:(?:D5)(?: |$)){1,1}]
12 reg_genmove w
#? [D5]
13 tedomari-region_value C5
#? [value .* mean 5/4 temperature 3/4 .*]
14 tedomari-region_value C3
#? [value .* mean 1/2 temperature 1/2 .*]

# A corridor for each side.
loadsgf sgf/corridor_each.sgf
kata-set-rules chinese
komi 0
15 tedomari-endgame_score b
#? [7]
16 tedomari-endgame_moves b
#? [(?:(?:F5|E5|D5|C3|B3)(?: |$)){1,5}]
17 reg_genmove b
#? [(F5|E5|D5|C3|B3)]
18 tedomari-endgame_score w
#? [5]
19 tedomari-endgame_moves w
#? [(?:(?:D5)(?: |$)){1,1}]
20 reg_genmove w
#? [D5]
kata-set-rules japanese
komi 0
21 tedomari-endgame_score b
#? [2]
22 tedomari-endgame_moves b
#? [(?:(?:D5|C3)(?: |$)){1,2}]
23 reg_genmove b
#? [(D5|C3)]
24 tedomari-endgame_score w
#? [1]
25 tedomari-endgame_moves w
#? [(?:(?:D5)(?: |$)){1,1}]
26 reg_genmove w
#? [D5]
27 tedomari-region_value E5
#? [value .* mean 5/4 temperature 3/4 .*]
28 tedomari-region_value C3
#? [value .* mean -1/2 temperature 1/2 .*]

# A corridor of four points against two of two.
loadsgf sgf/corridor_four.sgf
kata-set-rules chinese
komi 0
29 tedomari-endgame_score b
#? [7]
30 tedomari-endgame_moves b
#? [(?:(?:F3|E3|G5|G7)(?: |$)){1,4}]
31 reg_genmove b
#? [(F3|E3|G5|G7)]
32 tedomari-endgame_score w
#? [5]
33 tedomari-endgame_moves w
#? [(?:(?:E3|G5|G7)(?: |$)){1,3}]
34 reg_genmove w
#? [(E3|G5|G7)]
kata-set-rules japanese
komi 0
35 tedomari-endgame_score b
#? [5]
36 tedomari-endgame_moves b
#? [(?:(?:E3)(?: |$)){1,1}]
37 reg_genmove b
#? [E3]
38 tedomari-endgame_score w
#? [4]
39 tedomari-endgame_moves w
#? [(?:(?:E3|G5|G7)(?: |$)){1,3}]
40 reg_genmove w
#? [(E3|G5|G7)]

# One point that both sides touch, and a corridor of two.
loadsgf sgf/one_point.sgf
kata-set-rules chinese
komi 0
41 tedomari-endgame_score w
#? [-3]
42 tedomari-endgame_moves w
#? [(?:(?:C4|E2|E3)(?: |$)){1,3}]
43 reg_genmove w
#? [(C4|E2|E3)]
44 tedomari-endgame_score b
#? [-1]
45 tedomari-endgame_moves b
#? [(?:(?:E3)(?: |$)){1,1}]
46 reg_genmove b
#? [E3]
kata-set-rules japanese
komi 0
47 tedomari-endgame_score w
#? [-1]
48 tedomari-endgame_moves w
#? [(?:(?:E3)(?: |$)){1,1}]
49 reg_genmove w
#? [E3]
50 tedomari-endgame_score b
#? [0]
51 tedomari-endgame_moves b
#? [(?:(?:E3)(?: |$)){1,1}]
52 reg_genmove b
#? [E3]

# A stone that can be taken or saved, and a corridor.
loadsgf sgf/capture_two.sgf
kata-set-rules chinese
komi 0
53 tedomari-endgame_score b
#? [5]
54 tedomari-endgame_moves b
#? [(?:(?:C3)(?: |$)){1,1}]
55 reg_genmove b
#? [C3]
56 tedomari-endgame_score w
#? [3]
57 tedomari-endgame_moves w
#? [(?:(?:F3|B5|C5)(?: |$)){1,3}]
58 reg_genmove w
#? [(F3|B5|C5)]
kata-set-rules japanese
komi 0
59 tedomari-endgame_score b
#? [2]
60 tedomari-endgame_moves b
#? [(?:(?:C3)(?: |$)){1,1}]
61 reg_genmove b
#? [C3]
62 tedomari-endgame_score w
#? [1]
63 tedomari-endgame_moves w
#? [(?:(?:F3)(?: |$)){1,1}]
64 reg_genmove w
#? [F3]

# Three corridors of different length.
loadsgf sgf/three_corridors.sgf
kata-set-rules chinese
komi 0
65 tedomari-endgame_score w
#? [-3]
66 tedomari-endgame_moves w
#? [(?:(?:B7|C7|D7|E5|F5|B3|C3|D3|E3)(?: |$)){1,9}]
67 reg_genmove w
#? [(B7|C7|D7|E5|F5|B3|C3|D3|E3)]
68 tedomari-endgame_score b
#? [-1]
69 tedomari-endgame_moves b
#? [(?:(?:E3)(?: |$)){1,1}]
70 reg_genmove b
#? [E3]
kata-set-rules japanese
komi 0
71 tedomari-endgame_score w
#? [1]
72 tedomari-endgame_moves w
#? [(?:(?:D7|E5|E3)(?: |$)){1,3}]
73 reg_genmove w
#? [(D7|E5|E3)]
74 tedomari-endgame_score b
#? [2]
75 tedomari-endgame_moves b
#? [(?:(?:E3)(?: |$)){1,1}]
76 reg_genmove b
#? [E3]

# A small room open on one side.
loadsgf sgf/room.sgf
kata-set-rules chinese
komi 0
77 tedomari-endgame_score b
#? [7]
78 tedomari-endgame_moves b
#? [(?:(?:D4)(?: |$)){1,1}]
79 reg_genmove b
#? [D4]
80 tedomari-endgame_score w
#? [5]
81 tedomari-endgame_moves w
#? [(?:(?:D4)(?: |$)){1,1}]
82 reg_genmove w
#? [D4]
kata-set-rules japanese
komi 0
83 tedomari-endgame_score b
#? [4]
84 tedomari-endgame_moves b
#? [(?:(?:D4)(?: |$)){1,1}]
85 reg_genmove b
#? [D4]
86 tedomari-endgame_score w
#? [3]
87 tedomari-endgame_moves w
#? [(?:(?:D4)(?: |$)){1,1}]
88 reg_genmove w
#? [D4]

# Nothing but neutral points.
loadsgf sgf/even.sgf
kata-set-rules chinese
komi 0
89 tedomari-endgame_score b
#? [15]
90 tedomari-endgame_moves b
#? [(?:(?:G5|F5|E5|D5|C5|B5|A5)(?: |$)){1,7}]
91 reg_genmove b
#? [(G5|F5|E5|D5|C5|B5|A5)]
92 tedomari-endgame_score w
#? [13]
93 tedomari-endgame_moves w
#? [(?:(?:G5|F5|E5|D5|C5|B5|A5)(?: |$)){1,7}]
94 reg_genmove w
#? [(G5|F5|E5|D5|C5|B5|A5)]
kata-set-rules japanese
komi 0
95 tedomari-endgame_score b
#? [3]
96 tedomari-endgame_moves b
#? [(?:(?:G5|F5|E5|D5|C5|B5|A5|pass)(?: |$)){1,8}]
97 reg_genmove b
#? [(G5|F5|E5|D5|C5|B5|A5|PASS)]
98 tedomari-endgame_score w
#? [3]
99 tedomari-endgame_moves w
#? [(?:(?:G5|F5|E5|D5|C5|B5|A5|pass)(?: |$)){1,8}]
100 reg_genmove w
#? [(G5|F5|E5|D5|C5|B5|A5|PASS)]
