(** Zones: which plays of the refuter need no answer of their own, in claims of killing on a whole board.

    A zone is a set of points. What is shown of a position holds in all positions that have the same stones on its zone,
    so that a play outside the zone of a pass is answered as the pass. Suicide is forbidden, and the defender may take
    back every ko at once. The list gives a zone for each position; the check makes sure that it is large enough. *)

Require Import NArith PeanoNat List Bool Lia FMapPositive.
Require Import Tedomari.Sets Tedomari.Graph Tedomari.Rules Tedomari.Benson Tedomari.Closure.
Import ListNotations.
Open Scope N_scope.

(** Positions that agree on a zone [Z]; a ban on the attacker in the second one matters in the zone only. *)
Record agree (Z : N) (s t : state) : Prop := {
  agree_att : forall z, z ∈ Z -> (z ∈ att s <-> z ∈ att t);
  agree_def : forall z, z ∈ Z -> (z ∈ def s <-> z ∈ def t);
  agree_turn : turn s = turn t;
  agree_gone : gone s ⊆ gone t;
  agree_ban : turn t = true -> forall x, ban t = Some x -> x ∈ Z -> ban s = Some x
}.

Section Zones.
Variable a : arena.
Hypothesis no_suicide : suicide a = false.
Hypothesis defender_retakes : retaker a = Some false /\ endless a = true.
Hypothesis all_can_be_taken : forall side, secure a side = 0.

(** The attacker takes all named blocks in every position that agrees on the zone. *)
Definition wins (Z : N) (s : state) : Prop := forall t, wf a t -> agree Z s t -> kills a t.

Lemma agree_smaller : forall Y Z s t, Y ⊆ Z -> agree Z s t -> agree Y s t.
Proof. intros Y Z s t H [A B C D E]. constructor; auto. Qed.

Lemma agree_pass : forall Z s t, agree Z s t -> turn s = true \/ turn s = false -> agree Z (pass s) (pass t).
Proof.
  intros Z s t [A B C D E] _. constructor; cbn; auto; try congruence; intros; discriminate.
Qed.

Lemma agree_empty : forall Z s t z, agree Z s t -> z ∈ Z -> (z ∈ empty a s <-> z ∈ empty a t).
Proof.
  intros Z s t z [A B _ _ _] I. rewrite !(mem_empty a _ true). cbn [stones negb]. rewrite (A z I), (B z I). tauto.
Qed.

Lemma agree_stones : forall Z s t side z, agree Z s t -> z ∈ Z -> (z ∈ stones s side <-> z ∈ stones t side).
Proof. intros Z s t [] z [A B _ _ _] I; cbn [stones]; auto. Qed.

(** A block that has a liberty within the zone. *)
Definition guarded (Z W E n : N) : bool := stays (G a) (inter W Z) (inter E Z) 0 n.

Lemma guarded_safe : forall Z W E W' E' n,
  (forall z, z ∈ W -> z ∉ E) ->
  (forall z, z ∈ Z -> z ∈ W -> z ∈ W') -> (forall z, z ∈ Z -> z ∈ E -> z ∈ E') ->
  guarded Z W E n = true -> safe_block (G a) W' E' 0 n.
Proof.
  intros Z W E W' E' n D HW HE H. apply stays_spec in H.
  - destruct H as [[q [_ X]] | [q [r [R [A X]]]]]; [now rewrite mem_0 in X|]. right.
    exists q, r. split; [|split; [exact A|]].
    + revert R. apply reach_mono. intros z. rewrite mem_inter. intros [I J]. now apply HW.
    + rewrite mem_inter in X. destruct X. now apply HE.
  - intros z. rewrite !mem_inter. intros [I _] [J _]. now apply (D z).
Qed.

Definition all_guarded (Z W E which : N) : bool := forallb (guarded Z W E) (elements which).

Lemma all_guarded_spec : forall Z W E which n, all_guarded Z W E which = true -> n ∈ which -> guarded Z W E n = true.
Proof. intros Z W E which n H I. unfold all_guarded in H. rewrite forallb_forall in H. apply H. now apply elements_spec. Qed.

(** What a play takes, and what is empty after the stone is put. *)
Definition rest_of (s : state) (p : N) : N := minus (empty a s) (single p).
Definition dead_of (s : state) (p : N) : N :=
  captured (G a) (stones s (negb (turn s))) (rest_of s p) (secure a (negb (turn s))) p.

Lemma rest_disjoint : forall s p side z, z ∈ stones s side -> z ∉ rest_of s p.
Proof. intros s p side z I. unfold rest_of. rewrite mem_minus, (mem_empty a s side). tauto. Qed.

Lemma dead_of_spec : forall s p q, p ∈ empty a s ->
  (q ∈ dead_of s p <-> exists n, adj (G a) p n /\ reach (G a) (stones s (negb (turn s))) n q /\
     ~ safe_block (G a) (stones s (negb (turn s))) (rest_of s p) 0 n).
Proof.
  intros s p q E. unfold dead_of. rewrite captured_spec.
  - rewrite all_can_be_taken. reflexivity.
  - intros r. apply rest_disjoint.
  - rewrite (mem_empty a s (turn s)) in E. tauto.
Qed.

(** A legal play without suicide. *)
Lemma play_facts : forall s p s', wf a s -> play a s p = Some s' ->
  p ∈ empty a s /\ banned a s <> Some p /\
  safe_block (G a) (union (stones s (turn s)) (single p)) (union (rest_of s p) (dead_of s p)) 0 p /\
  stones s' (turn s) = union (stones s (turn s)) (single p) /\
  stones s' (negb (turn s)) = minus (stones s (negb (turn s))) (dead_of s p) /\
  turn s' = negb (turn s) /\
  gone s' = union (gone s) (inter (names a) (if turn s then dead_of s p else 0)).
Proof.
  intros s p s' W H. destruct (play_legal a s p s' W H) as [dead [lost [L [O [T [U V]]]]]].
  destruct L as [E [B [D M]]].
  assert (dead = dead_of s p) as ->.
  { apply ext. intro q. rewrite D, dead_of_spec by exact E. rewrite all_can_be_taken. reflexivity. }
  destruct M as [[-> M] | [M _]]; [|congruence]. rewrite all_can_be_taken in M.
  repeat split; auto. rewrite O. apply ext. intro q. rewrite mem_minus, mem_0. tauto.
Qed.

(** A play that takes blocks whose neighbors all lie in the zone takes them in all positions that agree. *)
Lemma same_dead : forall Z s t p, wf a s -> agree Z s t -> p ∈ empty a s -> p ∈ empty a t ->
  subset (spread (G a) (dead_of s p)) Z = true -> dead_of s p ⊆ dead_of t p.
Proof.
  intros Z s t p Ws A E E' H q I. rewrite subset_spec in H.
  pose proof (agree_turn _ _ _ A) as T.
  set (side := negb (turn s)) in *.
  assert (whole : forall n x, adj (G a) p n -> reach (G a) (stones s side) n x ->
             ~ safe_block (G a) (stones s side) (rest_of s p) 0 n -> x ∈ dead_of s p).
  { intros n x B C D. apply dead_of_spec; [exact E|]. exists n. fold side. tauto. }
  assert (inZ : forall x, x ∈ dead_of s p -> x ∈ Z).
  { intros x J. apply H. rewrite spread_spec. left. split; [exact J|].
    apply dead_of_spec in J; [|exact E]. destruct J as [n [_ [R _]]]. apply reach_in in R.
    destruct (wf_stones a s side Ws) as [X _]. now apply X. }
  assert (besideZ : forall x y, x ∈ dead_of s p -> adj (G a) x y -> y ∈ Z).
  { intros x y J B. apply H. rewrite spread_spec. right. exists x. tauto. }
  apply dead_of_spec in I; [|exact E]. destruct I as [n [B [R U]]]. fold side in R, U.
  apply dead_of_spec; [exact E'|]. rewrite <- T. fold side. exists n. split; [exact B|]. split.
  - assert (R2 : reach (G a) (inter (stones s side) Z) n q).
    { revert R. apply reach_within. intros z Q. rewrite mem_inter. split; [now apply reach_in in Q|].
      apply inZ. now apply (whole n). }
    revert R2. apply reach_mono. intros z. rewrite mem_inter. intros [J K].
    now apply (agree_stones Z s t side z A K).
  - intros [[x [_ X]] | [x [y [Q [C X]]]]]; [now rewrite mem_0 in X|].
    assert (Q2 : reach (G a) (stones s side) n x).
    { assert (N0 : n ∈ stones s side) by (apply reach_in in R; tauto).
      clear - Q N0 whole besideZ B U A. induction Q as [_ | x z Q IH C J]; [now constructor|].
      eapply reach_step; [exact IH | exact C|].
      apply (agree_stones Z s t side z A); [|exact J]. apply (besideZ x z); [|exact C]. now apply (whole n). }
    apply U. right. exists x, y. split; [exact Q2|]. split; [exact C|].
    assert (y ∈ Z) by (apply (besideZ x y); [now apply (whole n) | exact C]).
    unfold rest_of in *. rewrite mem_minus in *. rewrite (agree_empty Z s t y A); tauto.
Qed.

(** A guarded block is not taken in any position that agrees. *)
Lemma not_dead : forall Z s t p y, agree Z s t -> p ∈ empty a t ->
  guarded Z (stones s (negb (turn s))) (rest_of s p) y = true -> y ∉ dead_of t p.
Proof.
  intros Z s t p y A E' H I. apply dead_of_spec in I; [|exact E']. rewrite <- (agree_turn _ _ _ A) in I.
  set (side := negb (turn s)) in *. destruct I as [n [_ [R U]]]. apply U.
  assert (S : safe_block (G a) (stones t side) (rest_of t p) 0 y).
  { apply (guarded_safe Z (stones s side) (rest_of s p)); auto.
    - intros z. apply rest_disjoint.
    - intros z I J. now apply (agree_stones Z s t side z A I).
    - intros z I J. unfold rest_of in *. rewrite mem_minus in *. rewrite <- (agree_empty Z s t z A I). tauto. }
  destruct S as [[x [_ X]] | [x [z [Q [C X]]]]]; [now rewrite mem_0 in X|].
  right. exists x, z. split; [now apply reach_trans with y | tauto].
Qed.

(** * A move of the prover *)
Definition move_zone (s : state) (m : N) (Y Z : N) : bool :=
  let dead := dead_of s m in
  let own := union (att s) (single m) in
  has Z m && subset Y Z && subset (spread (G a) dead) Z &&
  all_guarded Z (def s) (rest_of s m) (minus (inter Y (def s)) dead) &&
  (negb (dead =? 0) ||
   meets (spread (G a) (flood (G a) (single m) (inter own Z))) (inter (rest_of s m) Z)).

Lemma move_zone_spec : forall s m s' Y Z, wf a s -> turn s = true -> play a s m = Some s' ->
  move_zone s m Y Z = true -> wins Y s' -> wins Z s.
Proof.
  intros s m s' Y Z Ws T P H Win t Wt A.
  unfold move_zone in H. rewrite !andb_true_iff, orb_true_iff, negb_true_iff, has_spec in H.
  destruct H as [[[[Hm HY] Hd] Hg] Hl]. rewrite subset_spec in HY.
  destruct (play_facts s m s' Ws P) as [E [B [_ [O [Oth [T' V]]]]]].
  pose proof (agree_turn _ _ _ A) as Tt. rewrite T in *. cbn [negb stones] in *.
  assert (E' : m ∈ empty a t) by now apply (agree_empty Z s t m A Hm).
  pose proof (same_dead Z s t m Ws A E E' Hd) as SD.
  destruct (play a t m) as [t'|] eqn:Q.
  - apply (forces_play a true true (all_gone a) t m t'); [now symmetry | exact Q|].
    destruct (play_facts t m t' Wt Q) as [_ [_ [_ [Ot [Otht [Tt' Vt]]]]]].
    rewrite <- Tt in *. cbn [negb stones] in *.
    apply Win; [exact (play_wf a t m t' Wt Q)|]. constructor.
    + intros z I. rewrite O, Ot, !mem_union, (agree_att _ _ _ A z (HY z I)). tauto.
    + intros z I. rewrite Oth, Otht, !mem_minus, (agree_def _ _ _ A z (HY z I)).
      split; intros [J K]; (split; [exact J|]).
      * apply (not_dead Z s t m z A E'). rewrite T. cbn [negb stones].
        apply (all_guarded_spec _ _ _ _ z Hg). rewrite mem_minus, mem_inter.
        rewrite (agree_def _ _ _ A z (HY z I)). tauto.
      * intro L. apply K. now apply SD.
    + congruence.
    + intros z. rewrite V, Vt, !mem_union, !mem_inter. intros [I | [I J]]; [left; now apply (agree_gone _ _ _ A)|].
      right. split; [exact I | now apply SD].
    + intro X. congruence.
  - exfalso. destruct (play_refused a t m Wt Q) as [X | [X | [dead [D [L _]]]]]; [tauto | |].
    + assert (F : forall u, turn u = true -> banned a u = ban u).
      { intros u Tu. unfold banned, has_retakes. destruct defender_retakes as [-> _]. now rewrite Tu. }
      rewrite F in X, B by congruence. apply B. apply (agree_ban _ _ _ A); auto.
    + rewrite <- Tt in *. cbn [negb stones] in *.
      assert (dead_of t m = dead) as DD.
      { apply ext. intro q. rewrite D, dead_of_spec by exact E'. rewrite <- Tt. cbn [negb stones].
        change (secure_def a) with (secure a false). rewrite all_can_be_taken. reflexivity. }
      destruct Hl as [Hl | Hl].
      * apply N.eqb_neq in Hl. apply nonzero in Hl. destruct Hl as [y I].
        pose proof I as I'. apply SD in I'. apply dead_of_spec in I'; [|exact E'].
        rewrite <- Tt in I'. cbn [negb stones] in I'. destruct I' as [n [An [R U]]].
        apply (L m n); [constructor; rewrite mem_union, mem_single; tauto | exact An|].
        rewrite mem_union. right. rewrite <- DD. apply dead_of_spec; [exact E'|].
        rewrite <- Tt. cbn [negb stones]. exists n. split; [exact An|]. split; [|exact U].
        constructor. now apply reach_in in R.
      * apply meets_spec in Hl. destruct Hl as [r [I J]]. rewrite mem_inter in J. destruct J as [J1 J2].
        assert (Jt : r ∈ minus (empty a t) (single m)).
        { unfold rest_of in J1. rewrite mem_minus in *. rewrite <- (agree_empty Z s t r A J2). tauto. }
        assert (K : forall q, reach (G a) (inter (union (att s) (single m)) Z) m q ->
                      reach (G a) (union (att t) (single m)) m q).
        { intros q. apply reach_mono. intros z. rewrite mem_inter, !mem_union.
          intros [[M1 | M1] M2]; [left; now apply (agree_att _ _ _ A) | now right]. }
        rewrite spread_spec in I. destruct I as [[I _] | [q [I Ad]]]; rewrite flood_single in I.
        -- apply reach_in in I. destruct I as [_ I]. rewrite mem_inter, mem_union in I.
           unfold rest_of in J1. rewrite mem_minus, (mem_empty a s true) in J1. cbn [stones negb] in J1. tauto.
        -- apply (L q r (K q I) Ad). rewrite mem_union. now left.
Qed.

(** * Moves of the refuter *)

(** A reply in the zone of the pass: the play [p] leads from [s] to [s'], which has the zone [Y]. *)
Definition reply_zone (s : state) (p : N) (s' : state) (Y Z : N) : bool :=
  let dead := dead_of s p in
  has Z p && subset Y Z && subset (spread (G a) dead) Z &&
  all_guarded Z (att s) (rest_of s p) (minus (inter Y (att s)) dead) &&
  match elements dead with
  | [x] => same (ban s') (Some x) || meets (inter (spread (G a) (single p)) Z) (union (def s) (rest_of s p))
  | _ => true
  end.

(** A point of the zone of the pass where the refuter can't play in any position that agrees. *)
Definition no_reply_zone (s : state) (p : N) (Z : N) : bool :=
  let made := flood (G a) (single p) (union (def s) (single p)) in
  has Z p && subset (spread (G a) made) Z && negb (meets (spread (G a) made) (rest_of s p)) &&
  all_guarded Z (att s) (rest_of s p) (inter (spread (G a) (single p)) (att s)).

Lemma ban_facts : forall t p t' x, wf a t -> play a t p = Some t' -> ban t' = Some x ->
  dead_of t p = single x /\
  forall n, adj (G a) p n -> n ∉ stones t (turn t) /\ n ∉ rest_of t p.
Proof.
  intros t p t' x W P B. pose proof (play_facts t p t' W P) as F.
  unfold play in P. destruct (_ || _) in P; [discriminate|].
  fold (rest_of t p) in P. fold (dead_of t p) in P.
  set (own := union (stones t (turn t)) (single p)) in *.
  destruct (_ && _) in P; [discriminate|]. injection P as <-. cbn [ban] in B.
  destruct (elements (dead_of t p)) as [|y [|z l]] eqn:E; try discriminate.
  destruct (_ && _) eqn:C in B; [|discriminate]. injection B as <-.
  rewrite !andb_true_iff in C. destruct C as [[[[M L] _] _] _].
  apply N.eqb_eq in M, L.
  assert (D : dead_of t p = single y).
  { apply ext. intro q. rewrite mem_single, <- elements_spec, E. cbn. intuition congruence. }
  split; [exact D|]. intros n A.
  assert (I : p ∈ flood (G a) (single p) own).
  { apply flood_single. constructor. unfold own. rewrite mem_union, mem_single. tauto. }
  split; intro J.
  - assert (K : n ∈ flood (G a) (single p) own).
    { apply flood_single. eapply reach_step; [|exact A|].
      - constructor. unfold own. rewrite mem_union, mem_single. tauto.
      - unfold own. rewrite mem_union. tauto. }
    rewrite M, mem_single in K. subst n. destruct F as [F _]. rewrite (mem_empty a t (turn t)) in F. tauto.
  - assert (K : n ∈ inter (spread (G a) (flood (G a) (single p) own)) (union (rest_of t p) (dead_of t p))).
    { rewrite mem_inter, mem_union, spread_spec. split; [right; now exists p | now left]. }
    rewrite L, D, mem_single in K. subst n.
    assert (Y : y ∈ dead_of t p) by (rewrite D, mem_single; reflexivity).
    destruct F as [F _]. apply dead_of_spec in Y; [|exact F]. destruct Y as [n [_ [R _]]].
    apply reach_in in R. destruct R as [_ R]. now apply (rest_disjoint t p _ y R).
Qed.

(** All moves of the refuter: [N] is the zone of the position after a pass. *)
Lemma replies_zone_spec : forall s N Z, wf a s -> turn s = false ->
  wins N (pass s) -> N ⊆ Z ->
  all_guarded N (att s) (empty a s) (inter N (att s)) = true ->
  (forall p, p ∈ N -> p ∈ empty a s ->
     no_reply_zone s p Z = true \/
     exists s' Y, play a s p = Some s' /\ wins Y s' /\ reply_zone s p s' Y Z = true) ->
  wins Z s.
Proof.
  intros s N Z Ws T WN HN HG HR t Wt A.
  pose proof (agree_turn _ _ _ A) as Tt. rewrite T in Tt.
  apply forces_answer; [now symmetry | |].
  - apply WN; [exact Wt|]. apply agree_pass; [|tauto]. now apply (agree_smaller N Z).
  - intros p t' P. destruct (play_facts t p t' Wt P) as [E' [_ [S [Ot [Otht [Tt' Vt]]]]]].
    rewrite <- Tt in *. cbn [negb stones] in *.
    destruct (mem_dec p N) as [I | I].
    + assert (E : p ∈ empty a s) by (apply (agree_empty Z s t p A); auto).
      destruct (HR p I E) as [H | [s' [Y [Ps [Win H]]]]].
      * (* The refuter can't play there. *)
        exfalso. unfold no_reply_zone in H. rewrite !andb_true_iff, has_spec, subset_spec, negb_true_iff in H.
        destruct H as [[[Hp Hm] Hl] Hg]. rewrite meets_false in Hl.
        set (made := flood (G a) (single p) (union (def s) (single p))) in *.
        assert (pm : p ∈ made) by (apply flood_single; constructor; rewrite mem_union, mem_single; tauto).
        assert (K : forall q, reach (G a) (union (def t) (single p)) p q -> q ∈ made).
        { intros q R. induction R as [_ | q z R IH Ad J]; [exact pm|].
          assert (Zz : z ∈ Z) by (apply Hm; rewrite spread_spec; right; now exists q).
          unfold made in *. rewrite flood_single in *. eapply reach_step; [exact IH | exact Ad|].
          rewrite mem_union in *. destruct J as [J | J]; [left; now apply (agree_def _ _ _ A z Zz) | now right]. }
        destruct S as [[q [_ X]] | [q [r [R [Ad X]]]]]; [now rewrite mem_0 in X|].
        apply K in R.
        assert (rs : r ∈ spread (G a) made) by (rewrite spread_spec; right; now exists q).
        pose proof (Hm r rs) as Zr. rewrite mem_union in X. destruct X as [X | X].
        -- apply (Hl r rs). unfold rest_of in *. rewrite mem_minus in *. rewrite (agree_empty Z s t r A Zr). tauto.
        -- apply dead_of_spec in X; [|exact E']. rewrite <- Tt in X. cbn [negb stones] in X.
           destruct X as [n [An [Rn U]]].
           assert (Zn : n ∈ Z) by (apply Hm; rewrite spread_spec; right; now exists p).
           assert (Nt : n ∈ att t) by (apply reach_in in Rn; tauto).
           assert (Gn : guarded Z (stones s (negb (turn s))) (rest_of s p) n = true).
           { rewrite T. cbn [negb stones]. apply (all_guarded_spec _ _ _ _ n Hg).
             rewrite mem_inter, spread_spec. split; [right; exists p; rewrite mem_single; tauto|].
             now apply (agree_att _ _ _ A n Zn). }
           apply (not_dead Z s t p n A E' Gn). apply dead_of_spec; [exact E'|].
           rewrite <- Tt. cbn [negb stones]. exists n. split; [exact An|]. split; [now constructor | exact U].
      * (* A reply of the list. *)
        unfold reply_zone in H. rewrite !andb_true_iff, has_spec in H.
        destruct H as [[[[Hp HY] Hd] Hg] Hk]. rewrite subset_spec in HY.
        destruct (play_facts s p s' Ws Ps) as [_ [_ [_ [O [Oth [T' V]]]]]].
        rewrite T in *. cbn [negb stones] in *.
        pose proof (same_dead Z s t p Ws A E E' Hd) as SD.
        assert (ND : forall z, z ∈ Y -> z ∈ att s -> z ∉ dead_of s p -> z ∉ dead_of t p).
        { intros z Iz J K. apply (not_dead Z s t p z A E'). rewrite T. cbn [negb stones].
          apply (all_guarded_spec _ _ _ _ z Hg). rewrite mem_minus, mem_inter. tauto. }
        apply Win; [exact (play_wf a t p t' Wt P)|]. constructor.
        -- intros z Iz. rewrite Oth, Otht, !mem_minus. pose proof (agree_att _ _ _ A z (HY z Iz)) as X.
           split; intros [J K].
           ++ split; [now apply X | now apply (ND z)].
           ++ split; [now apply X|]. intro L. apply K. now apply SD.
        -- intros z Iz. rewrite O, Ot, !mem_union, (agree_def _ _ _ A z (HY z Iz)). tauto.
        -- congruence.
        -- intros z. rewrite V, Vt, !mem_union. intros [J | J]; [left; now apply (agree_gone _ _ _ A)|].
           rewrite mem_inter, mem_0 in J. tauto.
        -- intros _ x B Iz. destruct (ban_facts t p t' x Wt P B) as [D F]. rewrite <- Tt in F. cbn [stones] in F.
           assert (X : x ∈ dead_of t p) by (rewrite D, mem_single; reflexivity).
           assert (Xa : x ∈ att s).
           { apply (agree_att _ _ _ A x (HY x Iz)). apply dead_of_spec in X; [|exact E'].
             rewrite <- Tt in X. cbn [negb stones] in X. destruct X as [n [_ [R _]]]. now apply reach_in in R. }
           destruct (mem_dec x (dead_of s p)) as [Y1 | Y1]; [|now destruct (ND x Iz Xa Y1)].
           assert (Ds : dead_of s p = single x).
           { apply ext. intro q. rewrite mem_single. split.
             - intro J. apply SD in J. rewrite D, mem_single in J. exact J.
             - now intros ->. }
           destruct (elements (dead_of s p)) as [|y [|z l]] eqn:El.
           ++ exfalso. apply elements_spec in Y1. now rewrite El in Y1.
           ++ assert (y = x) as ->.
              { apply elements_spec in Y1. rewrite El in Y1. now destruct Y1 as [-> | []]. }
              apply orb_true_iff in Hk. destruct Hk as [Hk | Hk].
              ** destruct (ban s') as [b|]; cbn in Hk; [|discriminate]. apply N.eqb_eq in Hk. now subst.
              ** exfalso. apply meets_spec in Hk. destruct Hk as [n [J K]].
                 rewrite mem_inter, spread_spec in J. destruct J as [J Zn].
                 assert (An : adj (G a) p n).
                 { destruct J as [[J _] | [o [J Ad]]]; rewrite mem_single in J; subst; [|exact Ad].
                   exfalso. rewrite mem_union in K. unfold rest_of in K.
                   rewrite mem_minus, mem_single, (mem_empty a s false) in *. cbn [stones negb] in *. tauto. }
                 destruct (F n An) as [F1 F2]. rewrite mem_union in K. destruct K as [K | K].
                 --- apply F1. now apply (agree_def _ _ _ A n Zn).
                 --- apply F2. unfold rest_of in *. rewrite mem_minus in *. rewrite <- (agree_empty Z s t n A Zn). tauto.
           ++ exfalso. pose proof (elements_nodup (dead_of s p)) as ND2. rewrite El in ND2.
              assert (forall q, In q (y :: z :: l) -> q = x) as U.
              { intros q J. rewrite <- El, elements_spec, Ds, mem_single in J. exact J. }
              inversion ND2 as [|? ? N1 _]. apply N1. rewrite (U y (or_introl eq_refl)).
              rewrite (U z (or_intror (or_introl eq_refl))). now left.
    + (* A play outside the zone of the pass. *)
      assert (AN : agree N s t) by now apply (agree_smaller N Z).
      assert (ND : forall z, z ∈ N -> z ∈ att s -> z ∉ dead_of t p).
      { intros z Iz J. apply (not_dead N s t p z AN E'). rewrite T. cbn [negb stones].
        pose proof (all_guarded_spec _ _ _ _ z HG) as X. specialize (X ltac:(rewrite mem_inter; tauto)).
        unfold guarded in *. apply stays_spec in X.
        - apply stays_spec.
          + intros y. rewrite !mem_inter. intros [J1 _] [J2 _]. now apply (rest_disjoint s p true y).
          + destruct X as [X | [q [r [R [Ad X]]]]]; [now left | right]. exists q, r.
            split; [exact R|]. split; [exact Ad|]. unfold rest_of. rewrite mem_inter, mem_minus, mem_single in *.
            repeat split; try tauto. intros ->. tauto.
        - intros y. rewrite !mem_inter, (mem_empty a s true). cbn [stones negb]. tauto. }
      apply WN; [exact (play_wf a t p t' Wt P)|]. constructor; cbn [pass att def ban turn gone].
      * intros z Iz. rewrite Otht, mem_minus. pose proof (agree_att _ _ _ AN z Iz) as X. split.
        -- intro J. split; [now apply X | now apply ND].
        -- intros [J _]. now apply X.
      * intros z Iz. rewrite Ot, mem_union, mem_single, (agree_def _ _ _ AN z Iz).
        split; [tauto|]. intros [J | ->]; tauto.
      * rewrite T. cbn. now symmetry.
      * intros z J. rewrite Vt, mem_union. left. now apply (agree_gone _ _ _ A).
      * intros _ x B Iz. exfalso. destruct (ban_facts t p t' x Wt P B) as [D _].
        assert (X : x ∈ dead_of t p) by (rewrite D, mem_single; reflexivity).
        apply (ND x Iz); [|exact X]. apply (agree_att _ _ _ AN x Iz).
        apply dead_of_spec in X; [|exact E']. rewrite <- Tt in X. cbn [negb stones] in X.
        destruct X as [n [_ [R _]]]. now apply reach_in in R.
Qed.

End Zones.

(** * The check *)

(** As [answer], with the zone of the position in which the prover moves. *)
Inductive zone_answer := Zone_reached | Zone_move (point : option N) (reached : bool) (zone : N).

Record zone_entry := Zone_entry {
  zone_position : state; zone : N; zone_on_pass : zone_answer; zone_replies : list (N * zone_answer) }.

Definition zone_table := PositiveMap.t (list (state * N)).

Definition zone_lookup (a : arena) (t : zone_table) (s : state) : option N :=
  match PositiveMap.find (key a s) t with
  | Some l => match find (fun x => state_eqb s (fst x)) l with Some x => Some (snd x) | None => None end
  | None => None
  end.

Definition zone_insert (a : arena) (t : zone_table) (s : state) (Z : N) : zone_table :=
  let l := match PositiveMap.find (key a s) t with Some l => l | None => [] end in
  PositiveMap.add (key a s) ((s, Z) :: l) t.

Lemma zone_lookup_insert : forall a t x X s Z, zone_lookup a (zone_insert a t x X) s = Some Z ->
  (s = x /\ Z = X) \/ zone_lookup a t s = Some Z.
Proof.
  intros a t x X s Z H. unfold zone_lookup, zone_insert in *.
  destruct (Pos.eq_dec (key a s) (key a x)) as [E | E].
  - rewrite E in *. rewrite PositiveMap.gss in H. cbn [find fst snd] in H.
    destruct (state_eqb s x) eqn:Q.
    + left. injection H as <-. split; [now apply state_eqb_spec | reflexivity].
    + right. destruct (PositiveMap.find (key a x) t); [exact H | discriminate].
  - rewrite PositiveMap.gso in H by exact E. now right.
Qed.

Section Check.
Variable a : arena.

Definition next_zone (t : zone_table) (s : state) (reached : bool) : option N :=
  if reached then (if is_killed a s then Some 0 else None) else zone_lookup a t s.

(** The zone of a position with the attacker to move, if the answer shows one. *)
Definition answer_zone (t : zone_table) (s : state) (x : zone_answer) : option N :=
  match x with
  | Zone_reached => next_zone t s true
  | Zone_move (Some m) reached Z =>
      match play a s m with
      | Some s' => match next_zone t s' reached with
                   | Some Y => if move_zone a s m Y Z then Some Z else None
                   | None => None
                   end
      | None => None
      end
  | Zone_move None reached Z =>
      match next_zone t (pass s) reached with
      | Some Y => if subset Y Z then Some Z else None
      | None => None
      end
  end.

Definition is_wf (s : state) : bool :=
  subset (att s) (all (G a)) && subset (def s) (all (G a)) && negb (meets (att s) (def s)).

Definition is_reply (t : zone_table) (e : zone_entry) (p : N) : bool :=
  let s := zone_position e in
  no_reply_zone a s p (zone e) ||
  match play a s p, find (fun x => fst x =? p) (zone_replies e) with
  | Some s', Some x => match answer_zone t s' (snd x) with
                       | Some Y => reply_zone a s p s' Y (zone e)
                       | None => false
                       end
  | _, _ => false
  end.

Definition is_zone_entry (t : zone_table) (e : zone_entry) : bool :=
  let s := zone_position e in
  negb (turn s) && is_wf s &&
  match answer_zone t (pass s) (zone_on_pass e) with
  | Some N => subset N (zone e) && all_guarded a N (att s) (empty a s) (inter N (att s)) &&
              forallb (is_reply t e) (elements (inter N (empty a s)))
  | None => false
  end.

Fixpoint check_zone_entries (t : zone_table) (entries : list zone_entry) : option zone_table :=
  match entries with
  | [] => Some t
  | e :: l => if is_zone_entry t e then check_zone_entries (zone_insert a t (zone_position e) (zone e)) l else None
  end.

Definition has_plain_rules : bool :=
  negb (suicide a) && match retaker a with Some b => negb b | None => false end && endless a &&
  (secure_att a =? 0) && (secure_def a =? 0).

Definition check_kill_zones (s : state) (first : option zone_answer) (entries : list zone_entry) : bool :=
  has_plain_rules && is_wf s &&
  match check_zone_entries (PositiveMap.empty _) entries with
  | Some t => match first with
              | Some x => turn s && match answer_zone t s x with Some _ => true | None => false end
              | None => match next_zone t s (is_killed a s) with Some _ => true | None => false end
              end
  | None => false
  end.

Lemma is_wf_spec : forall s, is_wf s = true -> wf a s.
Proof.
  intros s H. unfold is_wf in H. rewrite !andb_true_iff, !subset_spec, negb_true_iff, meets_false in H.
  unfold wf. tauto.
Qed.

Lemma killed_wins : forall s, is_killed a s = true -> wins a 0 s.
Proof.
  intros s H t W A. apply forces_here. unfold is_killed in H. rewrite subset_spec in H.
  intros n I. apply (agree_gone _ _ _ A). now apply H.
Qed.

Lemma wins_larger : forall Y Z s, Y ⊆ Z -> wins a Y s -> wins a Z s.
Proof. intros Y Z s H W t Wt A. apply W; [exact Wt | now apply (agree_smaller Y Z)]. Qed.

Hypothesis plain : has_plain_rules = true.

Lemma plain_rules : suicide a = false /\ (retaker a = Some false /\ endless a = true) /\ forall side, secure a side = 0.
Proof.
  unfold has_plain_rules in plain. rewrite !andb_true_iff, negb_true_iff, !N.eqb_eq in plain.
  destruct plain as [[[[A B] C] D] E]. split; [exact A|]. split; [|intros []; assumption].
  split; [|exact C]. destruct (retaker a) as [[]|]; cbn in B; congruence.
Qed.

Lemma next_zone_spec : forall t s r Z, (forall u U, zone_lookup a t u = Some U -> wins a U u) ->
  next_zone t s r = Some Z -> wins a Z s.
Proof.
  intros t s r Z K H. unfold next_zone in H. destruct r; [|now apply K].
  destruct (is_killed a s) eqn:E; [|discriminate]. injection H as <-. now apply killed_wins.
Qed.

Lemma answer_zone_spec : forall t s x Z, (forall u U, zone_lookup a t u = Some U -> wins a U u) ->
  wf a s -> turn s = true -> answer_zone t s x = Some Z -> wins a Z s.
Proof.
  intros t s x Z K W T H. destruct plain_rules as [P1 [P2 P3]].
  destruct x as [|[m|] r X]; cbn [answer_zone] in H.
  - now apply (next_zone_spec t s true).
  - destruct (play a s m) as [s'|] eqn:P; [|discriminate].
    destruct (next_zone t s' r) as [Y|] eqn:N; [|discriminate].
    destruct (move_zone a s m Y X) eqn:M; [|discriminate]. injection H as <-.
    apply (move_zone_spec a P1 P2 P3 s m s' Y X); auto. now apply (next_zone_spec t s' r).
  - destruct (next_zone t (pass s) r) as [Y|] eqn:N; [|discriminate].
    destruct (subset Y X) eqn:M; [|discriminate]. injection H as <-. rewrite subset_spec in M.
    pose proof (next_zone_spec t (pass s) r Y K N) as Win.
    intros u Wu A. pose proof (agree_turn _ _ _ A) as Tu.
    apply forces_pass; [congruence | reflexivity|]. apply Win; [exact Wu|].
    apply agree_pass; [|tauto]. now apply (agree_smaller Y X).
Qed.

Lemma is_zone_entry_spec : forall t e, (forall u U, zone_lookup a t u = Some U -> wins a U u) ->
  is_zone_entry t e = true -> wins a (zone e) (zone_position e).
Proof.
  intros t e K H. unfold is_zone_entry in H. destruct plain_rules as [P1 [P2 P3]].
  destruct (answer_zone t (pass (zone_position e)) (zone_on_pass e)) as [N|] eqn:AZ;
    [|rewrite andb_false_r in H; discriminate].
  rewrite !andb_true_iff, negb_true_iff, subset_spec, forallb_forall in H.
  destruct H as [[T W] [[HN HG] HR]]. apply is_wf_spec in W.
  apply (replies_zone_spec a P1 P2 P3 (zone_position e) N (zone e)); auto.
  - apply (answer_zone_spec t _ (zone_on_pass e)); auto. cbn. now rewrite T.
  - intros p I E. specialize (HR p). rewrite elements_spec, mem_inter in HR.
    specialize (HR (conj I E)). unfold is_reply in HR. apply orb_true_iff in HR. destruct HR as [HR | HR]; [now left|].
    right. destruct (play a (zone_position e) p) as [s'|] eqn:P; [|discriminate].
    destruct (find _ (zone_replies e)) as [[q x]|]; [|discriminate]. cbn [snd] in HR.
    destruct (answer_zone t s' x) as [Y|] eqn:AY; [|discriminate].
    exists s', Y. split; [reflexivity|]. split; [|exact HR].
    apply (answer_zone_spec t s' x); auto; [exact (play_wf a _ p s' W P)|].
    rewrite (play_turn a _ _ _ P), T. reflexivity.
Qed.

Lemma check_zone_entries_spec : forall entries t t', (forall u U, zone_lookup a t u = Some U -> wins a U u) ->
  check_zone_entries t entries = Some t' -> forall u U, zone_lookup a t' u = Some U -> wins a U u.
Proof.
  induction entries as [|e l IH]; intros t t' K H; cbn in H.
  - now injection H as <-.
  - destruct (is_zone_entry t e) eqn:E; [|discriminate].
    refine (IH _ _ _ H). intros u U L. apply zone_lookup_insert in L. destruct L as [[-> ->] | L]; [|now apply K].
    now apply (is_zone_entry_spec t).
Qed.

End Check.

(** A list with zones that is accepted is a strategy: all named blocks are taken, whatever the defender plays on the
    whole board. *)
Theorem check_kill_zones_sound : forall a s first entries,
  check_kill_zones a s first entries = true -> kills a s.
Proof.
  intros a s first entries H. unfold check_kill_zones in H.
  rewrite !andb_true_iff in H. destruct H as [[P W] H]. apply is_wf_spec in W.
  destruct (check_zone_entries a _ entries) as [t|] eqn:E; [|discriminate].
  assert (K : forall u U, zone_lookup a t u = Some U -> wins a U u).
  { apply (check_zone_entries_spec a P entries (PositiveMap.empty _) t); [|exact E].
    intros u U L. unfold zone_lookup in L. rewrite PositiveMap.gempty in L. discriminate. }
  assert (self : forall Z, agree Z s s) by (intro Z; constructor; try tauto; now intros z).
  destruct first as [x|].
  - apply andb_true_iff in H. destruct H as [T H].
    destruct (answer_zone a t s x) as [Z|] eqn:A; [|discriminate].
    exact (answer_zone_spec a P t s x Z K W T A s W (self Z)).
  - destruct (next_zone a t s (is_killed a s)) as [Z|] eqn:A; [|discriminate].
    exact (next_zone_spec a t s _ Z K A s W (self Z)).
Qed.
