(** Strategies as data, and the functions that check them.

    A strategy is a list of entries. Each entry is a position in which the side without a claim (the refuter) is to
    move, with one answer of the prover to a pass and to each legal play. The checks work out every legal play by
    themselves: nothing that the list leaves out is taken for granted. *)

Require Import NArith ZArith PeanoNat List Bool Lia FMapPositive.
Require Import Tedomari.Sets Tedomari.Graph Tedomari.Rules Tedomari.Benson.
Import ListNotations.
Open Scope N_scope.

(** * What is claimed *)

(** The prover reaches a goal after finitely many moves, whatever the refuter plays. The prover may pass only if
    [may_pass] is true; the refuter always may. *)
Inductive forces (a : arena) (prover may_pass : bool) (goal : state -> Prop) : state -> Prop :=
| forces_here : forall st, goal st -> forces a prover may_pass goal st
| forces_play : forall st p st', turn st = prover -> play a st p = Some st' ->
    forces a prover may_pass goal st' -> forces a prover may_pass goal st
| forces_pass : forall st, turn st = prover -> may_pass = true ->
    forces a prover may_pass goal (pass st) -> forces a prover may_pass goal st
| forces_answer : forall st, turn st = negb prover ->
    forces a prover may_pass goal (pass st) ->
    (forall p st', play a st p = Some st' -> forces a prover may_pass goal st') ->
    forces a prover may_pass goal st.

(** The prover keeps a condition for ever, whatever the refuter plays: there is a set of positions in which it holds and
    which the refuter can't leave. *)
Definition keeps (a : arena) (prover : bool) (good : state -> Prop) (st : state) : Prop :=
  exists set : state -> Prop, set st /\ forall s, set s ->
    good s /\
    (turn s = prover -> set (pass s) \/ exists p s', play a s p = Some s' /\ set s') /\
    (turn s = negb prover -> set (pass s) /\ forall p s', play a s p = Some s' -> set s').

(** Kill: all named blocks are taken. The prover is the attacker. *)
Definition all_gone (a : arena) (st : state) : Prop := names a ⊆ gone st.
Definition kills (a : arena) : state -> Prop := forces a true true (all_gone a).

(** Live: some named block is never taken, and its stone stands. The prover is the defender. *)
Definition one_left (a : arena) (st : state) : Prop := exists n, n ∈ names a /\ n ∉ gone st /\ n ∈ def st.
Definition lives (a : arena) : state -> Prop := keeps a false (one_left a).

(** * What is true in all positions of play *)

Record sound (a : arena) (st : state) : Prop := {
  sound_wf : wf a st;
  sound_breathes : forall side, breathes a st side;
  sound_names : forall n, n ∈ names a -> n ∉ gone st -> n ∈ def st
}.

Lemma sound_pass : forall a st, sound a st -> sound a (pass st).
Proof. intros a st [A B C]. constructor; assumption. Qed.

Lemma sound_play : forall a st p st', sound a st -> play a st p = Some st' -> sound a st'.
Proof.
  intros a st p st' [W B S] H. destruct (play_breathes a st p st' W H (B true) (B false)) as [X Y].
  constructor.
  - exact (play_wf a st p st' W H).
  - intros []; assumption.
  - destruct (play_legal a st p st' W H) as [dead [lost [_ [O [T [_ U]]]]]].
    intros n I J. rewrite U, mem_union, mem_inter in J.
    destruct (mem_dec n (gone st)) as [K | K]; [tauto|]. pose proof (S n I K) as L.
    change (def st') with (stones st' false). destruct (turn st); cbn [negb] in *.
    + rewrite T, mem_minus. cbn [stones]. tauto.
    + rewrite O, mem_minus, mem_union. cbn [stones]. tauto.
Qed.

Definition all_stay (a : arena) (st : state) (side : bool) : bool :=
  forallb (fun n => stays (G a) (stones st side) (empty a st) (secure a side) n) (elements (stones st side)).

Definition is_sound (a : arena) (st : state) : bool :=
  subset (att st) (all (G a)) && subset (def st) (all (G a)) && negb (meets (att st) (def st)) &&
  all_stay a st true && all_stay a st false && subset (minus (names a) (gone st)) (def st).

Lemma is_sound_spec : forall a st, is_sound a st = true -> sound a st.
Proof.
  intros a st H. unfold is_sound in H. rewrite !andb_true_iff, !subset_spec, negb_true_iff, meets_false in H.
  destruct H as [[[[[A B] C] D] E] F].
  constructor.
  - repeat split; auto.
  - assert (X : forall side, all_stay a st side = true -> breathes a st side).
    { intros side X n I. unfold all_stay in X. rewrite forallb_forall in X.
      apply stays_spec; [|apply X; now apply elements_spec].
      intros p J. rewrite (mem_empty a st side). tauto. }
    intros []; auto.
  - intros n I J. apply F. rewrite mem_minus. tauto.
Qed.

(** Whatever is forced, the goal is reached in a sound position. *)
Lemma forces_sound : forall a prover mp goal st, forces a prover mp goal st -> sound a st ->
  forces a prover mp (fun s => goal s /\ sound a s) st.
Proof.
  induction 1 as [st H | st p st' T H _ IH | st T M _ IH | st T _ IH1 _ IH2]; intro S.
  - now apply forces_here.
  - apply (forces_play _ _ _ _ st p st' T H). apply IH. exact (sound_play a st p st' S H).
  - apply (forces_pass _ _ _ _ st T M). apply IH. now apply sound_pass.
  - apply (forces_answer _ _ _ _ st T); [apply IH1; now apply sound_pass|].
    intros p st' H. apply (IH2 p st' H). exact (sound_play a st p st' S H).
Qed.

(** * Strategies *)

(** The prover's answer: nothing, as the claim is reached here; or a play or a pass (no point), after which the claim is
    reached, or the position is that of an entry. *)
Inductive answer := Reached | Move (point : option N) (reached : bool).

Record entry := Entry { position : state; on_pass : answer; replies : list (N * answer) }.

Definition same (x y : option N) : bool :=
  match x, y with Some p, Some q => p =? q | None, None => true | _, _ => false end.

Definition state_eqb (s t : state) : bool :=
  (att s =? att t) && (def s =? def t) && same (ban s) (ban t) && Bool.eqb (turn s) (turn t)
  && (ret s =? ret t) && (gone s =? gone t).

Lemma state_eqb_spec : forall s t, state_eqb s t = true -> s = t.
Proof.
  intros [a b c d e f] [a' b' c' d' e' f'] H. unfold state_eqb in H. cbn in H.
  rewrite !andb_true_iff, !N.eqb_eq, Bool.eqb_true_iff in H.
  destruct H as [[[[[-> ->] C] ->] ->] ->]. f_equal.
  destruct c, c'; cbn in C; try discriminate; [|reflexivity]. apply N.eqb_eq in C. now subst.
Qed.

(** A table of positions. *)
Definition table := PositiveMap.t (list state).

Definition key (a : arena) (s : state) : positive :=
  N.succ_pos (N.lor (att s) (N.shiftl (def s) (N.size (all (G a))))).

Definition lookup (a : arena) (t : table) (s : state) : bool :=
  match PositiveMap.find (key a s) t with Some l => existsb (state_eqb s) l | None => false end.

Definition insert (a : arena) (t : table) (s : state) : table :=
  let l := match PositiveMap.find (key a s) t with Some l => l | None => [] end in
  PositiveMap.add (key a s) (s :: l) t.

Lemma lookup_empty : forall a s, lookup a (PositiveMap.empty _) s = false.
Proof. intros. unfold lookup. now rewrite PositiveMap.gempty. Qed.

Lemma lookup_insert : forall a t x s, lookup a (insert a t x) s = true -> s = x \/ lookup a t s = true.
Proof.
  intros a t x s H. unfold lookup, insert in *.
  destruct (Pos.eq_dec (key a s) (key a x)) as [E | E].
  - rewrite E in *. rewrite PositiveMap.gss in H. cbn [existsb] in H. apply orb_true_iff in H.
    destruct H as [H | H]; [left; now apply state_eqb_spec|]. right.
    destruct (PositiveMap.find (key a x) t); [exact H | discriminate].
  - rewrite PositiveMap.gso in H by exact E. now right.
Qed.

Section Check.
Variable a : arena.
Variables prover may_pass : bool.
Variable goal : state -> bool.    (** whether the claim is reached in a position *)

Definition step (s : state) (point : option N) : option state :=
  match point with
  | Some p => play a s p
  | None => if may_pass then Some (pass s) else None
  end.

(** Whether an answer in a position with the prover to move leads to the claim or to a known position. *)
Definition is_answer (t : table) (s : state) (x : answer) : bool :=
  match x with
  | Reached => goal s
  | Move point reached =>
      match step s point with
      | Some s' => if reached then goal s' else lookup a t s'
      | None => false
      end
  end.

Definition find_reply (p : N) (l : list (N * answer)) : option answer :=
  match find (fun x => fst x =? p) l with Some x => Some (snd x) | None => None end.

(** Whether a pass and every legal play of the refuter are answered. *)
Definition is_entry (t : table) (e : entry) : bool :=
  let s := position e in
  Bool.eqb (turn s) (negb prover) && is_answer t (pass s) (on_pass e) &&
  forallb (fun p =>
    match play a s p with
    | None => true
    | Some s' => match find_reply p (replies e) with Some x => is_answer t s' x | None => false end
    end) (elements (empty a s)).

(** Entries that rest on entries before them only: play comes to an end. *)
Fixpoint check_ending (t : table) (entries : list entry) : option table :=
  match entries with
  | [] => Some t
  | e :: l => if is_entry t e then check_ending (insert a t (position e)) l else None
  end.

(** Entries that rest on each other: play may go on for ever. *)
Definition check_lasting (entries : list entry) : option table :=
  let t := fold_left (fun t e => insert a t (position e)) entries (PositiveMap.empty _) in
  if forallb (is_entry t) entries then Some t else None.

(** The start: the prover's first answer, or, if there is none, an entry or the claim itself. *)
Definition is_start (t : table) (s : state) (first : option answer) : bool :=
  match first with
  | Some x => Bool.eqb (turn s) prover && is_answer t s x
  | None => lookup a t s || goal s
  end.

Lemma play_empty : forall s p s', play a s p = Some s' -> p ∈ empty a s.
Proof.
  intros s p s' H. unfold play in H. destruct (has (empty a s) p) eqn:E; [exact E | discriminate].
Qed.

Lemma is_entry_spec : forall t e, is_entry t e = true ->
  turn (position e) = negb prover /\
  (exists x, is_answer t (pass (position e)) x = true) /\
  forall p s', play a (position e) p = Some s' -> exists x, is_answer t s' x = true.
Proof.
  intros t e H. unfold is_entry in H. rewrite !andb_true_iff, Bool.eqb_true_iff, forallb_forall in H.
  destruct H as [[A B] C]. split; [exact A|]. split; [eexists; exact B|].
  intros p s' P. specialize (C p). rewrite elements_spec in C. specialize (C (play_empty _ _ _ P)).
  rewrite P in C. destruct (find_reply p (replies e)) as [x|]; [now exists x | discriminate].
Qed.

Section Ending.
Variable Goal : state -> Prop.
Hypothesis goal_spec : forall s, goal s = true -> Goal s.

Lemma is_answer_forces : forall t s x,
  (forall u, lookup a t u = true -> forces a prover may_pass Goal u) ->
  turn s = prover -> is_answer t s x = true -> forces a prover may_pass Goal s.
Proof.
  intros t s x K T H. destruct x as [|point reached]; cbn in H.
  - now apply forces_here, goal_spec.
  - destruct (step s point) as [s'|] eqn:E; [|discriminate].
    assert (F : forces a prover may_pass Goal s').
    { destruct reached; [now apply forces_here, goal_spec | now apply K]. }
    destruct point as [p|]; cbn in E.
    + now apply (forces_play _ _ _ _ s p s').
    + destruct may_pass eqn:M; [|discriminate]. injection E as <-. now apply forces_pass.
Qed.

Lemma play_turn : forall s p s', play a s p = Some s' -> turn s' = negb (turn s).
Proof.
  intros s p s' H. unfold play in H. destruct (_ || _) in H; [discriminate|].
  destruct (_ && _) in H; [discriminate|]. now injection H as <-.
Qed.

Lemma is_entry_forces : forall t e,
  (forall u, lookup a t u = true -> forces a prover may_pass Goal u) ->
  is_entry t e = true -> forces a prover may_pass Goal (position e).
Proof.
  intros t e K H. destruct (is_entry_spec t e H) as [T [[x P] Q]].
  apply forces_answer; [exact T | |].
  - apply (is_answer_forces t _ x K); [|exact P]. cbn. rewrite T. apply negb_involutive.
  - intros p s' R. destruct (Q p s' R) as [y Y]. apply (is_answer_forces t _ y K); [|exact Y].
    rewrite (play_turn _ _ _ R), T. apply negb_involutive.
Qed.

Lemma check_ending_sound : forall entries t t',
  (forall u, lookup a t u = true -> forces a prover may_pass Goal u) ->
  check_ending t entries = Some t' ->
  forall u, lookup a t' u = true -> forces a prover may_pass Goal u.
Proof.
  induction entries as [|e l IH]; intros t t' K H; cbn in H.
  - now injection H as <-.
  - destruct (is_entry t e) eqn:E; [|discriminate]. refine (IH (insert a t (position e)) t' _ H).
    intros u L. apply lookup_insert in L. destruct L as [-> | L]; [|now apply K].
    now apply (is_entry_forces t).
Qed.

(** The closure of AND and OR: a list that is accepted is a strategy. *)
Theorem ending_sound : forall entries t s first,
  check_ending (PositiveMap.empty _) entries = Some t -> is_start t s first = true ->
  forces a prover may_pass Goal s.
Proof.
  intros entries t s first H S.
  assert (K : forall u, lookup a t u = true -> forces a prover may_pass Goal u).
  { apply (check_ending_sound entries (PositiveMap.empty _)); [|exact H].
    intros u L. rewrite lookup_empty in L. discriminate. }
  destruct first as [x|]; unfold is_start in S.
  - apply andb_true_iff in S. destruct S as [T S]. apply Bool.eqb_prop in T.
    now apply (is_answer_forces t s x K).
  - apply orb_true_iff in S. destruct S as [S | S]; [now apply K | now apply forces_here, goal_spec].
Qed.

End Ending.
End Check.

(** * Kill *)

Definition is_killed (a : arena) (s : state) : bool := subset (names a) (gone s).

Definition check_kill (a : arena) (s : state) (first : option answer) (entries : list entry) : bool :=
  match check_ending a true true (is_killed a) (PositiveMap.empty _) entries with
  | Some t => is_start a true true (is_killed a) t s first
  | None => false
  end.

Theorem check_kill_sound : forall a s first entries,
  check_kill a s first entries = true -> kills a s.
Proof.
  intros a s first entries H. unfold check_kill in H.
  destruct (check_ending _ _ _ _ _ _) as [t|] eqn:E; [|discriminate].
  apply (ending_sound a true true (is_killed a) (all_gone a)) with (entries := entries) (t := t) (first := first); auto.
  intros u K. now apply subset_spec.
Qed.

(** * Live *)

(** Some named block that is left lives by Benson's condition. *)
Definition is_alive (a : arena) (s : state) : bool :=
  meets (alive_set a s false) (minus (names a) (gone s)).

Definition is_left (a : arena) (s : state) : bool := meets (names a) (minus (def s) (gone s)).

Definition check_live (a : arena) (s : state) (first : option answer) (entries : list entry) : bool :=
  is_sound a s &&
  match check_lasting a false true (is_alive a) entries with
  | Some t => forallb (fun e => is_left a (position e)) entries && is_left a s
              && is_start a false true (is_alive a) t s first
  | None => false
  end.

Section Live.
Variable a : arena.

(** A named block that lives by Benson's condition is left in all positions that follow while its owner passes. *)
Lemma alive_stays : forall s s', sound a s -> is_alive a s = true -> left_alone a false s s' -> one_left a s'.
Proof.
  intros s s' S H L. apply meets_spec in H. destruct H as [n [I J]]. rewrite mem_minus in J.
  exists n. split; [tauto|].
  assert (X : sound a s' /\ n ∉ gone s').
  { induction L as [| st p st' L IH T P | st L IH]; [tauto | | destruct IH; split; [now apply sound_pass | assumption]].
    destruct IH as [S' N]. split; [exact (sound_play a st p st' S' P)|].
    destruct (play_legal a st p st' (sound_wf a st S') P) as [dead [lost [_ [O [Tk [_ U]]]]]].
    rewrite U, mem_union, mem_inter. intros [K | [_ K]]; [tauto|].
    cbn in T. rewrite T in *. cbn in Tk.
    assert (M : n ∈ stones st' false).
    { apply (benson_theorem a s false st'); auto; [now apply (sound_wf a s S) | now apply (sound_breathes a s S)|].
      eapply left_play; eauto. }
    cbn in M. rewrite Tk, mem_minus in M. tauto. }
  split; [tauto|]. apply (sound_names a s'); tauto.
Qed.

Theorem check_live_sound : forall s first entries, check_live a s first entries = true -> lives a s.
Proof.
  intros s first entries H. unfold check_live in H. apply andb_true_iff in H. destruct H as [S H].
  apply is_sound_spec in S.
  unfold check_lasting in H.
  set (t := fold_left _ entries _) in H.
  destruct (forallb _ entries) eqn:F; [|discriminate].
  rewrite !andb_true_iff in H. destruct H as [[LE LS] ST].
  rewrite forallb_forall in F, LE.
  assert (K : forall u, lookup a t u = true -> exists e, In e entries /\ position e = u).
  { assert (G : forall l t0 u, lookup a (fold_left (fun t e => insert a t (position e)) l t0) u = true ->
                (exists e, In e l /\ position e = u) \/ lookup a t0 u = true).
    { induction l as [|e l IH]; intros t0 u L; cbn in L; [now right|].
      destruct (IH _ _ L) as [[e' [I E]] | M]; [left; exists e'; cbn; tauto|].
      apply lookup_insert in M. destruct M as [-> | M]; [left; exists e; cbn; tauto | now right]. }
    intros u L. destruct (G _ _ _ L) as [X | X]; [exact X|]. rewrite lookup_empty in X. discriminate. }
  (* Positions of entries; positions with an answer; positions that follow a living block. *)
  set (answered := fun u => turn u = false /\ exists x, is_answer a true (is_alive a) t u x = true).
  set (safe := fun u => exists v, sound a v /\ is_alive a v = true /\ left_alone a false v u).
  set (inside := fun u => sound a u /\ one_left a u /\ ((turn u = true /\ lookup a t u = true) \/ answered u \/ safe u)).
  assert (left_spec : forall u, is_left a u = true -> one_left a u).
  { intros u L. apply meets_spec in L. destruct L as [n [I J]]. rewrite mem_minus in J. exists n. tauto. }
  assert (alive_safe : forall u, sound a u -> is_alive a u = true -> inside u).
  { intros u U A. split; [exact U|]. split.
    - apply (alive_stays u u U A). apply left_start.
    - right. right. exists u. split; [exact U | split; [exact A | apply left_start]]. }
  assert (looked : forall u, sound a u -> lookup a t u = true -> inside u).
  { intros u U L. destruct (K u L) as [e [I <-]]. split; [exact U|]. split; [apply left_spec; now apply LE|].
    left. split; [|exact L]. destruct (is_entry_spec _ _ _ _ _ _ (F e I)) as [T _]. exact T. }
  assert (follow : forall u x, sound a u -> turn u = false -> is_answer a true (is_alive a) t u x = true ->
            inside (pass u) \/ (exists p u', play a u p = Some u' /\ inside u') \/ inside u /\ is_alive a u = true).
  { intros u x U T A. destruct x as [|point reached]; cbn in A.
    - right. right. split; [now apply alive_safe | exact A].
    - destruct (step a true u point) as [u'|] eqn:E; [|discriminate].
      assert (U' : sound a u').
      { destruct point as [p|]; cbn in E; [exact (sound_play a u p u' U E)|].
        injection E as <-. now apply sound_pass. }
      assert (X : inside u') by (destruct reached; [now apply alive_safe | now apply looked]).
      destruct point as [p|]; cbn in E; [right; left; now exists p, u' | left].
      injection E as <-. exact X. }
  exists inside. split.
  - split; [exact S|]. split; [now apply left_spec|]. destruct first as [x|]; unfold is_start in ST.
    + apply andb_true_iff in ST. destruct ST as [T A]. apply Bool.eqb_prop in T. right. left.
      split; [exact T | now exists x].
    + apply orb_true_iff in ST. destruct ST as [L | A].
      * destruct (looked s S L) as [_ [_ X]]. exact X.
      * destruct (alive_safe s S A) as [_ [_ X]]. exact X.
  - intros u [U [L X]]. split; [exact L|].
    assert (safe_next : safe u -> forall u', (exists p, turn u = true /\ play a u p = Some u') \/ u' = pass u -> inside u').
    { intros [v [V [A P]]] u' Q.
      assert (P' : left_alone a false v u').
      { destruct Q as [[p [T Q]] | ->]; [eapply left_play; eauto | now apply left_pass]. }
      split.
      - destruct Q as [[p [T Q]] | ->]; [exact (sound_play a u p u' U Q) | now apply sound_pass].
      - split; [exact (alive_stays v u' V A P') | right; right; now exists v]. }
    split; intro T; cbn in T.
    + destruct X as [[T' _] | [[_ [x A]] | X]]; [congruence | |].
      * destruct (follow u x U T A) as [Y | [Y | [_ Y]]]; [now left | now right |].
        left. assert (Z : safe u) by (exists u; split; [exact U | split; [exact Y | apply left_start]]).
        apply (safe_next Z). now right.
      * left. apply (safe_next X). now right.
    + destruct X as [[_ M] | [[T' _] | X]]; [|congruence|].
      * destruct (K u M) as [e [I <-]].
        destruct (is_entry_spec _ _ _ _ _ _ (F e I)) as [_ [[x A] B]].
        assert (back : forall u' y, sound a u' -> one_left a u' -> turn u' = false ->
                  is_answer a true (is_alive a) t u' y = true -> inside u').
        { intros u' y U' L' T' A'. split; [exact U'|]. split; [exact L'|]. right. left. split; [exact T' | now exists y]. }
        split.
        -- apply (back _ x); auto; [now apply sound_pass | cbn; now rewrite T].
        -- intros p u' P. destruct (B p u' P) as [y Y].
           assert (U' : sound a u') by exact (sound_play a _ p u' U P).
           assert (T' : turn u' = false) by (rewrite (play_turn a _ _ _ P), T; reflexivity).
           apply (back u' y); auto.
           (* Whatever follows the answer, a named block is left there, so it is left here. *)
           assert (N : exists w, one_left a w /\ (w = u' \/ w = pass u' \/ exists q, play a u' q = Some w)).
           { destruct (follow u' y U' T' Y) as [[_ [Z _]] | [[q [w [Q [_ [Z _]]]]] | [[_ [Z _]] _]]].
             - exists (pass u'). tauto.
             - exists w. split; [exact Z | right; right; now exists q].
             - exists u'. tauto. }
           destruct N as [w [[n [In1 [In2 In3]]] Q]]. exists n.
           assert (n ∉ gone u').
           { destruct Q as [-> | [-> | [q Q]]]; [exact In2 | exact In2|]. intro Z. apply In2.
             destruct (play_legal a u' q w (sound_wf a u' U') Q) as [dead [lost [_ [_ [_ [_ V]]]]]].
             rewrite V, mem_union. now left. }
           split; [exact In1|]. split; [assumption|]. apply (sound_names a u'); assumption.
      * split; [apply (safe_next X); now right|]. intros p u' P. apply (safe_next X). left. now exists p.
Qed.

End Live.
