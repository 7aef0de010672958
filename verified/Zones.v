(** Zones: which plays of the refuter need no answer of their own, in claims of killing on a whole board.

    A zone is a set of points. What is shown of a position holds in all positions that have the same stones on its zone,
    so that a play outside the zone of a pass is answered as the pass. Suicide is forbidden, and the defender may take
    back every ko at once. The list gives a zone for each position; the check makes sure that it is large enough. *)

Require Import NArith PeanoNat List Bool Lia FMapPositive.
Require Import Tedomari.Sets Tedomari.Graph Tedomari.Rules Tedomari.Benson Tedomari.Closure Tedomari.Alike.
Import ListNotations.
Open Scope N_scope.

(** Positions that agree on a zone [Z]; a ban on the attacker in the second one matters in the zone only. *)
Record agree (Z : N) (s t : state) : Prop := {
  agree_alike : alike Z s t;
  agree_gone : gone s ⊆ gone t;
  agree_ban : turn t = true -> forall x, ban t = Some x -> x ∈ Z -> ban s = Some x
}.

Lemma agree_smaller : forall Y Z s t, Y ⊆ Z -> agree Z s t -> agree Y s t.
Proof. intros Y Z s t H [A B C]. constructor; auto. now apply (alike_smaller Y Z). Qed.

Lemma agree_pass : forall Z s t, agree Z s t -> agree Z (pass s) (pass t).
Proof.
  intros Z s t [[A T] B C]. constructor; [constructor | exact B | intros _ x X; discriminate].
  - intros [] z I; [now apply (A true) | now apply (A false)].
  - cbn. congruence.
Qed.

Section Zones.
Variable a : arena.
Hypothesis no_suicide : suicide a = false.
Hypothesis defender_retakes : retaker a = Some false.

(** The attacker takes all named blocks in every position that agrees on the zone. *)
Definition wins (Z : N) (s : state) : Prop := forall t, wf a t -> agree Z s t -> kills a t.

Lemma attacker_banned : forall u, turn u = true -> banned a u = ban u.
Proof. intros u T. unfold banned, has_retakes. rewrite defender_retakes, T. reflexivity. Qed.

Lemma move_zone_spec : forall s m s' Y Z, wf a s -> turn s = true -> play a s m = Some s' ->
  move_zone a s m Y Z = true -> wins Y s' -> wins Z s.
Proof.
  intros s m s' Y Z Ws T P H Win t Wt A.
  pose proof (alike_turn _ _ _ (agree_alike _ _ _ A)) as Tt. rewrite T in Tt.
  destruct (play_facts a no_suicide s m s' Ws P) as [_ [NB [_ [_ [_ [T' V]]]]]].
  rewrite attacker_banned in NB by exact T.
  assert (Hm : m ∈ Z) by (unfold move_zone in H; rewrite !andb_true_iff, has_spec in H; tauto).
  assert (NBt : banned a t <> Some m).
  { rewrite attacker_banned by now symmetry. intro X. apply NB. now apply (agree_ban _ _ _ A). }
  destruct (move_alike a no_suicide s t m s' Y Z Ws Wt (agree_alike _ _ _ A) NBt P H) as [t' [Q [A' [SD _]]]].
  destruct (play_facts a no_suicide t m t' Wt Q) as [_ [_ [_ [_ [_ [Tt' Vt]]]]]].
  apply (forces_play a true true (all_gone a) t m t'); [now symmetry | exact Q|].
  apply Win; [exact (play_wf a t m t' Wt Q)|]. constructor; [exact A' | |].
  - intros z. rewrite V, Vt, T, <- Tt, !mem_union, !mem_inter.
    intros [I | [I J]]; [left; now apply (agree_gone _ _ _ A) | right; split; [exact I | now apply SD]].
  - intro X. rewrite Tt', <- Tt in X. discriminate.
Qed.

(** All moves of the refuter: [N] is the zone of the position after a pass. *)
Lemma replies_zone_spec : forall s N Z, wf a s -> turn s = false ->
  wins N (pass s) -> N ⊆ Z ->
  all_guarded a N (att s) (empty a s) (secure_att a) (inter N (att s)) = true ->
  (forall p, p ∈ N -> p ∈ empty a s ->
     no_reply_zone a s p Z = true \/
     exists s' Y, play a s p = Some s' /\ wins Y s' /\ reply_zone a s p s' Y Z = true) ->
  wins Z s.
Proof.
  intros s N Z Ws T WN HN HG HR t Wt A.
  pose proof (agree_alike _ _ _ A) as AA. pose proof (alike_turn _ _ _ AA) as Tt. rewrite T in Tt.
  pose proof (agree_smaller N Z s t HN A) as AN.
  apply forces_answer; [now symmetry | |].
  - apply WN; [exact Wt|]. now apply agree_pass.
  - intros p t' P. destruct (play_facts a no_suicide t p t' Wt P) as [E' [_ [_ [_ [_ [_ Vt]]]]]].
    rewrite <- Tt in Vt. destruct (mem_dec p N) as [I | I].
    + assert (E : p ∈ empty a s) by (apply (alike_empty a Z s t p AA); auto).
      destruct (HR p I E) as [H | [s' [Y [Ps [Win H]]]]].
      * destruct (no_reply_alike a no_suicide s t p t' Z Wt AA H P).
      * destruct (reply_alike a no_suicide s t p s' t' Y Z Ws Wt AA Ps P H) as [A' [_ [_ [_ B]]]].
        destruct (play_facts a no_suicide s p s' Ws Ps) as [_ [_ [_ [_ [_ [_ V]]]]]]. rewrite T in V.
        apply Win; [exact (play_wf a t p t' Wt P)|]. constructor; [exact A' | |].
        -- intros z. rewrite V, Vt, !mem_union, !mem_inter, !mem_0.
           intros [J | J]; [left; now apply (agree_gone _ _ _ A) | tauto].
        -- intros _. exact B.
    + destruct (outside_alike a no_suicide s t p t' N Wt (agree_alike _ _ _ AN)) as [A' [_ B]]; auto.
      { rewrite T. exact HG. }
      apply WN; [exact (play_wf a t p t' Wt P)|]. constructor; [exact A' | |].
      * intros z J. rewrite Vt, mem_union. left. now apply (agree_gone _ _ _ A).
      * intros _ x X J. now destruct (B x J).
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
  | Some N => subset N (zone e) && all_guarded a N (att s) (empty a s) (secure_att a) (inter N (att s)) &&
              forallb (is_reply t e) (elements (inter N (empty a s)))
  | None => false
  end.

Fixpoint check_zone_entries (t : zone_table) (entries : list zone_entry) : option zone_table :=
  match entries with
  | [] => Some t
  | e :: l => if is_zone_entry t e then check_zone_entries (zone_insert a t (zone_position e) (zone e)) l else None
  end.

Definition has_plain_rules : bool :=
  negb (suicide a) && match retaker a with Some b => negb b | None => false end.

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

Lemma plain_rules : suicide a = false /\ retaker a = Some false.
Proof.
  unfold has_plain_rules in plain. rewrite andb_true_iff, negb_true_iff in plain.
  destruct plain as [A B]. split; [exact A|]. destruct (retaker a) as [[]|]; cbn in B; congruence.
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
  intros t s x Z K W T H. destruct plain_rules as [P1 P2].
  destruct x as [|[m|] r X]; cbn [answer_zone] in H.
  - now apply (next_zone_spec t s true).
  - destruct (play a s m) as [s'|] eqn:P; [|discriminate].
    destruct (next_zone t s' r) as [Y|] eqn:N; [|discriminate].
    destruct (move_zone a s m Y X) eqn:M; [|discriminate]. injection H as <-.
    apply (move_zone_spec a P1 P2 s m s' Y X); auto. now apply (next_zone_spec t s' r).
  - destruct (next_zone t (pass s) r) as [Y|] eqn:N; [|discriminate].
    destruct (subset Y X) eqn:M; [|discriminate]. injection H as <-. rewrite subset_spec in M.
    pose proof (next_zone_spec t (pass s) r Y K N) as Win.
    intros u Wu A. pose proof (alike_turn _ _ _ (agree_alike _ _ _ A)) as Tu.
    apply forces_pass; [congruence | reflexivity|]. apply Win; [exact Wu|].
    apply agree_pass. now apply (agree_smaller Y X).
Qed.

Lemma is_zone_entry_spec : forall t e, (forall u U, zone_lookup a t u = Some U -> wins a U u) ->
  is_zone_entry t e = true -> wins a (zone e) (zone_position e).
Proof.
  intros t e K H. unfold is_zone_entry in H. destruct plain_rules as [P1 P2].
  destruct (answer_zone t (pass (zone_position e)) (zone_on_pass e)) as [N|] eqn:AZ;
    [|rewrite andb_false_r in H; discriminate].
  rewrite !andb_true_iff, negb_true_iff, subset_spec, forallb_forall in H.
  destruct H as [[T W] [[HN HG] HR]]. apply is_wf_spec in W.
  apply (replies_zone_spec a P1 (zone_position e) N (zone e)); auto.
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
  assert (self : forall Z, agree Z s s) by (intro Z; constructor; [now constructor | now intros z | auto]).
  destruct first as [x|].
  - apply andb_true_iff in H. destruct H as [T H].
    destruct (answer_zone a t s x) as [Z|] eqn:A; [|discriminate].
    exact (answer_zone_spec a P t s x Z K W T A s W (self Z)).
  - destruct (next_zone a t s (is_killed a s)) as [Z|] eqn:A; [|discriminate].
    exact (next_zone_spec a t s _ Z K A s W (self Z)).
Qed.
