//! Players by the names that people know: `pvs:depth=3` is PVS, depth 3.

use boyi_engine::PlayerSpec;

use crate::text::Localized;

/// What the searches are called in books, in English and Chinese.
const SEARCHES: [(&str, &str, &str); 17] = [
    ("minimax", "Minimax", "极小极大"),
    ("alpha-beta", "Alpha-beta", "Alpha-beta"),
    ("ordered", "Alpha-beta, ordered", "Alpha-beta＋排序"),
    ("table", "Alpha-beta, with table", "Alpha-beta＋置换表"),
    ("pvs", "PVS", "PVS"),
    ("aspiration", "PVS, aspiration window", "PVS＋期望窗口"),
    ("mtdf", "MTD(f)", "MTD(f)"),
    ("monte-carlo", "Monte Carlo", "蒙特卡洛"),
    ("uct", "UCT", "UCT"),
    ("rave", "RAVE", "RAVE"),
    ("puct", "PUCT", "PUCT"),
    ("mcts-solver", "MCTS-Solver", "MCTS-Solver"),
    ("pn", "PN search", "证明数搜索"),
    ("dfpn", "df-pn", "df-pn"),
    ("beam", "Beam search", "束搜索"),
    ("expectiminimax", "Expectiminimax", "期望极小极大"),
    ("strong", "Full strength", "最强"),
];

/// The title of a player; what is no search of ours keeps the name it has.
pub(crate) fn title(player: &str) -> Localized {
    let known = |spec: &PlayerSpec| SEARCHES.iter().find(|(name, ..)| *name == spec.name);
    let spec = player.parse().ok();
    let Some((spec, (_, en, zh))) = spec.as_ref().and_then(|spec| Some((spec, known(spec)?)))
    else {
        return Localized::same(player);
    };
    let mut title = Localized::new(*en, *zh);
    let written = spec.to_string();
    let options = written.split_once(':').map_or("", |(_, options)| options);
    for option in options.split(',').filter(|option| !option.is_empty()) {
        let (en, zh) = match option.split_once('=') {
            Some(("depth", plies)) => (format!("depth {plies}"), format!("深度 {plies}")),
            Some(("nodes", count)) => (format!("{count} nodes"), format!("{count} 节点")),
            Some(("time", time)) => (time.to_owned(), time.to_owned()),
            Some(("playouts", count)) => (format!("{count} playouts"), format!("{count} 次模拟")),
            Some(("threads", count)) => (format!("{count} threads"), format!("{count} 线程")),
            // Two games of one player differ in it and in nothing a reader cares for.
            Some(("seed", _)) => continue,
            None if option == "quiescence" => ("quiescence".to_owned(), "静态搜索".to_owned()),
            _ => (option.to_owned(), option.to_owned()),
        };
        title.en += &format!(", {en}");
        title.zh += &format!("，{zh}");
    }
    title
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn searches_go_by_their_names_and_others_by_their_own() {
        for (player, en, zh) in [
            ("pvs:depth=3", "PVS, depth 3", "PVS，深度 3"),
            (
                "mtdf:nodes=500,quiescence",
                "MTD(f), 500 nodes, quiescence",
                "MTD(f)，500 节点，静态搜索",
            ),
            ("minimax", "Minimax", "极小极大"),
            (
                "uct:playouts=2000,c=0.7",
                "UCT, 2000 playouts, c=0.7",
                "UCT，2000 次模拟，c=0.7",
            ),
            ("pvs:depth=2,seed=7", "PVS, depth 2", "PVS，深度 2"),
            ("bot:mine", "bot:mine", "bot:mine"),
            ("pvs:rubbish=1", "pvs:rubbish=1", "pvs:rubbish=1"),
            ("", "", ""),
        ] {
            let title = title(player);
            assert_eq!((title.en.as_str(), title.zh.as_str()), (en, zh));
        }
        // No search is forgotten.
        for algorithm in boyi_search::Algorithm::ALL {
            let name = algorithm.name();
            assert!(SEARCHES.iter().any(|(known, ..)| *known == name), "{name}");
        }
    }
}
