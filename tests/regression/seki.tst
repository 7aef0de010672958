# Sekis, and positions that only look like one.

# Two shared liberties and no eye.
loadsgf sgf/shared_two.sgf
1 owl_attack C3
#? [0]
2 owl_defend C3
#? [1 PASS]
3 tedomari-read kill C3
#? [verdict seki proof proven move pass .*]
4 tedomari-read live C3
#? [verdict seki proof proven .*]
5 tedomari-read kill G3
#? [verdict seki proof proven move pass .*]
6 tedomari-read live G3
#? [verdict seki proof proven .*]
7 dragon_status C3
#? [alive]
8 final_status_list dead
#? []
9 final_status_list seki
#? [B3 [A-Z0-9 ]*[^A-Z0-9 ]F3 .*]
10 owl_does_attack E2 C3
#? [0]
11 owl_does_attack E1 G3
#? [0]

# An eye for each side, and one shared liberty.
loadsgf sgf/seki_eyes.sgf
12 owl_attack C3
#? [0]
13 owl_defend C3
#? [1 PASS]
14 tedomari-read kill C3
#? [verdict seki proof proven move pass .*]
15 tedomari-read live C3
#? [verdict seki proof proven .*]
16 tedomari-read kill G3
#? [verdict seki proof proven move pass .*]
17 tedomari-read live G3
#? [verdict seki proof proven .*]
18 dragon_status C3
#? [alive]

# An eye against none, one shared liberty: no seki.
loadsgf sgf/eye_wins.sgf
19 owl_attack G3
#? [0]
20 owl_defend G3
#? [1 PASS]
21 owl_attack C3
#? [1 E2]
22 owl_defend C3
#? [0]
23 dragon_status G3
#? [alive]
24 dragon_status C3
#? [dead]

# An eye against none, two shared liberties: no seki.
loadsgf sgf/eye_wins_two.sgf
25 owl_attack G3
#? [0]
26 owl_defend G3
#? [1 PASS]
27 owl_defend C3
#? [0]
28 dragon_status G3
#? [alive]
29 dragon_status C3
#? [dead]

# Three shared liberties, two of which one side can take.
loadsgf sgf/shared_three.sgf
30 owl_attack G3
#? [1 (E3|E4|E5)]
31 owl_defend G3
#? [1 E3]
32 owl_defend C3
#? [1 PASS]
33 dragon_status G3
#? [critical (E3|E4|E5) E3]
34 dragon_status C3
#? [alive]

# Two shared liberties, and one outside: the side that has it wins.
loadsgf sgf/outside_liberty.sgf
35 owl_attack C3
#? [0]
36 owl_defend C3
#? [1 PASS]
37 owl_defend G3
#? [1 B2]
38 dragon_status C3
#? [alive]
39 dragon_status G3
#? [critical (E2|E1) B2]

# Two shared liberties, and one outside for each side.
loadsgf sgf/seki_outside_first.sgf
40 owl_attack G3
#? [0]
41 owl_defend G3
#? [1 PASS]
42 owl_attack C3
#? [0]
43 owl_defend C3
#? [1 PASS]
44 dragon_status G3
#? [alive]
45 dragon_status C3
#? [alive]
