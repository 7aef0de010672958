(** Zones in claims of living: which plays of the attacker need no answer of their own.

    What is shown of a position holds in all positions that have the same stones on its zone. An entry answers each play
    in its zone; after a pass, and after a play elsewhere, the defender passes, and the zone is as before. Lines end
    with Benson's condition. Suicide is forbidden, and the attacker may take back every ko at once. *)

Require Import NArith PeanoNat List Bool Lia FMapPositive.
Require Import Tedomari.Sets Tedomari.Graph Tedomari.Rules Tedomari.Benson Tedomari.Closure Tedomari.Alike Tedomari.Zones.
Import ListNotations.
Open Scope N_scope.

(** Positions that agree on a zone [Z]: named stones in it that are left in the first are left in the second; a ban on
    the defender in the second one matters in the zone only. *)
Record agrees (Z : N) (s t : state) : Prop := {
  agrees_alike : alike Z s t;
  agrees_gone : forall z, z ∈ Z -> z ∈ gone t -> z ∈ gone s;
  agrees_ban : turn t = false -> forall x, ban t = Some x -> x ∈ Z -> ban s = Some x
}.

Section Lives.
Variable a : arena.
Hypothesis no_suicide : suicide a = false.
Hypothesis attacker_retakes : retaker a = Some true.

(** The defender keeps a named block in every position that agrees on the zone. *)
Definition stands (Z : N) (s : state) : Prop := forall t, sound a t -> agrees Z s t -> lives a t.

Lemma defender_banned : forall u, turn u = false -> banned a u = ban u.
Proof. intros u T. unfold banned, has_retakes. rewrite attacker_retakes, T. reflexivity. Qed.

Lemma agrees_smaller : forall Y Z s t, Y ⊆ Z -> agrees Z s t -> agrees Y s t.
Proof. intros Y Z s t H [A B C]. constructor; auto. now apply (alike_smaller Y Z). Qed.

Lemma stands_larger : forall Y Z s, Y ⊆ Z -> stands Y s -> stands Z s.
Proof. intros Y Z s H W t St A. apply W; [exact St | now apply (agrees_smaller Y Z)]. Qed.

(** A named block that is left after a play was left before it. *)
Lemma left_before : forall t p t', sound a t -> play a t p = Some t' -> one_left a t' -> one_left a t.
Proof.
  intros t p t' S P [n [I [J _]]].
  destruct (play_facts a no_suicide t p t' (sound_wf a t S) P) as [_ [_ [_ [_ [_ [_ V]]]]]].
  assert (K : n ∉ gone t) by (intro K; apply J; rewrite V, mem_union; now left).
  exists n. split; [exact I|]. split; [exact K | now apply (sound_names a t S)].
Qed.

(** * A move of the defender *)
Lemma lives_play : forall t m t', sound a t -> turn t = false -> play a t m = Some t' -> lives a t' -> lives a t.
Proof.
  intros t m t' S T P [set [I H]]. exists (fun u => set u \/ u = t). split; [now right|].
  intros u [U | ->].
  - destruct (H u U) as [A [B C]]. split; [exact A|]. split.
    + intro X. destruct (B X) as [Y | [p [u' [Y Z]]]]; [left; now left | right; exists p, u'; tauto].
    + intro X. destruct (C X) as [Y Z]. split; [now left|]. intros p u' Q. left. now apply (Z p).
  - split; [apply (left_before t m t' S P); now apply H|]. split; intro X; [|cbn in X; congruence].
    right. exists m, t'. tauto.
Qed.

Lemma defence_spec : forall s m s' Y Z, wf a s -> turn s = false -> play a s m = Some s' ->
  move_zone a s m Y Z = true -> stands Y s' -> stands Z s.
Proof.
  intros s m s' Y Z Ws T P H Win t St A. pose proof (sound_wf a t St) as Wt.
  pose proof (agrees_alike _ _ _ A) as AA. pose proof (alike_turn _ _ _ AA) as Tt. rewrite T in Tt.
  destruct (play_facts a no_suicide s m s' Ws P) as [_ [NB [_ [_ [_ [T' V]]]]]].
  rewrite defender_banned in NB by exact T.
  assert (Hm : m ∈ Z) by (unfold move_zone in H; rewrite !andb_true_iff, has_spec in H; tauto).
  assert (NBt : banned a t <> Some m).
  { rewrite defender_banned by now symmetry. intro X. apply NB. now apply (agrees_ban _ _ _ A). }
  destruct (move_alike a no_suicide s t m s' Y Z Ws Wt AA NBt P H) as [t' [Q [A' [_ HY]]]].
  destruct (play_facts a no_suicide t m t' Wt Q) as [_ [_ [_ [_ [_ [Tt' Vt]]]]]].
  apply (lives_play t m t'); auto.
  apply Win; [exact (sound_play a t m t' St Q)|]. constructor; [exact A' | |].
  - intros z Iz. rewrite V, Vt, T, <- Tt, !mem_union, !mem_inter, !mem_0.
    intros [J | J]; [left; apply (agrees_gone _ _ _ A); auto | tauto].
  - intro X. rewrite Tt', <- Tt in X. discriminate.
Qed.

Lemma lives_pass : forall t, turn t = false -> lives a (pass t) -> lives a t.
Proof.
  intros t T [set [I H]]. exists (fun u => set u \/ u = t). split; [now right|].
  intros u [U | ->].
  - destruct (H u U) as [A [B C]]. split; [exact A|]. split.
    + intro X. destruct (B X) as [Y | [p [u' [Y Z]]]]; [left; now left | right; exists p, u'; tauto].
    + intro X. destruct (C X) as [Y Z]. split; [now left|]. intros p u' Q. left. now apply (Z p).
  - split; [exact (proj1 (H (pass t) I))|]. split; intro X; [left; now left | cbn in X; congruence].
Qed.

Lemma pass_spec : forall s Y, turn s = false -> stands Y (pass s) -> stands Y s.
Proof.
  intros s Y T W t St A. pose proof (alike_turn _ _ _ (agrees_alike _ _ _ A)) as Tt.
  apply lives_pass; [congruence|]. apply W; [now apply sound_pass|].
  constructor; [constructor | exact (agrees_gone _ _ _ A) | intros _ x B; discriminate].
  - intros [] z I; [exact (alike_stones _ _ _ (agrees_alike _ _ _ A) true z I)
                   | exact (alike_stones _ _ _ (agrees_alike _ _ _ A) false z I)].
  - cbn. congruence.
Qed.

(** * Moves of the attacker *)

(** The zone holds a named stone that is left. *)
Definition holds_name (s : state) (Z : N) : bool := meets (inter (names a) Z) (minus (def s) (gone s)).

Lemma attacks_spec : forall s Z, wf a s -> turn s = true -> holds_name s Z = true ->
  all_guarded a Z (def s) (empty a s) (secure_def a) (inter Z (def s)) = true ->
  (forall p, p ∈ Z -> p ∈ empty a s ->
     no_reply_zone a s p Z = true \/
     exists s' Y, play a s p = Some s' /\ stands Y s' /\ reply_zone a s p s' Y Z = true) ->
  stands Z s.
Proof.
  intros s Z Ws T HN HG HR t St A.
  apply meets_spec in HN. destruct HN as [n [In1 In2]]. rewrite mem_inter in In1. rewrite mem_minus in In2.
  (* Positions with the same stones on the zone, the defender to move and without a ban there. *)
  set (away := fun u => alike Z (pass s) u /\ (forall z, z ∈ Z -> z ∈ gone u -> z ∈ gone s)).
  set (set := fun u => sound a u /\ (agrees Z s u \/ away u \/ lives a u)).
  exists set. split; [split; [exact St | now left]|].
  intros u [Su [Au | [Au | [X [Xu HX]]]]].
  - (* The attacker is to move. *)
    pose proof (agrees_alike _ _ _ Au) as AA. pose proof (alike_turn _ _ _ AA) as Tu. rewrite T in Tu.
    split.
    { exists n. split; [tauto|]. split; [intro J; apply In2; now apply (agrees_gone _ _ _ Au)|].
      apply (alike_stones _ _ _ AA false n); tauto. }
    split; intro X; [congruence|]. split.
    { split; [now apply sound_pass|]. right. left. split; [|exact (agrees_gone _ _ _ Au)].
      constructor; [|cbn; congruence]. intros [] z I; [now apply (alike_stones _ _ _ AA true) | now apply (alike_stones _ _ _ AA false)]. }
    intros p u' P. split; [exact (sound_play a u p u' Su P)|].
    pose proof (sound_wf a u Su) as Wu.
    destruct (play_facts a no_suicide u p u' Wu P) as [E' [_ [_ [_ [_ [Tu' Vu]]]]]].
    rewrite <- Tu in Vu, Tu'. destruct (mem_dec p Z) as [I | I].
    + right. right. assert (E : p ∈ empty a s) by (apply (alike_empty a Z s u p AA); auto).
      destruct (HR p I E) as [H | [s' [Y [Ps [Win H]]]]].
      * destruct (no_reply_alike a no_suicide s u p u' Z Wu AA H P).
      * destruct (reply_alike a no_suicide s u p s' u' Y Z Ws Wu AA Ps P H) as [A' [_ [HY [ND B]]]].
        destruct (play_facts a no_suicide s p s' Ws Ps) as [_ [_ [_ [_ [_ [_ V]]]]]]. rewrite T in V.
        apply Win; [exact (sound_play a u p u' Su P)|]. constructor; [exact A' | |].
        -- intros z Iz. rewrite V, Vu, !mem_union, !mem_inter.
           intros [J | [J K]]; [left; apply (agrees_gone _ _ _ Au); auto | right; split; [exact J | now apply ND]].
        -- intros _. exact B.
    + right. left. destruct (outside_alike a no_suicide s u p u' Z Wu AA) as [A' [ND _]]; auto.
      { rewrite T. exact HG. }
      split; [exact A'|]. intros z Iz. rewrite Vu, mem_union, mem_inter.
      intros [J | [_ J]]; [now apply (agrees_gone _ _ _ Au) | now destruct (ND z Iz)].
  - (* The defender passes. *)
    destruct Au as [AA AG]. pose proof (alike_turn _ _ _ AA) as Tu. cbn in Tu. rewrite T in Tu. cbn in Tu.
    split.
    { exists n. split; [tauto|]. split; [intro J; apply In2; now apply AG|].
      apply (alike_stones _ _ _ AA false n); cbn; tauto. }
    split; intro Y; [|cbn in Y; congruence]. left. split; [now apply sound_pass|]. left.
    constructor; [constructor | exact AG |].
    + intros [] z I; [exact (alike_stones _ _ _ AA true z I) | exact (alike_stones _ _ _ AA false z I)].
    + cbn. now rewrite <- Tu.
    + intros _ x B. discriminate.
  - (* The claim is shown of the position. *)
    destruct (HX u Xu) as [B [C D]]. split; [exact B|]. split.
    + intro E. destruct (C E) as [F | [p [u' [F Fu]]]].
      * left. split; [now apply sound_pass|]. right. right. exists X. tauto.
      * right. exists p, u'. split; [exact F|]. split; [exact (sound_play a u p u' Su F)|]. right. right. exists X. tauto.
    + intro E. destruct (D E) as [F Fu]. split.
      * split; [now apply sound_pass|]. right. right. exists X. tauto.
      * intros p u' Q. split; [exact (sound_play a u p u' Su Q)|]. right. right. exists X. split; [now apply (Fu p) | exact HX].
Qed.

(** * Unconditional life *)

(** The blocks that live and the regions that they live by. *)
Definition life_zone (s : state) : N := union (unite (fst (found a s false))) (unite (snd (found a s false))).

Definition is_alive_within (s : state) (Z : N) : bool :=
  subset (life_zone s) Z && meets (unite (fst (found a s false))) (minus (names a) (gone s)).

Lemma reach_same : forall V V' p q, p ∈ V' -> (forall x y, reach (G a) V p x -> adj (G a) x y -> y ∈ V -> x ∈ V' -> y ∈ V') ->
  reach (G a) V p q -> reach (G a) V' p q.
Proof.
  intros V V' p q I H R. induction R as [_ | x y R IH A J]; [now constructor|].
  eapply reach_step; [exact IH | exact A|]. apply (H x y); auto. now apply reach_in in IH.
Qed.

Lemma alike_condition : forall s t Z, wf a s -> wf a t -> alike Z s t -> subset (life_zone s) Z = true ->
  condition (G a) (def t) (empty_of a t false) (free_of a t false)
    (map (fun b => flood (G a) b (def t)) (fst (found a s false))) (snd (found a s false)).
Proof.
  intros s t Z Ws Wt A H. rewrite subset_spec in H.
  pose proof (found_condition a s false) as C. cbn [stones] in C.
  set (B := fst (found a s false)) in *. set (R := snd (found a s false)) in *.
  assert (zb : forall b x, In b B -> x ∈ b -> x ∈ Z).
  { intros b x I J. apply H. unfold life_zone. rewrite mem_union, mem_unite. left. now exists b. }
  assert (zr : forall r x, In r R -> x ∈ r -> x ∈ Z).
  { intros r x I J. apply H. unfold life_zone. rewrite mem_union, !mem_unite. right. now exists r. }
  assert (bt : forall b x, In b B -> x ∈ b -> x ∈ def t).
  { intros b x I J. apply (alike_stones _ _ _ A false x (zb b x I J)). cbn.
    exact (part_in (G a) (def s) b x (are_blocks _ _ _ _ _ _ C b I) J). }
  assert (rt : forall r x, In r R -> x ∈ r -> x ∈ minus (all (G a)) (def t)).
  { intros r x I J. pose proof (part_in (G a) _ r x (are_regions _ _ _ _ _ _ C r I) J) as K.
    rewrite mem_minus in *. split; [tauto|]. intro M. apply K.
    now apply (alike_stones _ _ _ A false x (zr r x I J)). }
  assert (border : forall r x y, In r R -> x ∈ r -> adj (G a) x y -> y ∈ r \/ exists b, In b B /\ y ∈ b).
  { intros r x y I J K. destruct (mem_dec y (def s)) as [M | M].
    - right. exact (enclosed _ _ _ _ _ _ C r x y I J K M).
    - left. apply (part_closed (G a) _ r x y (are_regions _ _ _ _ _ _ C r I) J K).
      rewrite mem_minus. split; [now apply adj_all in K | exact M]. }
  assert (part : forall r, In r R -> is_part (G a) (minus (all (G a)) (def t)) r).
  { intros r I. pose proof (are_regions _ _ _ _ _ _ C r I) as P. destruct P as [p [Ip P]].
    assert (pr : p ∈ r) by (apply P; now constructor).
    exists p. split; [now apply (rt r)|]. intro q. split.
    - intro J. apply (part_connected (G a) _ r _ p q (are_regions _ _ _ _ _ _ C r I)); auto.
      intros x K. now apply (rt r).
    - intro Q. induction Q as [_ | x y Q IH K M]; [exact pr|].
      destruct (border r x y I IH K) as [L | [b [Ib L]]]; [exact L|].
      rewrite mem_minus in M. destruct M as [_ M]. destruct M. now apply (bt b). }
  assert (et : forall r x, In r R -> x ∈ r -> (x ∈ empty a s <-> x ∈ empty a t)).
  { intros r x I J. apply (alike_empty a Z s t x A). now apply (zr r). }
  assert (wide : forall b x, In b B -> x ∈ b -> x ∈ flood (G a) b (def t)).
  { intros b x I J. apply flood_spec. exists x. split; [exact J|]. constructor. now apply (bt b). }
  unfold empty_of in *. rewrite no_suicide in *.
  constructor.
  - intros b' I'. apply in_map_iff in I'. destruct I' as [b [<- I]].
    pose proof (are_blocks _ _ _ _ _ _ C b I) as P. pose proof P as P'. destruct P' as [p [Ip P']].
    assert (pb : p ∈ b) by (apply P'; now constructor).
    exists p. split; [now apply (bt b)|]. intro q. rewrite flood_spec. split.
    + intros [x [J Q]]. apply reach_trans with x; [|exact Q].
      apply (part_connected (G a) (def s) b (def t) p x P); auto. intros y K. now apply (bt b).
    + intro Q. now exists p.
  - exact part.
  - intros r I x J. unfold free_of. rewrite mem_minus. split; [now apply (rt r)|].
    intro K. apply flood_spec in K. destruct K as [y [Sy Q]].
    assert (yr : y ∈ r).
    { destruct (part r I) as [p [_ P]]. apply P. apply P in J. apply reach_trans with x; [exact J | now apply reach_sym]. }
    pose proof (are_free _ _ _ _ _ _ C r I y yr) as F. unfold free_of in F. rewrite mem_minus in F.
    destruct F as [F1 F2]. apply F2. apply flood_spec. exists y. split; [exact Sy | now constructor].
  - intros r I. destruct (have_empty _ _ _ _ _ _ C r I) as [x [J K]]. exists x. split; [exact J|].
    now apply (et r x I J).
  - intros r p q I J K M. destruct (border r p q I J K) as [L | [b [Ib L]]].
    + pose proof (rt r q I L) as X. rewrite mem_minus in X. cbn in M. tauto.
    + exists (flood (G a) b (def t)). split; [apply in_map_iff; now exists b | now apply wide].
  - intros b' I'. apply in_map_iff in I'. destruct I' as [b [<- I]].
    destruct (two_vital _ _ _ _ _ _ C b I) as [r1 [r2 [I1 [I2 [N V]]]]].
    exists r1, r2. repeat split; auto. intros r p Ir J K.
    assert (In r R) as IR by (destruct Ir as [-> | ->]; assumption).
    pose proof (V r p Ir J) as X. rewrite (et r p IR J) in X. specialize (X K).
    rewrite spread_spec in *. destruct X as [[X Y] | [q [X Y]]].
    + left. split; [now apply wide | exact Y].
    + right. exists q. split; [now apply wide | exact Y].
Qed.

Lemma alive_spec : forall s Z, wf a s -> is_alive_within s Z = true -> stands Z s.
Proof.
  intros s Z Ws H t St A. unfold is_alive_within in H. apply andb_true_iff in H. destruct H as [HZ HN].
  pose proof (alike_condition s t Z Ws (sound_wf a t St) (agrees_alike _ _ _ A) HZ) as C.
  apply meets_spec in HN. destruct HN as [n [I J]]. rewrite mem_minus in J.
  apply mem_unite in I. destruct I as [b [Ib I]].
  assert (Zn : n ∈ Z).
  { rewrite subset_spec in HZ. apply HZ. unfold life_zone. rewrite mem_union, mem_unite. left. now exists b. }
  assert (L : is_alive a t = true).
  { unfold is_alive. apply meets_spec. exists n. split.
    - change (n ∈ unite (fst (found a t false))). apply mem_unite. exists (flood (G a) b (def t)). split.
      + apply (benson_greatest _ _ _ _ _ _ C). apply in_map_iff. now exists b.
      + apply flood_spec. exists n. split; [exact I|]. constructor.
        apply (alike_stones _ _ _ (agrees_alike _ _ _ A) false n Zn). cbn.
        apply (part_in (G a) (def s) b n); [|exact I].
        exact (are_blocks _ _ _ _ _ _ (found_condition a s false) b Ib).
    - rewrite mem_minus. split; [tauto|]. intro K. apply J. now apply (agrees_gone _ _ _ A). }
  exists (left_alone a false t). split; [apply left_start|]. intros u U.
  split; [exact (alive_stays a t u St L U)|]. split; intro T.
  - left. now apply left_pass.
  - split; [now apply left_pass|]. intros p u' P. now apply (left_play a false t u p u').
Qed.

End Lives.

(** * The check *)

(** The defender's answer: the position lives by Benson's condition within a zone; or a pass, to the position of an
    entry; or a play, and the zone before it. After the play the position lives within a zone, or is that of an entry. *)
Inductive next_life := Alive (zone : N) | Listed.
Inductive defence := Is_alive (zone : N) | Let_pass | Defend (point : N) (next : next_life) (zone : N).

Record life_entry := Life_entry { life_position : state; life_zone_of : N; defences : list (N * defence) }.

Section Check.
Variable a : arena.

Definition next_life_zone (t : zone_table) (s : state) (x : next_life) : option N :=
  match x with
  | Alive Z => if is_alive_within a s Z then Some Z else None
  | Listed => zone_lookup a t s
  end.

(** The zone of a position with the defender to move, if the answer shows one. *)
Definition defence_zone (t : zone_table) (s : state) (x : defence) : option N :=
  match x with
  | Is_alive Z => next_life_zone t s (Alive Z)
  | Let_pass => zone_lookup a t (pass s)
  | Defend m next Z =>
      match play a s m with
      | Some s' => match next_life_zone t s' next with
                   | Some Y => if move_zone a s m Y Z then Some Z else None
                   | None => None
                   end
      | None => None
      end
  end.

Definition is_defence (t : zone_table) (e : life_entry) (p : N) : bool :=
  let s := life_position e in
  no_reply_zone a s p (life_zone_of e) ||
  match play a s p, find (fun x => fst x =? p) (defences e) with
  | Some s', Some x => match defence_zone t s' (snd x) with
                       | Some Y => reply_zone a s p s' Y (life_zone_of e)
                       | None => false
                       end
  | _, _ => false
  end.

Definition is_life_entry (t : zone_table) (e : life_entry) : bool :=
  let s := life_position e in
  let Z := life_zone_of e in
  turn s && is_wf a s && holds_name a s Z &&
  all_guarded a Z (def s) (empty a s) (secure_def a) (inter Z (def s)) &&
  forallb (is_defence t e) (elements (inter Z (empty a s))).

Fixpoint check_life_entries (t : zone_table) (entries : list life_entry) : option zone_table :=
  match entries with
  | [] => Some t
  | e :: l => if is_life_entry t e
              then check_life_entries (zone_insert a t (life_position e) (life_zone_of e)) l else None
  end.

(** Suicide is forbidden, and the attacker may take back kos. *)
Definition attacker_has_kos : bool :=
  negb (suicide a) && match retaker a with Some b => b | None => false end.

(** The start is answered by the defender, or is a position of the list, or lives within the zone [first]. *)
Definition check_live_zones (s : state) (first : option defence) (entries : list life_entry) : bool :=
  attacker_has_kos && is_sound a s &&
  match check_life_entries (PositiveMap.empty _) entries with
  | Some t => match first with
              | Some (Is_alive Z) => is_alive_within a s Z
              | Some x => negb (turn s) && match defence_zone t s x with Some _ => true | None => false end
              | None => match zone_lookup a t s with Some _ => true | None => false end
              end
  | None => false
  end.

Hypothesis kos : attacker_has_kos = true.

Lemma its_kos : suicide a = false /\ retaker a = Some true.
Proof.
  unfold attacker_has_kos in kos. rewrite andb_true_iff, negb_true_iff in kos.
  destruct kos as [A B]. split; [exact A|]. destruct (retaker a) as [[]|]; cbn in B; congruence.
Qed.

Lemma next_life_spec : forall t s x Z, (forall u U, zone_lookup a t u = Some U -> stands a U u) -> wf a s ->
  next_life_zone t s x = Some Z -> stands a Z s.
Proof.
  intros t s x Z K W H. destruct its_kos as [P1 P2]. destruct x as [X|]; cbn in H; [|now apply K].
  destruct (is_alive_within a s X) eqn:E; [|discriminate]. injection H as <-. now apply alive_spec.
Qed.

Lemma defence_zone_spec : forall t s x Z, (forall u U, zone_lookup a t u = Some U -> stands a U u) ->
  wf a s -> turn s = false -> defence_zone t s x = Some Z -> stands a Z s.
Proof.
  intros t s x Z K W T H. destruct its_kos as [P1 P2].
  destruct x as [X | | m next X]; cbn [defence_zone] in H.
  - now apply (next_life_spec t s (Alive X)).
  - apply pass_spec; [exact T | now apply K].
  - destruct (play a s m) as [s'|] eqn:P; [|discriminate].
    destruct (next_life_zone t s' next) as [Y|] eqn:N; [|discriminate].
    destruct (move_zone a s m Y X) eqn:M; [|discriminate]. injection H as <-.
    apply (defence_spec a P1 P2 s m s' Y X); auto.
    apply (next_life_spec t s' next); auto. exact (play_wf a s m s' W P).
Qed.

Lemma is_life_entry_spec : forall t e, (forall u U, zone_lookup a t u = Some U -> stands a U u) ->
  is_life_entry t e = true -> stands a (life_zone_of e) (life_position e).
Proof.
  intros t e K H. unfold is_life_entry in H. destruct its_kos as [P1 P2].
  rewrite !andb_true_iff, forallb_forall in H. destruct H as [[[[T W] HN] HG] HR]. apply is_wf_spec in W.
  apply (attacks_spec a P1); auto.
  intros p I E. specialize (HR p). rewrite elements_spec, mem_inter in HR.
  specialize (HR (conj I E)). unfold is_defence in HR. apply orb_true_iff in HR. destruct HR as [HR | HR]; [now left|].
  right. destruct (play a (life_position e) p) as [s'|] eqn:P; [|discriminate].
  destruct (find _ (defences e)) as [[q x]|]; [|discriminate]. cbn [snd] in HR.
  destruct (defence_zone t s' x) as [Y|] eqn:AY; [|discriminate].
  exists s', Y. split; [reflexivity|]. split; [|exact HR].
  apply (defence_zone_spec t s' x); auto; [exact (play_wf a _ p s' W P)|].
  rewrite (play_turn a _ _ _ P), T. reflexivity.
Qed.

Lemma check_life_entries_spec : forall entries t t', (forall u U, zone_lookup a t u = Some U -> stands a U u) ->
  check_life_entries t entries = Some t' -> forall u U, zone_lookup a t' u = Some U -> stands a U u.
Proof.
  induction entries as [|e l IH]; intros t t' K H; cbn in H.
  - now injection H as <-.
  - destruct (is_life_entry t e) eqn:E; [|discriminate].
    refine (IH _ _ _ H). intros u U L. apply zone_lookup_insert in L. destruct L as [[-> ->] | L]; [|now apply K].
    now apply (is_life_entry_spec t).
Qed.

End Check.

(** A list with zones that is accepted is a strategy: a named block is never taken, whatever the attacker plays. *)
Theorem check_live_zones_sound : forall a s first entries,
  check_live_zones a s first entries = true -> lives a s.
Proof.
  intros a s first entries H. unfold check_live_zones in H.
  rewrite !andb_true_iff in H. destruct H as [[P S] H]. apply is_sound_spec in S.
  pose proof (sound_wf a s S) as W. destruct (its_kos a P) as [P1 P2].
  destruct (check_life_entries a _ entries) as [t|] eqn:E; [|discriminate].
  assert (K : forall u U, zone_lookup a t u = Some U -> stands a U u).
  { apply (check_life_entries_spec a P entries (PositiveMap.empty _) t); [|exact E].
    intros u U L. unfold zone_lookup in L. rewrite PositiveMap.gempty in L. discriminate. }
  assert (self : forall Z, agrees Z s s) by (intro Z; constructor; [now constructor | auto | auto]).
  assert (answered : forall x, negb (turn s) && match defence_zone a t s x with Some _ => true | None => false end = true ->
            lives a s).
  { intros x X. apply andb_true_iff in X. destruct X as [T X]. apply negb_true_iff in T.
    destruct (defence_zone a t s x) as [Z|] eqn:A; [|discriminate].
    exact (defence_zone_spec a P t s x Z K W T A s S (self Z)). }
  destruct first as [[Z | | m next Z]|].
  - exact (alive_spec a P1 s Z W H s S (self Z)).
  - exact (answered Let_pass H).
  - exact (answered (Defend m next Z) H).
  - destruct (zone_lookup a t s) as [X|] eqn:A; [|discriminate].
    exact (K s X A s S (self X)).
Qed.
