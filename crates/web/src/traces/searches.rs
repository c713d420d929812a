//! The searches one can watch, with what they do in both languages.

use axum::Json;
use boyi_paths::roads::ROAD_SEARCHES;
use boyi_paths::search::ALGORITHMS;
use boyi_paths::supply::Heuristic;
use serde::Serialize;
use utoipa::ToSchema;

use crate::text::Localized;

/// The searches one can watch.
#[derive(Serialize, ToSchema)]
pub(crate) struct TraceSearches {
    maze: Vec<TraceSearch>,
    supply: Vec<TraceSearch>,
    roads: Vec<TraceSearch>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct TraceSearch {
    name: &'static str,
    about: Localized,
}

/// The searches one can watch.
#[utoipa::path(get, path = "/api/films/choices", responses((status = 200, body = TraceSearches)))]
pub(crate) async fn searches() -> Json<TraceSearches> {
    let maze = ALGORITHMS.iter().map(|search| TraceSearch {
        name: search.name,
        about: Localized::new(search.about, in_a_maze(search.name)),
    });
    let estimates = Heuristic::ALL.into_iter().rev();
    let supply = estimates.map(|heuristic| TraceSearch {
        name: heuristic.name(),
        about: estimate_words(heuristic),
    });
    let auto = TraceSearch {
        name: "auto",
        about: Localized::new(ALGORITHMS[0].about, in_a_maze("auto")),
    };
    let roads = ROAD_SEARCHES.iter().map(|search| TraceSearch {
        name: search.name,
        about: Localized::new(search.about, on_a_map(search.name)),
    });
    Json(TraceSearches {
        maze: maze.collect(),
        supply: supply.chain([auto]).collect(),
        roads: roads.collect(),
    })
}

fn in_a_maze(search: &str) -> &'static str {
    match search {
        "auto" => "适合这类地图的快速搜索：程序会调用它",
        "astar" => "A*：先看已走代价加估计最小的格子",
        "ida" => "IDA*：逐渐放宽的界之下的深度优先，只记住当前路",
        "ida-table" => "IDA*，并记住每个格子的最小代价",
        "breadth-first" => "广度优先：按看到的先后顺序",
        "uniform-cost" => "一致代价（Dijkstra）：先看已走代价最小的格子",
        "greedy" => "贪心：先看估计最小的格子，路不一定最短",
        "bidirectional" => "从两端同时搜索，直到相遇",
        "fringe" => "边缘搜索：界逐渐放宽，从停下的地方继续",
        "jps" => "跳点搜索：在空地上跳跃前进",
        "weighted-astar" => "加权 A*：更相信估计，路长不超过最短路的 weight 倍",
        "ara" => "随时修复 A*（ARA*）：先快速给出一条路，再逐步改进，并证明误差界",
        "theta" => "Theta*：任意角度的直线，绝不比格子路长",
        "lpa" => "LPA*：地图变化时修补从起点出发的距离",
        "dstar-lite" => "D* Lite：地图变化时修补行走者剩下的路",
        "cooperative" => "协作 A*：逐个安排行走者，后来者避让先到者",
        "cbs" => "基于冲突的搜索（CBS）：多个行走者，总代价最小",
        _ => "",
    }
}

fn on_a_map(search: &str) -> &'static str {
    match search {
        "uniform-cost" => "一致代价（Dijkstra）：先看已走代价最小的州",
        "astar" => "A*：先看已走代价加估计最小的州；估计是一条全由最便宜的州组成的直线",
        "bidirectional" => "从两端同时搜索，直到相遇",
        "greedy" => "贪心：先看估计最小的州，路不一定最便宜",
        "breadth-first" => "广度优先：经过的州最少，不管代价",
        _ => "",
    }
}

fn estimate_words(heuristic: Heuristic) -> Localized {
    match heuristic {
        Heuristic::Zero => Localized::new("A* that knows nothing: h = 0", "一无所知的 A*：h = 0"),
        Heuristic::Manhattan => Localized::new(
            "A* with rows plus columns to the goal",
            "A*，估计为到终点的行差加列差",
        ),
        Heuristic::Distance => Localized::new(
            "A* with the exact distance for a walker who needs no food",
            "A*，估计为不考虑食物时的准确距离",
        ),
        Heuristic::Supplies => Localized::new(
            "A* that also knows where the nearest supplies lie",
            "A*，估计还考虑最近的补给",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_search_is_explained_in_both_languages() {
        for search in ALGORITHMS {
            assert!(!in_a_maze(search.name).is_empty(), "{}", search.name);
        }
        for search in ROAD_SEARCHES {
            assert!(!on_a_map(search.name).is_empty(), "{}", search.name);
        }
    }
}
