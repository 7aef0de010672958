(** Scores by area: a strategy reaches a position from which its owner may always pass, and is ahead by enough. *)

Require Import NArith ZArith PeanoNat List Bool Lia FMapPositive.
Require Import Tedomari.Sets Tedomari.Graph Tedomari.Rules Tedomari.Benson Tedomari.Closure.
Import ListNotations.
Open Scope N_scope.

(** Room for one eye at most: no point, one, or two neighbors. *)
Definition one_eye (g : graph) (S : N) : bool :=
  match elements S with
  | [] | [_] => true
  | [p; q] => has (spread g (single p)) q
  | _ => false
  end.

(** The connected parts without living stones, beside such stones, where the other side has room for one eye at most on
    the points that hold none of its stones and are not beside living stones. *)
Definition is_owned (a : arena) (st : state) (owner : bool) (alive W : N) : bool :=
  meets W (spread (G a) alive) &&
  one_eye (G a) (minus (minus W (stones st (negb owner))) (spread (G a) alive)).

Definition owned_parts (a : arena) (st : state) (owner : bool) : list N :=
  let alive := alive_set a st owner in
  let others := minus (all (G a)) alive in
  filter (is_owned a st owner alive) (parts (G a) others others).

(** Points that count for the owner: its living stones, and the parts that it owns. All others count against it. *)
Definition held (a : arena) (st : state) (owner : bool) : N :=
  union (alive_set a st owner) (unite (owned_parts a st owner)).

Definition lead (a : arena) (st : state) (owner : bool) : Z :=
  (Z.of_nat (size (held a st owner)) - Z.of_nat (size (minus (all (G a)) (held a st owner))))%Z.

(** The owner forces a position in which it leads by [z] points at least. The owner never passes before. *)
Definition leads (a : arena) (owner : bool) (z : Z) : state -> Prop :=
  forces a owner false (fun s => sound a s /\ (z <= lead a s owner)%Z).

Definition is_ahead (a : arena) (owner : bool) (z : Z) (s : state) : bool := (z <=? lead a s owner)%Z.

Definition check_lead (a : arena) (owner : bool) (z : Z) (s : state) (first : option answer) (entries : list entry) : bool :=
  is_sound a s &&
  match check_ending a owner false (is_ahead a owner z) (PositiveMap.empty _) entries with
  | Some t => is_start a owner false (is_ahead a owner z) t s first
  | None => false
  end.

Lemma forces_weaken : forall a prover mp (goal goal' : state -> Prop), (forall s, goal s -> goal' s) ->
  forall s, forces a prover mp goal s -> forces a prover mp goal' s.
Proof.
  intros a prover mp goal goal' W s. induction 1 as [st H | st p st' T H _ IH | st T M _ IH | st T _ IH1 _ IH2].
  - apply forces_here. auto.
  - now apply (forces_play _ _ _ _ st p st').
  - now apply forces_pass.
  - now apply forces_answer.
Qed.

Theorem check_lead_sound : forall a owner z s first entries,
  check_lead a owner z s first entries = true -> leads a owner z s.
Proof.
  intros a owner z s first entries H. unfold check_lead in H. apply andb_true_iff in H. destruct H as [S H].
  destruct (check_ending _ _ _ _ _ _) as [t|] eqn:E; [|discriminate].
  unfold leads. apply forces_weaken with (goal := fun u => (z <= lead a u owner)%Z /\ sound a u); [tauto|].
  apply forces_sound; [|now apply is_sound_spec].
  apply (ending_sound a owner false (is_ahead a owner z) (fun u => (z <= lead a u owner)%Z))
    with (entries := entries) (t := t) (first := first); auto.
  intros u K. unfold is_ahead in K. now apply Z.leb_le.
Qed.

(** What the end of such a strategy is worth: while the owner passes, the living stones stay. *)
Theorem living_stones_stay : forall a owner s s', sound a s -> left_alone a owner s s' ->
  alive_set a s owner ⊆ stones s' owner.
Proof.
  intros a owner s s' S L. apply (benson_theorem a s owner s'); auto.
  - now apply (sound_wf a s).
  - now apply (sound_breathes a s).
Qed.

Lemma one_eye_spec : forall g S p q, one_eye g S = true -> p ∈ S -> q ∈ S -> p <> q -> adj g p q.
Proof.
  intros g S p q H I J N. unfold one_eye in H. apply elements_spec in I, J.
  destruct (elements S) as [|x [|y [|z l]]]; cbn in I, J; [tauto | | | discriminate].
  - destruct I as [<- | []], J as [<- | []]. congruence.
  - assert (A : x <> y -> adj g x y).
    { rewrite has_spec, spread_spec in H. intro D. destruct H as [[H _] | [o [H A]]]; rewrite mem_single in H.
      - congruence.
      - now subst. }
    destruct I as [<- | [<- | []]], J as [<- | [<- | []]]; try congruence; [now apply A|].
    apply adj_sym. apply A. congruence.
Qed.

(** A set that is connected and never leaves [V] for a neighbor lies in a part of [V] that it meets. *)
Lemma reach_part : forall g V W U p q, is_part g V W -> p ∈ W -> U ⊆ V -> reach g U p q -> q ∈ W.
Proof.
  intros g V W U p q P I H. induction 1 as [_ | q r R IH A J]; [exact I|].
  apply (part_closed g V W q r P IH A). now apply H.
Qed.

(** In the parts that count as owned the other side gets no two eyes: in no position that comes about while the owner
    passes, a block of the other side there meets Benson's condition. *)
Theorem no_two_eyes : forall a owner s s' free B R,
  sound a s -> suicide a = false -> left_alone a owner s s' ->
  condition (G a) (stones s' (negb owner)) (empty a s') free B R ->
  forall b q, In b B -> q ∈ b -> q ∉ unite (owned_parts a s owner).
Proof.
  intros a owner s s' free B R S NS L C b q Ib Iq Q.
  apply mem_unite in Q. destruct Q as [W [IW Q]]. unfold owned_parts in IW.
  rewrite filter_In in IW. destruct IW as [IW OW].
  set (A := alive_set a s owner) in *. set (V := minus (all (G a)) A) in *.
  destruct (parts_spec (G a) V V) as [_ [PV _]]. specialize (PV W IW). clear IW.
  unfold is_owned in OW. apply andb_true_iff in OW. destruct OW as [_ OE].
  pose proof (sound_wf a s S) as W0. pose proof (sound_breathes a s S (negb owner)) as Br.
  pose proof (benson_theorem a s owner s' W0 Br L) as AX. fold A in AX.
  pose proof (found_condition a s owner) as C0.
  pose proof (found_holds a s owner s' W0 Br L) as H.
  assert (AU : A = unite (fst (found a s owner))) by reflexivity.
  set (O' := stones s' (negb owner)) in *.
  assert (W' : wf a s') by exact (holds_wf _ _ _ _ _ _ _ H).
  assert (AO : forall z, z ∈ A -> z ∉ O').
  { intros z I J. destruct (wf_stones a s' owner W') as [_ X]. apply (X z); [now apply AX | exact J]. }
  (* Stones of the other side stay. *)
  assert (grows : stones s (negb owner) ⊆ O').
  { unfold O'. clear - L NS. revert NS. induction L as [| st p st' L IH T P | st L IH]; intro NS; [now intros z | | now apply IH].
    specialize (IH NS). intros z I. specialize (IH z I).
    unfold play in P. rewrite NS in P. rewrite T in P. destruct (_ || _) in P; [discriminate|].
    rewrite negb_involutive in P. cbn [negb orb] in P. rewrite andb_true_r in P.
    destruct (_ && _) eqn:E in P; [discriminate|]. injection P as <-.
    destruct owner; cbn [negb stones att def] in *; rewrite mem_minus, mem_union, mem_0; tauto. }
  assert (OV : O' ⊆ V).
  { intros z I. unfold V. rewrite mem_minus. split.
    - destruct (wf_stones a s' (negb owner) W') as [X _]. now apply X.
    - intro J. now apply (AO z). }
  assert (bW : b ⊆ W).
  { intros z I. apply (reach_part (G a) V W O' q z PV Q OV).
    apply (part_connected (G a) O' b); auto; try exact (are_blocks _ _ _ _ _ _ C b Ib).
    intros y J. exact (part_in (G a) O' b y (are_blocks _ _ _ _ _ _ C b Ib) J). }
  (* An empty point beside the block lies in the part. *)
  assert (near : forall e, e ∈ empty a s' -> e ∈ spread (G a) b -> e ∈ W).
  { intros e E I. rewrite spread_spec in I. rewrite (mem_empty a s' owner) in E.
    destruct I as [[I _] | [z [I J]]]; [now apply bW|].
    apply (part_closed (G a) V W z e PV (bW z I) J). unfold V. rewrite mem_minus. split; [tauto|].
    intro K. apply AX in K. tauto. }
  destruct (two_vital _ _ _ _ _ _ C b Ib) as [r1 [r2 [I1 [I2 [N V2]]]]].
  assert (reg : forall r, r = r1 \/ r = r2 -> is_part (G a) (minus (all (G a)) O') r).
  { intros r [-> | ->]; now apply (are_regions _ _ _ _ _ _ C). }
  (* No region of the block holds a living stone of the owner. *)
  assert (no_alive : forall r z, r = r1 \/ r = r2 -> z ∈ r -> z ∉ A).
  { intros r z Ir Iz J. rewrite AU in J. apply mem_unite in J. destruct J as [c [Ic Jz]].
    pose proof (are_blocks _ _ _ _ _ _ C0 c Ic) as Pc.
    assert (cA : c ⊆ A) by (intros y K; rewrite AU; apply mem_unite; now exists c).
    assert (out : forall y, y ∈ A -> y ∈ minus (all (G a)) O').
    { intros y K. rewrite mem_minus. split; [|now apply AO].
      destruct (wf_stones a s' owner W') as [X _]. apply X. now apply AX. }
    assert (cr : c ⊆ r).
    { intros y K. apply (reach_part (G a) (minus (all (G a)) O') r c z y (reg r Ir) Iz).
      - intros x M. apply out. now apply cA.
      - apply (part_connected (G a) (stones s owner) c c z y Pc); auto. now intros x. }
    destruct (two_vital _ _ _ _ _ _ C0 c Ic) as [R1 [R2 [J1 [J2 [M VC]]]]].
    assert (eye : forall T, T = R1 \/ T = R2 -> exists e, e ∈ T /\ e ∈ W).
    { intros T IT.
      assert (In T (snd (found a s owner))) as JT by (destruct IT as [-> | ->]; assumption).
      destruct (holds_regions _ _ _ _ _ _ _ H T JT) as [e [Ie Ee]].
      exists e. split; [exact Ie|]. apply near; [exact Ee|].
      pose proof (VC T e IT Ie (holds_empty _ _ _ _ _ _ _ H T e JT Ie Ee)) as Sp.
      assert (e ∈ r).
      { rewrite spread_spec in Sp. destruct Sp as [[Sp _] | [y [Sp Ad]]]; [now apply cr|].
        apply (part_closed (G a) _ r y e (reg r Ir) (cr y Sp) Ad).
        rewrite mem_minus. rewrite (mem_empty a s' owner) in Ee. unfold O'. tauto. }
      exact (V2 r e Ir H0 Ee). }
    destruct (eye R1 (or_introl eq_refl)) as [e1 [E1 F1]].
    destruct (eye R2 (or_intror eq_refl)) as [e2 [E2 F2]].
    apply M. apply (part_unique (G a) (minus (all (G a)) (stones s owner)) R1 R2 e2);
      try (now apply (are_regions _ _ _ _ _ _ C0)); [|exact E2].
    assert (Rch : reach (G a) V e1 e2).
    { apply (part_connected (G a) V W V e1 e2 PV); auto.
      intros y K. exact (part_in (G a) V W y PV K). }
    clear - Rch E1 C0 J1 AU. induction Rch as [_ | y x Rch IH Ad K]; [exact E1|].
    apply (part_closed (G a) _ R1 y x (are_regions _ _ _ _ _ _ C0 R1 J1) IH Ad).
    unfold V in K. rewrite mem_minus in *. split; [tauto|]. intro Z.
    destruct (enclosed _ _ _ _ _ _ C0 R1 y x J1 IH Ad Z) as [d [Id Jd]].
    destruct K as [_ K]. apply K. rewrite AU. apply mem_unite. now exists d. }
  (* So each of them lies on the points where there is room for one eye only. *)
  assert (spot : forall r, r = r1 \/ r = r2 -> exists e, e ∈ r /\
            e ∈ minus (minus W (stones s (negb owner))) (spread (G a) A)).
  { intros r Ir.
    assert (In r R) as JR by (destruct Ir as [-> | ->]; assumption).
    destruct (have_empty _ _ _ _ _ _ C r JR) as [e [Ie Ee]].
    exists e. split; [exact Ie|]. rewrite !mem_minus. repeat split.
    - apply near; [exact Ee | exact (V2 r e Ir Ie Ee)].
    - intro K. apply grows in K. rewrite (mem_empty a s' owner) in Ee. unfold O' in K. tauto.
    - intro K. rewrite spread_spec in K. destruct K as [[K _] | [y [K Ad]]].
      + now apply (no_alive r e Ir Ie).
      + apply (no_alive r y Ir); [|exact K].
        apply (part_closed (G a) _ r e y (reg r Ir) Ie); [now apply adj_sym|].
        rewrite mem_minus. split; [now apply adj_all in Ad | now apply AO]. }
  destruct (spot r1 (or_introl eq_refl)) as [e1 [E1 F1]].
  destruct (spot r2 (or_intror eq_refl)) as [e2 [E2 F2]].
  apply N. apply (part_unique (G a) (minus (all (G a)) O') r1 r2 e2); [apply reg; now left | apply reg; now right | | exact E2].
  destruct (N.eq_dec e1 e2) as [<- | D]; [exact E1|].
  pose proof (one_eye_spec (G a) _ e1 e2 OE F1 F2 D) as Ad.
  apply (part_closed (G a) _ r1 e1 e2 (reg r1 (or_introl eq_refl)) E1 Ad).
  exact (part_in (G a) _ r2 e2 (reg r2 (or_intror eq_refl)) E2).
Qed.

(** The arena of a claim: the part [R] of a board, where everything outside is turned against a defender who wants to
    live (section 4.1 of docs/proof_format.md). If [R] is the whole board, no point is secure and there is no rim. *)
Definition region_arena (g : graph) (attackers R : N) (named : N) (allows_suicide : bool)
    (who : option bool) (without_bound : bool) : arena :=
  let outside := minus (all g) R in
  {| G := restrict g R;
     names := named;
     secure_att := inter (spread g outside) R;
     secure_def := 0;
     rim := inter (spread g (minus outside attackers)) R;
     suicide := allows_suicide;
     retaker := who;
     endless := without_bound |}.

(** The position at the start of a claim. *)
Definition start_state (a : arena) (attackers defenders : N) (ko : option N) (attacker_moves : bool) (retakes : N) : state :=
  {| att := inter attackers (all (G a));
     def := inter defenders (all (G a));
     ban := match ko with
            | Some q => if has (all (G a)) q && negb (has_retakes a attacker_moves && endless a) then Some q else None
            | None => None
            end;
     turn := attacker_moves;
     ret := match retaker a with Some _ => retakes | None => 0 end;
     gone := 0 |}.

(** On the whole board the arena is the board with the plain rules. *)
Lemma whole_board : forall g attackers named allows who bound,
  let a := region_arena g attackers (all g) named allows who bound in
  secure_att a = 0 /\ secure_def a = 0 /\ rim a = 0 /\ all (G a) = all g /\
  forall p q, adj (G a) p q <-> adj g p q.
Proof.
  intros. assert (O : forall S, minus (minus (all g) (all g)) S = 0).
  { intro S. apply is_empty. intros p. rewrite !mem_minus. tauto. }
  assert (O' : minus (all g) (all g) = 0) by (apply is_empty; intros p; rewrite !mem_minus; tauto).
  assert (P : forall S, S = 0 -> inter (spread g S) (all g) = 0).
  { intros S ->. apply is_empty. intros p. rewrite mem_inter, spread_spec, !mem_0.
    intros [[[[] _] | [q [I _]]] _]. now rewrite mem_0 in I. }
  cbn. rewrite !P by auto. repeat split; auto.
  - apply ext. intro p. rewrite mem_inter. tauto.
  - tauto.
  - now apply adj_all in H.
  - now apply adj_all in H.
Qed.
