//! The rules a second time, straight from their text: slow, obvious, and sharing no code with the
//! fast ones but the source of chance.

use boyi_game::Chance;
use boyi_garlic::Setup;

/// What happened in a round, so that a test can see that the rare things did happen.
#[derive(Default, Debug)]
pub(crate) struct Seen {
    pub(crate) strong_met_strong: u32,
    pub(crate) negative_score_halved: u32,
    pub(crate) odd_negative_score_halved: u32,
    pub(crate) both_on_one_star: u32,
    pub(crate) came_home_onto_a_garlic: u32,
    pub(crate) suicides: u32,
    pub(crate) both_ate_one_destroyer: u32,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Naive {
    pub(crate) map: Vec<Vec<char>>,
    pub(crate) homes: Vec<(i32, i32)>,
    pub(crate) destroyers: Vec<(i32, i32)>,
    pub(crate) garlics: Vec<(i32, i32)>,
    pub(crate) scores: Vec<i32>,
    pub(crate) statuses: Vec<i32>,
    pub(crate) round: i32,
}

impl Naive {
    /// Reads the plain map of a start.
    pub(crate) fn start(setup: &Setup) -> Self {
        let text = setup.to_string();
        let lines: Vec<&str> = text.lines().collect();
        let rows: usize = lines[0].split(' ').next().unwrap().parse().unwrap();
        let map = lines[1..=rows]
            .iter()
            .map(|line| line.chars().collect())
            .collect();
        let places: Vec<(i32, i32)> = lines[rows + 1..]
            .iter()
            .map(|line| {
                let (row, col) = line.split_once(' ').unwrap();
                (row.parse().unwrap(), col.parse().unwrap())
            })
            .collect();
        let mut game = Self {
            map,
            homes: places[..2].to_vec(),
            destroyers: places[..2].to_vec(),
            garlics: places[2..].to_vec(),
            scores: vec![0, 0],
            statuses: vec![0, 0],
            round: 0,
        };
        game.collect(&mut Seen::default());
        game
    }

    /// The text of the position, in the format of games in progress.
    pub(crate) fn text(&self) -> String {
        let at = |&(row, col): &(i32, i32)| format!("{row} {col}");
        let mut text = format!("{} {}\n", self.map.len(), self.map[0].len());
        for row in &self.map {
            text += &row.iter().collect::<String>();
            text += "\n";
        }
        for place in self.destroyers.iter().chain(&self.garlics) {
            text += &at(place);
            text += "\n";
        }
        text += &format!("homes {} {}\n", at(&self.homes[0]), at(&self.homes[1]));
        text += &format!("scores {} {}\n", self.scores[0], self.scores[1]);
        text += &format!("statuses {} {}\n", self.statuses[0], self.statuses[1]);
        text += &format!("round {}\n", self.round);
        text
    }

    pub(crate) fn is_over(&self) -> bool {
        let stars = self
            .map
            .iter()
            .flatten()
            .filter(|&&c| c == 'o' || c == 'O')
            .count();
        let cells = self.map.len() * self.map[0].len();
        self.statuses == [-1, -1] || self.round as usize == cells || stars == 0
    }

    pub(crate) fn is_open(&self, (row, col): (i32, i32)) -> bool {
        let inside = row >= 0
            && col >= 0
            && (row as usize) < self.map.len()
            && (col as usize) < self.map[0].len();
        inside && self.map[row as usize][col as usize] != '#'
    }

    pub(crate) fn play(
        &mut self,
        targets: [(i32, i32); 2],
        chance: &mut impl Chance,
        seen: &mut Seen,
    ) {
        // 1
        for (i, (row, col)) in targets.into_iter().enumerate() {
            if self.statuses[i] == -1 {
                continue;
            }
            let steps = (row - self.garlics[i].0).abs() + (col - self.garlics[i].1).abs();
            if steps <= 1 && self.is_open((row, col)) {
                self.garlics[i] = (row, col);
            } else {
                self.scores[i] -= 400;
                self.statuses[i] = -1;
                seen.suicides += 1;
            }
        }
        // 2a
        if self.garlics[0] == self.garlics[1] {
            if self.statuses[0] > 0 && self.statuses[1] > 0 {
                seen.strong_met_strong += 1;
            }
            for (eater, eaten) in [(0, 1), (1, 0)] {
                if self.statuses[eater] > 0 && self.statuses[eaten] == 0 {
                    let half = (f64::from(self.scores[eaten]) / 2.0).floor() as i32;
                    seen.negative_score_halved += u32::from(self.scores[eaten] < 0);
                    seen.odd_negative_score_halved +=
                        u32::from(self.scores[eaten] < 0 && self.scores[eaten] % 2 != 0);
                    self.scores[eaten] -= half;
                    self.scores[eater] += half;
                    self.statuses[eaten] = -1;
                }
            }
        }
        // 2b, 2c, 2d
        self.destroyers_and_garlics(seen);
        // 2e
        self.collect(seen);
        // 3
        let next: Vec<_> = (0..2).map(|d| self.destroyer_step(d, chance)).collect();
        self.destroyers = next;
        self.destroyers_and_garlics(seen);
        // 4
        for i in 0..2 {
            if self.statuses[i] > 0 {
                self.statuses[i] -= 1;
            }
        }
        for i in 0..2 {
            if self.statuses[i] != -1 {
                self.scores[i] -= 1;
            }
        }
        self.round += 1;
    }

    fn destroyers_and_garlics(&mut self, seen: &mut Seen) {
        let mut eaten = [0, 0];
        for i in 0..2 {
            for (d, count) in eaten.iter_mut().enumerate() {
                if self.statuses[i] > 0 && self.garlics[i] == self.destroyers[d] {
                    self.scores[i] += 200;
                    *count += 1;
                }
            }
        }
        for (d, &eaters) in eaten.iter().enumerate() {
            if eaters > 0 {
                self.destroyers[d] = self.homes[d];
            }
            seen.both_ate_one_destroyer += u32::from(eaters == 2);
        }
        for i in 0..2 {
            let hit = (0..2)
                .filter(|&d| self.destroyers[d] == self.garlics[i])
                .collect::<Vec<_>>();
            if self.statuses[i] == 0 && !hit.is_empty() {
                self.scores[i] -= 500;
                self.statuses[i] = -1;
                seen.came_home_onto_a_garlic += u32::from(hit.iter().any(|&d| eaten[d] > 0));
            }
        }
    }

    fn collect(&mut self, seen: &mut Seen) {
        let before = self.map.clone();
        let mut takers = Vec::new();
        for i in 0..2 {
            let (row, col) = self.garlics[i];
            let here = before[row as usize][col as usize];
            if self.statuses[i] != -1 && here != '.' {
                self.scores[i] += 10;
                if here == 'O' {
                    self.statuses[i] = 20;
                }
                self.map[row as usize][col as usize] = '.';
                takers.push((row, col));
            }
        }
        seen.both_on_one_star += u32::from(takers.len() == 2 && takers[0] == takers[1]);
    }

    fn around(&self, (row, col): (i32, i32)) -> Vec<(i32, i32)> {
        let cells = [
            (row - 1, col),
            (row, col - 1),
            (row, col + 1),
            (row + 1, col),
        ];
        cells
            .into_iter()
            .filter(|&cell| self.is_open(cell))
            .collect()
    }

    /// Rings of cells around `to`, until `from` is in one.
    fn distance(&self, from: (i32, i32), to: (i32, i32)) -> Option<u32> {
        let (mut known, mut ring, mut steps) = (vec![to], vec![to], 0);
        while !ring.is_empty() {
            if ring.contains(&from) {
                return Some(steps);
            }
            let mut next = Vec::new();
            for cell in ring.into_iter().flat_map(|cell| self.around(cell)) {
                if !known.contains(&cell) {
                    known.push(cell);
                    next.push(cell);
                }
            }
            (ring, steps) = (next, steps + 1);
        }
        None
    }

    fn destroyer_step(&self, d: usize, chance: &mut impl Chance) -> (i32, i32) {
        let from = self.destroyers[d];
        let mut choices = self.around(from);
        if self.statuses == [0, 0] {
            let a = self.distance(from, self.garlics[0]);
            let b = self.distance(from, self.garlics[1]);
            let aim = match (a, b) {
                (None, None) => return from,
                (Some(_), None) => 0,
                (None, Some(_)) => 1,
                (Some(a), Some(b)) => chance.pick(&[b, a]),
            };
            let now = self.distance(from, self.garlics[aim]).unwrap();
            choices.retain(|&cell| self.distance(cell, self.garlics[aim]).unwrap() < now);
        }
        if choices.is_empty() {
            return from;
        }
        choices[chance.pick(&vec![1; choices.len()])]
    }
}
