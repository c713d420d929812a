//! What there is to choose from on the path page: searches, heuristics and formulas, with their names in both
//! languages.

use axum::Json;
use boyi_paths::roads::{Formula, ROAD_SEARCHES};
use boyi_paths::search::{self, ALGORITHMS, Algorithm, Weight};
use boyi_paths::supply;
use serde::Serialize;
use utoipa::ToSchema;

use crate::text::Localized;

/// What there is to choose from.
#[derive(Serialize, ToSchema)]
pub(crate) struct TraceChoices {
    maze: Vec<TraceSearch>,
    supply: Vec<TraceSearch>,
    roads: Vec<TraceSearch>,
    /// Heuristics of searches through mazes.
    heuristics: Vec<NamedTitle>,
    /// How a colour of a road map becomes a value.
    formulas: Vec<NamedTitle>,
}

/// A search and what it can be used for.
#[derive(Serialize, ToSchema)]
pub(crate) struct TraceSearch {
    name: &'static str,
    title: Localized,
    about: Localized,
    /// Can it be told a heuristic?
    heuristic: bool,
    /// The weight it has unless it is told another; null where it has none.
    weight: Option<f64>,
    /// What it can be used for besides one agent on a plain map: `weights`, `changes`, `agents`.
    fits: Vec<&'static str>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct NamedTitle {
    name: &'static str,
    title: Localized,
}

/// What there is to choose from on the path page.
#[utoipa::path(get, path = "/api/films/choices", responses((status = 200, body = TraceChoices)))]
pub(crate) async fn searches() -> Json<TraceChoices> {
    let named = |name, (en, zh)| NamedTitle {
        name,
        title: Localized::new(en, zh),
    };
    let heuristics = supply::Heuristic::ALL.into_iter().rev();
    let supply = heuristics.map(|heuristic| {
        let (title, about) = with_supplies(heuristic);
        TraceSearch {
            title,
            about,
            ..fixed(heuristic.name())
        }
    });
    let auto = TraceSearch {
        title: Localized::new(ALGORITHMS[0].title, in_a_maze("auto").0),
        about: Localized::new(ALGORITHMS[0].about, in_a_maze("auto").1),
        ..fixed("auto")
    };
    let roads = ROAD_SEARCHES.iter().map(|search| TraceSearch {
        title: Localized::new(search.title, in_a_maze(search.name).0),
        about: Localized::new(search.about, on_a_map(search.name)),
        ..fixed(search.name)
    });
    Json(TraceChoices {
        maze: ALGORITHMS.iter().map(described).collect(),
        supply: supply.chain([auto]).collect(),
        roads: roads.collect(),
        heuristics: search::Heuristic::ALL
            .map(|heuristic| named(heuristic.name(), heuristic_title(heuristic)))
            .into(),
        formulas: Formula::ALL
            .map(|formula| named(formula.name(), formula_title(formula)))
            .into(),
    })
}

fn described(search: &Algorithm) -> TraceSearch {
    let (title, about) = in_a_maze(search.name);
    let usual = match search.name {
        "ara" => Weight::THREE,
        _ => Weight::TWO,
    };
    let weight = f64::from(usual.thousandths()) / 1000.0;
    let fits = [
        (search.knows_terrain(), "weights"),
        (search.follows_changes(), "changes"),
        (search.plans_for_many(), "agents"),
    ];
    TraceSearch {
        name: search.name,
        title: Localized::new(search.title, title),
        about: Localized::new(search.about, about),
        heuristic: search.has_heuristic(),
        weight: search.has_weight().then_some(weight),
        fits: fits
            .into_iter()
            .filter_map(|(fits, what)| fits.then_some(what))
            .collect(),
    }
}

/// A search that can be told nothing.
fn fixed(name: &'static str) -> TraceSearch {
    TraceSearch {
        name,
        title: Localized::same(name),
        about: Localized::same(""),
        heuristic: false,
        weight: None,
        fits: Vec::new(),
    }
}

/// Title and explanation in Chinese.
fn in_a_maze(search: &str) -> (&'static str, &'static str) {
    match search {
        "auto" => ("快速搜索", "适合这类地图的快速搜索：程序会调用它"),
        "astar" => ("A*", "先展开已走代价与启发值之和最小的格子"),
        "ida" => ("IDA*", "在逐渐放宽的界限下深度优先，只记住当前路径"),
        "ida-table" => ("带表的 IDA*", "记住每个格子最小代价的 IDA*"),
        "breadth-first" => ("广度优先搜索", "按看到的先后顺序展开"),
        "uniform-cost" => ("Dijkstra", "一致代价搜索：先展开已走代价最小的格子"),
        "greedy" => ("贪心最佳优先", "先展开启发值最小的格子，路径不一定最短"),
        "bidirectional" => ("双向 Dijkstra", "从两端同时做一致代价搜索，直到相遇"),
        "fringe" => ("Fringe 搜索", "界限逐渐放宽，从停下的地方继续"),
        "jps" => ("跳点搜索", "在空地上跳跃前进的 A*"),
        "weighted-astar" => ("加权 A*", "更相信启发值的 A*，路径不超过最短路的“权重”倍"),
        "ara" => (
            "ARA*",
            "随时修复 A*：先快速给出一条路，再逐步改进，并证明误差界",
        ),
        "theta" => ("Theta*", "任意角度的直线，不会比格子路径长"),
        "lpa" => ("LPA*", "终身规划 A*：地图变化时修复从起点出发的距离"),
        "dstar-lite" => ("D* Lite", "地图变化时修复途中智能体剩下的路"),
        "cooperative" => ("协作 A*", "逐个规划智能体，后来者避让先到者"),
        "cbs" => ("基于冲突的搜索", "多个智能体，总代价最小"),
        _ => ("", ""),
    }
}

fn on_a_map(search: &str) -> &'static str {
    match search {
        "uniform-cost" => "一致代价搜索：先展开已走代价最小的州",
        "astar" => "先展开已走代价与启发值之和最小的州；启发值是一条全由最便宜的州组成的直线",
        "bidirectional" => "从两端同时做一致代价搜索，直到相遇",
        "greedy" => "先展开启发值最小的州，路不一定最便宜",
        "breadth-first" => "经过的州最少，不管代价",
        _ => "",
    }
}

/// A* with one of the heuristics for mazes with supplies.
fn with_supplies(heuristic: supply::Heuristic) -> (Localized, Localized) {
    use supply::Heuristic::{Distance, Manhattan, Supplies, Zero};
    match heuristic {
        Zero => (
            Localized::new("A*, h = 0", "A*，h = 0"),
            Localized::new("knows nothing of where the goal lies", "不知道终点在哪里"),
        ),
        Manhattan => (
            Localized::new("A*, Manhattan", "A*，曼哈顿距离"),
            Localized::new("rows plus columns to the goal", "到终点的行差加列差"),
        ),
        Distance => (
            Localized::new("A*, distance without food", "A*，不计食物的距离"),
            Localized::new(
                "the exact distance for a walker who needs no food",
                "不考虑食物时的准确距离",
            ),
        ),
        Supplies => (
            Localized::new("A*, distance with supplies", "A*，计入补给的距离"),
            Localized::new(
                "also knows where the nearest supplies lie",
                "还考虑最近的补给",
            ),
        ),
    }
}

fn heuristic_title(heuristic: search::Heuristic) -> (&'static str, &'static str) {
    use search::Heuristic::{Chebyshev, Euclidean, Manhattan, Octile, Zero};
    match heuristic {
        Manhattan => ("Manhattan", "曼哈顿距离"),
        Octile => ("Octile", "八方向距离"),
        Euclidean => ("Euclidean", "欧几里得距离"),
        Chebyshev => ("Chebyshev", "切比雪夫距离"),
        Zero => ("Zero", "零"),
    }
}

fn formula_title(formula: Formula) -> (&'static str, &'static str) {
    match formula {
        Formula::Squares => ("Squares of the colours", "颜色的平方"),
        Formula::Luminance => ("Darkness", "暗度"),
        Formula::Sum => ("Sum of the colours", "颜色之和"),
        Formula::Ink => ("Ink", "墨量"),
        Formula::Steps => ("1 for every state", "每个州为 1"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_has_a_name_and_an_explanation_in_both_languages() {
        for search in ALGORITHMS {
            let (title, about) = in_a_maze(search.name);
            assert!(!title.is_empty() && !about.is_empty(), "{}", search.name);
        }
        for search in ROAD_SEARCHES {
            assert!(!on_a_map(search.name).is_empty(), "{}", search.name);
            assert!(!in_a_maze(search.name).0.is_empty(), "{}", search.name);
        }
    }
}
