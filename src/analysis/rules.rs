//! The rules and the komi of a query.

use serde_json::Value;

use super::fields::{self, FieldError, Object};
use crate::board::{Komi, Rules};
use crate::katago::rules::handicap_bonus;

pub(super) const RULES: &str = "Must specify rules string, such as \"chinese\" or \"tromp-taylor\", or a JSON object \
    with detailed rules parameters.";
pub(super) const KOMI: &str = "Must be a integer or half-integer from -400.0 to 400.0";

/// The rules and the komi. What is not played here is replaced by what is nearest, with a warning.
pub(super) fn game_rules(
    object: &Object,
    warnings: &mut Vec<FieldError>,
) -> Result<Rules, FieldError> {
    let text = match object.get("rules") {
        Some(Value::String(name)) => name.clone(),
        Some(parts @ Value::Object(_)) => parts.to_string(),
        Some(_) | None => return Err(FieldError::new("rules", RULES)),
    };
    let nearest = Rules::nearest(&text)
        .map_err(|error| FieldError::new("rules", format!("Could not parse rules: {error}")))?;
    for missing in nearest.unplayed {
        let message =
            format!("Not supported by this engine: {missing}; the nearest rules are used");
        warnings.push(FieldError::new("rules", message));
    }
    let mut found = nearest.rules;
    if let Some(points) = fields::number(object, "komi", -400.0, 400.0, KOMI)? {
        let is_half = (2.0 * points).fract() == 0.0;
        found.komi = Komi::from_points(points)
            .filter(|_| is_half)
            .ok_or_else(|| FieldError::new("komi", KOMI))?;
    }
    let field = "whiteHandicapBonus";
    if let Some(value) = object.get(field) {
        let word = match value {
            Value::String(word) => word.clone(),
            // KataGo's documentation writes 0 without quotes.
            Value::Number(number) => number.to_string(),
            Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => {
                return Err(FieldError::new(field, "Must be a string"));
            }
        };
        found.handicap_bonus =
            handicap_bonus(&word).map_err(|error| FieldError::new(field, error.to_string()))?;
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{KoRule, Tax};

    /// The rules of a query with these fields, and the warnings.
    fn read(fields: &str) -> Result<(Rules, Vec<FieldError>), FieldError> {
        let value: Value = serde_json::from_str(fields).unwrap();
        let mut warnings = Vec::new();
        let rules = game_rules(value.as_object().unwrap(), &mut warnings)?;
        Ok((rules, warnings))
    }

    /// Compares the komi in half points and the warnings of a query with these rules.
    fn check(rules: &str, half_points: i32, warned: &[&str]) -> Rules {
        let (found, warnings) = read(&format!(r#"{{"rules":{rules}}}"#)).unwrap();
        let texts: Vec<&str> = warnings.iter().map(|it| &*it.message).collect();
        assert_eq!(texts, warned, "{rules}");
        assert_eq!(found.komi.half_points(), half_points, "{rules}");
        found
    }

    #[test]
    fn rules_may_leave_parts_out_and_name_the_komi() {
        let tromp_taylor = Rules::named("tromp-taylor").unwrap();
        assert_eq!(check("{}", 15, &[]), tromp_taylor);
        let found = check(r#"{"ko":"SIMPLE","suicide":false}"#, 15, &[]);
        assert_eq!(found.ko, KoRule::Simple);
        let found = check(r#"{"scoring":"TERRITORY"}"#, 13, &[]);
        assert_eq!(found.tax, Tax::Seki);
        check(r#"{"scoring":"TERRITORY","komi":-2.5}"#, -5, &[]);
        check(r#"{"score":"AREA","komi":0,"friendlyPassOk":true}"#, 0, &[]);
        check(r#""koSIMPLEscoreAREAtaxNONEsui0komi5.5""#, 11, &[]);
        // The komi of the query itself counts most.
        let (rules, _) = read(r#"{"rules":{"komi":3},"komi":1.5}"#).unwrap();
        assert_eq!(rules.komi.half_points(), 3);
        assert!(read(r#"{"rules":{"komi":0.3}}"#).is_err());
        assert!(read(r#"{"rules":{"tax":"SOME"}}"#).is_err());
    }

    #[test]
    fn rules_that_are_not_played_get_warnings_and_the_nearest_ones() {
        let tax = "Not supported by this engine: the group tax; the nearest rules are used";
        let button = "Not supported by this engine: the button; the nearest rules are used";
        let spight =
            "Not supported by this engine: Spight's rule of ko; the nearest rules are used";
        let found = check(r#"{"tax":"ALL"}"#, 15, &[tax]);
        assert_eq!(found.tax, Tax::None);
        let found = check(r#"{"scoring":"TERRITORY","tax":"ALL"}"#, 13, &[tax]);
        assert_eq!(found.tax, Tax::Seki);
        check(r#"{"hasButton":true}"#, 14, &[button]);
        check(r#"{"hasButton":false}"#, 15, &[]);
        check(r#"{"ko":"SPIGHT"}"#, 15, &[spight]);
        check(r#""stone-scoring""#, 15, &[tax]);
        check(r#""ancient-territory""#, 13, &[tax]);
        let found = check(r#""aga-button""#, 14, &[button]);
        assert_eq!(found.name(), Some("aga"));
    }
}
