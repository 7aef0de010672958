(** Unconditional life: the condition of Benson (1976) as the checkers compute it, and its theorem: blocks that meet it
    are never taken, though their owner passes for ever and the other side plays as it likes. *)

Require Import NArith PeanoNat List Bool Lia.
Require Import Tedomari.Sets Tedomari.Graph Tedomari.Rules.
Import ListNotations.
Open Scope N_scope.

Definition unite (l : list N) : N := fold_right union 0 l.

Lemma mem_unite : forall l p, p ∈ unite l <-> exists S, In S l /\ p ∈ S.
Proof.
  induction l as [|S l IH]; intro p; cbn [unite fold_right].
  - rewrite mem_0. split; [tauto | intros [S [[] _]]].
  - rewrite mem_union. fold (unite l). rewrite IH. split.
    + intros [I | [T [I J]]]; [exists S | exists T]; cbn; tauto.
    + intros [T [[<- | I] J]]; [now left | right; exists T; tauto].
Qed.

Definition two_or_more {A : Type} (l : list A) : bool := match l with _ :: _ :: _ => true | _ => false end.

Section Condition.
Variable g : graph.
Variables X empty : N.     (** the stones of the owner, and the points that count as empty *)

(** A region is vital to a block if each of its empty points is a liberty of the block. *)
Definition vital (block region : N) : bool := subset (inter region empty) (spread g block).

Definition keep_regions (blocks regions : list N) : list N :=
  filter (fun r => subset (inter (spread g r) X) (unite blocks)) regions.

Definition keep_blocks (blocks regions : list N) : list N :=
  filter (fun b => two_or_more (filter (vital b) regions)) blocks.

(** Takes away regions beside a block that was taken away, and blocks with fewer than two vital regions, until a round
    takes away no block. *)
Fixpoint refine (n : nat) (blocks regions : list N) : list N * list N :=
  match n with
  | O => ([], [])
  | S n =>
      let regions := keep_regions blocks regions in
      let left := keep_blocks blocks regions in
      if Nat.eqb (length left) (length blocks) then (blocks, regions) else refine n left regions
  end.

(** The blocks that live, and the regions that keep them alive. Regions have to lie in [free]. *)
Definition benson (free : N) : list N * list N :=
  let blocks := parts g X X in
  let others := minus (all g) X in
  let regions := filter (fun r => subset r free && meets r empty) (parts g others others) in
  refine (S (length blocks)) blocks regions.

Definition pass_alive (free : N) : N := unite (fst (benson free)).

(** Benson's condition for a set of blocks and a set of regions. *)
Record condition (free : N) (blocks regions : list N) : Prop := {
  are_blocks : forall b, In b blocks -> is_part g X b;
  are_regions : forall r, In r regions -> is_part g (minus (all g) X) r;
  are_free : forall r, In r regions -> r ⊆ free;
  have_empty : forall r, In r regions -> exists p, p ∈ r /\ p ∈ empty;
  (** all stones of the owner beside a region belong to the blocks *)
  enclosed : forall r p q, In r regions -> p ∈ r -> adj g p q -> q ∈ X -> exists b, In b blocks /\ q ∈ b;
  (** each block has two vital regions *)
  two_vital : forall b, In b blocks -> exists r1 r2, In r1 regions /\ In r2 regions /\ r1 <> r2 /\
    forall r p, r = r1 \/ r = r2 -> p ∈ r -> p ∈ empty -> p ∈ spread g b
}.

Lemma refine_sound : forall free n blocks regions,
  NoDup regions ->
  (forall b, In b blocks -> is_part g X b) ->
  (forall r, In r regions -> is_part g (minus (all g) X) r) ->
  (forall r, In r regions -> r ⊆ free) ->
  (forall r, In r regions -> exists p, p ∈ r /\ p ∈ empty) ->
  condition free (fst (refine n blocks regions)) (snd (refine n blocks regions)).
Proof.
  intro free. induction n; intros blocks regions D A B C E; cbn [refine].
  { constructor; cbn; try tauto. }
  assert (K : forall r, In r (keep_regions blocks regions) -> In r regions
                /\ subset (inter (spread g r) X) (unite blocks) = true)
    by (intro r; unfold keep_regions; rewrite filter_In; tauto).
  assert (D' : NoDup (keep_regions blocks regions)) by (apply NoDup_filter; exact D).
  destruct (Nat.eqb _ _) eqn:L; cbn [fst snd].
  - apply Nat.eqb_eq in L. constructor.
    + exact A.
    + intros r I. apply B. now apply K.
    + intros r I. apply C. now apply K.
    + intros r I. apply E. now apply K.
    + intros r p q I J P Q. destruct (K r I) as [_ S]. rewrite subset_spec in S.
      apply mem_unite, S. rewrite mem_inter, spread_spec. split; [right; exists p; tauto | exact Q].
    + intros b I.
      assert (Z : In b (keep_blocks blocks (keep_regions blocks regions))).
      { revert L I. unfold keep_blocks. generalize (fun b => two_or_more (filter (vital b) (keep_regions blocks regions))).
        intro f. clear. revert b. induction blocks as [|x l IH]; intros b L I; [destruct I|].
        cbn [filter] in *. assert (length (filter f l) <= length l)%nat.
        { clear. induction l as [|y l IH]; cbn; [lia | destruct (f y); cbn; lia]. }
        destruct (f x); cbn [length] in L.
        - destruct I as [<- | I]; [now left | right; apply IH; [lia | exact I]].
        - lia. }
      unfold keep_blocks in Z. rewrite filter_In in Z. destruct Z as [_ Z].
      destruct (filter (vital b) (keep_regions blocks regions)) as [|r1 [|r2 l]] eqn:F; try discriminate.
      assert (N : NoDup (r1 :: r2 :: l)) by (rewrite <- F; now apply NoDup_filter).
      exists r1, r2.
      assert (F' : forall r, r = r1 \/ r = r2 -> In r (filter (vital b) (keep_regions blocks regions)))
        by (rewrite F; cbn; intuition congruence).
      assert (V : forall r, r = r1 \/ r = r2 -> In r (keep_regions blocks regions) /\ vital b r = true)
        by (intros r I2; specialize (F' r I2); rewrite filter_In in F'; exact F').
      split; [apply V; now left|]. split; [apply V; now right|]. split.
      * inversion N as [|? ? N1 _]. intros ->. apply N1. now left.
      * intros r p I2 J P. destruct (V r I2) as [_ U]. unfold vital in U. rewrite subset_spec in U.
        apply U. rewrite mem_inter. tauto.
  - apply IHn.
    + exact D'.
    + intros b I. apply A. unfold keep_blocks in I. rewrite filter_In in I. tauto.
    + intros r I. apply B. now apply K.
    + intros r I. apply C. now apply K.
    + intros r I. apply E. now apply K.
Qed.

(** What the function computes meets the condition. *)
Theorem benson_condition : forall free,
  condition free (fst (benson free)) (snd (benson free)).
Proof.
  intro free. unfold benson.
  destruct (parts_spec g X X) as [_ [A _]].
  destruct (parts_spec g (minus (all g) X) (minus (all g) X)) as [D [B _]].
  apply refine_sound.
  - now apply NoDup_filter.
  - exact A.
  - intros r I. rewrite filter_In in I. now apply B.
  - intros r I. rewrite filter_In, andb_true_iff, subset_spec in I. tauto.
  - intros r I. rewrite filter_In, andb_true_iff, meets_spec in I. tauto.
Qed.

(** No set of blocks and regions that meets the condition is left out: the function finds all of them. *)
Lemma refine_complete : forall free B R, condition free B R -> forall n blocks regions,
  (length blocks < n)%nat -> incl B blocks -> incl R regions ->
  incl B (fst (refine n blocks regions)).
Proof.
  intros free B R C. induction n; intros blocks regions L I J; [lia|]. cbn [refine].
  assert (J' : incl R (keep_regions blocks regions)).
  { intros r H. unfold keep_regions. rewrite filter_In. split; [now apply J|].
    apply subset_spec. intro p. rewrite mem_inter, spread_spec. intros [[[K _] | [q [K A]]] P].
    - exfalso. pose proof (part_in g _ r p (are_regions free B R C r H) K) as M.
      rewrite mem_minus in M. tauto.
    - destruct (enclosed free B R C r q p H K A P) as [b [M N]].
      apply mem_unite. exists b. split; [now apply I | exact N]. }
  destruct (Nat.eqb _ _) eqn:E; cbn [fst]; [exact I|].
  apply Nat.eqb_neq in E. apply IHn; [| |exact J'].
  - unfold keep_blocks in *.
    assert (H : forall f, (length (@filter N f blocks) <= length blocks)%nat).
    { clear. intro f. induction blocks; cbn; [lia | destruct (f a); cbn; lia]. }
    specialize (H (fun b => two_or_more (filter (vital b) (keep_regions blocks regions)))). lia.
  - intros b H. unfold keep_blocks. rewrite filter_In. split; [now apply I|].
    destruct (two_vital free B R C b H) as [r1 [r2 [A1 [A2 [N V]]]]].
    assert (W : forall r, r = r1 \/ r = r2 -> In r (filter (vital b) (keep_regions blocks regions))).
    { intros r K. rewrite filter_In. split; [apply J'; destruct K as [-> | ->]; assumption|].
      unfold vital. apply subset_spec. intro p. rewrite mem_inter. intros [P Q]. now apply (V r). }
    pose proof (W r1 (or_introl eq_refl)) as W1. pose proof (W r2 (or_intror eq_refl)) as W2.
    destruct (filter (vital b) (keep_regions blocks regions)) as [|x [|y l]]; cbn in *;
      [tauto | | reflexivity].
    exfalso. apply N. destruct W1 as [<- | []], W2 as [<- | []]. reflexivity.
Qed.

Theorem benson_greatest : forall free B R, condition free B R -> incl B (fst (benson free)).
Proof.
  intros free B R C. unfold benson. apply (refine_complete free B R C).
  - lia.
  - intros b H. pose proof (are_blocks free B R C b H) as P. destruct P as [p [I P]].
    destruct (parts_spec g X X) as [_ [A T]]. destruct (T p I I) as [Q [M N]].
    replace b with Q; [exact M|]. apply (part_unique g X Q b p); auto.
    + exists p. tauto.
    + apply P. now constructor.
  - intros r H. pose proof (are_regions free B R C r H) as P. pose proof P as P'. destruct P as [p [I P]].
    rewrite filter_In. split.
    + destruct (parts_spec g (minus (all g) X) (minus (all g) X)) as [_ [A T]].
      destruct (T p I I) as [Q [M N]].
      replace r with Q; [exact M|]. apply (part_unique g (minus (all g) X) Q r p); auto.
      apply P. now constructor.
    + apply andb_true_iff. split; [apply subset_spec; now apply (are_free free B R C)|].
      apply meets_spec. exact (have_empty free B R C r H).
Qed.

End Condition.

(** * The theorem *)
Section Life.
Variable a : arena.
Variable owner : bool.
Variable start : state.
Variables empty0 free : N.
Variables blocks regions : list N.

Let X0 := stones start owner.

Hypothesis start_wf : wf a start.
Hypothesis met : condition (G a) X0 empty0 free blocks regions.

(** What counts as empty: at least the empty points, and all points without stones of the owner if the other side can
    empty them by suicide. *)
Hypothesis counts_empty : empty a start ⊆ empty0.
Hypothesis counts_suicide : suicide a = true -> minus (all (G a)) X0 ⊆ empty0.

(** In the regions the other side has no stones that can't be taken. *)
Hypothesis no_secure : forall p, p ∈ free -> p ∉ secure a (negb owner).

(** What stays true. *)
Record holds (st : state) : Prop := {
  holds_wf : wf a st;
  holds_own : stones st owner ⊆ X0;
  holds_blocks : forall b, In b blocks -> b ⊆ stones st owner;
  holds_regions : forall r, In r regions -> exists p, p ∈ r /\ p ∈ empty a st;
  holds_empty : forall r p, In r regions -> p ∈ r -> p ∈ empty a st -> p ∈ empty0
}.

Lemma region_not_own : forall r p, In r regions -> p ∈ r -> p ∉ X0.
Proof.
  intros r p I J. pose proof (part_in (G a) _ r p (are_regions _ _ _ _ _ _ met r I) J) as M.
  rewrite mem_minus in M. tauto.
Qed.

(** From a region one comes to points of the region and to stones of the blocks. *)
Lemma region_border : forall r p q, In r regions -> p ∈ r -> adj (G a) p q ->
  q ∈ r \/ exists b, In b blocks /\ q ∈ b.
Proof.
  intros r p q I J A. destruct (mem_dec q X0) as [K | K].
  - right. exact (enclosed _ _ _ _ _ _ met r p q I J A K).
  - left. apply (part_closed (G a) _ r p q (are_regions _ _ _ _ _ _ met r I) J A).
    rewrite mem_minus. split; [now apply adj_all in A | exact K].
Qed.

Lemma holds_pass : forall st, holds st -> holds (pass st).
Proof. intros st [A B C D E]. constructor; assumption. Qed.

Lemma holds_play : forall st p st', holds st -> turn st = negb owner -> play a st p = Some st' -> holds st'.
Proof.
  intros st p st' [W O B R E] T H.
  pose proof (play_wf a st p st' W H) as W'.
  destruct (play_legal a st p st' W H) as [dead [lost [L [Oth [Own _]]]]].
  rewrite T, negb_involutive in Own. rewrite T in Oth.
  unfold legal in L. rewrite T, negb_involutive in L. destruct L as [P [_ [D M]]].
  set (rest := minus (empty a st) (single p)) in *.
  set (theirs := union (stones st (negb owner)) (single p)) in *.
  assert (PE : p ∉ stones st owner /\ p ∉ stones st (negb owner))
    by (rewrite (mem_empty a st owner) in P; tauto).
  (* Blocks have a liberty in a vital region where the stone was not put. *)
  assert (alive : forall b q, In b blocks -> q ∈ b -> q ∉ dead).
  { intros b q I J K. apply D in K. destruct K as [n [A [Q U]]]. apply U.
    destruct (two_vital _ _ _ _ _ _ met b I) as [r1 [r2 [I1 [I2 [N V]]]]].
    assert (exists r, (r = r1 \/ r = r2) /\ In r regions /\ p ∉ r) as [r [C [Ir Pr]]].
    { destruct (mem_dec p r1) as [K1 | K1]; [|exists r1; tauto].
      destruct (mem_dec p r2) as [K2 | K2]; [|exists r2; tauto].
      exfalso. apply N. apply (part_unique (G a) (minus (all (G a)) X0) r1 r2 p); auto;
        now apply (are_regions _ _ _ _ _ _ met). }
    destruct (R r Ir) as [e [Er Ee]].
    pose proof (V r e C Er (E r e Ir Er Ee)) as S. rewrite spread_spec in S.
    destruct S as [[S _] | [z [S Az]]].
    { exfalso. pose proof (B b I e S) as Y. rewrite (mem_empty a st owner) in Ee. tauto. }
    right. exists z, e. split; [|split; [exact Az|]].
    - apply reach_trans with q; [exact Q|].
      apply (part_connected (G a) X0 b); auto; now apply (are_blocks _ _ _ _ _ _ met).
    - unfold rest. rewrite mem_minus, mem_single. split; [exact Ee|]. intros ->. now apply Pr. }
  (* An empty point is still empty, if it is not the one where the stone was put. *)
  assert (still : forall e, e ∈ empty a st -> e <> p -> e ∈ empty a st').
  { intros e I N. rewrite (mem_empty a st' owner), Own, Oth, !mem_minus.
    unfold theirs. rewrite mem_union, mem_single. rewrite (mem_empty a st owner) in I. tauto. }
  constructor; [exact W' | | | |].
  - intros q. rewrite Own, mem_minus. intros [I _]. now apply O.
  - intros b I q J. rewrite Own, mem_minus. split; [now apply (B b) | now apply (alive b)].
  - intros r I. destruct (R r I) as [e [Er Ee]].
    destruct (N.eq_dec e p) as [-> | N]; [|exists e; split; [exact Er | now apply still]].
    (* The stone was put into the region. *)
    destruct (meets r rest) eqn:F.
    { apply meets_spec in F. destruct F as [f [Fr Ff]]. unfold rest in Ff. rewrite mem_minus, mem_single in Ff.
      exists f. split; [exact Fr | apply still; tauto]. }
    rewrite meets_false in F.
    (* It was put on the last empty point: this is suicide. *)
    assert (inside : forall q, reach (G a) theirs p q -> q ∈ r).
    { intros q Q. induction Q as [_ | q z Q IH A J]; [exact Er|].
      destruct (region_border r q z I IH A) as [K | [b [Ib K]]]; [exact K|].
      exfalso. pose proof (B b Ib z K) as Y. unfold theirs in J. rewrite mem_union, mem_single in J.
      destruct J as [J | ->]; [|tauto]. destruct (wf_stones a st owner W) as [_ Z]. now apply (Z z). }
    assert (suicidal : ~ safe_block (G a) theirs (union rest dead) (secure a (negb owner)) p).
    { intros [[q [Q S]] | [q [z [Q [A S]]]]].
      - apply (no_secure q); [|exact S]. apply (are_free _ _ _ _ _ _ met r I). now apply inside.
      - rewrite mem_union in S. destruct (region_border r q z I (inside q Q) A) as [K | [b [Ib K]]].
        + destruct S as [S | S]; [now apply (F z)|].
          apply (region_not_own r z I K). apply O. apply D in S. destruct S as [n [_ [Y _]]].
          now apply reach_in in Y.
        + destruct S as [S | S]; [|now apply (alive b z)].
          pose proof (B b Ib z K) as Y. unfold rest in S. rewrite mem_minus, (mem_empty a st owner) in S. tauto. }
    destruct M as [[_ M] | [_ [_ [Lo _]]]]; [contradiction|].
    exists p. split; [exact Er|]. rewrite (mem_empty a st' owner), Own, Oth, !mem_minus.
    rewrite (mem_empty a st owner) in P.
    assert (p ∈ lost) by (apply Lo; constructor; unfold theirs; rewrite mem_union, mem_single; tauto).
    tauto.
  - intros r q I J K.
    assert (Q : q ∉ X0) by exact (region_not_own r q I J).
    destruct M as [[-> _] | [S _]].
    + apply (E r q I J). rewrite (mem_empty a st' owner), Own, Oth, !mem_minus, mem_0 in K.
      unfold theirs in K. rewrite mem_union in K. rewrite (mem_empty a st owner).
      assert (q ∉ stones st owner) by (intro Y; apply Q; now apply O). tauto.
    + apply (counts_suicide S). rewrite mem_minus. split; [|exact Q].
      rewrite (mem_empty a st' owner) in K. tauto.
Qed.

(** Blocks of the other side have liberties at the start, as after every play. *)
Hypothesis others_breathe : breathes a start (negb owner).

Lemma really_empty : forall r, In r regions -> exists p, p ∈ r /\ p ∈ empty a start.
Proof.
  intros r I. pose proof (are_regions _ _ _ _ _ _ met r I) as P. destruct P as [p [Ip P]].
  assert (J : p ∈ r) by (apply P; now constructor).
  destruct (mem_dec p (empty a start)) as [K | K]; [exists p; tauto|].
  assert (S : p ∈ stones start (negb owner)).
  { rewrite mem_minus in Ip. rewrite (mem_empty a start owner) in K. fold X0 in K.
    destruct (mem_dec p (stones start (negb owner))); tauto. }
  assert (In' : forall q, reach (G a) (stones start (negb owner)) p q -> q ∈ r).
  { intros q Q. apply P. revert Q. apply reach_mono. intros z Z. rewrite mem_minus.
    destruct (wf_stones a start (negb owner) start_wf) as [A B]. split; [now apply A|].
    intro C. apply (B z Z). now rewrite negb_involutive. }
  destruct (others_breathe p S) as [[q [Q X]] | [q [z [Q [A X]]]]].
  - exfalso. apply (no_secure q); [|exact X]. apply (are_free _ _ _ _ _ _ met r I). now apply In'.
  - exists z. split; [|exact X].
    apply (part_closed (G a) _ r q z (are_regions _ _ _ _ _ _ met r I) (In' q Q) A).
    rewrite mem_minus. split; [now apply adj_all in A|].
    rewrite (mem_empty a start owner) in X. tauto.
Qed.

Lemma holds_start : holds start.
Proof.
  constructor; [exact start_wf | now intros p | | exact really_empty |].
  - intros b I q J. now apply (part_in (G a) X0 b q (are_blocks _ _ _ _ _ _ met b I)).
  - intros r p _ _ I. now apply counts_empty.
Qed.

(** Positions that can come about while the owner passes always, and the other side plays as it likes. *)
Inductive left_alone : state -> Prop :=
| left_start : left_alone start
| left_play : forall st p st', left_alone st -> turn st = negb owner -> play a st p = Some st' -> left_alone st'
| left_pass : forall st, left_alone st -> left_alone (pass st).

Theorem benson_holds : forall st, left_alone st -> holds st.
Proof.
  induction 1 as [| st p st' _ IH T P | st _ IH].
  - exact holds_start.
  - exact (holds_play st p st' IH T P).
  - exact (holds_pass st IH).
Qed.

End Life.

(** The blocks that the checkers call alive, in the words of section 4.3 of docs/proof_format.md: regions count if no
    stone in them can be secure. *)
Definition alive_set (a : arena) (st : state) (owner : bool) : N :=
  let X := stones st owner in
  let others := minus (all (G a)) X in
  let open := flood (G a) (union (secure_att a) (secure_def a)) others in
  let empty0 := if suicide a then others else empty a st in
  pass_alive (G a) X empty0 (minus others open).

(** What the function finds meets the condition, and what the theorem needs stays true. *)
Definition free_of (a : arena) (st : state) (owner : bool) : N :=
  let others := minus (all (G a)) (stones st owner) in
  minus others (flood (G a) (union (secure_att a) (secure_def a)) others).

Definition empty_of (a : arena) (st : state) (owner : bool) : N :=
  if suicide a then minus (all (G a)) (stones st owner) else empty a st.

Definition found (a : arena) (st : state) (owner : bool) : list N * list N :=
  benson (G a) (stones st owner) (empty_of a st owner) (free_of a st owner).

Lemma found_condition : forall a st owner,
  condition (G a) (stones st owner) (empty_of a st owner) (free_of a st owner)
    (fst (found a st owner)) (snd (found a st owner)).
Proof. intros. apply benson_condition. Qed.

Lemma found_holds : forall a st owner st',
  wf a st -> breathes a st (negb owner) -> left_alone a owner st st' ->
  holds a owner st (empty_of a st owner) (fst (found a st owner)) (snd (found a st owner)) st'.
Proof.
  intros a st owner st' W B L.
  apply (benson_holds a owner st (empty_of a st owner) (free_of a st owner)); auto.
  - apply found_condition.
  - intros p I. unfold empty_of. destruct (suicide a); [|exact I].
    rewrite mem_minus. rewrite (mem_empty a st owner) in I. tauto.
  - intro S. unfold empty_of. rewrite S. now intros p.
  - intros p I J. unfold free_of in I. rewrite mem_minus in I. destruct I as [I K]. apply K.
    apply flood_spec. exists p. split; [|now constructor]. rewrite mem_union.
    destruct owner; cbn in J; tauto.
Qed.

(** Benson's theorem: the blocks that the function finds are never taken, whatever the other side plays, though their
    owner passes always. Suicide may be forbidden or allowed; kos may be taken back as the arena allows. *)
Theorem benson_theorem : forall a st owner st',
  wf a st -> breathes a st (negb owner) -> left_alone a owner st st' ->
  alive_set a st owner ⊆ stones st' owner.
Proof.
  intros a st owner st' W B L p I.
  change (p ∈ unite (fst (found a st owner))) in I. apply mem_unite in I. destruct I as [b [I J]].
  exact (holds_blocks _ _ _ _ _ _ _ (found_holds a st owner st' W B L) b I p J).
Qed.
