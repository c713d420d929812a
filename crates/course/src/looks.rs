//! What in a source a teacher should look at: words that no lab needs and attacks do. A hint, no verdict: the
//! sandbox has refused what it refuses in any case.

use crate::{Alarm, Files, Words};

/// Words, and what they hint at.
const WORDS: &[(&str, &str, &str)] = &[
    ("/proc", "looks into /proc", "查看 /proc"),
    ("/etc/passwd", "reads system files", "读取系统文件"),
    ("ptrace", "looks into other processes", "窥探其他进程"),
    ("socket", "uses the network", "使用网络"),
    ("urllib", "uses the network", "使用网络"),
    ("fork(", "starts processes", "启动进程"),
    ("subprocess", "starts processes", "启动进程"),
    ("os.kill", "signals other processes", "向其他进程发信号"),
    ("setuid", "wants other rights", "试图提升权限"),
    ("os.walk", "searches the disk", "搜索磁盘"),
    ("listdir(\"/", "searches the disk", "搜索磁盘"),
    ("results.json", "names the file of results", "提到结果文件"),
    ("report.json", "names the file of results", "提到结果文件"),
    ("cases/hidden", "names the hidden cases", "提到隐藏用例"),
    (".sqlite", "names a database", "提到数据库"),
    (
        "boyi-grade-",
        "looks for other submissions",
        "寻找他人的提交",
    ),
];

/// What these files should be looked at for. Shells start processes by trade.
pub(crate) fn alarms(files: &Files, is_shell: bool) -> Vec<Alarm> {
    let mut found: Vec<Alarm> = Vec::new();
    for (name, text) in files.texts() {
        for (number, line) in text.lines().enumerate() {
            for (word, en, zh) in WORDS {
                let trade = is_shell && (en.starts_with("starts") || en.starts_with("searches"));
                if !line.contains(word) || trade {
                    continue;
                }
                let number = number + 1;
                let alarm = Alarm {
                    kind: "source".to_owned(),
                    what: Words::new(
                        format!("{name}, line {number}: {en} (`{word}`)"),
                        format!("{name} 第 {number} 行：{zh}（{word}）"),
                    ),
                };
                let known = |one: &Alarm| one.what.en.ends_with(&format!("(`{word}`)"));
                if !found.iter().any(known) {
                    found.push(alarm);
                }
            }
        }
    }
    found
}
