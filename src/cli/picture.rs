//! Pictures that subcommands draw into files.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use clap::Args;

use crate::draw::picture::Picture;
#[cfg(feature = "png")]
use crate::draw::to_png;
use crate::draw::{Theme, to_svg};
use crate::files;

/// Where the picture goes, and its colors.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct PictureOptions {
    /// Draw a picture into this file: an SVG or a PNG, by the ending of its name; `.json` writes what it shows as data.
    #[arg(long, value_name = "FILE", alias = "svg")]
    pub(super) picture: Option<PathBuf>,
    /// The colors of the picture. An SVG with `auto` follows the page that shows it.
    #[arg(long, value_enum, default_value_t = Theme::Auto, requires = "picture")]
    pub(super) theme: Theme,
}

impl PictureOptions {
    /// Whether the options name a picture.
    pub(super) const fn is_wanted(&self) -> bool {
        self.picture.is_some()
    }

    /// Rejects a name without a known ending, before the work begins.
    pub(super) fn check(&self) -> anyhow::Result<()> {
        self.picture
            .as_deref()
            .map_or(Ok(()), |path| form(path).map(drop))
    }

    /// Draws the picture, if the options name one.
    pub(super) fn write(&self, picture: &Picture) -> anyhow::Result<()> {
        self.picture
            .as_deref()
            .map_or(Ok(()), |path| write_picture(path, picture, self.theme))
    }
}

/// The form of a picture.
#[derive(Clone, Copy, Debug)]
enum Form {
    Svg,
    #[cfg(feature = "png")]
    Png,
    Json,
}

/// The form for the ending of a name.
fn form(path: &Path) -> anyhow::Result<Form> {
    let ending = path.extension().and_then(|ending| ending.to_str());
    Ok(match ending.map(str::to_ascii_lowercase).as_deref() {
        Some("svg") => Form::Svg,
        #[cfg(feature = "png")]
        Some("png") => Form::Png,
        #[cfg(not(feature = "png"))]
        Some("png") => bail!(
            "{}: this program is built without PNG; name the picture .svg",
            path.display()
        ),
        Some("json") => Form::Json,
        _ => bail!(
            "{}: the name of a picture ends in .svg, .png or .json",
            path.display()
        ),
    })
}

/// Draws a picture into a file, in the form for its ending.
pub(super) fn write_picture(path: &Path, picture: &Picture, theme: Theme) -> anyhow::Result<()> {
    let place = || path.display().to_string();
    let bytes = match form(path)? {
        Form::Svg => to_svg(picture, theme).into_bytes(),
        #[cfg(feature = "png")]
        Form::Png => to_png(picture, theme).with_context(place)?,
        Form::Json => serde_json::to_vec_pretty(picture)?,
    };
    files::write(path, &bytes).with_context(place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ending_of_the_name_decides_the_form() {
        let folder = tempfile::tempdir().unwrap();
        let picture = Picture::default();
        let mut forms = vec![("a.svg", "<svg "), ("c.json", "{")];
        if cfg!(feature = "png") {
            forms.push(("b.PNG", "\u{89}PNG"));
        }
        for (name, start) in forms {
            let options = PictureOptions {
                picture: Some(folder.path().join(name)),
                theme: Theme::Dark,
            };
            options.write(&picture).unwrap();
            let bytes = std::fs::read(folder.path().join(name)).unwrap();
            let text: String = bytes.iter().map(|&byte| char::from(byte)).collect();
            assert!(text.starts_with(start), "{name}: {text}");
        }
        let options = PictureOptions {
            picture: Some(folder.path().join("d.gif")),
            theme: Theme::Auto,
        };
        assert!(options.check().unwrap_err().to_string().contains(".svg"));
    }
}
