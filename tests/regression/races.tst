# Races between groups (semeai): analyze_semeai OWN OTHER answers how well OWN is saved, how well OTHER is captured, and the
# move, if the owner of OWN moves first.

# Two liberties each: the side that moves first wins.
loadsgf sgf/two_each.sgf
1 analyze_semeai C2 G2
#? [1 1 (G1|H1)]
2 analyze_semeai G2 C2
#? [1 1 (B1|C1)]

# Three liberties against two: no move is needed.
loadsgf sgf/three_against_two.sgf
# Known failure: after the capture the other side plays back inside, at E2, and takes the winner, who is short of liberties.
3 analyze_semeai G2 D2
#? [0 1 (D1|C1)]*
4 analyze_semeai D2 G2
#? [1 1 (H1|G1|F1)]

# An eye against none, with shared liberties.
loadsgf sgf/eye_against_none_race.sgf
5 analyze_semeai G7 C7
#? [1 1 (PASS|E8|E9)]
6 analyze_semeai C7 G7
#? [0 0 PASS]

# An eye for each, and one shared liberty.
loadsgf sgf/eye_each_race.sgf
7 analyze_semeai C7 C3
#? [1 0 PASS]
8 analyze_semeai C3 C7
#? [1 0 PASS]

# A liberty that can only be filled after an approach move.
loadsgf sgf/approach.sgf
9 analyze_semeai C7 G7
#? [1 1 (G8|H8)]
10 analyze_semeai G7 C7
#? [1 1 B9]

# A large eye against outside liberties.
loadsgf sgf/big_eye.sgf
11 analyze_semeai C3 C7
#? [1 1 (PASS|B8|A4|A5|A8)]
12 analyze_semeai C7 C3
#? [0 0 PASS]

# Three liberties each, one of them shared.
loadsgf sgf/three_three.sgf
13 analyze_semeai G7 C7
#? [1 1 (PASS|C8|B8)]
14 analyze_semeai C7 G7
#? [0 0 PASS]

# A throw-in takes a liberty.
loadsgf sgf/throw_in_race.sgf
15 analyze_semeai C7 C3
#? [1 1 A2]
16 analyze_semeai C3 C7
#? [1 1 (B6|A7)]

# A race in the corner.
loadsgf sgf/corner_race.sgf
17 analyze_semeai B2 C3
#? [1 1 (PASS|B3|A1|B1)]
18 analyze_semeai C3 B2
#? [0 0 PASS]

# A race on the edge, two liberties each.
loadsgf sgf/corner_two_two.sgf
19 analyze_semeai G6 F7
#? [1 1 (PASS|G7|H5|H2|J4)]
20 analyze_semeai F7 G6
#? [0 0 PASS]

# A large eye with one stone inside against three liberties.
loadsgf sgf/four_points.sgf
21 analyze_semeai G3 G7
#? [1 1 (PASS|H7|H8|J8)]
22 analyze_semeai G7 G3
#? [0 0 PASS]

# Four liberties inside a large eye against four outside.
loadsgf sgf/four_against_four.sgf
23 analyze_semeai C7 G7
#? [1 1 (PASS|G8|H8|G9|H9)]
24 analyze_semeai G7 C7
#? [0 0 PASS]

# A large eye with two stones inside against three liberties.
loadsgf sgf/five_points.sgf
25 analyze_semeai C7 C3
#? [1 1 (PASS|B7|B5|B2|A7|A5|A2)]
26 analyze_semeai C3 C7
#? [0 0 PASS]

# Three liberties each on the side.
loadsgf sgf/tall_race.sgf
27 analyze_semeai C3 C7
#? [1 1 (PASS|B2|B8|A2|A3|A7|A8)]
28 analyze_semeai C7 C3
#? [0 0 PASS]

# Four liberties against three.
loadsgf sgf/tall_race_four.sgf
29 analyze_semeai G3 C3
#? [1 1 (B2|E1|C1|B1)]
30 analyze_semeai C3 G3
#? [2 2 (H2|G2|G1)]
