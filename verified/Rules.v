(** The rules of play in an arena: a board (or the part of one in which play is allowed), two colors called attacker and
    defender, simple ko with retakes, suicide forbidden or allowed, and points where the stones of a side can't be
    taken. On a whole board the sets [secure_att], [secure_def] and [rim] are empty, and these are the rules of Go. *)

Require Import NArith PeanoNat List Bool Lia.
Require Import Tedomari.Sets Tedomari.Graph.
Import ListNotations.
Open Scope N_scope.

Record arena := {
  G : graph;
  names : N;               (** one stone of each block in question *)
  secure_att : N;          (** points where stones of the attacker can't be taken *)
  secure_def : N;
  rim : N;                 (** points where a stone may have friends or liberties outside *)
  suicide : bool;          (** whether suicide of several stones is allowed *)
  retaker : option bool;   (** the side that may take back a ko at once; [true] is the attacker *)
  endless : bool           (** whether that side may do so without bound *)
}.

Record state := State {
  att : N;                 (** stones of the attacker *)
  def : N;
  ban : option N;          (** where a ko forbids the side to move to play, unless it has a retake *)
  turn : bool;             (** whether the attacker is to move *)
  ret : N;                 (** retakes left, if they are counted *)
  gone : N                 (** which of the named blocks were taken *)
}.

Definition stones (st : state) (side : bool) : N := if side then att st else def st.
Definition secure (a : arena) (side : bool) : N := if side then secure_att a else secure_def a.
Definition empty (a : arena) (st : state) : N := minus (minus (all (G a)) (att st)) (def st).

Definition has_retakes (a : arena) (side : bool) : bool :=
  match retaker a with Some s => Bool.eqb s side | None => false end.

Definition banned (a : arena) (st : state) : option N :=
  if has_retakes a (turn st) && (0 <? ret st) then None else ban st.

Definition is_at (o : option N) (p : N) : bool := match o with Some q => q =? p | None => false end.

(** Whether the block of [n] among the stones [W] has a secure stone or a liberty in [E]. *)
Definition stays (g : graph) (W E sec n : N) : bool :=
  let block := flood g (single n) W in meets block sec || meets (spread g block) E.

(** The stones of [W] in blocks beside [p] that don't stay. *)
Definition captured (g : graph) (W E sec p : N) : N :=
  fold_right (fun n dead => if stays g W E sec n then dead else union (flood g (single n) W) dead)
    0 (elements (inter (spread g (single p)) W)).

Definition pass (st : state) : state :=
  {| att := att st; def := def st; ban := None; turn := negb (turn st); ret := ret st; gone := gone st |}.

(** The position after a play on a point; none if it is illegal. *)
Definition play (a : arena) (st : state) (p : N) : option state :=
  let g := G a in
  let side := turn st in
  let others := stones st (negb side) in
  let free := empty a st in
  if negb (has free p) || is_at (banned a st) p then None else
  let own := union (stones st side) (single p) in
  let rest := minus free (single p) in
  let dead := captured g others rest (secure a (negb side)) p in
  let made := flood g (single p) own in
  let liberties := inter (spread g made) (union rest dead) in
  let is_suicide := (liberties =? 0) && negb (meets made (secure a side)) in
  if is_suicide && (negb (suicide a) || (made =? single p) || meets made (rim a)) then None else
  let lost := if is_suicide then made else 0 in
  let own := minus own lost in
  let others := minus others dead in
  let ko :=
    match elements dead with
    | [q] => if (made =? single p) && (liberties =? dead) && negb is_suicide
                && negb (has (union (rim a) (secure a side)) p)
                && negb (has_retakes a (negb side) && endless a)
             then Some q else None
    | _ => None
    end in
  Some {| att := if side then own else others;
          def := if side then others else own;
          ban := ko;
          turn := negb side;
          ret := if is_at (ban st) p then N.pred (ret st) else ret st;
          gone := union (gone st) (inter (names a) (if side then dead else lost)) |}.

(** * What the rules mean *)

(** Both colors stand on points of the board, never on the same one. *)
Definition wf (a : arena) (st : state) : Prop :=
  att st ⊆ all (G a) /\ def st ⊆ all (G a) /\ forall p, p ∈ att st -> p ∉ def st.

(** The block of [n] has a liberty. *)
Definition liberty (g : graph) (W E n : N) : Prop :=
  exists q r, reach g W n q /\ adj g q r /\ r ∈ E.

Definition safe_block (g : graph) (W E sec n : N) : Prop :=
  (exists q, reach g W n q /\ q ∈ sec) \/ liberty g W E n.

(** What a legal play does: [dead] are the stones that it takes, [lost] those that it removes by suicide. *)
Definition legal (a : arena) (st : state) (p dead lost : N) : Prop :=
  let g := G a in
  let side := turn st in
  let others := stones st (negb side) in
  let own := union (stones st side) (single p) in
  let rest := minus (empty a st) (single p) in
  p ∈ empty a st /\ banned a st <> Some p /\
  (** exactly the blocks beside the stone are taken that have no liberty and can be taken *)
  (forall q, q ∈ dead <-> exists n, adj g p n /\ reach g others n q /\
                                    ~ safe_block g others rest (secure a (negb side)) n) /\
  (** then the stone's block has a liberty or can't be taken; or it is removed, where that is allowed *)
  ((lost = 0 /\ safe_block g own (union rest dead) (secure a side) p) \/
   (suicide a = true /\ ~ safe_block g own (union rest dead) (secure a side) p /\
    (forall q, q ∈ lost <-> reach g own p q) /\ lost <> single p /\ forall q, q ∈ lost -> q ∉ rim a)).

Lemma stays_spec : forall g W E sec n, (forall p, p ∈ W -> p ∉ E) ->
  (stays g W E sec n = true <-> safe_block g W E sec n).
Proof.
  intros g W E sec n D. unfold stays, safe_block, liberty. rewrite orb_true_iff, !meets_spec. split.
  - intros [[q [I J]] | [r [I J]]].
    + left. exists q. now rewrite flood_single in I.
    + rewrite spread_spec in I. destruct I as [[I _] | [q [I A]]].
      * exfalso. rewrite flood_single in I. apply (D r); [now apply reach_in in I | exact J].
      * right. exists q, r. now rewrite flood_single in I.
  - intros [[q [I J]] | [q [r [I [A J]]]]].
    + left. exists q. now rewrite flood_single.
    + right. exists r. rewrite spread_spec. split; [|exact J]. right. exists q. now rewrite flood_single.
Qed.

Lemma safe_dec : forall g W E sec n, (forall p, p ∈ W -> p ∉ E) ->
  safe_block g W E sec n \/ ~ safe_block g W E sec n.
Proof.
  intros g W E sec n D. rewrite <- (stays_spec g W E sec n D). destruct (stays g W E sec n); auto.
Qed.

Lemma captured_spec : forall g W E sec p q, (forall r, r ∈ W -> r ∉ E) -> p ∉ W ->
  (q ∈ captured g W E sec p <->
   exists n, adj g p n /\ reach g W n q /\ ~ safe_block g W E sec n).
Proof.
  intros g W E sec p q D P. unfold captured.
  assert (H : forall l, q ∈ fold_right (fun n dead => if stays g W E sec n then dead
                                        else union (flood g (single n) W) dead) 0 l <->
              exists n, In n l /\ reach g W n q /\ ~ safe_block g W E sec n).
  { induction l as [|n l IH]; cbn [fold_right].
    - rewrite mem_0. split; [tauto | intros [n [[] _]]].
    - destruct (stays g W E sec n) eqn:S.
      + rewrite IH. split; intros [m [I [R N]]]; exists m; (split; [|tauto]); [now right|].
        destruct I as [<- | I]; [|exact I]. apply stays_spec in S; [tauto | exact D].
      + rewrite mem_union, IH, flood_single. split.
        * intros [R | [m [I [R N]]]]; [exists n | exists m]; (split; [now constructor|]); [|tauto].
          split; [exact R|]. rewrite <- stays_spec by exact D. congruence.
        * intros [m [[<- | I] [R N]]]; [now left | right; exists m; tauto]. }
  rewrite H. split; intros [n [I [R N]]]; exists n; (split; [|tauto]).
  - rewrite elements_spec, mem_inter, spread_spec in I.
    destruct I as [[[I _] | [o [I A]]] J]; rewrite mem_single in I; subst; [tauto | exact A].
  - rewrite elements_spec, mem_inter, spread_spec. split.
    + right. exists p. now rewrite mem_single.
    + now apply reach_in in R.
Qed.

Lemma mem_empty : forall a st side p,
  p ∈ empty a st <-> p ∈ all (G a) /\ p ∉ stones st side /\ p ∉ stones st (negb side).
Proof.
  intros. unfold empty. rewrite !mem_minus. destruct side; cbn [stones negb]; tauto.
Qed.

Lemma wf_stones : forall a st side, wf a st ->
  stones st side ⊆ all (G a) /\ forall p, p ∈ stones st side -> p ∉ stones st (negb side).
Proof.
  intros a st side [A [B C]]. destruct side; cbn [stones negb]; split; auto.
  intros p I J. now apply (C p).
Qed.

(** The shape of all that follows: a play puts a stone, removes [dead] and [lost], and gives the turn to the other. *)
Theorem play_legal : forall a st p st', wf a st -> play a st p = Some st' ->
  exists dead lost, legal a st p dead lost /\
    stones st' (turn st) = minus (union (stones st (turn st)) (single p)) lost /\
    stones st' (negb (turn st)) = minus (stones st (negb (turn st))) dead /\
    turn st' = negb (turn st) /\
    gone st' = union (gone st) (inter (names a) (if turn st then dead else lost)).
Proof.
  intros a st p st' W H. unfold play in H.
  destruct (negb (has (empty a st) p) || is_at (banned a st) p) eqn:B; [discriminate|].
  apply orb_false_iff in B. destruct B as [B K]. apply negb_false_iff in B. rewrite has_spec in B.
  set (side := turn st) in *. set (rest := minus (empty a st) (single p)) in *.
  set (others := stones st (negb side)) in *.
  set (own := union (stones st side) (single p)) in *.
  set (dead := captured (G a) others rest (secure a (negb side)) p) in *.
  set (made := flood (G a) (single p) own) in *.
  assert (D : forall r, r ∈ others -> r ∉ rest).
  { unfold rest, others. intros r I. rewrite mem_minus, (mem_empty a st side). tauto. }
  assert (P : p ∉ others) by (unfold others; rewrite (mem_empty a st side) in B; tauto).
  assert (C : forall q, q ∈ dead <-> _) by (intro q; exact (captured_spec _ _ _ (secure a (negb side)) p q D P)).
  assert (D' : forall r, r ∈ own -> r ∉ union rest dead).
  { unfold own. intro r. rewrite !mem_union, mem_single. intros I [J | J].
    - unfold rest in J. rewrite mem_minus, (mem_empty a st side), mem_single in J. tauto.
    - rewrite C in J. destruct J as [n [_ [R _]]]. apply reach_in in R. destruct R as [_ R].
      destruct I as [I | ->]; [|tauto]. destruct (wf_stones a st side W) as [_ X]. now apply (X r). }
  pose proof (stays_spec (G a) own (union rest dead) (secure a side) p D') as S.
  unfold stays in S. fold made in S.
  set (libs := inter (spread (G a) made) (union rest dead)) in *.
  set (sui := (libs =? 0) && negb (meets made (secure a side))) in *.
  assert (S' : sui = false <-> safe_block (G a) own (union rest dead) (secure a side) p).
  { rewrite <- S. unfold sui, libs, inter, meets.
    destruct (N.land made (secure a side) =? 0), (N.land (spread (G a) made) (union rest dead) =? 0);
      cbn; intuition discriminate. }
  destruct (sui && (negb (suicide a) || (made =? single p) || meets made (rim a))) eqn:U; [discriminate|].
  injection H as <-. exists dead, (if sui then made else 0). split; [|split; [|split; [|split]]].
  - unfold legal. fold side others own rest. repeat split; [exact B | | apply C | apply C |].
    + intro E. rewrite E in K. cbn in K. now rewrite N.eqb_refl in K.
    + destruct sui eqn:V.
      * right. cbn in U. apply orb_false_iff in U. destruct U as [U U3].
        apply orb_false_iff in U. destruct U as [U1 U2].
        apply negb_false_iff in U1. apply N.eqb_neq in U2. rewrite meets_false in U3.
        repeat split; [exact U1 | | apply flood_single | apply flood_single | exact U2 | exact U3].
        intro X. apply S' in X. discriminate.
      * left. split; [reflexivity | now apply S'].
  - destruct side eqn:E; reflexivity.
  - destruct side eqn:E; reflexivity.
  - reflexivity.
  - reflexivity.
Qed.

(** A play is refused only if its point is not empty, a ko forbids it, or it is a suicide that is not allowed. *)
Theorem play_refused : forall a st p, wf a st -> play a st p = None ->
  p ∉ empty a st \/ banned a st = Some p \/
  exists dead, (forall q, q ∈ dead <-> exists n, adj (G a) p n /\ reach (G a) (stones st (negb (turn st))) n q /\
      ~ safe_block (G a) (stones st (negb (turn st))) (minus (empty a st) (single p))
          (secure a (negb (turn st))) n) /\
    (forall q r, reach (G a) (union (stones st (turn st)) (single p)) p q -> adj (G a) q r ->
       r ∉ union (minus (empty a st) (single p)) dead) /\
    (suicide a = false \/
     (forall q, reach (G a) (union (stones st (turn st)) (single p)) p q -> q = p) \/
     exists q, reach (G a) (union (stones st (turn st)) (single p)) p q /\ q ∈ rim a).
Proof.
  intros a st p W H. unfold play in H.
  destruct (has (empty a st) p) eqn:B; [|left; now apply has_false].
  destruct (is_at (banned a st) p) eqn:K.
  { right. left. destruct (banned a st); cbn in K; [|discriminate].
    apply N.eqb_eq in K. now subst. }
  right. right. cbn [negb orb] in H.
  set (side := turn st) in *. set (rest := minus (empty a st) (single p)) in *.
  set (others := stones st (negb side)) in *.
  set (own := union (stones st side) (single p)) in *.
  set (dead := captured (G a) others rest (secure a (negb side)) p) in *.
  set (made := flood (G a) (single p) own) in *.
  rewrite has_spec in B.
  assert (D : forall r, r ∈ others -> r ∉ rest).
  { unfold rest, others. intros r I. rewrite mem_minus, (mem_empty a st side). tauto. }
  assert (P : p ∉ others) by (unfold others; rewrite (mem_empty a st side) in B; tauto).
  exists dead. split; [intro q; exact (captured_spec _ _ _ _ _ _ D P)|].
  destruct ((inter (spread (G a) made) (union rest dead) =? 0) && negb (meets made (secure a side))) eqn:U;
    [|cbn in H; discriminate].
  apply andb_true_iff in U. destruct U as [U _]. apply N.eqb_eq in U. rewrite is_empty in U. split.
  - intros q r R A I. apply (U r). rewrite mem_inter, spread_spec. split; [|exact I].
    right. exists q. split; [now apply flood_single | exact A].
  - cbn [andb] in H.
    destruct (suicide a); [right | now left].
    destruct (made =? single p) eqn:M.
    + left. apply N.eqb_eq in M. intros q R. apply mem_single. rewrite <- M. now apply flood_single.
    + right. destruct (meets made (rim a)) eqn:X; [|cbn in H; discriminate].
      apply meets_spec in X. destruct X as [q [I J]]. exists q. unfold made in I. now rewrite flood_single in I.
Qed.

(** Suicide takes nothing. *)
Lemma suicide_takes_nothing : forall a st p dead lost, legal a st p dead lost ->
  lost <> 0 -> dead = 0.
Proof.
  intros a st p dead lost [E [_ [D [[L _] | [_ [X _]]]]]] N; [congruence|].
  apply is_empty. intros q I. apply X. pose proof I as J. rewrite D in J. destruct J as [n [A [R U]]].
  right. exists p, n. split; [constructor; rewrite mem_union, mem_single; now right|].
  split; [exact A|]. rewrite mem_union. right. rewrite D. exists n. repeat split; [exact A | | exact U].
  constructor. now apply reach_in in R.
Qed.

(** The stones of the side that plays remain, but for suicide. *)
Theorem own_stones_remain : forall a st p st', wf a st -> suicide a = false -> play a st p = Some st' ->
  stones st' (turn st) = union (stones st (turn st)) (single p).
Proof.
  intros a st p st' W S H. destruct (play_legal a st p st' W H) as [dead [lost [L [O _]]]].
  destruct L as [_ [_ [_ [[-> _] | [X _]]]]]; [|congruence].
  rewrite O. apply ext. intro q. rewrite mem_minus, mem_0. tauto.
Qed.

(** Plays and passes keep positions well formed. *)
Theorem play_wf : forall a st p st', wf a st -> play a st p = Some st' -> wf a st'.
Proof.
  intros a st p st' W H. destruct (play_legal a st p st' W H) as [dead [lost [L [O [T [_ _]]]]]].
  destruct L as [E _].
  destruct (wf_stones a st (turn st) W) as [A B]. destruct (wf_stones a st (negb (turn st)) W) as [C _].
  assert (X : stones st' (turn st) ⊆ all (G a)).
  { rewrite O. intro q. rewrite mem_minus, mem_union, mem_single.
    intros [[I | ->] _]; [now apply A|]. rewrite (mem_empty a st (turn st)) in E. tauto. }
  assert (Y : stones st' (negb (turn st)) ⊆ all (G a)).
  { rewrite T. intro q. rewrite mem_minus. intros [I _]. now apply C. }
  assert (Z : forall q, q ∈ stones st' (turn st) -> q ∉ stones st' (negb (turn st))).
  { rewrite O, T. intro q. rewrite !mem_minus, mem_union, mem_single. intros [[I | ->] _] [J _].
    - now apply (B q).
    - rewrite (mem_empty a st (turn st)) in E. tauto. }
  unfold wf. destruct (turn st); cbn [stones negb] in *; repeat split; auto.
  intros q I J. now apply (Z q).
Qed.

Lemma pass_wf : forall a st, wf a st -> wf a (pass st).
Proof. intros a st W. exact W. Qed.

(** Each block of a side has a liberty, or can't be taken. *)
Definition breathes (a : arena) (st : state) (side : bool) : Prop :=
  forall n, n ∈ stones st side -> safe_block (G a) (stones st side) (empty a st) (secure a side) n.

(** After a legal play each block of both colors has a liberty. *)
Theorem play_breathes : forall a st p st', wf a st -> play a st p = Some st' ->
  breathes a st true -> breathes a st false -> breathes a st' true /\ breathes a st' false.
Proof.
  intros a st p st' W H B1 B2.
  pose proof (play_wf a st p st' W H) as W'.
  destruct (play_legal a st p st' W H) as [dead [lost [L [O [T [_ _]]]]]].
  set (side := turn st) in *.
  assert (B : breathes a st side /\ breathes a st (negb side)) by (destruct side; auto).
  enough (breathes a st' side /\ breathes a st' (negb side)) by (destruct side; cbn in *; tauto).
  clear B1 B2. destruct B as [Bown Both].
  destruct L as [E [_ [D M]]]. fold side in D, M.
  set (others := stones st (negb side)) in *. set (own := union (stones st side) (single p)) in *.
  set (rest := minus (empty a st) (single p)) in *.
  assert (Dis : forall r, r ∈ others -> r ∉ rest).
  { unfold rest, others. intros r I. rewrite mem_minus, (mem_empty a st side). tauto. }
  assert (R' : rest ⊆ empty a st').
  { intro q. unfold rest. rewrite mem_minus, mem_single, (mem_empty a st side), (mem_empty a st' side), O, T.
    unfold own. rewrite !mem_minus, mem_union, mem_single. tauto. }
  assert (Dd : forall q, q ∈ dead -> q ∈ others).
  { intros q I. apply D in I. destruct I as [n [_ [R _]]]. now apply reach_in in R. }
  split.
  - intros n I. rewrite O in I. rewrite mem_minus in I. destruct I as [I NL].
    assert (far : ~ reach (G a) own p n ->
                  safe_block (G a) (minus own lost) (empty a st') (secure a side) n).
    { intro F.
      assert (K : forall q, reach (G a) own n q -> q ∈ stones st side).
      { intros q R. pose proof R as R2. apply reach_in in R2. destruct R2 as [_ R2].
        unfold own in R2. rewrite mem_union, mem_single in R2. destruct R2 as [R2 | ->]; [exact R2|].
        exfalso. apply F. now apply reach_sym. }
      assert (N0 : n ∈ stones st side) by (apply K; now constructor).
      assert (keep : forall q, reach (G a) (stones st side) n q -> reach (G a) (minus own lost) n q).
      { intros q R. assert (R2 : reach (G a) own n q).
        { revert R. apply reach_mono. intro z. unfold own. rewrite mem_union. tauto. }
        revert R2. apply reach_within. intros z Rz. rewrite mem_minus. split; [now apply reach_in in Rz|].
        destruct M as [[-> _] | [_ [_ [Lo _]]]]; [rewrite mem_0; tauto|]. rewrite Lo. intro Q.
        apply F. apply reach_trans with z; [exact Q | now apply reach_sym]. }
      destruct (Bown n N0) as [[q [R S]] | [q [r [R [A S]]]]].
      - left. exists q. split; [now apply keep | exact S].
      - right. exists q, r. split; [now apply keep|]. split; [exact A|]. apply R'. unfold rest.
        rewrite mem_minus, mem_single. split; [exact S|]. intros ->. apply F. apply reach_sym.
        eapply reach_step; [|exact A|unfold own; rewrite mem_union, mem_single; now right].
        revert R. apply reach_mono. intro z. unfold own. rewrite mem_union. tauto. }
    rewrite O. destruct M as [[-> S] | [_ [_ [Lo _]]]].
    + destruct (mem_dec n (flood (G a) (single p) own)) as [F | F]; rewrite flood_single in F;
        [|now apply far].
      assert (keep : forall q, reach (G a) own p q -> reach (G a) (minus own 0) n q).
      { intros q R. apply reach_trans with p.
        - apply reach_sym. revert F. apply reach_mono. intro z. rewrite mem_minus, mem_0. tauto.
        - revert R. apply reach_mono. intro z. rewrite mem_minus, mem_0. tauto. }
      destruct S as [[q [R S]] | [q [r [R [A S]]]]].
      * left. exists q. split; [now apply keep | exact S].
      * right. exists q, r. split; [now apply keep|]. split; [exact A|].
        rewrite mem_union in S. destruct S as [S | S]; [now apply R'|].
        rewrite (mem_empty a st' side), O, T, !mem_minus, mem_0.
        pose proof (Dd _ S) as X. split; [|split].
        -- destruct (wf_stones a st (negb side) W) as [Y _]. now apply Y.
        -- unfold own. rewrite mem_union, mem_single. intros [[J | ->] _].
           ++ destruct (wf_stones a st side W) as [_ Y]. now apply (Y r).
           ++ rewrite (mem_empty a st side) in E. tauto.
        -- tauto.
    + apply far. rewrite <- Lo. exact NL.
  - intros n I. rewrite T in I. rewrite mem_minus in I. destruct I as [I ND].
    assert (keep : forall q, reach (G a) others n q -> reach (G a) (minus others dead) n q).
    { intros q R. revert R. apply reach_within. intros z R. rewrite mem_minus. split; [now apply reach_in in R|].
      intro J. apply ND. apply D in J. destruct J as [m [A [Q U]]]. apply D. exists m.
      repeat split; [exact A | | exact U]. apply reach_trans with z; [exact Q | now apply reach_sym]. }
    rewrite T. destruct (Both n I) as [[q [R S]] | [q [r [R [A S]]]]].
    + left. exists q. split; [now apply keep | exact S].
    + destruct (N.eq_dec r p) as [-> | NP].
      * assert (S' : safe_block (G a) others rest (secure a (negb side)) q).
        { destruct (safe_dec (G a) others rest (secure a (negb side)) q Dis) as [X | X]; [exact X|].
          exfalso. apply ND. apply D. exists q. repeat split; [now apply adj_sym | now apply reach_sym | exact X]. }
        destruct S' as [[z [Q Z]] | [z [y [Q [Y Z]]]]].
        -- left. exists z. split; [|exact Z]. apply keep. now apply reach_trans with q.
        -- right. exists z, y. split; [apply keep; now apply reach_trans with q|]. split; [exact Y | now apply R'].
      * right. exists q, r. split; [now apply keep|]. split; [exact A|]. apply R'. unfold rest.
        rewrite mem_minus, mem_single. tauto.
Qed.

(** Where the point of a ko lies: a ban is laid only after a single stone was taken there. *)
Theorem ban_spec : forall a st p st' q, wf a st -> play a st p = Some st' -> ban st' = Some q ->
  q ∈ stones st (negb (turn st)) /\ q ∈ empty a st' /\
  stones st' (negb (turn st)) = minus (stones st (negb (turn st))) (single q).
Proof.
  intros a st p st' q W H B. destruct (play_legal a st p st' W H) as [dead [lost [L [O [T [_ _]]]]]].
  assert (Q : dead = single q).
  { unfold play in H. destruct (_ || _) in H; [discriminate|].
    set (side := turn st) in *. set (rest := minus (empty a st) (single p)) in *.
    set (others := stones st (negb side)) in *.
    set (dead' := captured (G a) others rest (secure a (negb side)) p) in *.
    destruct (_ && _) in H; [discriminate|]. injection H as <-. cbn [ban] in B.
    assert (dead = dead') as ->.
    { apply ext. intro x. destruct L as [E [_ [D _]]]. rewrite D. fold side others rest. symmetry.
      apply captured_spec; unfold rest, others; rewrite (mem_empty a st side) in *; try tauto.
      intros r I. rewrite mem_minus, (mem_empty a st side). tauto. }
    destruct (elements dead') as [|x [|y l]] eqn:E; try discriminate.
    destruct (_ && _) in B; [|discriminate]. injection B as <-.
    apply ext. intro y. rewrite mem_single, <- elements_spec, E. cbn. intuition congruence. }
  subst dead.
  assert (X : q ∈ stones st (negb (turn st))).
  { destruct L as [_ [_ [D _]]]. destruct (proj1 (D q)) as [n [_ [R _]]]; [now apply mem_single|].
    now apply reach_in in R. }
  split; [exact X|]. split; [|exact T].
  rewrite (mem_empty a st' (turn st)), O, T, !mem_minus, mem_union, !mem_single.
  destruct (wf_stones a st (negb (turn st)) W) as [Y Z]. split; [now apply Y|]. split; [|tauto].
  intros [[I | ->] _].
  - apply (Z q X). now rewrite negb_involutive.
  - destruct L as [E _]. rewrite (mem_empty a st (turn st)) in E. tauto.
Qed.
