(** The checked functions as a program. *)

Require Import NArith ZArith List FMapPositive.
Require Import Tedomari.Sets Tedomari.Graph Tedomari.Rules Tedomari.Benson Tedomari.Closure Tedomari.Join Tedomari.Score Tedomari.Alike Tedomari.Zones Tedomari.Lives Tedomari.Whole.
Require Import ExtrOcamlBasic.
Extraction Language OCaml.
Extraction "core.ml" grid region_arena start_state check_kill check_kill_zones check_live_zones check_live check_join check_lead check_board
  is_sound play pass empty is_alive is_killed lead elements single union inter minus subset meets has flood dead_of rest_of guarded no_reply_zone life_zone.
