(** Boards as finite graphs, connected parts of sets of points, and the function that computes them. *)

Require Import NArith List Bool Lia.
Require Import Tedomari.Sets.
Import ListNotations.
Open Scope N_scope.

(** A board: its points, which points are neighbors, and a function that adds to a set its neighbors. *)
Record graph := {
  all : N;
  adj : N -> N -> Prop;
  spread : N -> N;
  adj_sym : forall p q, adj p q -> adj q p;
  adj_all : forall p q, adj p q -> p ∈ all /\ q ∈ all;
  spread_spec : forall S p, p ∈ spread S <-> (p ∈ S /\ p ∈ all) \/ exists q, q ∈ S /\ adj q p
}.

Section Graph.
Variable G : graph.

(** [q] can be reached from [p] by steps between neighbors, all within [W]. For stones [W] of one color this says that
    both are in the same block. *)
Inductive reach (W p : N) : N -> Prop :=
| reach_here : p ∈ W -> reach W p p
| reach_step : forall q r, reach W p q -> adj G q r -> r ∈ W -> reach W p r.

Lemma reach_in : forall W p q, reach W p q -> p ∈ W /\ q ∈ W.
Proof. induction 1; tauto. Qed.

Lemma reach_trans : forall W p q r, reach W p q -> reach W q r -> reach W p r.
Proof. intros W p q r H. induction 1; [exact H|]. eapply reach_step; eauto. Qed.

Lemma reach_sym : forall W p q, reach W p q -> reach W q p.
Proof.
  induction 1 as [H | q r H IH A I]; [now constructor|].
  apply reach_trans with q; [|exact IH].
  eapply reach_step; [constructor; exact I | apply adj_sym; exact A | now apply reach_in in H].
Qed.

Lemma reach_mono : forall W V p q, W ⊆ V -> reach W p q -> reach V p q.
Proof. intros W V p q H. induction 1; [constructor; auto | eapply reach_step; eauto]. Qed.

(** A connected part is connected by itself. *)
Lemma reach_within : forall W V p q,
  (forall z, reach W p z -> z ∈ V) -> reach W p q -> reach V p q.
Proof.
  intros W V p q H. induction 1 as [I | q r R IH A I].
  - constructor. apply H. now constructor.
  - eapply reach_step; eauto. apply H. eapply reach_step; eauto.
Qed.

(** The set grows by its neighbors within [W], until nothing changes or [n] rounds are over. *)
Fixpoint grow (n : nat) (W part : N) : N :=
  match n with
  | O => part
  | S n => let wider := union part (inter (spread G part) W) in
           if wider =? part then part else grow n W wider
  end.

(** The points of [W] that are connected, within [W], with a point of [S] that is in [W]. *)
Definition flood (S W : N) : N := grow (size W) W (inter S W).

Lemma grow_sound : forall n W part q, part ⊆ W -> q ∈ grow n W part ->
  exists p, p ∈ part /\ reach W p q.
Proof.
  induction n; cbn [grow]; intros W part q H I.
  - exists q. split; [exact I | constructor; now apply H].
  - destruct (_ =? part).
    + exists q. split; [exact I | constructor; now apply H].
    + assert (H' : union part (inter (spread G part) W) ⊆ W)
        by (intros p; rewrite mem_union, mem_inter; specialize (H p); tauto).
      destruct (IHn W _ q H' I) as [p [J R]].
      rewrite mem_union, mem_inter, spread_spec in J.
      destruct J as [J | [[[J _] | [o [J A]]] K]]; [exists p; tauto | exists p; tauto |].
      exists o. split; [exact J|]. apply reach_trans with p; [|exact R].
      eapply reach_step; [constructor; now apply H | exact A | exact K].
Qed.

Lemma grow_complete : forall n W part, part ⊆ W -> (size W <= size part + n)%nat ->
  part ⊆ grow n W part /\ (forall p q, p ∈ grow n W part -> adj G p q -> q ∈ W -> q ∈ grow n W part).
Proof.
  induction n; cbn [grow]; intros W part H L.
  - split; [intros p; auto|]. intros p q I A J.
    enough (part = W) by (subst; exact J).
    destruct (N.eq_dec part W) as [E | E]; [exact E|].
    pose proof (size_strict _ _ H E). lia.
  - set (wider := union part (inter (spread G part) W)). destruct (wider =? part) eqn:E.
    + apply N.eqb_eq in E. split; [intros p; auto|]. intros p q I A J.
      rewrite <- E. unfold wider. rewrite mem_union, mem_inter, spread_spec. right.
      split; [right; exists p; tauto | exact J].
    + apply N.eqb_neq in E.
      assert (P : part ⊆ wider) by (intros p; unfold wider; rewrite mem_union; tauto).
      assert (Q : wider ⊆ W)
        by (intros p; unfold wider; rewrite mem_union, mem_inter; specialize (H p); tauto).
      pose proof (size_strict _ _ P ltac:(congruence)).
      destruct (IHn W wider Q ltac:(lia)) as [X Y].
      split; [intros p I; auto | exact Y].
Qed.

(** The computed part is exactly the set of points that are reached. *)
Theorem flood_spec : forall S W q,
  q ∈ flood S W <-> exists p, p ∈ S /\ reach W p q.
Proof.
  intros S W q. unfold flood.
  assert (H : inter S W ⊆ W) by (intros p; rewrite mem_inter; tauto).
  split.
  - intro I. destruct (grow_sound _ _ _ _ H I) as [p [J R]].
    exists p. rewrite mem_inter in J. tauto.
  - intros [p [I R]].
    destruct (grow_complete (size W) W _ H ltac:(lia)) as [X Y].
    induction R as [J | q r R IH A J].
    + apply X. rewrite mem_inter. tauto.
    + eapply Y; eauto.
Qed.

Lemma flood_single : forall p W q, q ∈ flood (single p) W <-> reach W p q.
Proof.
  intros. rewrite flood_spec. split.
  - intros [o [I R]]. rewrite mem_single in I. now subst.
  - intro R. exists p. now rewrite mem_single.
Qed.

(** The connected parts of [W] that hold a point of [S]. *)
Definition add_part (W : N) (parts : list N) (p : N) : list N :=
  if existsb (fun part => has part p) parts then parts else flood (single p) W :: parts.

Definition parts (S W : N) : list N := fold_left (add_part W) (elements (inter S W)) [].

Definition is_part (W P : N) : Prop := exists p, p ∈ W /\ forall q, q ∈ P <-> reach W p q.

Lemma fold_parts : forall W l acc,
  (forall p, In p l -> p ∈ W) -> NoDup acc -> (forall P, In P acc -> is_part W P) ->
  let r := fold_left (add_part W) l acc in
  NoDup r /\ (forall P, In P r -> is_part W P) /\ incl acc r /\
  (forall p, In p l -> exists P, In P r /\ p ∈ P).
Proof.
  induction l as [|p l IH]; intros acc H D A; cbn [fold_left].
  - repeat split; [exact D | exact A | apply incl_refl | intros p []].
  - set (acc' := add_part W acc p).
    assert (P : p ∈ W) by (apply H; now left).
    assert (D' : NoDup acc' /\ (forall P, In P acc' -> is_part W P) /\ incl acc acc'
                 /\ exists P, In P acc' /\ p ∈ P).
    { unfold acc', add_part. destruct (existsb _ acc) eqn:E.
      - apply existsb_exists in E. destruct E as [Q [I J]]. rewrite has_spec in J.
        repeat split; [exact D | exact A | apply incl_refl | exists Q; tauto].
      - assert (F : p ∈ flood (single p) W) by (apply flood_single; now constructor).
        repeat split.
        + constructor; [|exact D]. intro I.
          enough (existsb (fun part => has part p) acc = true) by congruence.
          apply existsb_exists. eexists. split; [exact I | exact F].
        + intros Q [<- | I]; [|now apply A]. exists p. split; [exact P|]. intro q. apply flood_single.
        + apply incl_tl, incl_refl.
        + exists (flood (single p) W). split; [now left | exact F]. }
    destruct D' as [D' [A' [I' [Q [IQ M]]]]].
    destruct (IH acc' (fun q I => H q (or_intror I)) D' A') as [X [Y [Z T]]].
    repeat split; [exact X | exact Y | exact (incl_tran I' Z) |].
    intros q [<- | I]; [exists Q; split; [now apply Z | exact M] | now apply T].
Qed.

Theorem parts_spec : forall S W,
  NoDup (parts S W) /\ (forall P, In P (parts S W) -> is_part W P) /\
  (forall p, p ∈ S -> p ∈ W -> exists P, In P (parts S W) /\ p ∈ P).
Proof.
  intros S W. unfold parts.
  destruct (fold_parts W (elements (inter S W)) []) as [X [Y [_ Z]]].
  - intros p I. rewrite elements_spec, mem_inter in I. tauto.
  - constructor.
  - intros P [].
  - repeat split; [exact X | exact Y |]. intros p I J. apply Z. rewrite elements_spec, mem_inter. tauto.
Qed.

(** Two parts with a point in common are the same. *)
Lemma part_unique : forall W P Q p, is_part W P -> is_part W Q -> p ∈ P -> p ∈ Q -> P = Q.
Proof.
  intros W P Q p [a [_ A]] [b [_ B]] I J. apply ext. intro q.
  apply A in I. apply B in J. rewrite A, B. split; intro R.
  - apply reach_trans with p; [exact J|]. apply reach_trans with a; [now apply reach_sym | exact R].
  - apply reach_trans with p; [exact I|]. apply reach_trans with b; [now apply reach_sym | exact R].
Qed.

(** Members of a part are in the set, and neighbors of the part in the set are members. *)
Lemma part_in : forall W P p, is_part W P -> p ∈ P -> p ∈ W.
Proof. intros W P p [a [_ A]] I. apply A in I. now apply reach_in in I. Qed.

Lemma part_closed : forall W P p q, is_part W P -> p ∈ P -> adj G p q -> q ∈ W -> q ∈ P.
Proof. intros W P p q [a [_ A]] I J K. apply A in I. apply A. eapply reach_step; eauto. Qed.

(** A part is connected by itself, and within whatever holds it. *)
Lemma part_connected : forall W P V p q, is_part W P -> P ⊆ V -> p ∈ P -> q ∈ P -> reach V p q.
Proof.
  intros W P V p q [a [_ A]] H I J.
  assert (forall r, r ∈ P -> reach V a r) as K.
  { intros r L. apply reach_within with W; [|now apply A]. intros z R. apply H. now apply A. }
  apply reach_trans with a; [apply reach_sym|]; auto.
Qed.

End Graph.

(** The part of a board in which play is allowed, as a board of its own. *)
Definition restrict (G : graph) (R : N) : graph.
Proof.
  refine {| all := inter (all G) R;
            adj := fun p q => adj G p q /\ p ∈ R /\ q ∈ R;
            spread := fun S => inter (spread G (inter S R)) R |}.
  - intros p q [A [I J]]. split; [now apply adj_sym | tauto].
  - intros p q [A [I J]]. rewrite !mem_inter. apply adj_all in A. tauto.
  - intros S p. rewrite mem_inter, spread_spec, !mem_inter. split.
    + intros [[[[I J] K] | [q [I A]]] L]; [left; tauto|]. right. exists q. rewrite mem_inter in I. tauto.
    + intros [[I [J K]] | [q [I [A [J K]]]]]; [tauto|]. split; [|exact K]. right. exists q.
      rewrite mem_inter. tauto.
Defined.

(** Rectangular boards. The points of a row are numbered from the left, the rows from below; one number beyond the end
    of each row stands for no point, so that the ends of two rows are no neighbors. *)
Section Grid.
Variables width height : N.

Definition at_ (x y : N) : N := y * (width + 1) + x.

Fixpoint row (n : nat) (y : N) : N :=
  match n with O => 0 | S n => union (single (at_ (N.of_nat n) y)) (row n y) end.

Fixpoint rows (n : nat) : N :=
  match n with O => 0 | S n => union (row (N.to_nat width) (N.of_nat n)) (rows n) end.

Definition grid_all : N := rows (N.to_nat height).

Lemma row_spec : forall n y p, p ∈ row n y <-> exists x, x < N.of_nat n /\ p = at_ x y.
Proof.
  induction n; intros y p; cbn [row].
  - rewrite mem_0. split; [tauto | intros [x [H _]]; lia].
  - rewrite mem_union, mem_single, IHn. split.
    + intros [-> | [x [H ->]]]; eexists; split; try reflexivity; lia.
    + intros [x [H ->]]. destruct (N.eq_dec x (N.of_nat n)) as [-> | D]; [now left|].
      right. exists x. split; [lia | reflexivity].
Qed.

Lemma grid_all_spec : forall p,
  p ∈ grid_all <-> exists x y, x < width /\ y < height /\ p = at_ x y.
Proof.
  assert (forall n p, p ∈ rows n <-> exists x y, x < width /\ y < N.of_nat n /\ p = at_ x y) as H.
  { induction n; intro p; cbn [rows].
    - rewrite mem_0. split; [tauto | intros [x [y [_ [H _]]]]; lia].
    - rewrite mem_union, row_spec, IHn, N2Nat.id. split.
      + intros [[x [H ->]] | [x [y [H [I ->]]]]]; eexists; eexists;
          (split; [|split; [|reflexivity]]); lia.
      + intros [x [y [H [I ->]]]]. destruct (N.eq_dec y (N.of_nat n)) as [-> | D].
        * left. exists x. tauto.
        * right. exists x, y. split; [exact H | split; [lia | reflexivity]]. }
  intro p. unfold grid_all. rewrite H, N2Nat.id. reflexivity.
Qed.

(** Neighbors differ by one, in the column or in the row. *)
Definition grid_adj (p q : N) : Prop :=
  p ∈ grid_all /\ q ∈ grid_all /\
  (q = p + 1 \/ p = q + 1 \/ q = p + (width + 1) \/ p = q + (width + 1)).

Theorem grid_adj_spec : forall x y u v, x < width -> y < height -> u < width -> v < height ->
  (grid_adj (at_ x y) (at_ u v) <->
   (y = v /\ (u = x + 1 \/ x = u + 1)) \/ (x = u /\ (v = y + 1 \/ y = v + 1))).
Proof.
  intros x y u v X Y U V. unfold grid_adj.
  assert (I : forall x y, x < width -> y < height -> at_ x y ∈ grid_all)
    by (intros a b A B; apply grid_all_spec; exists a, b; tauto).
  pose proof (I x y X Y). pose proof (I u v U V).
  assert (K : forall a b c d, a < width + 1 -> c < width + 1 -> at_ a b = at_ c d -> b = d /\ a = c).
  { unfold at_. intros a b c d A C E.
    assert (b = d) as ->; [|split; [reflexivity | lia]].
    apply (N.div_mod_unique (width + 1) b d a c A C). lia. }
  split.
  - intros [_ [_ [E | [E | [E | E]]]]].
    + destruct (K u v (x + 1) y) as [-> ->]; [lia | lia | unfold at_ in *; lia | left; lia].
    + destruct (K x y (u + 1) v) as [-> ->]; [lia | lia | unfold at_ in *; lia | left; lia].
    + destruct (K u v x (y + 1)) as [-> ->]; [lia | lia | unfold at_ in *; lia | right; lia].
    + destruct (K x y u (v + 1)) as [-> ->]; [lia | lia | unfold at_ in *; lia | right; lia].
  - intro E. split; [assumption | split; [assumption|]]. unfold at_.
    destruct E as [[-> [-> | ->]] | [-> [-> | ->]]]; lia.
Qed.

(** All points are worked out once for a board, not for each set. *)
Definition spread_in (points S : N) : N :=
  let S := inter S points in
  inter points
    (union S (union (union (N.shiftl S 1) (N.shiftr S 1))
                    (union (N.shiftl S (width + 1)) (N.shiftr S (width + 1))))).

Lemma mem_shiftr : forall S n p, p ∈ N.shiftr S n <-> p + n ∈ S.
Proof. intros. unfold mem. now rewrite N.shiftr_spec by lia. Qed.

Lemma mem_shiftl : forall S n p, p ∈ N.shiftl S n <-> exists q, q ∈ S /\ p = q + n.
Proof.
  intros. unfold mem. destruct (N.lt_ge_cases p n).
  - rewrite N.shiftl_spec_low by assumption. split; [discriminate | intros [q [_ E]]; lia].
  - rewrite N.shiftl_spec_high' by assumption. split.
    + intro I. exists (p - n). split; [exact I | lia].
    + intros [q [I ->]]. now replace (q + n - n) with q by lia.
Qed.

Definition grid : graph.
Proof.
  refine {| all := grid_all; adj := grid_adj; spread := spread_in grid_all |}.
  - unfold grid_adj. intros p q. tauto.
  - unfold grid_adj. tauto.
  - intros S p. unfold spread_in, grid_adj.
    rewrite mem_inter, !mem_union, !mem_shiftl, !mem_shiftr, !mem_inter. split.
    + intros [A [[I _] | [[[q [I E]] | [I J]] | [[q [I E]] | [I J]]]]]; [tauto | | | |]; right;
        try rewrite mem_inter in I; eexists; (split; [apply I|]); repeat split; try tauto; lia.
    + intros [[I A] | [q [I [A [B E]]]]]; [tauto|]. split; [exact B|]. right.
      destruct E as [-> | [-> | [-> | ->]]].
      * left. left. exists q. rewrite mem_inter. tauto.
      * left. right. tauto.
      * right. left. exists q. rewrite mem_inter. tauto.
      * right. right. tauto.
Defined.

End Grid.
