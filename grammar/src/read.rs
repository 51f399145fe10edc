//! From text to trees.

use std::ops::Range;

use crate::book::Phrasebook;
use crate::chart::{Chart, DEEPEST, lower};
use crate::explain::explain;
use crate::forest::{Forest, in_order};
use crate::machine::Pair;
use crate::normal::{Normal, Script, normalise};
use crate::sentence;
use crate::spec::PhrasebookSpec;
use crate::symbol::Symbol;
use crate::text_error::{TextError, TextErrorKind};
use crate::token;
use crate::tongue::Tongue;
use crate::tree::{Tree, TreeNode};

/// Bytes that a text may have.
pub(crate) const LONGEST: usize = 2048;

/// Readings of one sentence that are weighed against each other; what has as many is ambiguous.
const READINGS: usize = 16;

/// Of several readings the one in which a clause at the head governs the clauses that follow: "If C, S until D" makes sure of C
/// once, and S stands until D. None where no reading is so before all others.
fn governing<'t>(spec: &PhrasebookSpec, readings: &'t [Tree]) -> Option<&'t Tree> {
    if readings.len() >= READINGS {
        return None;
    }
    readings.iter().find(|one| readings.iter().all(|other| std::ptr::eq(*one, other) || governs(spec, one, other)))
}

/// Whether, where the two first differ, one is such a clause and the other begins with what stands in its first slot.
fn governs(spec: &PhrasebookSpec, one: &Tree, other: &Tree) -> bool {
    if let (TreeNode::Phrase { phrase: a, args: x }, TreeNode::Phrase { phrase: b, args: y }) = (&one.node, &other.node)
        && a == b
        && x.len() == y.len()
    {
        let mut differ = x.iter().zip(y).filter(|(x, y)| !x.same(y));
        return match (differ.next(), differ.next()) {
            (Some((x, y)), None) => governs(spec, x, y),
            _ => false,
        };
    }
    let clause = |tree: &Tree| match &tree.node {
        TreeNode::Phrase { phrase, args } => {
            let own =
                spec.phrases.get(*phrase).is_some_and(|phrase| phrase.slots.iter().any(|slot| slot.category == phrase.gives));
            own && headed(tree, args)
        }
        _ => false,
    };
    let begins = |tree: &Tree| matches!(&tree.node, TreeNode::Phrase { args, .. } if headed(tree, args));
    clause(one) && !begins(other)
}

/// Whether a phrase begins with words of its own.
fn headed(tree: &Tree, args: &[Tree]) -> bool {
    args.iter().all(|arg| arg.span.start > tree.span.start)
}

impl Phrasebook {
    /// Reads one phrase of a category, without a full stop.
    ///
    /// The pest reader goes first. Its choices are ordered, so now and then it cannot find a reading that exists; then the
    /// exhaustive reader finds it, and an author never sees a wrong rejection. The exhaustive reader also explains failures.
    pub fn read(&self, language: usize, category: &str, text: &str) -> Result<Tree, TextError> {
        let (reader, symbol) = self.reader(language, category, text)?;
        let whole = reader.whole();
        reader.one(symbol, whole)
    }

    /// Reads sentences. Each is read by itself, so that every faulty one is reported; but one that cannot stand by itself
    /// may go on from the one before, as after a semicolon: "If …, …. Otherwise, …."
    pub fn read_text(&self, language: usize, category: &str, text: &str) -> Result<Vec<Tree>, Vec<TextError>> {
        let (reader, symbol) = self.reader(language, category, text).map_err(|error| vec![error])?;
        let sentences = sentence::split(reader.tongue.script, &reader.normal.text, reader.whole());
        let mut trees = Vec::new();
        let mut errors = Vec::new();
        // Where the sentence before began, if it was read.
        let mut before: Option<usize> = None;
        let mut rest = sentences.as_slice();
        while let [one, more @ ..] = rest {
            rest = more;
            let mut result = reader.one(symbol, one.words.clone());
            let mut stopped = one.stopped;
            if let ([next, more @ ..], true, Err(_)) = (rest, one.soft, &result)
                && let Ok(tree) = reader.one(symbol, one.words.start..next.words.end)
            {
                // The quotation at its end stands in the middle of a longer sentence.
                rest = more;
                stopped = next.stopped;
                result = Ok(tree);
            }
            if let (Err(_), Some(start)) = (&result, before.take())
                && let Some(tree) = reader.gone_on(symbol, start, &one.words)
            {
                trees.pop();
                result = Ok(tree);
            } else if result.is_ok() && stopped {
                before = Some(one.words.start);
            }
            match result {
                Ok(_) if !stopped => errors.push(reader.no_stop()),
                Ok(tree) => trees.push(tree),
                Err(error) => errors.push(error),
            }
        }
        if errors.is_empty() { Ok(trees) } else { Err(errors) }
    }

    /// Every reading of a phrase, up to `limit`, by the exhaustive reader. Trees that differ in nothing but their spans count
    /// once.
    pub fn readings(&self, language: usize, category: &str, text: &str, limit: usize) -> Vec<Tree> {
        self.reader(language, category, text)
            .map(|(reader, symbol)| reader.exhaust(symbol, reader.whole(), limit.max(1)))
            .unwrap_or_default()
    }

    /// Two different readings of a phrase, if it has two and neither governs ([`governing`]).
    pub fn ambiguous(&self, language: usize, category: &str, text: &str) -> Option<(Tree, Tree)> {
        let readings = self.readings(language, category, text, READINGS);
        if governing(self.spec(), &readings).is_some() {
            return None;
        }
        let mut readings = readings.into_iter();
        Some((readings.next()?, readings.next()?))
    }

    /// Reads sentences in one pass of the exhaustive reader: their trees, if each has one reading and no other.
    ///
    /// None says nothing of why: [`Phrasebook::read_text`] and [`Phrasebook::ambiguous`] do.
    pub fn read_clear_text(&self, language: usize, category: &str, text: &str) -> Option<Vec<Tree>> {
        let (reader, symbol) = self.reader(language, category, text).ok()?;
        let sentences = sentence::split(reader.tongue.script, &reader.normal.text, reader.whole());
        sentences.iter().map(|one| if one.stopped { reader.sole(symbol, one.words.clone()) } else { None }).collect()
    }

    /// Reads one phrase in one pass of the exhaustive reader: its tree, if it has one reading and no other.
    pub fn read_clear(&self, language: usize, category: &str, text: &str) -> Option<Tree> {
        let (reader, symbol) = self.reader(language, category, text).ok()?;
        reader.sole(symbol, reader.whole())
    }

    /// Where the sentences of a text stand, without their full stops, in bytes of the text.
    pub fn sentences(&self, language: usize, text: &str) -> Vec<Range<usize>> {
        let script = self.script(language);
        let normal = normalise(script, text);
        let sentences = sentence::split(script, &normal.text, 0..normal.text.len());
        sentences.into_iter().map(|sentence| normal.original(sentence.words)).collect()
    }

    /// The canonical wording of sentences, if theirs is another. Typography does not count.
    pub fn canonical(&self, language: usize, category: &str, text: &str) -> Option<String> {
        let trees = self.read_text(language, category, text).ok()?;
        let written = self.write_text(language, &trees);
        let script = self.script(language);
        (normalise(script, &written).text != normalise(script, text).text).then_some(written)
    }

    fn reader(&self, language: usize, category: &str, text: &str) -> Result<(Reader<'_>, Symbol), TextError> {
        let (Some(tongue), Some(kind)) = (self.tongues.get(language), self.kind(category)) else {
            return Err(TextError::new(TextErrorKind::NoSuchCategory, 0..text.len(), category));
        };
        if text.len() > LONGEST {
            return Err(TextError::new(TextErrorKind::TooLong, 0..text.len(), ""));
        }
        let normal = normalise(tongue.script, text);
        if normal.text.is_empty() {
            return Err(TextError::new(TextErrorKind::Empty, 0..text.len(), ""));
        }
        if let Some(mark) = sentence::lone_mark(&normal.text) {
            let span = normal.original(mark);
            return Err(TextError::new(TextErrorKind::LoneMark, span.clone(), text.get(span).unwrap_or("")));
        }
        Ok((Reader { book: self, language, tongue, normal }, tongue.settle(kind.full())))
    }
}

/// Readers at work on one text.
struct Reader<'a> {
    book: &'a Phrasebook,
    language: usize,
    tongue: &'a Tongue,
    normal: Normal,
}

impl Reader<'_> {
    fn whole(&self) -> Range<usize> {
        0..self.normal.text.len()
    }

    fn part(&self, range: Range<usize>) -> &str {
        self.normal.text.get(range).unwrap_or("")
    }

    /// A full stop is missing at the end of the text; the last word is to blame.
    fn no_stop(&self) -> TextError {
        let text = &self.normal.text;
        let start = text.rfind(' ').map_or_else(|| text.char_indices().next_back().map_or(0, |last| last.0), |blank| blank + 1);
        let range = start..text.len();
        TextError::new(TextErrorKind::NoStop, self.normal.original(range.clone()), self.part(range))
    }

    /// Reads a stretch as a symbol.
    fn one(&self, symbol: Symbol, range: Range<usize>) -> Result<Tree, TextError> {
        if range.is_empty() {
            let stop = range.start..self.normal.text.len().min(range.start + 1);
            return Err(TextError::new(TextErrorKind::Empty, self.normal.original(stop), ""));
        }
        if let Some(tree) = self.pest(symbol, range.clone(), 0) {
            return Ok(tree);
        }
        let readings = self.exhaust(symbol, range.clone(), READINGS);
        if let Some(tree) = governing(self.book.spec(), &readings).or(readings.first()) {
            return Ok(tree.clone());
        }
        let mut chart = Chart::new(self.tongue, self.part(range.clone()));
        chart.log = Some(crate::expect::Log::default());
        chart.sentence(symbol, 0..range.len());
        Err(explain(self.book, self.language, &chart, &self.normal, range.start))
    }

    /// Reads the sentence that begins at `start` and the next one as one, with a semicolon for the full stop between them.
    fn gone_on(&self, symbol: Symbol, start: usize, next: &Range<usize>) -> Option<Tree> {
        let between = self.part(start..next.start).trim_end();
        let stop = between.chars().next_back().filter(|last| matches!(last, '.' | '。'))?;
        let normal = self.normal.with_semicolon(start + between.len() - stop.len_utf8(), stop.len_utf8());
        let end = next.end - (stop.len_utf8() - 1);
        let reader = Reader { book: self.book, language: self.language, tongue: self.tongue, normal };
        reader.exhaust(symbol, start..end, 1).into_iter().next()
    }

    fn exhaust(&self, symbol: Symbol, range: Range<usize>, limit: usize) -> Vec<Tree> {
        let Some((chart, groups)) = self.chart(symbol, range.clone()) else {
            return Vec::new();
        };
        Forest::new(&chart, &self.normal, range.start, limit).trees(&groups)
    }

    /// The chart of a stretch, and the groups that are all of it. Words with other capitals than the templates have are
    /// tried only where nothing else fits, so that they hide nothing and cost nothing.
    fn chart(&self, symbol: Symbol, range: Range<usize>) -> Option<(Chart<'_>, Vec<usize>)> {
        for loose in [false, true] {
            let mut chart = Chart::new(self.tongue, self.part(range.clone()));
            chart.loose = loose;
            let groups = chart.sentence(symbol, 0..range.len());
            if chart.too_deep || chart.too_involved {
                return None;
            }
            if let Some(groups) = groups {
                return Some((chart, groups));
            }
            if self.tongue.script == Script::Unspaced {
                return None;
            }
        }
        None
    }

    /// The tree of a stretch that has one reading.
    fn sole(&self, symbol: Symbol, range: Range<usize>) -> Option<Tree> {
        let (chart, groups) = self.chart(symbol, range.clone())?;
        let mut forest = Forest::new(&chart, &self.normal, range.start, READINGS);
        forest.sole(&groups).or_else(|| governing(self.book.spec(), &forest.trees(&groups)).cloned())
    }

    /// Reads a stretch with pest. A capital at its beginning is first taken for that of a sentence, then for its own.
    fn pest(&self, symbol: Symbol, range: Range<usize>, depth: usize) -> Option<Tree> {
        let text = self.part(range.clone());
        if self.tongue.script == Script::Spaced
            && let Some(first) = text.chars().next().filter(|first| first.is_uppercase())
            && let small = lower(first)
            && small.len_utf8() == first.len_utf8()
        {
            let mut lowered = String::with_capacity(text.len());
            lowered.push(small);
            lowered.push_str(text.get(first.len_utf8()..).unwrap_or(""));
            let pair = self.tongue.machine.read(symbol, &lowered);
            if let Some(tree) = pair.and_then(|pair| self.tree(pair, range.start, depth)) {
                return Some(tree);
            }
        }
        self.tongue.machine.read(symbol, text).and_then(|pair| self.tree(pair, range.start, depth))
    }

    /// The tree of what pest has read; `base` is where its text begins.
    fn tree(&self, pair: Pair, base: usize, depth: usize) -> Option<Tree> {
        if depth > DEEPEST {
            return None;
        }
        let bytes = base + pair.as_span().start()..base + pair.as_span().end();
        let span = || self.normal.original(bytes.clone());
        let node = match pair.as_rule().as_bytes().first()? {
            b'F' => {
                let mut parts = pair.into_inner();
                let mut tree = self.tree(parts.next()?, base, depth + 1)?;
                for (count, tail) in parts.enumerate() {
                    if count >= DEEPEST {
                        return None;
                    }
                    let end = base + tail.as_span().end();
                    let span = tree.span.start..self.normal.original(bytes.start..end).end;
                    let node = self.phrase(tail, Some(tree), base, depth + 1)?;
                    tree = Tree { span, node };
                }
                return Some(tree);
            }
            b'A' => self.phrase(pair, None, base, depth + 1)?,
            b'N' => {
                let mark = pair.into_inner().next()?;
                let term = self.tongue.terms.get(mark.as_rule().get(1..)?.parse::<usize>().ok()?)?;
                TreeNode::Term { vocabulary: term.vocabulary, term: term.term }
            }
            b'i' => TreeNode::Integer(token::integer(self.tongue.script, pair.as_str())?.1),
            b'l' => TreeNode::Length(token::length(self.tongue.script, pair.as_str())?.1),
            b'd' => token::dice(pair.as_str()).map(|(_, count, sides)| TreeNode::Dice { count, sides })?,
            b'q' => {
                let mark = '“'.len_utf8();
                TreeNode::Quoted(self.quoted(bytes.start + mark..bytes.end - mark, depth + 1)?)
            }
            _ => return None,
        };
        Some(Tree { span: span(), node })
    }

    /// A phrase from its slots and its mark; a tail gets its head first.
    fn phrase(&self, pair: Pair, head: Option<Tree>, base: usize, depth: usize) -> Option<TreeNode> {
        let mut args: Vec<Tree> = head.into_iter().collect();
        for part in pair.into_inner() {
            match part.as_rule().strip_prefix('=') {
                Some(mark) => {
                    let variant = self.tongue.variants.get(mark.parse::<usize>().ok()?)?;
                    return Some(TreeNode::Phrase { phrase: variant.phrase, args: in_order(&variant.order, args)? });
                }
                None => args.push(self.tree(part, base, depth)?),
            }
        }
        None
    }

    /// The sentences between quotation marks.
    fn quoted(&self, inside: Range<usize>, depth: usize) -> Option<Vec<Tree>> {
        let symbol = self.tongue.settle(Symbol::Full(self.tongue.sentence?));
        let sentences = sentence::split(self.tongue.script, &self.normal.text, inside);
        let mut trees = Vec::new();
        let mut rest = sentences.as_slice();
        while let [one, more @ ..] = rest {
            rest = more;
            let mut tree = self.pest(symbol, one.words.clone(), depth);
            if let ([next, more @ ..], true, None) = (rest, one.soft, &tree) {
                rest = more;
                tree = self.pest(symbol, one.words.start..next.words.end, depth);
            }
            trees.push(tree?);
        }
        (!trees.is_empty()).then_some(trees)
    }
}
