(* Reads proof files, writes out their strategies as lists of entries, and gives these to the verified checks. Nothing
   here is verified: what is read from the file becomes a position and a claim here, and the answer of the verified
   function is printed. A strategy that is written out wrongly is refused by that function. *)

open Core

exception Refused of string
exception Not_covered of string

let refuse what = raise (Refused what)
let leave what = raise (Not_covered what)
let demand condition what = if not condition then refuse what

(* Numbers of the verified part. *)
let rec positive i = if i = 1 then XH else if i land 1 = 1 then XI (positive (i lsr 1)) else XO (positive (i lsr 1))
let num i = if i = 0 then N0 else Npos (positive i)
let rec int_of_positive = function XH -> 1 | XO p -> 2 * int_of_positive p | XI p -> 2 * int_of_positive p + 1
let int_of = function N0 -> 0 | Npos p -> int_of_positive p
let integer i = if i = 0 then Z0 else if i > 0 then Zpos (positive i) else Zneg (positive (-i))

let none = N0
let set_of points = List.fold_left (fun s p -> union s (single p)) none points
let ints s = List.map int_of (elements s)

(* Fields, each taken once. *)
type fields = { mutable left : (string * Json.t) list }

let fields_of line = match line with Json.Object f -> { left = f } | _ -> refuse "a line is no object"

let optional f name read =
  match List.assoc_opt name f.left with
  | None -> None
  | Some v ->
      f.left <- List.remove_assoc name f.left;
      (match v with
       | Json.Null when List.mem name [ "ko"; "number"; "outside"; "pass" ] -> None
       | _ -> Some (read v))

let take f name read = match optional f name read with Some v -> v | None -> refuse ("the field " ^ name ^ " is missing")
let close f = demand (f.left = []) "unknown fields"

let number = function Json.Int i when i >= 0 -> i | _ -> refuse "no number"
let signed = function Json.Int i -> i | _ -> refuse "no integer"
let truth = function Json.Bool b -> b | _ -> refuse "neither true nor false"
let text = function Json.Text t -> t | _ -> refuse "no text"
let items read = function Json.List l -> List.map read l | _ -> refuse "no list"

let side v = match text v with "black" -> true | "white" -> false | _ -> refuse "no color"

(* Points. *)
let letters = "ABCDEFGHJKLMNOPQRSTUVWXYZ"

let point width height v =
  let name = text v in
  let n = String.length name in
  demand (n >= 2) "no point";
  let column =
    match String.index_opt letters (Char.uppercase_ascii name.[0]) with Some c -> c | None -> refuse "no point" in
  let from = if name.[1] = '+' then 2 else 1 in
  let digits = String.sub name from (n - from) in
  demand (digits <> "" && n < 12) "no point";
  String.iter (fun c -> demand (c >= '0' && c <= '9') "no point") digits;
  let row = int_of_string ("0u" ^ digits) - 1 in
  demand (column < width && row >= 0 && row < height) "a point is not on the board";
  row * (width + 1) + column

(* Strategies in the file. *)
type last = End of string | Node of int
type reply = Ends of string | Plays of int option * last

let an_end v = match text v with ("captured" | "dead" | "alive" | "joined") as e -> e | _ -> refuse "no end"
let next v = match v with Json.Int i when i >= 0 -> Node i | Json.Int _ -> refuse "no node" | _ -> End (an_end v)

let reply pt v =
  match v with
  | Json.List [ Json.Text "pass"; n ] -> Plays (None, next n)
  | Json.List [ p; n ] -> Plays (Some (pt p), next n)
  | _ -> Ends (an_end v)

let start pt v = match v with Json.List _ -> `Answer (reply pt v) | _ -> `Next (next v)

type node = { pass_reply : reply option; plays : (int * reply) list }

(* The lines of a file. *)
type lines = { mutable rest : string list }

let next_line l =
  match l.rest with
  | [] -> refuse "a line is missing"
  | s :: r ->
      l.rest <- r;
      demand (String.length s + 1 < 131_072) "a line is too long";
      (try fields_of (Json.parse s) with Json.Wrong w -> refuse w)

let read_nodes pt l count =
  let table = Hashtbl.create 64 in
  for _ = 1 to count do
    let f = next_line l in
    let name = take f "node" number in
    demand (not (Hashtbl.mem table name)) "two nodes have the same number";
    let pass_reply = optional f "pass" (reply pt) in
    let pair = function Json.List [ p; a ] -> (pt p, reply pt a) | _ -> refuse "no pair" in
    let plays = Option.value ~default:[] (optional f "replies" (items pair)) in
    close f;
    let points = List.map fst plays in
    demand (List.length (List.sort_uniq compare points) = List.length points) "a point is answered twice";
    Hashtbl.add table name { pass_reply; plays }
  done;
  table

(* Writing out. *)

(* Tables of positions. The common hash looks at the first numbers of a value only. *)
module Positions = Hashtbl.Make (struct
  type t = state
  let equal = ( = )
  let hash = Hashtbl.hash_param 1_000 10_000
end)

let most_entries = ref 1_000

let to_answer move reached = Move (Option.map num move, reached)

let after a s move = match move with None -> Some (Core.pass s) | Some p -> play a s (num p)

let legal_plays a s =
  List.filter_map (fun p -> Option.map (fun s' -> (int_of p, s')) (play a s p)) (elements (Core.empty0 a s))

(* A strategy that answers every play at each node, with one position for each node: proofs of scores. *)
let write_full a nodes s0 first =
  let met = Hashtbl.create 64 and entries = ref [] in
  let is_end e = demand (e = "alive") "the end has no meaning here" in
  let rec answer s = function
    | Ends e -> is_end e; Reached
    | Plays (move, End e) -> is_end e; to_answer move true
    | Plays (move, Node n) ->
        (match after a s move with
         | None -> refuse "a move of the prover is illegal"
         | Some s' -> visit n s'; to_answer move false)
  and visit n s =
    match Hashtbl.find_opt met n with
    | Some (s', finished) ->
        demand (s' = s) "a node stands for two positions";
        demand finished "a node is met below itself"
    | None ->
        let node = match Hashtbl.find_opt nodes n with Some x -> x | None -> refuse "a node is missing" in
        Hashtbl.add met n (s, false);
        let on_pass =
          match node.pass_reply with Some r -> answer (Core.pass s) r | None -> refuse "a pass is not answered" in
        let legal = legal_plays a s in
        List.iter (fun (p, _) -> demand (List.mem_assoc p legal) "an answer to an illegal play") node.plays;
        let replies =
          List.map (fun (p, s') ->
            match List.assoc_opt p node.plays with
            | Some r -> (num p, answer s' r)
            | None -> refuse "a play is not answered") legal in
        Hashtbl.replace met n (s, true);
        entries := { position = s; on_pass; replies } :: !entries in
  let first =
    match first with
    | `Answer r -> Some (answer s0 r)
    | `Next (End e) -> is_end e; None
    | `Next (Node n) -> visit n s0; None in
  demand (Hashtbl.length met = Hashtbl.length nodes) "a node is not reached";
  (first, List.rev !entries)

(* A strategy whose nodes leave out plays that change nothing: each position that can come about is written out. What is
   not answered is answered as a pass; where a pass is not answered, the prover passes. *)
let write_out a nodes s0 first =
  let met = Positions.create 1024 and entries = ref [] and count = ref 0 and used = Hashtbl.create 64 in
  let waiting = Queue.create () in
  let later n s =
    Hashtbl.replace used n ();
    if not (Positions.mem met s) then begin
      incr count;
      if !count > !most_entries then leave "too many positions";
      Positions.add met s ();
      Queue.add (n, s) waiting
    end in
  let answer s = function
    | Ends _ -> Reached
    | Plays (move, End _) -> to_answer move true
    | Plays (move, Node n) ->
        (match after a s move with
         | None -> refuse "a move of the prover is illegal"
         | Some s' -> later n s'; to_answer move false) in
  let first =
    match first with
    | `Answer r -> Some (answer s0 r)
    | `Next (End _) -> None
    | `Next (Node n) -> later n s0; None in
  while not (Queue.is_empty waiting) do
    let n, s = Queue.pop waiting in
    let node = match Hashtbl.find_opt nodes n with Some x -> x | None -> refuse "a node is missing" in
    let otherwise s' =
      match node.pass_reply with
      | Some r -> answer s' r
      | None -> later n (Core.pass s'); to_answer None false in
    let on_pass = otherwise (Core.pass s) in
    let replies =
      List.map (fun (p, s') ->
        (num p, match List.assoc_opt p node.plays with Some r -> answer s' r | None -> otherwise s'))
        (legal_plays a s) in
    entries := { position = s; on_pass; replies } :: !entries
  done;
  demand (Hashtbl.length used = Hashtbl.length nodes) "a node is not reached";
  (first, !entries)

(* Zones, made as large as the verified checks ask for. [zone] is one before, [s] a position, [p] a play in it by the
   side to move. *)
let beside a p stones = inter (a.g.spread (single p)) stones
let first_of s = match elements s with p :: _ -> single p | [] -> none

(* The zone with a liberty, or a stone that can't be taken, for each block of [side] that has a stone among [which]. *)
let guard a zone s side free which =
  let stones = stones s side and sec = secure a side in
  List.fold_left (fun z n ->
    if guarded a z stones free sec n then z
    else
      let whole = flood a.g (single n) stones in
      let liberties = inter (a.g.spread whole) free in
      let z = union z whole in
      if meets liberties z || meets whole sec then z else union z (first_of liberties))
    zone (elements which)

(* The zone of a position before a play, from the zone [y] after it: what both sides' plays need. *)
let before_play a s p y zone =
  let dead = dead_of a s p and other = not s.turn in
  let zone = union zone (union (union y (single p)) (a.g.spread dead)) in
  guard a zone s other (rest_of a s p) (minus (inter y (stones s other)) dead)

(* The zone of a position before a move of the prover. *)
let zone_of_move a s m y =
  let dead = dead_of a s m and own = stones s s.turn and rest = rest_of a s m in
  let zone = union y (single m) in
  let zone =
    if dead <> none || meets (a.g.spread (flood a.g (single m) (inter (union own (single m)) zone))) (inter rest zone)
    then zone
    else
      let liberties = beside a m rest in
      if liberties <> none then union zone (first_of liberties)
      else
        let friends n = flood a.g (single n) own in
        let alive n = meets (a.g.spread (friends n)) rest in
        match List.find_opt alive (elements (beside a m own)) with
        | Some n -> union zone (union (friends n) (first_of (inter (a.g.spread (friends n)) rest)))
        | None -> zone in
  let zone = before_play a s m y zone in
  guard a zone s s.turn (Core.empty0 a s) (inter zone own)

(* The zone of a position with a reply to the play [p], and one without a legal play there. *)
let zone_of_reply a s p y zone =
  let zone = before_play a s p y zone in
  if dead_of a s p = none then zone else union zone (a.g.spread (single p))

let zone_without_reply a s p zone =
  let made = flood a.g (single p) (union (stones s s.turn) (single p)) in
  let zone = union zone (a.g.spread made) and other = not s.turn in
  guard a zone s other (rest_of a s p) (beside a p (stones s other))

(* The nodes of a file that were met, each position with what [found] gives: entries in the order in which each rests on
   entries before it only. *)
let each_once found =
  let met = Positions.create 256 and count = ref 0 in
  fun n s ->
    match Positions.find_opt met s with
    | Some (Some zone) -> zone
    | Some None -> refuse "play comes back to a position above"
    | None ->
        incr count;
        if !count > !most_entries then leave "too many positions";
        Positions.add met s None;
        let zone = found n s in
        Positions.replace met s (Some zone);
        zone

let node_of nodes n = match Hashtbl.find_opt nodes n with Some x -> x | None -> refuse "a node is missing"
let moved a s move = match after a s move with Some s' -> s' | None -> refuse "a move of the prover is illegal"

(* A strategy for a kill on the whole board with a zone for each position: only plays in the zone of a pass are answered,
   by the file's answer, or as a pass where there is none. *)
let write_zones a nodes s0 first =
  let entries = ref [] in
  let killed s = demand (is_killed a s) "the blocks are not taken"; none in
  let rec answer s = function
    | Ends _ -> ignore (killed s); (Zone_reached, none)
    | Plays (move, last) ->
        let s' = moved a s move in
        let y = match last with End _ -> killed s' | Node n -> !entry n s' in
        let zone = match move with None -> guard a y s true (Core.empty0 a s) (inter y s.att)
                                 | Some p -> zone_of_move a s (num p) y in
        (Zone_move (Option.map num move, (match last with End _ -> true | Node _ -> false), zone), zone)
  and entry = ref (fun _ _ -> none) in
  entry := each_once (fun n s ->
    let node = node_of nodes n in
    let pass_reply = match node.pass_reply with Some r -> r | None -> refuse "a pass is not answered" in
    let on_pass, inside = answer (Core.pass s) pass_reply in
    let reply (zone, replies) p =
      match play a s p with
      | None -> (zone_without_reply a s p zone, replies)
      | Some s' ->
          let x, y = answer s' (Option.value ~default:pass_reply (List.assoc_opt (int_of p) node.plays)) in
          (zone_of_reply a s p y zone, (p, x) :: replies) in
    let zone, replies = List.fold_left reply (inside, []) (elements (inter inside (Core.empty0 a s))) in
    entries := { zone_position = s; zone; zone_on_pass = on_pass; zone_replies = replies } :: !entries;
    zone);
  let first =
    match first with
    | `Answer r -> Some (fst (answer s0 r))
    | `Next (End _) -> ignore (killed s0); None
    | `Next (Node n) -> ignore (!entry n s0); None in
  (first, List.rev !entries)

(* A strategy for a life with a zone for each position: the defender passes after a pass and after plays elsewhere. A
   play in the zone is answered by the file's answer, or by a pass where there is none. *)
let write_life_zones a nodes s0 first =
  let entries = ref [] in
  let alive s = demand (is_alive a s) "no block lives"; life_zone a s in
  let entry = ref (fun _ _ -> none) in
  let answer s = function
    | Ends _ | Plays (None, End _) -> let z = alive s in (Is_alive z, z)
    | Plays (None, Node n) -> (Let_pass, !entry n (Core.pass s))
    | Plays (Some p, last) ->
        let s' = moved a s (Some p) in
        let next, y = match last with
          | End _ -> let z = alive s' in (Alive z, z)
          | Node n -> (Listed, !entry n s') in
        let zone = zone_of_move a s (num p) y in
        (Defend (num p, next, zone), zone) in
  entry := each_once (fun n s ->
    let node = node_of nodes n in
    if node.pass_reply <> None then leave "a pass is answered";
    let empty = Core.empty0 a s in
    let reply (zone, replies) p =
      match play a s p with
      | None -> (zone_without_reply a s p zone, replies)
      | Some s' ->
          let otherwise () = (Let_pass, !entry n (Core.pass s')) in
          let x, y = match List.assoc_opt (int_of p) node.plays with Some r -> answer s' r | None -> otherwise () in
          (zone_of_reply a s p y zone, (p, x) :: replies) in
    let rec grown zone seen replies =
      let zone = guard a zone s false empty (inter zone s.def) in
      match elements (minus (inter zone empty) seen) with
      | [] -> (zone, replies)
      | p :: _ ->
          let zone, replies = reply (zone, replies) p in
          grown zone (union seen (single p)) replies in
    let zone, defences = grown (minus (inter a.names s.def) s.gone) none [] in
    entries := { life_position = s; life_zone_of = zone; defences } :: !entries;
    zone);
  let first =
    match first with
    | `Answer r -> Some (fst (answer s0 r))
    | `Next (End _) -> Some (Is_alive (alive s0))
    | `Next (Node n) -> ignore (!entry n s0); None in
  (first, List.rev !entries)

(* Entries in an order in which each rests on entries before it only. *)
let in_order a entries =
  let by = Positions.create 1024 in
  List.iter (fun e -> Positions.replace by e.position e) entries;
  let state = Positions.create 1024 and out = ref [] in
  let rec visit s =
    match Positions.find_opt state s with
    | Some true -> ()
    | Some false -> refuse "play comes back to a position above"
    | None ->
        (match Positions.find_opt by s with
         | None -> ()
         | Some e ->
             Positions.add state s false;
             below (Core.pass s) e.on_pass;
             List.iter (fun (p, x) -> Option.iter (fun s' -> below s' x) (play a s p)) e.replies;
             Positions.replace state s true;
             out := e :: !out)
  and below s = function
    | Move (m, false) -> Option.iter visit (match m with None -> Some (Core.pass s) | Some p -> play a s p)
    | _ -> () in
  List.iter (fun e -> visit e.position) entries;
  List.rev !out

(* The position in the first line. *)
type board = { g : graph; pt : Json.t -> int; black : n; white : n; points : n }

let read_points pt v =
  let points = items pt v in
  demand (List.length (List.sort_uniq compare points) = List.length points) "a point stands twice";
  set_of (List.map num points)

let plain b attackers defenders = (* the whole board, with suicide forbidden *)
  let a = region_arena b.g attackers b.points none false None false in
  (a, start_state a attackers defenders None true N0)

let read_board f =
  demand (take f "version" number = 1) "another version";
  let width = take f "width" number and height = take f "height" number in
  demand (1 <= width && width <= 25 && 1 <= height && height <= 25) "a board has 1 to 25 columns and rows";
  let g = grid (num width) (num height) in
  let pt = point width height in
  let black = take f "black" (read_points pt) in
  let white = take f "white" (read_points pt) in
  let b = { g; pt; black; white; points = g.all } in
  let a, s = plain b black white in
  demand (is_sound a s) "a point has two stones, or a block has no liberty";
  b

let read_ko b f to_move =
  match optional f "ko" b.pt with
  | None -> None
  | Some k ->
      let ko = single (num k) in
      let mine, others = if to_move then (b.black, b.white) else (b.white, b.black) in
      let beside p = minus (b.g.spread p) p in
      demand (not (meets ko (union b.black b.white)) && subset (beside ko) others) "no ko can be there";
      let began p =
        let stone = single p in
        subset (minus (beside stone) ko) mine
        && (let a, s = plain b (union mine ko) (minus others stone) in is_sound a s) in
      demand (List.exists began (elements (beside ko))) "no ko was taken there";
      Some (num k)

let check_score f l =
  let b = read_board f in
  let counting = text (take f "counting" (fun v -> v)) in
  let to_move = take f "to_move" side in
  let ko = read_ko b f to_move in
  let lead = take f "lead" signed in
  close f;
  if counting <> "area" then leave "counted by territory";
  (* Black is the attacker of the arena. *)
  let strategy owner goal =
    let f = next_line l in
    let some name = match optional f name (items (fun v -> v)) with Some (_ :: _) -> true | _ -> false in
    let settled = some "pairs" in
    let settled = take f "steps" number > 0 || settled in
    let settled = some "walls" || settled in
    let settled = Option.value ~default:0 (optional f "windows" number) > 0 || settled in
    if settled then leave "parts are settled before";
    let region = take f "region" (read_points b.pt) in
    if region <> b.points then leave "the region is a part of the board";
    let first = take f "start" (start b.pt) in
    let count = take f "nodes" number in
    close f;
    let nodes = read_nodes b.pt l count in
    let a = region_arena b.g b.black region none false (Some (not owner)) true in
    let s = start_state a b.black b.white ko to_move N0 in
    let first, entries = write_full a nodes s first in
    demand (check_lead a owner (integer goal) s first entries) "the verified check refuses it";
    List.length entries in
  let one = strategy true lead in
  let two = strategy false (-lead) in
  demand (l.rest = []) "there are lines after the end";
  Printf.sprintf "score, %d entries" (one + two)

let claims_of = function
  | "achieved" -> [ (true, "refuter", None) ]
  | "refuted" -> [ (false, "refuter", None) ]
  | "ko-the-other-needs-threats" -> [ (true, "nobody", None); (false, "prover", Some 2) ]
  | "ko-needs-threats" -> [ (true, "prover", None); (false, "nobody", None) ]
  | _ -> refuse "no verdict"

let other_goal = function "kill" -> "live" | "live" -> "kill" | "connect" -> "cut" | _ -> "connect"

let check_reading f l =
  let b = read_board f in
  let to_move = take f "to_move" side in
  let ko = read_ko b f to_move in
  let allows = Option.value ~default:false (optional f "suicide" truth) in
  let blocks = take f "blocks" (read_points b.pt) in
  let goal v = match text v with ("kill" | "live" | "connect" | "cut") as goal -> goal | _ -> refuse "no goal" in
  let header_goal = take f "goal" goal in
  let claims = claims_of (take f "verdict" text) in
  let n_claims = take f "claims" number in
  close f;
  let n_blocks = List.length (ints blocks) in
  demand (1 <= n_blocks && n_blocks <= 32) "a proof names 1 to 32 blocks";
  let defender =
    if subset blocks b.black then true else if subset blocks b.white then false
    else refuse "the blocks are no stones of one color" in
  demand (n_claims = List.length claims) "another number of claims belongs to the verdict";
  let attackers, defenders = if defender then (b.white, b.black) else (b.black, b.white) in
  let claim (same, retakes, times) =
    let f = next_line l in
    let goal = take f "goal" goal in
    let kill = goal = "kill" and connect = goal = "connect" in
    demand (goal = if same then header_goal else other_goal header_goal) "another claim belongs to the verdict";
    demand (goal <> "cut") "no claim is that of a cut";
    demand (take f "retakes" text = retakes) "another claim belongs to the verdict";
    let bound = optional f "number" number in
    demand (bound = times) "another claim belongs to the verdict";
    let region = set_of (List.map num (take f "region" (items b.pt))) in
    ignore (optional f "outside" number);
    let first = take f "start" (start b.pt) in
    let count = take f "nodes" number in
    close f;
    let nodes = read_nodes b.pt l count in
    demand (subset blocks region) "a block in question is not in the region";
    let whole = region = b.points in
    if connect then demand (whole && n_blocks = 2) "two blocks are connected on the board";
    if kill && not whole then leave "kill in a part of the board";
    let ends = Hashtbl.fold (fun _ n l ->
      let of_reply = function Ends e -> [ e ] | Plays (_, End e) -> [ e ] | Plays (_, Node _) -> [] in
      List.concat_map of_reply (Option.to_list n.pass_reply @ List.map snd n.plays) @ l) nodes [] in
    let ends = (match first with
      | `Answer (Ends e) | `Answer (Plays (_, End e)) | `Next (End e) -> e :: ends
      | _ -> ends) in
    if List.mem "dead" ends && kill then leave "the end \"dead\"";
    let right = if kill then "captured" else if connect then "joined" else "alive" in
    demand (List.for_all (fun e -> e = right) ends) "an end of the other goal";
    let who = match retakes with "nobody" -> None | "refuter" -> Some (not kill) | _ -> Some kill in
    let endless = retakes <> "nobody" && bound = None in
    let a = region_arena b.g attackers region blocks allows who endless in
    let s = start_state a attackers defenders ko (to_move <> defender) (num (Option.value ~default:0 bound)) in
    (* Plays outside a zone need no answer of their own, where the rules are those that zones are proved for. *)
    let by_zones () =
      if connect || allows || who <> Some (not kill) || not endless then None
      else
        let checked first entries holds = if holds a s first entries then Some (List.length entries) else None in
        try
          if kill then let first, entries = write_zones a nodes s first in checked first entries check_kill_zones
          else let first, entries = write_life_zones a nodes s first in checked first entries check_live_zones
        with Refused _ | Not_covered _ -> None in
    match by_zones () with
    | Some n -> (goal ^ (if whole then "" else " in a region") ^ " by zones", n)
    | None ->
        let first, entries = write_out a nodes s first in
        let holds =
          if kill then check_kill a s first (in_order a entries)
          else if connect then check_join a s first (in_order a entries)
          else check_live a s first entries in
        demand holds "the verified check refuses it";
        (goal ^ (if whole then "" else " in a region"), List.length entries) in
  let shown = List.map claim claims in
  demand (l.rest = []) "there are lines after the end";
  Printf.sprintf "%s, %d entries" (String.concat " and " (List.map fst shown))
    (List.fold_left (fun n (_, k) -> n + k) 0 shown)

(* A strategy of the owner on a whole board, by the answers of the file, which are those of positions up to symmetry: the
   walk of section 7.2 finds to which position an answer belongs, and then each position is written out. *)
let write_board a least (width, height) s0 letters =
  let at i = (i / width * (width + 1)) + (i mod width) and index p = (p / (width + 1) * width) + (p mod (width + 1)) in
  let place turned across up i =
    let row = if up then height - 1 - (i / width) else i / width in
    let column = if across then width - 1 - (i mod width) else i mod width in
    if turned then (column * width) + row else (row * width) + column in
  let flips = List.concat_map (fun turned ->
    List.concat_map (fun across -> List.map (place turned across) [ false; true ]) [ false; true ])
    (if width = height then [ false; true ] else [ false ]) in
  let bits image set = List.fold_left (fun b p -> b lor (1 lsl image (index p))) 0 (ints set) in
  let ban_of s = match s.ban with Some p -> single p | None -> none in
  (* The least image of a position, with the symmetry that gives it. *)
  let canonical s =
    let images = List.map (fun f -> ((bits f s.att, bits f s.def, bits f (ban_of s)), f)) flips in
    List.fold_left (fun x y -> if fst y < fst x then y else x) (List.hd images) (List.tl images) in
  let points b = List.filter (fun i -> b land (1 lsl i) <> 0) (List.init (width * height) Fun.id) in
  let set b = set_of (List.map (fun i -> num (at i)) (points b)) in
  let image s (o, x, b) =
    { s with att = set o; def = set x; ban = (match points b with i :: _ -> Some (num (at i)) | [] -> None) } in
  let nothing = { after_pass = PositiveMap.empty; after_play = PositiveMap.empty } in
  let reached passed s = is_answered a least nothing passed s None in
  let known passed s = is_known a least nothing passed s in
  let answers = Hashtbl.create 1024 and taken = ref 0 and finished = Hashtbl.create 1024 in
  let next_letter () =
    demand (!taken < String.length letters) "an answer is missing";
    incr taken;
    match letters.[!taken - 1] with
    | '-' -> None
    | 'a' .. 'z' as c -> Some (Char.code c - Char.code 'a')
    | 'A' .. 'D' as c -> Some (26 + Char.code c - Char.code 'A')
    | _ -> refuse "no answer" in
  let moved passed s move =
    match move with
    | None -> demand (not passed) "an answer ends the game"; (true, Core.pass s)
    | Some i ->
        demand (i < width * height) "an answer is not on the board";
        (false, match play a s (num (at i)) with Some s' -> s' | None -> refuse "an answer is illegal") in
  let rec ask passed s =
    let triple, _ = canonical s in
    let key = (triple, passed) in
    if Hashtbl.mem answers key then demand (Hashtbl.mem finished key) "play comes back to a position above"
    else
      let s = image s triple in
      if not (reached passed s) then begin
        let move = next_letter () in
        Hashtbl.add answers key move;
        let passed, s' = moved passed s move in
        defend passed s';
        Hashtbl.add finished key ()
      end
  and defend passed s =
    if not (known passed s) then begin
      List.iter (fun p -> Option.iter (ask false) (play a s p)) (elements (Core.empty0 a s));
      if not passed then ask true (Core.pass s)
    end in
  if s0.turn then ask false s0 else defend false s0;
  demand (!taken = String.length letters) "an answer is left";
  (* All positions, each after those that follow it. *)
  let met = Positions.create 1024 and met_after_pass = Positions.create 64 and entries = ref [] and count = ref 0 in
  let rec owner passed s =
    if reached passed s then None
    else
      let triple, f = canonical s in
      match Hashtbl.find_opt answers (triple, passed) with
      | None -> refuse "a position has no answer"
      | Some None -> other true (Core.pass s); Some None
      | Some (Some i) ->
          let j = List.find (fun j -> f j = i) (List.init (width * height) Fun.id) in
          other false (snd (moved passed s (Some j)));
          Some (Some (num (at j)))
  and other passed s =
    let met = if passed then met_after_pass else met in
    if not (known passed s || Positions.mem met s) then begin
      incr count;
      if !count > !most_entries then leave "too many positions";
      Positions.add met s ();
      let board_on_pass = if passed then None else owner true (Core.pass s) in
      let reply p = Option.map (fun s' -> (p, owner false s')) (play a s p) in
      let board_replies = List.filter_map reply (elements (Core.empty0 a s)) in
      entries := { board_position = s; has_passed = passed; board_on_pass; board_replies } :: !entries
    end in
  let first = if s0.turn then owner false s0 else (other false s0; None) in
  (first, List.rev !entries)

let check_whole f l =
  let side_of name = match List.assoc_opt name f.left with Some v -> number v | None -> refuse "a side is missing" in
  let sides = (side_of "width", side_of "height") in
  let b = read_board f in
  demand (fst sides * snd sides <= 30) "the board has more than 30 points";
  let to_move = take f "to_move" side in
  let n_claims = take f "claims" number in
  close f;
  demand (n_claims = 1 || n_claims = 2) "there are one or two claims";
  let claim number_of =
    let f = next_line l in
    let owner = take f "owner" side in
    demand (n_claims = 1 || owner = (number_of = 0)) "there is one claim of Black and then one of White";
    let least = take f "least" signed in
    let repetition = take f "repetition" text in
    let lines = take f "lines" number in
    close f;
    let letters = String.concat "" (List.init lines (fun _ ->
      let f = next_line l in
      let letters = take f "answers" text in
      close f; letters)) in
    (owner, least, repetition, letters) in
  let first = claim 0 in
  let claims = if n_claims = 1 then [ first ] else [ first; claim 1 ] in
  demand (l.rest = []) "there are lines after the end";
  let one (owner, least, repetition, letters) =
    if repetition = "draw" then leave "a claim that rests on endless play";
    demand (repetition = "superko" || repetition = "any") "no repetition";
    let mine, others = if owner then (b.black, b.white) else (b.white, b.black) in
    let a = region_arena b.g mine b.points none false None false in
    let s = start_state a mine others None (to_move = owner) N0 in
    let first, entries = write_board a (integer least) sides s letters in
    demand (check_board a (integer least) s first entries) "the verified check refuses it";
    List.length entries in
  let n = List.fold_left (fun n c -> n + one c) 0 claims in
  Printf.sprintf "whole board with a simple ko, %d entries" n

let read_file name =
  let channel = open_in_bin name in
  let text = really_input_string channel (in_channel_length channel) in
  close_in channel;
  let rest = String.split_on_char '\n' text in
  let rest = match List.rev rest with "" :: r -> List.rev r | _ -> rest in
  { rest }

let check name =
  let l = read_file name in
  let f = next_line l in
  match List.assoc_opt "proof" f.left with
  | None -> check_reading f l
  | Some (Json.Text "score") -> f.left <- List.remove_assoc "proof" f.left; check_score f l
  | Some (Json.Text "safety") -> leave "safety"
  | Some (Json.Text "board") -> f.left <- List.remove_assoc "proof" f.left; check_whole f l
  | Some _ -> refuse "no kind of proof"

let () =
  let names =
    match List.tl (Array.to_list Sys.argv) with
    | "--most" :: n :: names -> most_entries := int_of_string n; names
    | names -> names in
  let code = ref 0 in
  List.iter (fun name ->
    let answer =
      try "accepted: " ^ check name with
      | Refused why -> code := 1; "refused: " ^ why
      | Not_covered why -> if !code = 0 then code := 3; "not covered: " ^ why
      | Sys_error why -> code := 2; "cannot be read: " ^ why in
    Printf.printf "%s: %s\n%!" name answer) names;
  exit !code
