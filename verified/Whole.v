(** Whole boards: the owner of a claim ends with enough points by area, where two passes end the game. The owner plays
    the stones that are called the attacker's elsewhere. *)

Require Import NArith ZArith PeanoNat List Bool Lia FMapPositive.
Require Import Tedomari.Sets Tedomari.Graph Tedomari.Rules Tedomari.Benson Tedomari.Closure Tedomari.Score.
Import ListNotations.
Open Scope N_scope.

Section Whole.
Variable a : arena.
Variable least : Z.

(** Stones that last: Benson's condition where all points of a region, not only the empty ones, are beside the block. *)
Definition lasting (own : N) : N :=
  let others := minus (all (G a)) own in pass_alive (G a) own others others.

(** Points that are held: these stones, and the parts between them with room for one eye at most. *)
Definition held_by (own : N) : N :=
  let stay := lasting own in
  let others := minus (all (G a)) stay in
  if stay =? 0 then 0 else
  union stay (unite (filter (fun W => one_eye (G a) (minus W (spread (G a) stay))) (parts (G a) others others))).

Definition is_settled (own : N) : bool :=
  (least <=? 2 * Z.of_nat (size (held_by own)) - Z.of_nat (size (all (G a))))%Z.

(** Points of a side at the end: its stones, and the empty parts beside which there are stones of this side alone. *)
Definition points_of (s : state) (side : bool) : N :=
  let free := empty a s in
  union (stones s side) (unite (filter
    (fun W => meets (spread (G a) W) (stones s side) && negb (meets (spread (G a) W) (stones s (negb side))))
    (parts (G a) free free))).

Definition count (s : state) : Z := (Z.of_nat (size (points_of s true)) - Z.of_nat (size (points_of s false)))%Z.

(** After finitely many moves a settled position is reached, or the game has ended with enough, whatever the other side
    plays. [passed]: whether the last move was a pass. A position is settled only if the other side can't end the game
    there with less. *)
Inductive secures : bool -> state -> Prop :=
| secures_settled : forall passed s, is_settled (att s) = true ->
    (passed = true -> turn s = false -> (least <= count s)%Z) -> secures passed s
| secures_end : forall s, turn s = true -> (least <= count s)%Z -> secures true s
| secures_play : forall passed s p s', turn s = true -> play a s p = Some s' -> secures false s' -> secures passed s
| secures_pass : forall s, turn s = true -> secures true (pass s) -> secures false s
| secures_answer : forall passed s, turn s = false -> (passed = true -> (least <= count s)%Z) ->
    (passed = false -> secures true (pass s)) ->
    (forall p s', play a s p = Some s' -> secures false s') -> secures passed s.

(** * The check *)

(** The owner's answer: none where the claim is reached; a play, or a pass (no point). *)
Definition board_answer := option (option N).

Record board_entry := Board_entry {
  board_position : state; has_passed : bool; board_on_pass : board_answer; board_replies : list (N * board_answer) }.

(** Positions with the other side to move that are known, after a pass and after a play. *)
Record board_table := Board_table { after_pass : table; after_play : table }.

Definition among (t : board_table) (passed : bool) : table := if passed then after_pass t else after_play t.

Definition remember (t : board_table) (passed : bool) (s : state) : board_table :=
  if passed then Board_table (insert a (after_pass t) s) (after_play t)
  else Board_table (after_pass t) (insert a (after_play t) s).

Definition enough (s : state) : bool := (least <=? count s)%Z.

Definition is_known (t : board_table) (passed : bool) (s : state) : bool :=
  lookup a (among t passed) s || is_settled (att s) && (negb passed || enough s).

Definition settles (s : state) (p : N) : bool :=
  match play a s p with Some s' => is_settled (att s') | None => false end.

Definition is_answered (t : board_table) (passed : bool) (s : state) (x : board_answer) : bool :=
  match x with
  | None => is_settled (att s) || passed && enough s || existsb (settles s) (elements (empty a s))
  | Some (Some p) => match play a s p with Some s' => is_known t false s' | None => false end
  | Some None => negb passed && is_known t true (pass s)
  end.

Definition is_board_entry (t : board_table) (e : board_entry) : bool :=
  let s := board_position e in
  negb (turn s) && (negb (has_passed e) || enough s) &&
  (has_passed e || is_answered t true (pass s) (board_on_pass e)) &&
  forallb (fun p =>
    match play a s p with
    | None => true
    | Some s' => match find (fun x => fst x =? p) (board_replies e) with
                 | Some x => is_answered t false s' (snd x)
                 | None => false
                 end
    end) (elements (empty a s)).

Fixpoint check_board_entries (t : board_table) (entries : list board_entry) : option board_table :=
  match entries with
  | [] => Some t
  | e :: l => if is_board_entry t e
              then check_board_entries (remember t (has_passed e) (board_position e)) l else None
  end.

Definition check_board (s : state) (first : board_answer) (entries : list board_entry) : bool :=
  match check_board_entries (Board_table (PositiveMap.empty _) (PositiveMap.empty _)) entries with
  | Some t => if turn s then is_answered t false s first else is_known t false s
  | None => false
  end.

Definition all_secure (t : board_table) : Prop :=
  forall passed u, lookup a (among t passed) u = true -> secures passed u.

Lemma known_secures : forall t passed s, all_secure t -> is_known t passed s = true -> secures passed s.
Proof.
  intros t passed s K H. unfold is_known in H. rewrite orb_true_iff, andb_true_iff, orb_true_iff, negb_true_iff in H.
  destruct H as [H | [H C]]; [now apply K|]. apply secures_settled; [exact H|].
  intros P _. destruct C as [C | C]; [congruence | now apply Z.leb_le].
Qed.

Lemma answered_secures : forall t passed s x, all_secure t -> turn s = true ->
  is_answered t passed s x = true -> secures passed s.
Proof.
  intros t passed s x K T H. destruct x as [[p|]|]; cbn [is_answered] in H.
  - destruct (play a s p) as [s'|] eqn:P; [|discriminate].
    apply (secures_play passed s p s' T P). now apply (known_secures t).
  - rewrite andb_true_iff, negb_true_iff in H. destruct H as [-> H].
    apply secures_pass; [exact T | now apply (known_secures t)].
  - rewrite !orb_true_iff, andb_true_iff in H. destruct H as [[H | [-> H]] | H].
    + apply secures_settled; [exact H|]. intros _ F. congruence.
    + apply secures_end; [exact T | now apply Z.leb_le].
    + apply existsb_exists in H. destruct H as [p [_ H]]. unfold settles in H.
      destruct (play a s p) as [s'|] eqn:P; [|discriminate].
      apply (secures_play passed s p s' T P). apply secures_settled; [exact H | discriminate].
Qed.

Lemma board_entry_secures : forall t e, all_secure t -> is_board_entry t e = true ->
  secures (has_passed e) (board_position e).
Proof.
  intros t e K H. unfold is_board_entry in H.
  rewrite !andb_true_iff, !orb_true_iff, !negb_true_iff, forallb_forall in H. destruct H as [[[T C] N] R].
  apply secures_answer; [exact T | | |].
  - intro P. destruct C as [C | C]; [congruence | now apply Z.leb_le].
  - intro P. destruct N as [N | N]; [congruence|].
    apply (answered_secures t true _ _ K) in N; [exact N|]. cbn. now rewrite T.
  - intros p s' P. specialize (R p). rewrite elements_spec in R. specialize (R (play_empty a _ _ _ P)).
    rewrite P in R. destruct (find _ (board_replies e)) as [x|]; [|discriminate].
    apply (answered_secures t false s' (snd x) K); [|exact R]. rewrite (play_turn a _ _ _ P), T. reflexivity.
Qed.

Lemma remember_secure : forall t passed s, all_secure t -> secures passed s -> all_secure (remember t passed s).
Proof.
  intros t passed s K S q u L. unfold remember in L. destruct passed, q; cbn [among after_pass after_play] in L.
  - apply lookup_insert in L. destruct L as [-> | L]; [exact S | now apply (K true)].
  - now apply (K false).
  - now apply (K true).
  - apply lookup_insert in L. destruct L as [-> | L]; [exact S | now apply (K false)].
Qed.

Lemma board_entries_secure : forall entries t t', all_secure t ->
  check_board_entries t entries = Some t' -> all_secure t'.
Proof.
  induction entries as [|e l IH]; intros t t' K H; cbn in H.
  - now injection H as <-.
  - destruct (is_board_entry t e) eqn:E; [|discriminate]. refine (IH _ t' _ H).
    apply remember_secure; [exact K | now apply (board_entry_secures t)].
Qed.

(** A list that is accepted is a strategy. *)
Theorem check_board_sound : forall s first entries, check_board s first entries = true -> secures false s.
Proof.
  intros s first entries H. unfold check_board in H.
  destruct (check_board_entries _ entries) as [t|] eqn:E; [|discriminate].
  assert (K : all_secure t).
  { refine (board_entries_secure entries _ t _ E). intros [] u L; cbn in L; rewrite lookup_empty in L; discriminate. }
  destruct (turn s) eqn:T; [now apply (answered_secures t false s first) | now apply (known_secures t)].
Qed.

(** What a settled position rests on: while the owner passes, the stones that last stay. *)
Theorem lasting_stones_stay : forall s s', sound a s -> secure_def a = 0 -> left_alone a true s s' ->
  lasting (att s) ⊆ att s'.
Proof.
  intros s s' S D L n I. unfold lasting, pass_alive in I. apply mem_unite in I. destruct I as [b [I J]].
  assert (E : empty a s ⊆ minus (all (G a)) (att s)).
  { intros p. rewrite (mem_empty a s true), mem_minus. cbn [stones negb]. tauto. }
  pose proof (benson_holds a true s (minus (all (G a)) (att s)) (minus (all (G a)) (att s)) _ _ (sound_wf a s S)
    (benson_condition (G a) (att s) (minus (all (G a)) (att s)) (minus (all (G a)) (att s))) E
    (fun _ p H => H)) as H.
  specialize (H ltac:(intros p _; cbn; rewrite D, mem_0; tauto) (sound_breathes a s S _) s' L).
  exact (holds_blocks _ _ _ _ _ _ _ H b I n J).
Qed.

End Whole.
