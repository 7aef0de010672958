# The end of a game: when to pass, and how dead stones are taken off the board where all stones count as alive.

# A finished game without dead stones.
loadsgf sgf/nothing_left.sgf
1 reg_genmove b
#? [PASS]
2 kgs-genmove_cleanup b
#? [PASS]
3 kgs-genmove_cleanup w
#? [PASS]
4 final_status_list dead
#? []

# A dead stone in the territory of each side: it is left in play, and taken in the cleanup.
loadsgf sgf/dead_to_take.sgf
5 final_status_list dead
#? [(?:(?:B5|H6)\s*){2}]
6 reg_genmove b
#? [PASS]
7 kgs-genmove_cleanup b
#? [(A5|B6|B4)]
8 kgs-genmove_cleanup w
#? [G6]

# Four dead stones: the cleanup takes them.
loadsgf sgf/dead_group_to_take.sgf
9 final_status_list dead
#? [(?:(?:G7|F7|F6|G5)\s*){4}]
10 kgs-genmove_cleanup w
#? [G6]
11 kgs-genmove_cleanup b
#? [PASS]
12 reg_genmove b
#? [PASS]

# By territory a dead stone is not taken off: that would cost a point.
loadsgf sgf/japanese_pass.sgf
kata-set-rules japanese
komi 0
13 reg_genmove w
#? [PASS]
14 reg_genmove b
#? [PASS]
kata-set-rules chinese
komi 0
15 reg_genmove b
#? [PASS]

# A seki is left alone, also in the cleanup.
loadsgf sgf/seki_cleanup.sgf
16 reg_genmove b
#? [PASS]
17 reg_genmove w
#? [PASS]
18 kgs-genmove_cleanup b
#? [PASS]
19 kgs-genmove_cleanup w
#? [PASS]
20 final_status_list dead
#? []

# One neutral point is left: by area it is worth playing.
loadsgf sgf/last_neutral.sgf
kata-set-rules chinese
komi 0
21 reg_genmove b
#? [E4]
22 reg_genmove w
#? [E4]
23 tedomari-endgame_score b
#? [5]
24 tedomari-endgame_score w
#? [3]
