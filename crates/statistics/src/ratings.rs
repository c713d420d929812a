//! Ratings of many players at once: the Bradley-Terry model by maximum likelihood, errors from the
//! curvature of the likelihood. A draw counts as half a win for each.

/// How one player did against another.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Meeting {
    /// One player, by its place in the list.
    pub player: usize,
    pub opponent: usize,
    pub points: f64,
    pub games: f64,
}

/// Ratings that add up to 0.
#[derive(Clone, PartialEq, Debug)]
pub struct Ratings {
    pub elo: Vec<f64>,
    /// Half the width of the 95 % interval; `None` for a player without games.
    pub error: Vec<Option<f64>>,
    /// Somebody won or lost everything, or groups never met: without more ado there would be no
    /// finite ratings. Everybody was given one drawn game against the same average player.
    pub tempered: bool,
}

/// One natural unit of strength in Elo.
const UNIT: f64 = 400.0 / std::f64::consts::LN_10;

/// Rates the players `0..count`.
pub fn rate(count: usize, results: &[Meeting]) -> Ratings {
    let tempered = !has_finite_ratings(count, results);
    let mut results = results.to_vec();
    if tempered {
        // Everybody draws a game against the same average player.
        results.extend((0..count).map(|player| Meeting {
            player,
            opponent: count,
            points: 0.5,
            games: 1.0,
        }));
    }
    let all = count + usize::from(tempered);
    let mut played = vec![false; count];
    for meeting in results.iter().filter(|meeting| meeting.opponent < count) {
        played[meeting.player] = true;
        played[meeting.opponent] = true;
    }
    let mut strength = vec![0.0; all];
    for _ in 0..200 {
        let (gradient, information) = derivatives(&strength, &results);
        let Some(inverse) = centred_inverse(&information) else {
            break;
        };
        let mut largest: f64 = 0.0;
        for (player, row) in inverse.iter().enumerate() {
            let step: f64 = row.iter().zip(&gradient).map(|(a, b)| a * b).sum();
            // Far from the maximum Newton's steps are too long.
            let step = step.clamp(-1.0, 1.0);
            strength[player] += step;
            largest = largest.max(step.abs());
        }
        if largest < 1e-12 {
            break;
        }
    }
    let mean = strength[..count].iter().sum::<f64>() / count.max(1) as f64;
    let (_, information) = derivatives(&strength, &results);
    let inverse = centred_inverse(&information);
    let error = |player: usize| {
        let inverse = inverse.as_ref().filter(|_| played[player])?;
        Some(1.96 * UNIT * inverse[player][player].max(0.0).sqrt())
    };
    let elo = strength[..count].iter();
    Ratings {
        elo: elo.map(|strength| UNIT * (strength - mean)).collect(),
        error: (0..count).map(error).collect(),
        tempered,
    }
}

/// Ratings are finite exactly if from every player one can get to every other along "took points
/// from" (Ford, 1957).
fn has_finite_ratings(count: usize, results: &[Meeting]) -> bool {
    let mut beats = vec![Vec::new(); count];
    for result in results.iter().filter(|result| result.games > 0.0) {
        if result.points > 0.0 {
            beats[result.player].push(result.opponent);
        }
        if result.points < result.games {
            beats[result.opponent].push(result.player);
        }
    }
    let reaches_all = |next: &[Vec<usize>]| {
        let mut seen = vec![false; count];
        let mut stack = vec![0];
        while let Some(player) = stack.pop() {
            if !std::mem::replace(&mut seen[player], true) {
                stack.extend(&next[player]);
            }
        }
        seen.into_iter().all(|seen| seen)
    };
    let mut beaten_by = vec![Vec::new(); count];
    for (player, list) in beats.iter().enumerate() {
        for &other in list {
            beaten_by[other].push(player);
        }
    }
    count == 0 || (reaches_all(&beats) && reaches_all(&beaten_by))
}

/// Slope and (negative) curvature of the log-likelihood.
fn derivatives(strength: &[f64], results: &[Meeting]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let count = strength.len();
    let mut gradient = vec![0.0; count];
    let mut information = vec![vec![0.0; count]; count];
    for result in results {
        let (a, b) = (result.player, result.opponent);
        let expected = 1.0 / (1.0 + (strength[b] - strength[a]).exp());
        let surplus = result.points - result.games * expected;
        gradient[a] += surplus;
        gradient[b] -= surplus;
        let weight = result.games * expected * (1.0 - expected);
        information[a][a] += weight;
        information[b][b] += weight;
        information[a][b] -= weight;
        information[b][a] -= weight;
    }
    (gradient, information)
}

/// The inverse on the strengths that add up to 0: adding the same to everybody changes nothing, so
/// the matrix itself has none. `None` where players have nothing to do with each other.
fn centred_inverse(matrix: &[Vec<f64>]) -> Option<Vec<Vec<f64>>> {
    let count = matrix.len();
    let scale = matrix
        .iter()
        .enumerate()
        .map(|(index, row)| row[index])
        .fold(0.0, f64::max);
    if scale <= 0.0 {
        return None;
    }
    let lift = scale / count as f64;
    let mut left: Vec<Vec<f64>> = matrix
        .iter()
        .map(|row| row.iter().map(|value| value + lift).collect())
        .collect();
    let mut right: Vec<Vec<f64>> = (0..count)
        .map(|row| {
            (0..count)
                .map(|col| f64::from(u8::from(row == col)))
                .collect()
        })
        .collect();
    for col in 0..count {
        let pivot =
            (col..count).max_by(|&a, &b| left[a][col].abs().total_cmp(&left[b][col].abs()))?;
        if left[pivot][col].abs() < 1e-12 * scale {
            return None;
        }
        left.swap(col, pivot);
        right.swap(col, pivot);
        let head = left[col][col];
        for value in left[col].iter_mut().chain(&mut right[col]) {
            *value /= head;
        }
        for row in (0..count).filter(|&row| row != col) {
            let factor = left[row][col];
            for index in 0..count {
                left[row][index] -= factor * left[col][index];
                right[row][index] -= factor * right[col][index];
            }
        }
    }
    let shift = 1.0 / (lift * (count * count) as f64);
    for value in right.iter_mut().flatten() {
        *value -= shift;
    }
    Some(right)
}

#[cfg(test)]
mod tests {
    use boyi_game::Random;

    use super::*;

    fn result(player: usize, opponent: usize, points: f64, games: f64) -> Meeting {
        Meeting {
            player,
            opponent,
            points,
            games,
        }
    }

    #[test]
    fn the_published_three_players() {
        let results = [
            result(0, 1, 75.0, 100.0),
            result(1, 2, 75.0, 100.0),
            result(0, 2, 90.0, 100.0),
        ];
        let ratings = rate(3, &results);
        for (found, expected) in ratings.elo.iter().zip([190.85, 0.0, -190.85]) {
            assert!((found - expected).abs() < 0.005, "{ratings:?}");
        }
        assert!(!ratings.tempered);
    }

    #[test]
    fn two_players_get_the_elo_of_their_score() {
        let ratings = rate(2, &[result(0, 1, 640.0, 1000.0)]);
        let difference = ratings.elo[0] - ratings.elo[1];
        let expected = crate::elo(0.64).expect("inside");
        assert!((difference - expected).abs() < 1e-6);
        // Of the difference: twice that of one player's, who stands half of it off the middle.
        let error = 2.0 * ratings.error[0].expect("played");
        let by_hand = 1.96 * UNIT / (1000.0f64 * 0.64 * 0.36).sqrt();
        assert!((error - by_hand).abs() < 1e-6, "{error} {by_hand}");
    }

    #[test]
    fn whoever_won_everything_or_met_nobody_breaks_nothing() {
        let ratings = rate(3, &[result(0, 1, 10.0, 10.0)]);
        assert!(ratings.tempered);
        assert!(ratings.elo.iter().all(|elo| elo.is_finite()));
        assert!(ratings.elo[0] > ratings.elo[1]);
        assert_eq!(ratings.error[2], None);
        assert_eq!(rate(0, &[]).elo, Vec::<f64>::new());
        assert_eq!(rate(2, &[]).error, [None, None]);
    }

    /// The error bars miss the truth in about one of twenty tournaments.
    #[test]
    fn the_errors_are_what_they_say() {
        let truth = [120.0, 40.0, -30.0, -130.0];
        let mut random = Random::new(9);
        let (mut missed, mut all) = (0, 0);
        for _ in 0..500 {
            let mut results = Vec::new();
            for a in 0..4 {
                for b in a + 1..4 {
                    let expected = crate::expected_score(truth[a] - truth[b]);
                    let won = (0..60)
                        .filter(|_| (random.below(1 << 20) as f64) < expected * f64::from(1 << 20))
                        .count();
                    results.push(result(a, b, won as f64, 60.0));
                }
            }
            let ratings = rate(4, &results);
            for (player, truth) in truth.iter().enumerate() {
                let error = ratings.error[player].expect("played");
                missed += u32::from((ratings.elo[player] - truth).abs() > error);
                all += 1;
            }
        }
        let rate = f64::from(missed) / f64::from(all);
        assert!((0.03..=0.07).contains(&rate), "{rate}");
    }
}
