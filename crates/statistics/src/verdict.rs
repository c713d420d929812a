//! What the statistics mean, in plain words.

use boyi_game::Phrase;

use crate::{Decision, Difference, Estimate, Model, Sprt, SprtProgress};

/// Surer than this and it is said without a caveat.
const SURE: f64 = 0.95;

/// `A is stronger than B, +34 ±12, and 97 % sure`.
pub fn of_match(a: &str, b: &str, estimate: Option<&Estimate>) -> Phrase {
    let Some(estimate) = estimate else {
        return Phrase::new("no pair of games is finished yet", "还没有下完一对棋");
    };
    let ahead = estimate.superiority >= 0.5;
    let (better, worse) = if ahead { (a, b) } else { (b, a) };
    let sure = estimate.superiority.max(1.0 - estimate.superiority);
    let (elo_en, elo_zh) = difference_of(estimate, ahead);
    let percent = percent(sure);
    if sure >= SURE && excludes_even(estimate, ahead) {
        return Phrase::new(
            format!("{better} is stronger than {worse}, {elo_en}, and {percent} sure"),
            format!("{better} 强于 {worse}，{elo_zh}，把握 {percent}"),
        );
    }
    // Less than half a percent off is written as 50 %.
    if (estimate.superiority - 0.5).abs() < 0.005 {
        return Phrase::new(
            format!("{a} and {b} are even so far, {elo_en}"),
            format!("{a} 与 {b} 目前不分上下，{elo_zh}"),
        );
    }
    Phrase::new(
        format!(
            "not clear yet: {better} seems stronger than {worse}, {elo_en}, but only {percent} sure"
        ),
        format!("尚无定论：{better} 似乎强于 {worse}，{elo_zh}，把握只有 {percent}"),
    )
}

/// Whether the interval says the same: nobody is called stronger beside an interval that holds zero.
fn excludes_even(estimate: &Estimate, ahead: bool) -> bool {
    let (low, high) = estimate.interval;
    if ahead { low > 0.5 } else { high < 0.5 }
}

/// A difference with its sign, which zero does not have.
fn signed(elo: f64) -> String {
    let rounded = elo.round();
    if rounded == 0.0 {
        "0".to_owned()
    } else {
        format!("{rounded:+.0}")
    }
}

/// The Elo difference from the view of the player that is ahead. Far from even the interval is longer on one
/// side, so that ± would tell a lie: then both ends are said.
fn difference_of(estimate: &Estimate, ahead: bool) -> (String, String) {
    let sign = if ahead { 1.0 } else { -1.0 };
    let (low, high) = estimate.elo_interval();
    if let (Some(elo), Some(error)) = (estimate.elo(), estimate.elo_error())
        && let Some((low, high)) = low.zip(high)
    {
        let holds_zero = (elo - error) * (elo + error) <= 0.0;
        if holds_zero == (low * high <= 0.0) {
            let text = format!("{} ±{error:.0}", signed(sign * elo));
            return (text.clone(), text);
        }
        let (least, most) = if ahead { (low, high) } else { (-high, -low) };
        let (elo, least, most) = (signed(sign * elo), signed(least), signed(most));
        return (
            format!("{elo} (between {least} and {most})"),
            format!("{elo}（介于 {least} 与 {most} 之间）"),
        );
    }
    let least = if ahead { low } else { high.map(|high| -high) };
    match (least.filter(|&least| least > 0.0), estimate.elo()) {
        (Some(least), _) => (format!("at least {least:+.0}"), format!("至少 {least:+.0}")),
        (None, Some(elo)) => (
            format!(
                "{} after too few games to say how far off that is",
                signed(sign * elo)
            ),
            format!("{}，局数太少，误差未知", signed(sign * elo)),
        ),
        (None, None) => ("by how much is unknown".to_owned(), "差距未知".to_owned()),
    }
}

/// Never more sure than the games can make it: `97 %`, `more than 99.9 %`.
fn percent(share: f64) -> String {
    if share > 0.999 {
        ">99.9 %".to_owned()
    } else if share > 0.99 {
        format!("{:.1} %", 100.0 * share)
    } else {
        format!("{:.0} %", 100.0 * share)
    }
}

/// Where a sequential test stands, or how it ended. What the test stops at is no fair sample: it
/// stops when things look clear, so a plain estimate is biased, and is called so.
pub fn of_sprt(
    a: &str,
    b: &str,
    test: &Sprt,
    progress: &SprtProgress,
    estimate: Option<&Estimate>,
) -> Phrase {
    let (elo0, elo1) = test.hypotheses();
    let (unit_en, unit_zh) = match test.model() {
        Model::Logistic => ("Elo", "Elo"),
        Model::Normalized => ("normalized Elo", "标准化 Elo"),
    };
    let (low, high) = progress.bounds;
    let state = format!("LLR {:.2} [{low:.2}, {high:.2}]", progress.llr);
    let figures = estimate.and_then(|estimate| estimate.elo().zip(estimate.elo_error()));
    let biased = figures.map_or((String::new(), String::new()), |(elo, error)| {
        (
            format!("; a plain estimate of {elo:+.0} ±{error:.0} would be biased, since the test stopped when it looked clear"),
            format!("；直接估计 {elo:+.0} ±{error:.0} 是有偏的，因为检验在看似明朗时才停止"),
        )
    });
    let (passed, fits, rejected) = match progress.decision {
        None => return Phrase::new(format!("undecided: {state}"), format!("未决：{state}")),
        Some(Decision::AcceptH1) => (["passed", "通过"], elo1, elo0),
        Some(Decision::AcceptH0) => (["failed", "未通过"], elo0, elo1),
    };
    let [passed_en, passed_zh] = passed;
    Phrase::new(
        format!(
            "{passed_en}: {a} against {b} is rather {fits:+} than {rejected:+} {unit_en}, {state}{}",
            biased.0
        ),
        format!(
            "{passed_zh}：{a} 对 {b} 更像是 {fits:+} 而不是 {rejected:+} {unit_zh}，{state}{}",
            biased.1
        ),
    )
}

pub fn of_difference(a: &str, b: &str, difference: &Difference) -> Phrase {
    let Difference { mean, interval, .. } = difference;
    let (low, high) = interval;
    let figures = format!("{mean:+.2} [{low:+.2}, {high:+.2}]");
    if *low > 0.0 || *high < 0.0 {
        let (better, worse) = if *low > 0.0 { (a, b) } else { (b, a) };
        Phrase::new(
            format!("{better} scores more than {worse}: {figures} points a game for {a}"),
            format!("{better} 得分高于 {worse}：{a} 每局净得 {figures} 分"),
        )
    } else {
        Phrase::new(
            format!("neither clearly scores more: {figures} points a game for {a}"),
            format!("得分高低尚不明：{a} 每局净得 {figures} 分"),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Pairs, mean_difference};

    /// Every result of up to seven pairs: a verdict never stands beside an interval that says otherwise.
    #[test]
    fn nobody_is_stronger_beside_an_interval_that_holds_zero() {
        let mut stronger = 0;
        for code in 0..8u64.pow(5) {
            let pairs = [0, 1, 2, 3, 4].map(|place| code / 8u64.pow(place) % 8);
            let Some(estimate) = Pairs(pairs).estimate() else {
                continue;
            };
            let said = of_match("A", "B", Some(&estimate)).english;
            assert!(!said.contains("-0"), "{pairs:?}: {said}");
            if !said.contains(" is stronger") {
                continue;
            }
            stronger += 1;
            let (low, high) = estimate.interval;
            assert!(low > 0.5 || high < 0.5, "{pairs:?}: {said}");
            if let Some((elo, error)) = said.split_once(" ±") {
                let elo = elo
                    .rsplit(' ')
                    .next()
                    .and_then(|elo| elo.parse::<f64>().ok());
                let error = error
                    .split(',')
                    .next()
                    .and_then(|error| error.parse::<f64>().ok());
                let (elo, error) = elo.zip(error).expect("two numbers");
                assert!(elo >= error, "{pairs:?}: {said}");
            }
        }
        assert!(stronger > 1_000, "{stronger}");
    }

    #[test]
    fn verdicts_are_plain_words() {
        let said = |pairs| of_match("A", "B", Pairs(pairs).estimate().as_ref()).english;
        for (pairs, expected) in [
            (
                [10, 40, 100, 60, 20],
                "A is stronger than B, +30 ±22, and 99.7 % sure",
            ),
            (
                [20, 60, 100, 40, 10],
                "B is stronger than A, +30 ±22, and 99.7 % sure",
            ),
            (
                [2, 5, 10, 6, 2],
                "not clear yet: A seems stronger than B, +7 ±72, but only 58 % sure",
            ),
            (
                [0, 0, 0, 0, 20],
                "A is stronger than B, at least +301, and >99.9 % sure",
            ),
            (
                [1, 0, 0, 0, 0],
                "not clear yet: B seems stronger than A, by how much is unknown, but only 75 % sure",
            ),
            ([0, 0, 4, 0, 0], "A and B are even so far, 0 ±338"),
            ([0; 5], "no pair of games is finished yet"),
        ] {
            assert_eq!(said(pairs), expected);
        }
        let chinese = of_match("甲", "乙", Pairs([10, 40, 100, 60, 20]).estimate().as_ref());
        assert_eq!(chinese.chinese, "甲 强于 乙，+30 ±22，把握 99.7 %");
    }

    #[test]
    fn after_a_sequential_test_the_estimate_is_called_biased() {
        let test = Sprt::new(0.0, 10.0, 0.05, 0.05, Model::Normalized).expect("sensible");
        let pairs = Pairs([20, 90, 200, 160, 60]);
        let words = of_sprt(
            "A",
            "B",
            &test,
            &test.progress(&pairs),
            pairs.estimate().as_ref(),
        );
        assert!(
            words
                .english
                .starts_with("passed: A against B is rather +10 than +0")
        );
        assert!(words.english.contains("biased"), "{}", words.english);
        assert!(words.chinese.contains("有偏"));
        let early = test.progress(&Pairs([1, 2, 3, 2, 1]));
        let words = of_sprt("A", "B", &test, &early, None);
        assert!(words.english.starts_with("undecided"));
    }

    #[test]
    fn points_have_words_too() {
        let more = mean_difference(&[3.0, 4.0, 5.0, 4.5, 2.0]).expect("pairs");
        let words = of_difference("A", "B", &more).english;
        assert!(
            words.starts_with("A scores more than B: +3.70 ["),
            "{words}"
        );
        let unclear = mean_difference(&[3.0, -4.0, 5.0, -4.5, 2.0]).expect("pairs");
        let words = of_difference("A", "B", &unclear).english;
        assert!(words.starts_with("neither clearly"), "{words}");
    }
}
