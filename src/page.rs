//! A page of boards and scenarios: Markdown that an author reads and writes without knowing Rust.
//!
//! Reading order: this file (headings and blocks) · [`line`] a line taken apart · [`board`] what stands where.
//!
//! A page has a title, prose, and under each `##` heading up to three blocks: `board`, `play`, `then`. A board before
//! the first heading holds for the whole page. A line `rules: MS-117, MS-118` under a heading names what it proves.

pub mod board;
pub mod line;

/// What is wrong with a page, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// One sentence: lower case, no full stop.
    pub message: String,
}

impl Trouble {
    /// A trouble at a written line.
    pub fn at(written: &Written, message: impl Into<String>) -> Self {
        Trouble { line: written.line, column: written.column, message: message.into() }
    }
}

/// A line of a block, without the blanks around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// Line, from 1.
    pub line: usize,
    /// Column of its first character, from 1.
    pub column: usize,
    /// The words.
    pub text: String,
}

/// One heading with what stands under it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Section {
    /// The heading.
    pub heading: String,
    /// Its line.
    pub line: usize,
    /// Rules it proves, each with its place.
    pub rules: Vec<Written>,
    /// What stands where.
    pub board: Vec<Written>,
    /// What is played.
    pub play: Vec<Written>,
    /// What must then hold.
    pub then: Vec<Written>,
    /// Whether a `play` or `then` block is there at all.
    pub blocks: usize,
}

/// A page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// The title.
    pub title: String,
    /// The prose before the first heading.
    pub prose: String,
    /// The board that holds for all sections.
    pub board: Vec<Written>,
    /// The sections.
    pub sections: Vec<Section>,
}

/// Reads a page. What is wrong with its outline comes with it; the lines of blocks are read later.
pub fn read(text: &str) -> (Page, Vec<Trouble>) {
    let mut page = Page::default();
    let mut troubles = Vec::new();
    let mut block: Option<(String, usize)> = None;
    let trouble = |line: usize, message: String| Trouble { line, column: 1, message };
    for (index, raw) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let line = index + 1;
        let trimmed = raw.trim();
        if let Some((kind, _)) = &block {
            if trimmed.starts_with("```") {
                block = None;
                continue;
            }
            if trimmed.is_empty() || trimmed.starts_with('#') {
                continue;
            }
            let column = raw.chars().take_while(|c| c.is_whitespace()).count() + 1;
            let written = Written { line, column, text: trimmed.to_owned() };
            let section = page.sections.last_mut();
            match (kind.as_str(), section) {
                ("board", None) => page.board.push(written),
                ("board", Some(section)) => section.board.push(written),
                ("play", Some(section)) => section.play.push(written),
                ("then", Some(section)) => section.then.push(written),
                _ => {}
            }
            continue;
        }
        if let Some(kind) = trimmed.strip_prefix("```") {
            let kind = kind.trim().to_owned();
            match (kind.as_str(), page.sections.last_mut()) {
                ("board", None) => {}
                ("board" | "play" | "then", Some(section)) => section.blocks += 1,
                ("play" | "then", None) => {
                    troubles.push(trouble(line, format!("a `{kind}` block stands before the first `##` heading")))
                }
                ("", _) => troubles.push(trouble(line, "a block without a name; it is `board`, `play` or `then`".into())),
                _ => troubles.push(trouble(line, format!("a block `{kind}`; a block is `board`, `play` or `then`"))),
            }
            block = Some((kind, line));
        } else if let Some(heading) = trimmed.strip_prefix("## ") {
            let heading = heading.trim().to_owned();
            if page.sections.iter().any(|s| s.heading == heading) {
                troubles.push(trouble(line, format!("a second heading `{heading}`")));
            }
            page.sections.push(Section { heading, line, ..Section::default() });
        } else if let Some(title) = trimmed.strip_prefix("# ") {
            if page.title.is_empty() {
                page.title = title.trim().to_owned();
            } else {
                troubles.push(trouble(line, "a second title".into()));
            }
        } else if trimmed.starts_with("##") {
            troubles.push(trouble(line, "a heading of a scenario is written `## It does this`".into()));
        } else if let Some(rules) = trimmed.strip_prefix("rules:") {
            match page.sections.last_mut() {
                Some(section) => section.rules.extend(listed(raw, rules, line)),
                None => {
                    troubles.push(trouble(line, "`rules:` stands under the `##` heading of the scenario that proves them".into()))
                }
            }
        } else if page.sections.is_empty() && !trimmed.is_empty() {
            if !page.prose.is_empty() {
                page.prose.push(' ');
            }
            page.prose.push_str(trimmed);
        }
    }
    if let Some((kind, line)) = block {
        troubles.push(trouble(line, format!("the block `{kind}` is never closed")));
    }
    if page.title.is_empty() {
        troubles.push(trouble(1, "a page begins with its title, `# …`".into()));
    }
    for section in &page.sections {
        if section.blocks == 0 {
            troubles.push(trouble(section.line, format!("`{}` has no blocks", section.heading)));
        }
    }
    (page, troubles)
}

/// The words of a list behind a key, each with its place; `list` is the end of the line `raw`.
fn listed(raw: &str, list: &str, line: usize) -> Vec<Written> {
    let mut start = raw.trim_end().len() - list.len();
    let mut all = Vec::new();
    for part in list.split(',') {
        let text = part.trim();
        let before = start + part.len() - part.trim_start().len();
        if !text.is_empty() {
            all.push(Written { line, column: raw.get(..before).unwrap_or("").chars().count() + 1, text: text.to_owned() });
        }
        start += part.len() + 1;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_has_sections_and_blocks() {
        let (page, troubles) = read(
            "# T\n\nProse.\n\n```board\nplayers 2\n```\n\n## One\nrules: A-1, A-2\n```play\n  # no\n  x: y\n```\n```then\n```\n",
        );
        assert_eq!(troubles, vec![]);
        assert_eq!(page.board.len(), 1);
        let one = &page.sections[0];
        assert_eq!((one.play[0].line, one.play[0].column), (13, 3));
        let rules: Vec<_> = one.rules.iter().map(|r| (r.text.as_str(), r.line, r.column)).collect();
        assert_eq!(rules, [("A-1", 10, 8), ("A-2", 10, 13)]);
    }

    #[test]
    fn faults_of_the_outline_are_told() {
        let (_, troubles) = read("```play\n```\n## A\n## A\n```what\n");
        let messages: Vec<&str> = troubles.iter().map(|t| t.message.as_str()).collect();
        assert_eq!(messages.len(), 7, "{messages:#?}");
    }
}
