(** Positions that have the same stones on a zone, a set of points, and what a play does in both of them. The conditions
    here make sure that a play is legal in both or in neither, and that the positions after it have the same stones on
    another zone. Suicide is forbidden. They hold for both sides, and where stones of a side can't be taken. *)

Require Import NArith PeanoNat List Bool Lia.
Require Import Tedomari.Sets Tedomari.Graph Tedomari.Rules Tedomari.Closure.
Import ListNotations.
Open Scope N_scope.

(** Positions with the same stones on a zone [Z], and the same side to move. *)
Record alike (Z : N) (s t : state) : Prop := {
  alike_stones : forall side z, z ∈ Z -> (z ∈ stones s side <-> z ∈ stones t side);
  alike_turn : turn s = turn t
}.

Section Alike.
Variable a : arena.
Hypothesis no_suicide : suicide a = false.

Lemma alike_smaller : forall Y Z s t, Y ⊆ Z -> alike Z s t -> alike Y s t.
Proof. intros Y Z s t H [A B]. constructor; auto. Qed.

Lemma alike_empty : forall Z s t z, alike Z s t -> z ∈ Z -> (z ∈ empty a s <-> z ∈ empty a t).
Proof.
  intros Z s t z A I. rewrite !(mem_empty a _ true). cbn [negb].
  rewrite (alike_stones _ _ _ A true z I), (alike_stones _ _ _ A false z I). tauto.
Qed.

Lemma side_cases : forall side turn : bool, side = turn \/ side = negb turn.
Proof. intros [] []; cbn; tauto. Qed.

(** A block that has a liberty, or a stone that can't be taken, within the zone. *)
Definition guarded (Z W E sec n : N) : bool := stays (G a) (inter W Z) (inter E Z) sec n.

Lemma guarded_safe : forall Z W E sec W' E' n,
  (forall z, z ∈ W -> z ∉ E) ->
  (forall z, z ∈ Z -> z ∈ W -> z ∈ W') -> (forall z, z ∈ Z -> z ∈ E -> z ∈ E') ->
  guarded Z W E sec n = true -> safe_block (G a) W' E' sec n.
Proof.
  intros Z W E sec W' E' n D HW HE H. apply stays_spec in H.
  - assert (R' : forall q, reach (G a) (inter W Z) n q -> reach (G a) W' n q).
    { intros q. apply reach_mono. intros z. rewrite mem_inter. intros [I J]. now apply HW. }
    destruct H as [[q [R X]] | [q [r [R [A X]]]]].
    + left. exists q. split; [now apply R' | exact X].
    + right. exists q, r. split; [now apply R'|]. split; [exact A|]. rewrite mem_inter in X. destruct X. now apply HE.
  - intros z. rewrite !mem_inter. intros [I _] [J _]. now apply (D z).
Qed.

Definition all_guarded (Z W E sec which : N) : bool := forallb (guarded Z W E sec) (elements which).

Lemma all_guarded_spec : forall Z W E sec which n,
  all_guarded Z W E sec which = true -> n ∈ which -> guarded Z W E sec n = true.
Proof. intros Z W E sec which n H I. unfold all_guarded in H. rewrite forallb_forall in H. apply H. now apply elements_spec. Qed.

(** What a play takes, and what is empty after the stone is put. *)
Definition rest_of (s : state) (p : N) : N := minus (empty a s) (single p).
Definition dead_of (s : state) (p : N) : N :=
  captured (G a) (stones s (negb (turn s))) (rest_of s p) (secure a (negb (turn s))) p.

Lemma rest_disjoint : forall s p side z, z ∈ stones s side -> z ∉ rest_of s p.
Proof. intros s p side z I. unfold rest_of. rewrite mem_minus, (mem_empty a s side). tauto. Qed.

Lemma rest_alike : forall Z s t p z, alike Z s t -> z ∈ Z -> (z ∈ rest_of s p <-> z ∈ rest_of t p).
Proof. intros Z s t p z A I. unfold rest_of. rewrite !mem_minus, (alike_empty Z s t z A I). tauto. Qed.

Lemma dead_of_spec : forall s p q, p ∈ empty a s ->
  (q ∈ dead_of s p <-> exists n, adj (G a) p n /\ reach (G a) (stones s (negb (turn s))) n q /\
     ~ safe_block (G a) (stones s (negb (turn s))) (rest_of s p) (secure a (negb (turn s))) n).
Proof.
  intros s p q E. unfold dead_of. apply captured_spec.
  - intros r. apply rest_disjoint.
  - rewrite (mem_empty a s (turn s)) in E. tauto.
Qed.

Lemma dead_stones : forall s p q, p ∈ empty a s -> q ∈ dead_of s p -> q ∈ stones s (negb (turn s)).
Proof. intros s p q E I. apply dead_of_spec in I; [|exact E]. destruct I as [n [_ [R _]]]. now apply reach_in in R. Qed.

(** A legal play without suicide. *)
Lemma play_facts : forall s p s', wf a s -> play a s p = Some s' ->
  p ∈ empty a s /\ banned a s <> Some p /\
  safe_block (G a) (union (stones s (turn s)) (single p)) (union (rest_of s p) (dead_of s p)) (secure a (turn s)) p /\
  stones s' (turn s) = union (stones s (turn s)) (single p) /\
  stones s' (negb (turn s)) = minus (stones s (negb (turn s))) (dead_of s p) /\
  turn s' = negb (turn s) /\
  gone s' = union (gone s) (inter (names a) (if turn s then dead_of s p else 0)).
Proof.
  intros s p s' W H. destruct (play_legal a s p s' W H) as [dead [lost [L [O [T [U V]]]]]].
  destruct L as [E [B [D M]]].
  assert (dead = dead_of s p) as ->.
  { apply ext. intro q. now rewrite D, dead_of_spec by exact E. }
  destruct M as [[-> M] | [M _]]; [|congruence].
  repeat split; auto. rewrite O. apply ext. intro q. rewrite mem_minus, mem_0. tauto.
Qed.

(** A play that takes blocks whose neighbors all lie in the zone takes them in all positions that are alike. *)
Lemma same_dead : forall Z s t p, wf a s -> alike Z s t -> p ∈ empty a s -> p ∈ empty a t ->
  subset (spread (G a) (dead_of s p)) Z = true -> dead_of s p ⊆ dead_of t p.
Proof.
  intros Z s t p Ws A E E' H q I. rewrite subset_spec in H.
  pose proof (alike_turn _ _ _ A) as T.
  set (side := negb (turn s)) in *.
  assert (whole : forall n x, adj (G a) p n -> reach (G a) (stones s side) n x ->
             ~ safe_block (G a) (stones s side) (rest_of s p) (secure a side) n -> x ∈ dead_of s p).
  { intros n x B C D. apply dead_of_spec; [exact E|]. exists n. fold side. tauto. }
  assert (inZ : forall x, x ∈ dead_of s p -> x ∈ Z).
  { intros x J. apply H. rewrite spread_spec. left. split; [exact J|].
    apply dead_stones in J; [|exact E]. destruct (wf_stones a s side Ws) as [X _]. now apply X. }
  assert (besideZ : forall x y, x ∈ dead_of s p -> adj (G a) x y -> y ∈ Z).
  { intros x y J B. apply H. rewrite spread_spec. right. exists x. tauto. }
  apply dead_of_spec in I; [|exact E]. destruct I as [n [B [R U]]]. fold side in R, U.
  assert (back : forall x, reach (G a) (stones t side) n x -> reach (G a) (stones s side) n x).
  { intros x Q. assert (N0 : n ∈ stones s side) by (apply reach_in in R; tauto).
    induction Q as [_ | x z Q IH C J]; [now constructor|].
    eapply reach_step; [exact IH | exact C|].
    apply (alike_stones _ _ _ A side z); [|exact J]. apply (besideZ x z); [|exact C]. now apply (whole n). }
  apply dead_of_spec; [exact E'|]. rewrite <- T. fold side. exists n. split; [exact B|]. split.
  - assert (R2 : reach (G a) (inter (stones s side) Z) n q).
    { revert R. apply reach_within. intros z Q. rewrite mem_inter. split; [now apply reach_in in Q|].
      apply inZ. now apply (whole n). }
    revert R2. apply reach_mono. intros z. rewrite mem_inter. intros [J K].
    now apply (alike_stones _ _ _ A side z).
  - intros [[x [Q X]] | [x [y [Q [C X]]]]]; apply U.
    + left. exists x. split; [now apply back | exact X].
    + right. exists x, y. pose proof (back x Q) as Q2. split; [exact Q2|]. split; [exact C|].
      apply (rest_alike Z s t p y A); [|exact X]. apply (besideZ x y); [now apply (whole n) | exact C].
Qed.

(** A guarded block is not taken in any position that is alike. *)
Lemma not_dead : forall Z s t p y, alike Z s t -> p ∈ empty a t ->
  guarded Z (stones s (negb (turn s))) (rest_of s p) (secure a (negb (turn s))) y = true -> y ∉ dead_of t p.
Proof.
  intros Z s t p y A E' H I. apply dead_of_spec in I; [|exact E']. rewrite <- (alike_turn _ _ _ A) in I.
  set (side := negb (turn s)) in *. destruct I as [n [_ [R U]]]. apply U.
  assert (S : safe_block (G a) (stones t side) (rest_of t p) (secure a side) y).
  { apply (guarded_safe Z (stones s side) (rest_of s p)); auto.
    - intros z. apply rest_disjoint.
    - intros z I J. now apply (alike_stones _ _ _ A side z I).
    - intros z I J. now apply (rest_alike Z s t p z A I). }
  destruct S as [[x [Q X]] | [x [z [Q [C X]]]]].
  - left. exists x. split; [now apply reach_trans with y | exact X].
  - right. exists x, z. split; [now apply reach_trans with y | tauto].
Qed.

(** * A move of the prover *)
Definition move_zone (s : state) (m : N) (Y Z : N) : bool :=
  let other := negb (turn s) in
  let dead := dead_of s m in
  has Z m && subset Y Z && subset (spread (G a) dead) Z &&
  all_guarded Z (stones s other) (rest_of s m) (secure a other) (minus (inter Y (stones s other)) dead) &&
  (negb (dead =? 0) ||
   meets (spread (G a) (flood (G a) (single m) (inter (union (stones s (turn s)) (single m)) Z)))
         (inter (rest_of s m) Z)).

Lemma after_alike : forall s t p s' t' Y Z, wf a s -> wf a t -> alike Z s t -> Y ⊆ Z ->
  play a s p = Some s' -> play a t p = Some t' -> dead_of s p ⊆ dead_of t p ->
  (forall z, z ∈ Y -> z ∈ dead_of t p -> z ∈ dead_of s p) -> alike Y s' t'.
Proof.
  intros s t p s' t' Y Z Ws Wt A HY P Q SD ND.
  destruct (play_facts s p s' Ws P) as [_ [_ [_ [O [Oth [T _]]]]]].
  destruct (play_facts t p t' Wt Q) as [_ [_ [_ [Ot [Otht [Tt _]]]]]].
  pose proof (alike_turn _ _ _ A) as E. rewrite <- E in *.
  constructor; [|congruence]. intros side z I.
  destruct (side_cases side (turn s)) as [-> | ->].
  - rewrite O, Ot, !mem_union, (alike_stones _ _ _ A _ z (HY z I)). tauto.
  - rewrite Oth, Otht, !mem_minus, (alike_stones _ _ _ A _ z (HY z I)).
    specialize (SD z). specialize (ND z I). tauto.
Qed.

Lemma only_dead : forall s t p Y Z z, alike Z s t -> Y ⊆ Z -> p ∈ empty a t ->
  all_guarded Z (stones s (negb (turn s))) (rest_of s p) (secure a (negb (turn s)))
    (minus (inter Y (stones s (negb (turn s)))) (dead_of s p)) = true ->
  z ∈ Y -> z ∈ dead_of t p -> z ∈ dead_of s p.
Proof.
  intros s t p Y Z z A HY E' Hg I J. destruct (mem_dec z (dead_of s p)) as [K | K]; [exact K|].
  exfalso. apply (not_dead Z s t p z A E'); [|exact J].
  apply (all_guarded_spec _ _ _ _ _ z Hg). rewrite mem_minus, mem_inter.
  apply dead_stones in J; [|exact E']. rewrite <- (alike_turn _ _ _ A) in J.
  rewrite (alike_stones _ _ _ A _ z (HY z I)). tauto.
Qed.

Lemma move_alike : forall s t m s' Y Z, wf a s -> wf a t -> alike Z s t -> banned a t <> Some m ->
  play a s m = Some s' -> move_zone s m Y Z = true ->
  exists t', play a t m = Some t' /\ alike Y s' t' /\ dead_of s m ⊆ dead_of t m /\ Y ⊆ Z.
Proof.
  intros s t m s' Y Z Ws Wt A NB P H.
  unfold move_zone in H. rewrite !andb_true_iff, orb_true_iff, negb_true_iff, has_spec in H.
  destruct H as [[[[Hm HY] Hd] Hg] Hl]. rewrite subset_spec in HY.
  destruct (play_facts s m s' Ws P) as [E _].
  assert (E' : m ∈ empty a t) by now apply (alike_empty Z s t m A Hm).
  pose proof (same_dead Z s t m Ws A E E' Hd) as SD.
  destruct (play a t m) as [t'|] eqn:Q.
  - exists t'. split; [reflexivity|]. split; [|split; [exact SD | exact HY]].
    apply (after_alike s t m s' t' Y Z); auto. intros z. now apply (only_dead s t m Y Z).
  - exfalso. destruct (play_refused a t m Wt Q) as [X | [X | [dead [D [L _]]]]]; [tauto | tauto |].
    assert (dead_of t m = dead) as DD.
    { apply ext. intro q. now rewrite D, dead_of_spec by exact E'. }
    destruct Hl as [Hl | Hl].
    + apply N.eqb_neq in Hl. apply nonzero in Hl. destruct Hl as [y I].
      pose proof I as I'. apply SD in I'. apply dead_of_spec in I'; [|exact E'].
      destruct I' as [n [An [R U]]].
      apply (L m n); [constructor; rewrite mem_union, mem_single; tauto | exact An|].
      rewrite mem_union. right. rewrite <- DD. apply dead_of_spec; [exact E'|].
      exists n. split; [exact An|]. split; [|exact U]. constructor. now apply reach_in in R.
    + apply meets_spec in Hl. destruct Hl as [r [I J]]. rewrite mem_inter in J. destruct J as [J1 J2].
      pose proof J1 as Jt. apply (rest_alike Z s t m r A J2) in Jt.
      rewrite (alike_turn _ _ _ A) in I.
      assert (K : forall q, reach (G a) (inter (union (stones s (turn t)) (single m)) Z) m q ->
                    reach (G a) (union (stones t (turn t)) (single m)) m q).
      { intros q. apply reach_mono. intros z. rewrite mem_inter, !mem_union.
        intros [[M1 | M1] M2]; [left; now apply (alike_stones _ _ _ A) | now right]. }
      rewrite spread_spec in I. destruct I as [[I _] | [q [I Ad]]]; rewrite flood_single in I.
      * apply reach_in in I. destruct I as [_ I]. rewrite mem_inter, mem_union in I.
        unfold rest_of in J1. rewrite mem_minus, (mem_empty a s (turn t)) in J1. tauto.
      * apply (L q r (K q I) Ad). rewrite mem_union. now left.
Qed.

(** * Moves of the refuter *)

(** A reply: the play [p] leads from [s] to [s'], which has the zone [Y]. *)
Definition reply_zone (s : state) (p : N) (s' : state) (Y Z : N) : bool :=
  let other := negb (turn s) in
  let dead := dead_of s p in
  has Z p && subset Y Z && subset (spread (G a) dead) Z &&
  all_guarded Z (stones s other) (rest_of s p) (secure a other) (minus (inter Y (stones s other)) dead) &&
  match elements dead with
  | [x] => same (ban s') (Some x) || has (union (rim a) (secure a (turn s))) p ||
           meets (inter (spread (G a) (single p)) Z) (union (stones s (turn s)) (rest_of s p))
  | _ => true
  end.

(** A point where the refuter can't play in any position that is alike. *)
Definition no_reply_zone (s : state) (p : N) (Z : N) : bool :=
  let other := negb (turn s) in
  let made := flood (G a) (single p) (union (stones s (turn s)) (single p)) in
  has Z p && subset (spread (G a) made) Z && negb (meets (spread (G a) made) (rest_of s p)) &&
  negb (meets made (secure a (turn s))) &&
  all_guarded Z (stones s other) (rest_of s p) (secure a other) (inter (spread (G a) (single p)) (stones s other)).

Lemma ban_facts : forall t p t' x, wf a t -> play a t p = Some t' -> ban t' = Some x ->
  dead_of t p = single x /\ p ∉ union (rim a) (secure a (turn t)) /\
  forall n, adj (G a) p n -> n ∉ stones t (turn t) /\ n ∉ rest_of t p.
Proof.
  intros t p t' x W P B. pose proof (play_facts t p t' W P) as F.
  unfold play in P. destruct (_ || _) in P; [discriminate|].
  fold (rest_of t p) in P. fold (dead_of t p) in P.
  set (own := union (stones t (turn t)) (single p)) in *.
  destruct (_ && _) in P; [discriminate|]. injection P as <-. cbn [ban] in B.
  destruct (elements (dead_of t p)) as [|y [|z l]] eqn:E; try discriminate.
  destruct (_ && _) eqn:C in B; [|discriminate]. injection B as <-.
  rewrite !andb_true_iff in C. destruct C as [[[[M L] _] Rm] _].
  apply N.eqb_eq in M, L.
  assert (D : dead_of t p = single y).
  { apply ext. intro q. rewrite mem_single, <- elements_spec, E. cbn. intuition congruence. }
  split; [exact D|]. split; [now apply negb_true_iff, has_false in Rm|]. intros n A.
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
    destruct F as [F _]. apply dead_stones in Y; [|exact F]. now apply (rest_disjoint t p _ y Y).
Qed.

Lemma no_reply_alike : forall s t p t' Z, wf a t -> alike Z s t -> no_reply_zone s p Z = true ->
  play a t p = Some t' -> False.
Proof.
  intros s t p t' Z Wt A H P. destruct (play_facts t p t' Wt P) as [E' [_ [S _]]].
  pose proof (alike_turn _ _ _ A) as T. rewrite <- T in S.
  unfold no_reply_zone in H. rewrite !andb_true_iff, has_spec, subset_spec, !negb_true_iff in H.
  destruct H as [[[[Hp Hm] Hl] Hs] Hg]. rewrite meets_false in Hl, Hs.
  set (made := flood (G a) (single p) (union (stones s (turn s)) (single p))) in *.
  assert (pm : p ∈ made) by (apply flood_single; constructor; rewrite mem_union, mem_single; tauto).
  assert (K : forall q, reach (G a) (union (stones t (turn s)) (single p)) p q -> q ∈ made).
  { intros q R. induction R as [_ | q z R IH Ad J]; [exact pm|].
    assert (Zz : z ∈ Z) by (apply Hm; rewrite spread_spec; right; now exists q).
    unfold made in *. rewrite flood_single in *. eapply reach_step; [exact IH | exact Ad|].
    rewrite mem_union in *. destruct J as [J | J]; [left; now apply (alike_stones _ _ _ A _ z Zz) | now right]. }
  destruct S as [[q [R X]] | [q [r [R [Ad X]]]]].
  { apply (Hs q); [now apply K | exact X]. }
  apply K in R.
  assert (rs : r ∈ spread (G a) made) by (rewrite spread_spec; right; now exists q).
  pose proof (Hm r rs) as Zr. rewrite mem_union in X. destruct X as [X | X].
  - apply (Hl r rs). now apply (rest_alike Z s t p r A Zr).
  - apply dead_of_spec in X; [|exact E']. destruct X as [n [An [Rn U]]].
    assert (Zn : n ∈ Z) by (apply Hm; rewrite spread_spec; right; now exists p).
    assert (Nt : n ∈ stones t (negb (turn t))) by (apply reach_in in Rn; tauto).
    apply (not_dead Z s t p n A E').
    + apply (all_guarded_spec _ _ _ _ _ n Hg). rewrite mem_inter, spread_spec. split.
      * right. exists p. rewrite mem_single. tauto.
      * rewrite <- T in Nt. now apply (alike_stones _ _ _ A _ n Zn).
    + apply dead_of_spec; [exact E'|]. exists n. split; [exact An|]. split; [now constructor | exact U].
Qed.

Lemma reply_alike : forall s t p s' t' Y Z, wf a s -> wf a t -> alike Z s t ->
  play a s p = Some s' -> play a t p = Some t' -> reply_zone s p s' Y Z = true ->
  alike Y s' t' /\ dead_of s p ⊆ dead_of t p /\ Y ⊆ Z /\
  (forall z, z ∈ Y -> z ∈ dead_of t p -> z ∈ dead_of s p) /\
  (forall x, ban t' = Some x -> x ∈ Y -> ban s' = Some x).
Proof.
  intros s t p s' t' Y Z Ws Wt A Ps P H.
  unfold reply_zone in H. rewrite !andb_true_iff, has_spec in H.
  destruct H as [[[[Hp HY] Hd] Hg] Hk]. rewrite subset_spec in HY.
  destruct (play_facts s p s' Ws Ps) as [E _]. destruct (play_facts t p t' Wt P) as [E' _].
  pose proof (alike_turn _ _ _ A) as T.
  pose proof (same_dead Z s t p Ws A E E' Hd) as SD.
  assert (ND : forall z, z ∈ Y -> z ∈ dead_of t p -> z ∈ dead_of s p) by (intros z; now apply (only_dead s t p Y Z)).
  repeat split; auto.
  1, 2: apply (after_alike s t p s' t' Y Z); auto.
  { destruct (after_alike s t p s' t' Y Z); auto. }
  intros x B Iz. destruct (ban_facts t p t' x Wt P B) as [D [Rm F]].
  assert (X : x ∈ dead_of s p) by (apply ND; [exact Iz | rewrite D, mem_single; reflexivity]).
  assert (U : forall q, In q (elements (dead_of s p)) -> q = x).
  { intros q J. apply elements_spec in J. apply SD in J. now rewrite D, mem_single in J. }
  apply elements_spec in X.
  destruct (elements (dead_of s p)) as [|y [|z l]] eqn:El; [destruct X | |].
  - pose proof (U y (or_introl eq_refl)). subst y.
    rewrite !orb_true_iff in Hk. destruct Hk as [[Hk | Hk] | Hk]; [|now rewrite T, has_spec in Hk|].
    + destruct (ban s') as [b|]; cbn in Hk; [|discriminate]. apply N.eqb_eq in Hk. now subst.
    + exfalso. apply meets_spec in Hk. destruct Hk as [n [J K]].
      rewrite mem_inter, spread_spec in J. destruct J as [J Zn].
      assert (An : adj (G a) p n).
      { destruct J as [[J _] | [o [J Ad]]]; rewrite mem_single in J; subst; [|exact Ad].
        exfalso. rewrite mem_union in K. unfold rest_of in K.
        rewrite mem_minus, mem_single, (mem_empty a s (turn s)) in *. tauto. }
      destruct (F n An) as [F1 F2]. rewrite mem_union in K. destruct K as [K | K].
      * apply F1. rewrite <- T. now apply (alike_stones _ _ _ A _ n Zn).
      * apply F2. now apply (rest_alike Z s t p n A Zn).
  - exfalso. pose proof (elements_nodup (dead_of s p)) as ND2. rewrite El in ND2.
    inversion ND2 as [|? ? N1 _]. apply N1. rewrite (U y (or_introl eq_refl)).
    rewrite (U z (or_intror (or_introl eq_refl))). now left.
Qed.

(** A play outside the zone changes nothing on it, if all blocks there of the side that does not play are guarded. *)
Lemma outside_alike : forall s t p t' N, wf a t -> alike N s t ->
  all_guarded N (stones s (negb (turn s))) (empty a s) (secure a (negb (turn s)))
    (inter N (stones s (negb (turn s)))) = true ->
  play a t p = Some t' -> p ∉ N ->
  alike N (pass s) t' /\ (forall z, z ∈ N -> z ∉ dead_of t p) /\ (forall x, x ∈ N -> ban t' <> Some x).
Proof.
  intros s t p t' N Wt A HG P NI. destruct (play_facts t p t' Wt P) as [E' [_ [_ [Ot [Otht [Tt' _]]]]]].
  pose proof (alike_turn _ _ _ A) as T.
  assert (ND : forall z, z ∈ N -> z ∉ dead_of t p).
  { intros z Iz J. pose proof (dead_stones t p z E' J) as K. rewrite <- T in K.
    apply (alike_stones _ _ _ A _ z Iz) in K.
    pose proof (all_guarded_spec _ _ _ _ _ z HG) as X. specialize (X ltac:(rewrite mem_inter; tauto)).
    apply (not_dead N s t p z A E'); [|exact J]. unfold guarded in *. apply stays_spec in X.
    - apply stays_spec.
      + intros y. rewrite !mem_inter. intros [J1 _] [J2 _]. now apply (rest_disjoint s p (negb (turn s)) y).
      + destruct X as [X | [q [r [R [Ad X]]]]]; [now left | right]. exists q, r.
        split; [exact R|]. split; [exact Ad|]. unfold rest_of. rewrite mem_inter, mem_minus, mem_single in *.
        repeat split; try tauto. intros ->. tauto.
    - intros y. rewrite !mem_inter, (mem_empty a s (negb (turn s))). tauto. }
  split; [|split; [exact ND|]].
  - rewrite <- T in *. constructor; [|cbn; congruence]. intros side z Iz.
    assert (stones (pass s) side = stones s side) as -> by (destruct side; reflexivity).
    destruct (side_cases side (turn s)) as [-> | ->].
    + rewrite Ot, mem_union, mem_single, (alike_stones _ _ _ A _ z Iz). split; [tauto|]. intros [J | ->]; tauto.
    + rewrite Otht, mem_minus, (alike_stones _ _ _ A _ z Iz). specialize (ND z Iz). tauto.
  - intros x Iz B. destruct (ban_facts t p t' x Wt P B) as [D _]. apply (ND x Iz). rewrite D, mem_single. reflexivity.
Qed.

End Alike.
