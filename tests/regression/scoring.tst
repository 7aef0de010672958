# Finished games: dead stones, territory and the score, by area and by territory.

# Two sides without dead stones.
loadsgf sgf/split.sgf
kata-set-rules chinese
komi 0.5
1 final_score
#? [B\+0\.5]
kata-set-rules japanese
komi 0.5
2 final_score
#? [W\+2\.5]
3 final_status_list dead
#? []
4 final_status_list dame
#? []
5 final_status_list black_territory
#? [(?:(?:A7|C7|A5|B5|A3|B3|A1|C1)\s*){8}]
6 static_score tromp_taylor_score
#? [B\+0\.5]

# A dead stone in each territory.
loadsgf sgf/dead_stone.sgf
kata-set-rules chinese
komi 6.5
7 final_score
#? [W\+11\.5]
kata-set-rules japanese
komi 6.5
8 final_score
#? [W\+9\.5]
9 final_status_list dead
#? [(?:(?:H5|C4)\s*){2}]
10 final_status_list dame
#? []
11 final_status_list black_territory
#? [(?:(?:J9|F9|H8|H7|J7|J5|H5|H4|J3|F3|G2|J1)\s*){12}]
12 static_score tromp_taylor_score
#? [W\+10\.5]

# A dead group of four in the corner.
loadsgf sgf/dead_group.sgf
kata-set-rules chinese
komi 0
13 final_score
#? [W\+13(\.0)?]
kata-set-rules japanese
komi 0
14 final_score
#? [W\+9(\.0)?]
15 final_status_list dead
#? [(?:(?:A1|B1|B2|A3)\s*){4}]
16 final_status_list dame
#? []
17 final_status_list black_territory
#? [(?:(?:G1|G3|F5|G5|F7)\s*){5}]
18 static_score tromp_taylor_score
#? [W\+3(\.0)?]

# Neutral points between the sides.
loadsgf sgf/dame.sgf
kata-set-rules chinese
komi 0.5
19 final_score
#? [W\+2\.5]
kata-set-rules japanese
komi 0.5
20 final_score
#? [W\+1\.5]
21 final_status_list dead
#? []
22 final_status_list dame
#? [(?:(?:A3|A4|C3|C4|D4|E4|E3)\s*){7}]
23 final_status_list black_territory
#? [(?:(?:A1|C1|E1|G1|G3)\s*){5}]
24 static_score tromp_taylor_score
#? [W\+2\.5]

# Dead stones that could be taken, on both sides.
loadsgf sgf/dead_three.sgf
kata-set-rules chinese
komi 7
25 final_score
#? [W\+6(\.0)?]
kata-set-rules japanese
komi 7
26 final_score
#? [W\+8(\.0)?]
27 final_status_list dead
#? [(?:(?:C1|H3|H4|B5|A5|J7|J9)\s*){7}]
28 final_status_list dame
#? []
29 final_status_list black_territory
#? [(?:(?:D1|C1|B1|C3|A3|C5|B5|A5|A6|A7|A8|D6|C8|B9)\s*){14}]
30 static_score tromp_taylor_score
#? [W\+7(\.0)?]

# A small board.
loadsgf sgf/five_by_five.sgf
kata-set-rules chinese
komi 0.5
31 final_score
#? [B\+0\.5]
kata-set-rules japanese
komi 0.5
32 final_score
#? [W\+0\.5]
33 final_status_list dead
#? []
34 final_status_list dame
#? []
35 final_status_list black_territory
#? [(?:(?:A5|C5|E5)\s*){3}]
36 static_score tromp_taylor_score
#? [B\+0\.5]

# A board of 9 by 5 points.
loadsgf sgf/wide.sgf
kata-set-rules chinese
komi 3.5
37 final_score
#? [W\+6\.5]
kata-set-rules japanese
komi 3.5
38 final_score
#? [W\+4\.5]
39 final_status_list dead
#? [(?:(?:G2)\s*){1}]
40 final_status_list dame
#? []
41 final_status_list black_territory
#? [(?:(?:J5|G5|G4|J3|H2|G2|J1)\s*){7}]
42 static_score tromp_taylor_score
#? [W\+9\.5]

# A seki in the middle of the lower side: no points there by territory.
loadsgf sgf/seki_score.sgf
kata-set-rules chinese
komi 0.5
43 final_score
#? [W\+1\.5]
kata-set-rules japanese
komi 0.5
44 final_score
#? [W\+0\.5]
45 final_status_list dead
#? []
46 final_status_list dame
#? [(?:(?:E4|E5)\s*){2}]
47 final_status_list black_territory
#? [(?:(?:G1|J1)\s*){2}]
48 static_score tromp_taylor_score
#? [W\+1\.5]
