(** Prints on what the theorems rest: each has to be closed under the global context. *)

Require Import Tedomari.Graph Tedomari.Rules Tedomari.Benson Tedomari.Closure Tedomari.Join Tedomari.Score Tedomari.Alike Tedomari.Zones Tedomari.Lives Tedomari.Whole.
Print Assumptions grid_adj_spec.
Print Assumptions flood_spec.
Print Assumptions play_legal.
Print Assumptions play_refused.
Print Assumptions play_breathes.
Print Assumptions ban_spec.
Print Assumptions benson_greatest.
Print Assumptions benson_theorem.
Print Assumptions ending_sound.
Print Assumptions check_kill_sound.
Print Assumptions check_kill_zones_sound.
Print Assumptions check_live_sound.
Print Assumptions check_live_zones_sound.
Print Assumptions check_join_sound.
Print Assumptions check_lead_sound.
Print Assumptions living_stones_stay.
Print Assumptions no_two_eyes.
Print Assumptions whole_board.
Print Assumptions check_board_sound.
Print Assumptions lasting_stones_stay.
