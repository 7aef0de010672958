(** Sets of points as binary numbers: point [p] is in the set [S] if bit [p] of [S] is one. Two sets with the same
    points are the same number. *)

Require Import NArith PeanoNat List Bool Lia.
Import ListNotations.
Open Scope N_scope.

Definition mem (p S : N) : Prop := N.testbit S p = true.

Notation "p ∈ S" := (mem p S) (at level 70, no associativity).
Notation "p ∉ S" := (~ mem p S) (at level 70, no associativity).

Definition sub (S T : N) : Prop := forall p, p ∈ S -> p ∈ T.
Notation "S ⊆ T" := (sub S T) (at level 70, no associativity).

Definition union := N.lor.
Definition inter := N.land.
Definition minus := N.ldiff.
Definition single (p : N) : N := N.setbit 0 p.
Definition has (S p : N) : bool := N.testbit S p.
Definition subset (S T : N) : bool := N.ldiff S T =? 0.
Definition meets (S T : N) : bool := negb (N.land S T =? 0).

Lemma mem_dec : forall p S, {p ∈ S} + {p ∉ S}.
Proof. intros; unfold mem; destruct (N.testbit S p); [left | right]; congruence. Qed.

Lemma mem_0 : forall p, p ∈ 0 <-> False.
Proof. intros; unfold mem; rewrite N.bits_0; intuition discriminate. Qed.

Lemma mem_union : forall p S T, p ∈ union S T <-> p ∈ S \/ p ∈ T.
Proof. intros; unfold mem, union; rewrite N.lor_spec; apply orb_true_iff. Qed.

Lemma mem_inter : forall p S T, p ∈ inter S T <-> p ∈ S /\ p ∈ T.
Proof. intros; unfold mem, inter; rewrite N.land_spec; apply andb_true_iff. Qed.

Lemma mem_minus : forall p S T, p ∈ minus S T <-> p ∈ S /\ p ∉ T.
Proof.
  intros; unfold mem, minus; rewrite N.ldiff_spec, andb_true_iff, negb_true_iff, not_true_iff_false.
  reflexivity.
Qed.

Lemma mem_single : forall p q, p ∈ single q <-> p = q.
Proof.
  intros; unfold mem, single. destruct (N.eq_dec q p) as [->|n].
  - rewrite N.setbit_eq; intuition.
  - rewrite N.setbit_neq by congruence. rewrite N.bits_0. intuition congruence.
Qed.

Lemma has_spec : forall S p, has S p = true <-> p ∈ S.
Proof. reflexivity. Qed.

Lemma has_false : forall S p, has S p = false <-> p ∉ S.
Proof. intros; unfold has, mem; symmetry; apply not_true_iff_false. Qed.

Lemma ext : forall S T, (forall p, p ∈ S <-> p ∈ T) -> S = T.
Proof.
  intros S T H. apply N.bits_inj. intro p. specialize (H p). unfold mem in H.
  destruct (N.testbit S p), (N.testbit T p); intuition.
Qed.

Lemma is_empty : forall S, S = 0 <-> forall p, p ∉ S.
Proof.
  intro S; split.
  - intros -> p H. now apply mem_0 in H.
  - intro H. apply ext. intro p. rewrite mem_0. split; [apply H | tauto].
Qed.

(** The points of a set, in order. *)
Fixpoint elements_from (p : positive) (i : N) : list N :=
  match p with
  | xH => [i]
  | xO q => elements_from q (N.succ i)
  | xI q => i :: elements_from q (N.succ i)
  end.

Definition elements (S : N) : list N :=
  match S with 0 => [] | Npos p => elements_from p 0 end.

Lemma testbit_xO : forall p k, N.testbit (Npos (xO p)) (N.succ k) = N.testbit (Npos p) k.
Proof. intros. change (Npos (xO p)) with (2 * Npos p). apply N.testbit_even_succ. lia. Qed.

Lemma testbit_xI : forall p k, N.testbit (Npos (xI p)) (N.succ k) = N.testbit (Npos p) k.
Proof. intros. change (Npos (xI p)) with (2 * Npos p + 1). apply N.testbit_odd_succ. lia. Qed.

Lemma elements_from_spec : forall p i q,
  In q (elements_from p i) <-> exists k, q = i + k /\ k ∈ Npos p.
Proof.
  unfold mem. induction p; intros i q; cbn [elements_from].
  - cbn [In]. rewrite IHp. split.
    + intros [<- | [k [-> H]]].
      * exists 0. split; [lia | reflexivity].
      * exists (N.succ k). split; [lia | now rewrite testbit_xI].
    + intros [k [-> H]]. destruct (N.zero_or_succ k) as [-> | [m ->]]; [left; lia | right].
      exists m. split; [lia | now rewrite testbit_xI in H].
  - rewrite IHp. split.
    + intros [k [-> H]]. exists (N.succ k). split; [lia | now rewrite testbit_xO].
    + intros [k [-> H]]. destruct (N.zero_or_succ k) as [-> | [m ->]]; [discriminate|].
      exists m. split; [lia | now rewrite testbit_xO in H].
  - cbn [In]. split.
    + intros [<- | []]. exists 0. split; [lia | reflexivity].
    + intros [k [-> H]]. destruct (N.zero_or_succ k) as [-> | [m ->]]; [left; lia|].
      destruct m; discriminate.
Qed.

Lemma elements_spec : forall S p, In p (elements S) <-> p ∈ S.
Proof.
  intros [|S] p; unfold elements.
  - rewrite mem_0. reflexivity.
  - rewrite elements_from_spec. split.
    + intros [k [-> H]]. now rewrite N.add_0_l.
    + intro H. exists p. split; [lia | exact H].
Qed.

Lemma elements_from_nodup : forall p i, NoDup (elements_from p i).
Proof.
  induction p; intro i; cbn [elements_from]; try constructor; try apply IHp.
  - rewrite elements_from_spec. intros [k [H _]]. lia.
  - intros [].
  - constructor.
Qed.

Lemma elements_nodup : forall S, NoDup (elements S).
Proof. intros [|p]; [constructor | apply elements_from_nodup]. Qed.

Definition size (S : N) : nat := length (elements S).

Lemma size_mono : forall S T, S ⊆ T -> (size S <= size T)%nat.
Proof.
  intros S T H. apply NoDup_incl_length; [apply elements_nodup|].
  intros p. rewrite !elements_spec. apply H.
Qed.

Lemma size_strict : forall S T, S ⊆ T -> S <> T -> (size S < size T)%nat.
Proof.
  intros S T H N. destruct (Nat.lt_ge_cases (size S) (size T)) as [L | L]; [exact L|].
  exfalso. apply N. apply ext. intro p. split; [apply H|]. rewrite <- !elements_spec. revert p.
  apply NoDup_length_incl; [apply elements_nodup | exact L |].
  intros p. rewrite !elements_spec. apply H.
Qed.

Lemma subset_spec : forall S T, subset S T = true <-> S ⊆ T.
Proof.
  intros. unfold subset. rewrite N.eqb_eq. change (N.ldiff S T) with (minus S T). rewrite is_empty.
  unfold sub. split; intros H p.
  - specialize (H p). rewrite mem_minus in H. intro I. destruct (mem_dec p T); intuition.
  - rewrite mem_minus. intros [I J]. apply J. now apply H.
Qed.

Lemma meets_false : forall S T, meets S T = false <-> forall p, p ∈ S -> p ∉ T.
Proof.
  intros. unfold meets. rewrite negb_false_iff, N.eqb_eq. change (N.land S T) with (inter S T).
  rewrite is_empty. split; intros H p.
  - intros I J. apply (H p). rewrite mem_inter. tauto.
  - rewrite mem_inter. intros [I J]. apply (H p I J).
Qed.

Lemma meets_spec : forall S T, meets S T = true <-> exists p, p ∈ S /\ p ∈ T.
Proof.
  intros. split.
  - intro H. destruct (existsb (fun p => has T p) (elements S)) eqn:X.
    + apply existsb_exists in X. destruct X as [p [I J]]. exists p. now rewrite elements_spec in I.
    + exfalso. enough (meets S T = false) by congruence. apply meets_false. intros p I J.
      enough (existsb (fun p => has T p) (elements S) = true) by congruence.
      apply existsb_exists. exists p. rewrite elements_spec. tauto.
  - intros [p [I J]]. destruct (meets S T) eqn:M; [reflexivity|].
    rewrite meets_false in M. now destruct (M p).
Qed.

Lemma nonzero : forall S, S <> 0 -> exists p, p ∈ S.
Proof.
  intros S H. destruct (elements S) as [|p l] eqn:E.
  - exfalso. apply H. apply is_empty. intros p I. apply elements_spec in I. now rewrite E in I.
  - exists p. apply elements_spec. rewrite E. now left.
Qed.

(** Rewrites membership in compound sets into logic. *)
Ltac bits := repeat (rewrite mem_union in * || rewrite mem_inter in * || rewrite mem_minus in *
                     || rewrite mem_single in * || rewrite mem_0 in *).
