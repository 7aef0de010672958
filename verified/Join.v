(** Connections: two blocks become one that can't be taken at once. The prover is the owner of the blocks, the defender
    of the arena. *)

Require Import NArith PeanoNat List Bool Lia FMapPositive.
Require Import Tedomari.Sets Tedomari.Graph Tedomari.Rules Tedomari.Closure.
Import ListNotations.
Open Scope N_scope.

(** A point is a liberty of the block of [n]. *)
Definition has_liberty (a : arena) (st : state) (n p : N) : Prop :=
  p ∈ empty a st /\ exists q, reach (G a) (def st) n q /\ adj (G a) q p.

(** No named stone was taken; they stand in one block; and if the attacker is to move, the block has two liberties. *)
Record joined (a : arena) (st : state) : Prop := {
  joined_left : forall n, n ∈ names a -> n ∈ def st /\ n ∉ gone st;
  joined_one : forall m n, m ∈ names a -> n ∈ names a -> reach (G a) (def st) m n;
  joined_breathes : turn st = true -> forall n, n ∈ names a ->
    exists p q, p <> q /\ has_liberty a st n p /\ has_liberty a st n q
}.

Definition connects (a : arena) : state -> Prop := forces a false true (joined a).

Definition is_joined (a : arena) (s : state) : bool :=
  subset (names a) (minus (def s) (gone s)) &&
  match elements (names a) with
  | [] => false
  | n :: _ =>
      let block := flood (G a) (single n) (def s) in
      subset (names a) block &&
      (negb (turn s) || Nat.ltb 1 (length (elements (inter (spread (G a) block) (empty a s)))))
  end.

Lemma two_elements : forall S, (1 < length (elements S))%nat -> exists p q, p <> q /\ p ∈ S /\ q ∈ S.
Proof.
  intros S H. pose proof (elements_nodup S) as D.
  destruct (elements S) as [|p [|q l]] eqn:E; cbn in H; try lia.
  exists p, q. inversion D as [|? ? N _]. subst. rewrite <- !elements_spec, E. cbn in *.
  split; [intros ->; tauto | tauto].
Qed.

Lemma is_joined_spec : forall a s, is_joined a s = true -> joined a s.
Proof.
  intros a s H. unfold is_joined in H. apply andb_true_iff in H. destruct H as [L H].
  rewrite subset_spec in L. destruct (elements (names a)) as [|n l]; [discriminate|].
  rewrite andb_true_iff, subset_spec, orb_true_iff, negb_true_iff, Nat.ltb_lt in H. destruct H as [B F].
  assert (one : forall m, m ∈ names a -> reach (G a) (def s) n m).
  { intros m I. now apply flood_single, B. }
  constructor.
  - intros m I. apply L in I. now rewrite mem_minus in I.
  - intros m k I J. apply reach_trans with n; [apply reach_sym|]; now apply one.
  - intros T m I. destruct F as [F | F]; [congruence|].
    destruct (two_elements _ F) as [p [q [D [P Q]]]]. exists p, q. split; [exact D|].
    assert (X : forall r, r ∈ inter (spread (G a) (flood (G a) (single n) (def s))) (empty a s) -> has_liberty a s m r).
    { intros r R. rewrite mem_inter, spread_spec in R. destruct R as [[[R _] | [k [K A]]] E].
      - exfalso. apply flood_single in R. apply reach_in in R. unfold empty in E. rewrite mem_minus in E. tauto.
      - split; [exact E|]. exists k. split; [|exact A].
        apply reach_trans with n; [apply reach_sym; now apply one | now apply flood_single]. }
    split; now apply X.
Qed.

Definition check_join (a : arena) (s : state) (first : option answer) (entries : list entry) : bool :=
  match check_ending a false true (is_joined a) (PositiveMap.empty _) entries with
  | Some t => is_start a false true (is_joined a) t s first
  | None => false
  end.

Theorem check_join_sound : forall a s first entries,
  check_join a s first entries = true -> connects a s.
Proof.
  intros a s first entries H. unfold check_join in H.
  destruct (check_ending _ _ _ _ _ _) as [t|] eqn:E; [|discriminate].
  apply (ending_sound a false true (is_joined a) (joined a)) with (entries := entries) (t := t) (first := first); auto.
  intros u K. now apply is_joined_spec.
Qed.
