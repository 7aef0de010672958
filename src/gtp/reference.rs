//! The reference of all commands in Markdown, from the registry: `docs/commands.md`.

use std::fmt::Write as _;

use super::command::Command;
use super::registry;

const INTRODUCTION: &str = "\
# Commands

Every GTP command that Tedomari knows, with its arguments and what it answers.
`tedomari commands` writes this page; to change a text, change the command's entry in `src/gtp/commands/`.

Words in capitals are arguments. Words in brackets may be left out, and `...` means that more may follow.
The last column is the entry of GoGui's menu of analyze commands, with its type.
";

/// The whole page, theme by theme in the order of `list_commands`.
#[must_use]
pub fn markdown() -> String {
    let mut page = INTRODUCTION.to_owned();
    for theme in registry::themes() {
        page += &format!(
            "\n## {}\n\n| command | what it does | in GoGui |\n|---|---|---|\n",
            theme.title
        );
        for command in theme.commands {
            write_row(&mut page, command);
        }
    }
    page
}

fn write_row(page: &mut String, command: &Command) {
    let Command {
        name,
        usage,
        help,
        analyze,
        ..
    } = command;
    let call = format!("{name} {usage}");
    let menu = analyze.as_ref().map_or_else(String::new, |analyze| {
        format!("{} (`{}`)", analyze.label, analyze.kind.word())
    });
    let (call, help) = (cell(call.trim_end()), cell(help));
    // Writing to a string does not fail.
    let _ = writeln!(page, "| `{call}` | {help} | {menu} |");
}

/// A text inside a table: bars would end its cell.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_command_has_one_row_of_three_cells() {
        let page = markdown();
        for command in registry::all() {
            let starts = [
                format!("| `{}` |", command.name),
                format!("| `{} ", command.name),
            ];
            let rows: Vec<&str> = page
                .lines()
                .filter(|line| starts.iter().any(|start| line.starts_with(start)))
                .collect();
            let [row] = rows[..] else {
                panic!("{}: {rows:?}", command.name);
            };
            assert_eq!(row.replace("\\|", "").matches('|').count(), 4, "{row}");
        }
    }
}
