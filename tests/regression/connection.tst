# Connections and cuts, ways to the edge, and threats to two blocks at once.

# A bamboo joint can not be cut.
loadsgf sgf/link_bamboo.sgf
1 connect B2 H2
#? [1 PASS]
2 disconnect B2 H2
#? [0]
3 same_dragon B2 H2
#? [1]

# One point between two stones.
loadsgf sgf/link_one_point.sgf
4 connect H8 B8
#? [1 E8]
5 disconnect H8 B8
#? [1 E8]
6 same_dragon H8 B8
#? [0]

# Two points, of which one is enough.
loadsgf sgf/link_two_points.sgf
7 connect B8 B2
#? [1 PASS]
8 disconnect B8 B2
#? [0]
9 same_dragon B8 B2
#? [1]

# A stone of the cutter on the second line.
loadsgf sgf/link_under_one.sgf
10 connect H2 B2
#? [0]
11 disconnect H2 B2
#? [1 PASS]
12 same_dragon H2 B2
#? [0]

# Two stones of the cutter on the second line.
loadsgf sgf/link_under_two.sgf
13 connect B2 B8
#? [0]
14 disconnect B2 B8
#? [1 PASS]
15 same_dragon B2 B8
#? [0]

# The cutter is on the first line already.
loadsgf sgf/link_under_hane.sgf
16 connect H8 H2
#? [0]
17 disconnect H8 H2
#? [1 PASS]
18 same_dragon H8 H2
#? [0]

# A gap of three points on the second line.
loadsgf sgf/link_wide_gap.sgf
# Known failure: a stone on the first line connects below, since two stones that cut there are taken; the search sees no way.
19 connect B8 H8
#? [1 (D9|F9)]*
20 disconnect B8 H8
#? [1 (D8|E8|F8|D9|E9|F9)]
21 same_dragon B8 H8
#? [0]

# A stone of the connecting side in the gap.
loadsgf sgf/link_wide_gap_stones.sgf
22 connect H2 H8
#? [1 (H4|H6|J4|J5|J6)]
23 disconnect H2 H8
#? [1 (H3|H4|H6|H7|J3|J4|J6|J7)]
24 same_dragon H2 H8
#? [0]

# Stones between, far from both.
loadsgf sgf/link_two_stones_between.sgf
25 connect B2 H2
#? [1 E2]
26 disconnect B2 H2
#? [1 (C2|E2|G2)]
27 same_dragon B2 H2
#? [0]

# A tiger mouth: a stone that cuts is taken.
loadsgf sgf/link_tiger.sgf
28 connect H8 B8
#? [1 PASS]
29 disconnect H8 B8
#? [0]
30 same_dragon H8 B8
#? [1]

# The stone between can be taken.
loadsgf sgf/link_taken.sgf
31 connect H2 B2
#? [1 E3]
32 disconnect H2 B2
#? [1 E3]
33 same_dragon H2 B2
#? [0]

# Two stones between, short of liberties.
loadsgf sgf/link_taken_two.sgf
34 connect B2 B8
#? [1 B4]
35 disconnect B2 B8
#? [1 B4]
36 same_dragon B2 B8
#? [0]

# A hanging connection against a peep.
loadsgf sgf/link_hanging.sgf
37 connect B8 H8
#? [1 PASS]
38 disconnect B8 H8
#? [0]
39 same_dragon B8 H8
#? [1]

# A knight move between the groups.
loadsgf sgf/link_ladder_like.sgf
40 connect H2 H8
#? [1 PASS]
41 disconnect H2 H8
#? [0]
42 same_dragon H2 H8
#? [1]

# A loose link on the first line.
loadsgf sgf/link_loose.sgf
43 connect B2 H2
#? [1 E1]
44 disconnect B2 H2
#? [1 E1]
45 same_dragon B2 H2
#? [0]

# How far a group gets along the edge.
loadsgf sgf/reach_edge.sgf
46 break_in H2 J7
#? [0]
47 block_off H2 J7
#? [1 PASS]
48 break_in H2 J6 H6
#? [0]
49 block_off H2 J6 H6
#? [1 PASS]
50 break_in H2 J5
#? [1 (H5|J5)]
51 block_off H2 J5
#? [1 (H3|H4|H5|J3|J4|J5|J6)]
52 break_in H2 J4 H4
#? [1 (H3|H4|H5|J3|J4|J5)]
53 block_off H2 J4 H4
#? [1 (H3|J4)]

# How far a group gets past a stone.
loadsgf sgf/reach_past_stone.sgf
54 break_in B8 F9
#? [0]
55 block_off B8 F9
#? [1 PASS]
56 break_in B8 E9 E8
#? [0]
57 block_off B8 E9 E8
#? [1 PASS]
58 break_in B8 D9
#? [1 D9]
59 block_off B8 D9
#? [1 (C8|C9|D9|E9)]

# How far a group gets with a stone ahead.
loadsgf sgf/reach_own_stone.sgf
60 break_in H8 J3
#? [0]
61 block_off H8 J3
#? [1 PASS]
62 break_in H8 H5
#? [1 PASS]
63 block_off H8 H5
#? [0]
64 break_in H8 J4 H4
#? [1 J4]
65 block_off H8 J4 H4
#? [1 (H7|H6|H4|J7|J6|J4|J3)]

# A space of three rows.
loadsgf sgf/reach_three.sgf
66 break_in B2 A5 B5
#? [1 (B4|B5|A4|A5|A6)]
67 break_in B2 C4
#? [1 C4]
68 block_off B2 C4
#? [1 (C3|C4|B3|B4|B5|A3|A4|A5)]
69 break_in B2 C6
#? [0]
70 block_off B2 C6
#? [1 PASS]
