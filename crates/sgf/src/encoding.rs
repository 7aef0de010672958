//! From the bytes of a file to its text.
//!
//! A record names its encoding in `CA`. Many name none, and some a wrong one. A mark at the start of the file counts
//! most; then UTF-8, whose form other texts hardly ever have; then what `CA` names; then a guess by the `chardetng`
//! crate. The text is decoded before anything in it is read: in Big5, GBK and Shift-JIS the second byte of a character
//! may equal a bracket or a backslash.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{
    BIG5, EUC_JP, EUC_KR, Encoding, GB18030, GBK, ISO_2022_JP, SHIFT_JIS, UTF_8, UTF_16BE,
    UTF_16LE, WINDOWS_1252,
};

use super::foreign::as_sgf;
use super::lexer::{Cursor, shown, start_of};
use super::scan::scan;
use super::{Fault, Place, SgfError, Warning};
use tedomari_base::CancelToken;

/// Bytes decoded between two checks of the cancel token.
const CHUNK: usize = 1 << 18;

/// Bytes that a guess reads: enough for any text, and soon read.
const SAMPLE: usize = 1 << 18;

/// Longest name of an encoding, in bytes.
const MAX_LABEL: usize = 40;

/// Begins a character of ISO-2022-JP, whose texts have seven bits only.
const ESCAPE: u8 = 0x1b;

/// The text of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoded {
    /// The text.
    pub text: String,
    /// Why the text may be wrong: the encoding was guessed, or is not the one that the record names.
    pub doubt: Option<Warning>,
}

/// The text of a file in UTF-8, in UTF-16 with a byte order mark, in the encoding that the record names in `CA`, or
/// in one that is guessed. A record in GIB or NGF is rewritten as SGF.
///
/// # Errors
/// Only on `cancel`.
pub fn decode(bytes: Vec<u8>, cancel: &CancelToken) -> Result<Decoded, SgfError> {
    let Decoded { text, doubt } = as_it_stands(bytes, cancel)?;
    Ok(Decoded {
        text: as_sgf(text),
        doubt,
    })
}

/// The text of a file, whatever it holds.
fn as_it_stands(bytes: Vec<u8>, cancel: &CancelToken) -> Result<Decoded, SgfError> {
    if let Some((encoding, mark)) = Encoding::for_bom(&bytes) {
        let rest = bytes.get(mark..).unwrap_or_default();
        let (text, is_whole) = decode_as(encoding, rest, cancel)?;
        let doubt = (!is_whole).then(|| format!("some bytes are not {}", encoding.name()));
        return Ok(decoded(text, doubt, 0));
    }
    let declared = Declared::find(&bytes);
    let is_escaped = bytes.contains(&ESCAPE);
    let bytes = match String::from_utf8(bytes) {
        Ok(text) if text.is_ascii() && !is_escaped => return Ok(decoded(text, None, 0)),
        Ok(text) => match declared.as_ref().filter(|named| named.wins_over(&text)) {
            Some(_) => text.into_bytes(),
            None => {
                let doubt = declared.as_ref().and_then(Declared::is_not_utf8);
                let offset = declared.map_or(0, |named| named.offset);
                return Ok(decoded(text, doubt, offset));
            }
        },
        Err(error) => error.into_bytes(),
    };
    if let Some(named) = &declared
        && let Some(encoding) = named.encoding.filter(|&encoding| encoding != UTF_8)
    {
        let (text, is_whole) = decode_as(encoding, &bytes, cancel)?;
        if names_encoding(&text, &named.label) {
            let doubt = (!is_whole)
                .then(|| format!("`CA` says {}: some bytes are not", shown(&named.label)));
            return Ok(decoded(text, doubt, named.offset));
        }
    }
    guess(&bytes, declared.as_ref(), cancel)
}

fn decoded(text: String, doubt: Option<String>, offset: usize) -> Decoded {
    // The property stands at the same place in the text, or close to it if wide characters stand before it.
    let place = Place::of(&text, start_of(&text, offset).len());
    Decoded {
        doubt: doubt.map(|text| Warning { place, text }),
        text,
    }
}

/// The encoding that a record names.
struct Declared {
    /// Its name in the record.
    label: String,
    /// The encoding; `None` if there is none of that name.
    encoding: Option<&'static Encoding>,
    /// Where the property begins, in bytes.
    offset: usize,
}

impl Declared {
    /// The first property `CA`. What stands before it is not read, because that needs the encoding; so it may turn
    /// out to be a part of a comment.
    fn find(bytes: &[u8]) -> Option<Self> {
        memchr::memmem::find_iter(bytes, b"CA").find_map(|offset| {
            let before = bytes.get(..offset)?.last();
            let is_start =
                before.is_some_and(|&byte| b"(;]".contains(&byte) || byte.is_ascii_whitespace());
            let value = bytes
                .get(offset + 2..)?
                .trim_ascii_start()
                .strip_prefix(b"[")?;
            let value = value.get(..value.len().min(MAX_LABEL))?;
            let end = memchr::memchr(b']', value)?;
            let label = str::from_utf8(value.get(..end)?).ok()?.trim();
            (is_start && !label.is_empty()).then(|| Self {
                label: label.to_owned(),
                encoding: by_name(label),
                offset,
            })
        })
    }

    /// Whether a text that can be read as UTF-8 is rather in the named encoding: text in two-byte characters is valid
    /// UTF-8 now and then. UTF-8 needs three bytes for Chinese and Japanese characters, and then it is no accident.
    fn wins_over(&self, text: &str) -> bool {
        let Some(encoding) = self.encoding else {
            return false;
        };
        if encoding == ISO_2022_JP {
            return text.is_ascii();
        }
        let is_wide = [BIG5, EUC_JP, EUC_KR, GB18030, GBK, SHIFT_JIS].contains(&encoding);
        is_wide && text.chars().all(|c| c.len_utf8() < 3)
    }

    /// The warning about a text that is UTF-8, if `CA` names another encoding.
    fn is_not_utf8(&self) -> Option<String> {
        (self.encoding != Some(UTF_8)).then(|| {
            format!(
                "`CA` says {}; the file is UTF-8, and read as that",
                shown(&self.label)
            )
        })
    }
}

/// The encoding with this name: those of the Encoding Standard, and names that Windows programs write.
fn by_name(label: &str) -> Option<&'static Encoding> {
    let encoding = match label.to_ascii_lowercase().as_str() {
        "cp932" | "windows-932" => Some(SHIFT_JIS),
        "cp936" | "windows-936" => Some(GBK),
        "cp949" => Some(EUC_KR),
        "cp950" | "windows-950" => Some(BIG5),
        _ => Encoding::for_label_no_replacement(label.as_bytes()),
    };
    // A name that was read as ASCII does not stand in UTF-16.
    encoding.filter(|&encoding| encoding != UTF_16LE && encoding != UTF_16BE)
}

/// Whether the first node of the game names the encoding.
fn names_encoding(text: &str, label: &str) -> bool {
    let cancel = CancelToken::new();
    let mut cursor = Cursor::new(text, &cancel);
    if cursor.skip_to_game().is_err() {
        return false;
    }
    for opening in [b'(', b';'] {
        if cursor.peek() == Some(opening) {
            cursor.offset += 1;
            cursor.skip_space();
        }
    }
    while let Ok(Some(property)) = cursor.property() {
        if property.name() == "CA" {
            return property.value().trim() == label;
        }
    }
    false
}

/// The text in the likeliest encoding. A guess that breaks the grammar is worse than Latin letters, which never do.
fn guess(
    bytes: &[u8],
    declared: Option<&Declared>,
    cancel: &CancelToken,
) -> Result<Decoded, SgfError> {
    // What stands before the first foreign byte is ASCII in every encoding.
    let is_foreign = |&byte: &u8| !byte.is_ascii() || byte == ESCAPE;
    let sample = bytes
        .iter()
        .position(is_foreign)
        .and_then(|start| bytes.get(start..));
    let sample = sample.unwrap_or_default();
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    detector.feed(sample.get(..SAMPLE).unwrap_or(sample), true);
    let mut encoding = detector.guess(None, Utf8Detection::Deny);
    let (mut text, _) = decode_as(encoding, bytes, cancel)?;
    if encoding != WINDOWS_1252 && scan(&text, cancel).is_err() {
        check(cancel)?;
        let (latin, _) = decode_as(WINDOWS_1252, bytes, cancel)?;
        if scan(&latin, cancel).is_ok() {
            (encoding, text) = (WINDOWS_1252, latin);
        }
    }
    let reason = match declared {
        Some(Declared {
            label, encoding, ..
        }) if encoding.is_some() => {
            format!("`CA` says {}, which the file is not", shown(label))
        }
        Some(Declared { label, .. }) => format!("`CA` names the unknown encoding {}", shown(label)),
        None => "the file is not UTF-8 and names no encoding in `CA`".to_owned(),
    };
    let doubt = format!("{reason}: read as {}, which is a guess", encoding.name());
    Ok(decoded(
        text,
        Some(doubt),
        declared.map_or(0, |named| named.offset),
    ))
}

/// The text, and whether all bytes fit the encoding.
fn decode_as(
    encoding: &'static Encoding,
    bytes: &[u8],
    cancel: &CancelToken,
) -> Result<(String, bool), SgfError> {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut text = String::new();
    let mut is_whole = true;
    let mut chunks = bytes.chunks(CHUNK).peekable();
    while let Some(chunk) = chunks.next() {
        check(cancel)?;
        let room = decoder.max_utf8_buffer_length(chunk.len());
        text.reserve(room.unwrap_or(3 * CHUNK));
        let is_last = chunks.peek().is_none();
        let (_, _, has_errors) = decoder.decode_to_string(chunk, &mut text, is_last);
        is_whole &= !has_errors;
    }
    Ok((text, is_whole))
}

fn check(cancel: &CancelToken) -> Result<(), SgfError> {
    if cancel.is_cancelled() {
        return Err(SgfError {
            place: Place::START,
            fault: Fault::Interrupted,
        });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Decodes a record with this `CA` (if any) and this name of Black in the given encoding. Compares the name, and
    /// the warning about the encoding.
    fn check(label: &str, encoding: &'static Encoding, name: &str, expected_doubt: &str) {
        let ca = if label.is_empty() {
            String::new()
        } else {
            format!("CA[{label}]")
        };
        // Before the property, as some programs write it, and behind it.
        for text in [
            format!("(;GM[1]{ca}PB[{name}]PW[x];B[aa])"),
            format!("(;GM[1]PB[{name}]{ca}PW[x];B[aa])"),
            // The first semicolon may be missing.
            format!("({ca}GM[1]PB[{name}]PW[x];B[aa])"),
        ] {
            let (bytes, _, is_lossy) = encoding.encode(&text);
            assert!(!is_lossy, "{text}");
            let decoded = decode(bytes.into_owned(), &CancelToken::new()).unwrap();
            assert_eq!(decoded.text, text, "{label}");
            let doubt = decoded.doubt.map(|doubt| doubt.text).unwrap_or_default();
            assert_eq!(doubt, expected_doubt, "{label} {name}");
        }
    }

    #[test]
    fn the_record_names_its_encoding() {
        // Second bytes that are a backslash or a bracket: 表, 十, 許, 功, 蓋, 昞.
        check("Shift_JIS", SHIFT_JIS, "ソ表十能 羽生善治", "");
        check("shift-jis", SHIFT_JIS, "表", "");
        check("Big5", BIG5, "許功蓋", "");
        check("gb2312", GBK, "常昊", "");
        check("GBK", GBK, "昞", "");
        check("GB18030", GB18030, "柯潔㐀", "");
        check("EUC-KR", EUC_KR, "이창호", "");
        check("cp949", EUC_KR, "조훈현", "");
        check("EUC-JP", EUC_JP, "趙治勲", "");
        check("ISO-2022-JP", ISO_2022_JP, "趙治勲", "");
        check("ISO-8859-1", WINDOWS_1252, "José Müller", "");
        check("UTF-8", UTF_8, "常昊", "");
        check("", UTF_8, "常昊 José", "");
    }

    #[test]
    fn doubts_are_told() {
        let utf8 = "`CA` says gb2312; the file is UTF-8, and read as that";
        check("gb2312", UTF_8, "常昊", utf8);
        let unknown = "`CA` says foo; the file is UTF-8, and read as that";
        check("foo", UTF_8, "é", unknown);
        let guessed = "the file is not UTF-8 and names no encoding in `CA`: read as Shift_JIS, which is a guess";
        check("", SHIFT_JIS, "趙治勲名誉名人ソ", guessed);
        let guessed =
            "the file is not UTF-8 and names no encoding in `CA`: read as Big5, which is a guess";
        check("", BIG5, "許功蓋先生", guessed);
        let guessed = "the file is not UTF-8 and names no encoding in `CA`: read as windows-1252, which is a guess";
        check("", WINDOWS_1252, "José Müller", guessed);
        let guessed = "`CA` says UTF-8, which the file is not: read as GBK, which is a guess";
        check("UTF-8", GBK, "中国围棋协会 常昊九段", guessed);
    }

    #[test]
    fn marks_tell_utf_16_and_utf_8() {
        let text = "(;GM[1]CA[UTF-16]PB[常昊];B[aa])";
        let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        let marked = [
            [b"\xff\xfe", little.as_slice()].concat(),
            [b"\xfe\xff", big.as_slice()].concat(),
            [b"\xef\xbb\xbf", text.as_bytes()].concat(),
        ];
        for bytes in marked {
            let decoded = decode(bytes, &CancelToken::new()).unwrap();
            assert_eq!((decoded.text.as_str(), decoded.doubt), (text, None));
        }
    }

    #[test]
    fn bytes_that_do_not_fit_are_told() {
        let bytes = b"(;CA[Shift_JIS]PB[a\x80\xff]C[x])".to_vec();
        let decoded = decode(bytes, &CancelToken::new()).unwrap();
        let doubt = decoded.doubt.unwrap();
        assert_eq!(doubt.text, "`CA` says Shift_JIS: some bytes are not");
        assert_eq!(doubt.place, Place { line: 1, column: 3 });
        assert!(decoded.text.ends_with("]C[x])"), "{}", decoded.text);
    }

    #[test]
    fn an_interrupt_ends_the_decoding() {
        let cancel = CancelToken::new();
        cancel.cancel();
        let error = decode(b"(;PB[\xe9])".to_vec(), &cancel).unwrap_err();
        assert_eq!(error.fault, Fault::Interrupted);
    }
}
