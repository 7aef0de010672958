(* JSON, as far as proof files use it: objects, lists, texts without escapes of code points, integers, truth values.
   Not verified. *)

type t = Null | Bool of bool | Int of int | Text of string | List of t list | Object of (string * t) list

exception Wrong of string

let parse (s : string) : t =
  let at = ref 0 in
  let peek () = if !at < String.length s then s.[!at] else '\000' in
  let fail what = raise (Wrong (Printf.sprintf "%s at byte %d" what !at)) in
  let rec skip () =
    match peek () with
    | ' ' | '\t' | '\r' | '\n' -> incr at; skip ()
    | _ -> () in
  let expect c = if peek () = c then incr at else fail (Printf.sprintf "'%c' expected" c) in
  let word w v =
    if !at + String.length w <= String.length s && String.sub s !at (String.length w) = w
    then (at := !at + String.length w; v) else fail "a value expected" in
  let text () =
    expect '"';
    let from = !at in
    while peek () <> '"' do
      if peek () = '\\' || !at >= String.length s || peek () < ' ' then fail "a plain text expected";
      incr at
    done;
    let t = String.sub s from (!at - from) in
    incr at; t in
  let number () =
    let from = !at in
    if peek () = '-' then incr at;
    let digits = !at in
    while peek () >= '0' && peek () <= '9' do incr at done;
    let n = !at - digits in
    if n = 0 || n > 18 || (n > 1 && s.[digits] = '0') then fail "an integer expected";
    let t = String.sub s from (!at - from) in
    if t = "-0" then fail "-0 is no number";
    int_of_string t in
  let rec value () =
    skip ();
    match peek () with
    | '{' ->
        incr at; skip ();
        if peek () = '}' then (incr at; Object [])
        else
          let rec fields done_ =
            skip ();
            let name = text () in
            if List.mem_assoc name done_ then fail "a field stands twice";
            skip (); expect ':';
            let v = value () in
            skip ();
            let done_ = (name, v) :: done_ in
            if peek () = ',' then (incr at; fields done_) else (expect '}'; Object (List.rev done_)) in
          fields []
    | '[' ->
        incr at; skip ();
        if peek () = ']' then (incr at; List [])
        else
          let rec items done_ =
            let v = value () in
            skip ();
            if peek () = ',' then (incr at; items (v :: done_)) else (expect ']'; List (List.rev (v :: done_))) in
          items []
    | '"' -> Text (text ())
    | 't' -> word "true" (Bool true)
    | 'f' -> word "false" (Bool false)
    | 'n' -> word "null" Null
    | _ -> Int (number ()) in
  let v = value () in
  skip ();
  if !at < String.length s then fail "nothing more expected";
  v
