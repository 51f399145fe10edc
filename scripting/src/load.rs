//! Script files: read once, checked against the hooks that the rules name.

use crate::budget::{Budget, FILE_LIMIT};
use crate::names::{hint, nearest};
use crate::sandbox::compiler;
use crate::scan::scan;
use crate::trouble::{self, Trouble};
use cardwright_core::rules::Ruleset;
use mlua::chunk::ChunkMode;
use mlua::{Function, Lua, Table, Value};

/// Something wrong with a script file, found before any game.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ScriptProblem {
    /// The file.
    pub path: String,
    /// The line, from 1.
    pub line: usize,
    /// What is there, in an author's words.
    pub message: String,
    /// Its bytes from and to in the file, where it is less than the line.
    pub bytes: Option<(usize, usize)>,
}

impl ScriptProblem {
    /// A problem of a whole line.
    pub(crate) fn at(path: &str, line: usize, message: String) -> Self {
        ScriptProblem { path: path.to_owned(), line, message, bytes: None }
    }
}

/// A hook, ready to be called.
pub(crate) struct Ready {
    /// Runs it: the door, then its arguments.
    pub(crate) drive: Function,
    pub(crate) name: String,
    pub(crate) path: String,
    pub(crate) line: usize,
}

struct File {
    main: Function,
    hooks: Vec<Found>,
}

/// A hook as its file gives it back.
struct Found {
    name: String,
    line: usize,
    /// The hook, where it can be kept. Nothing that a script remembers may outlive a call, since a game that is replayed
    /// must find every hook as it was; so a hook that captures something of its own is made anew for each call.
    fixed: Option<Function>,
}

/// Loads every file and finds every hook.
pub(crate) fn load(
    lua: &Lua,
    prelude: &Table,
    budget: &Budget,
    rules: &Ruleset,
    files: &[(String, String)],
) -> Result<Vec<Ready>, Vec<ScriptProblem>> {
    let mut problems = Vec::new();
    let paths: Vec<String> = files.iter().map(|(path, _)| path.clone()).collect();
    let mut loaded: Vec<(usize, Option<File>)> = Vec::new();
    for (number, (path, source)) in files.iter().enumerate() {
        match read(lua, budget, path, source, &paths) {
            Ok(file) => {
                problems.extend(scan(rules, path, source));
                loaded.push((number, Some(file)));
            }
            Err(problem) => {
                loaded.push((number, None));
                problems.push(problem);
            }
        }
    }
    let path_of = |file: u32| rules.files.get(file as usize).map_or("", String::as_str);
    let mut ready = Vec::new();
    for hook in &rules.hooks {
        let path = path_of(hook.file);
        let place = files.iter().position(|(p, _)| p == path);
        let Some((number, file)) = place.and_then(|p| loaded.get(p)) else {
            problems.push(ScriptProblem::at(path, 1, format!("the hook `{}` is named, and there is no such file", hook.name)));
            continue;
        };
        let Some(file) = file else { continue };
        match file.hooks.iter().find(|found| found.name == hook.name) {
            Some(found) => match prepare(lua, prelude, file, found, &hook.takes, path) {
                Ok(hook) => ready.push(hook),
                Err(error) => problems.push(problem(path, found.line, trouble::read(&error, &paths))),
            },
            None => {
                let free = file.hooks.iter().map(|f| f.name.as_str()).filter(|n| !named(rules, *number, n, files));
                let near = nearest(&hook.name, free);
                let message =
                    format!("the rules name the hook `{}`, and this file gives back none of that name{}", hook.name, hint(near));
                problems.push(ScriptProblem::at(path, 1, message));
            }
        }
    }
    for (number, file) in &loaded {
        let (Some(file), Some((path, _))) = (file, files.get(*number)) else { continue };
        for Found { name, line, .. } in file.hooks.iter().filter(|f| !named(rules, *number, &f.name, files)) {
            let missing = rules.hooks.iter().filter(|h| path_of(h.file) == path && !file.hooks.iter().any(|f| f.name == h.name));
            let near = nearest(name, missing.map(|h| h.name.as_str()));
            let message = format!("nobody names the hook `{}`{}", crate::names::shortened(name), hint(near));
            problems.push(ScriptProblem::at(path, *line, message));
        }
    }
    problems.sort();
    problems.dedup();
    if problems.is_empty() { Ok(ready) } else { Err(problems) }
}

/// Whether the rules name a hook of a file.
fn named(rules: &Ruleset, file: usize, name: &str, files: &[(String, String)]) -> bool {
    let path = files.get(file).map(|(path, _)| path.as_str());
    rules.hooks.iter().any(|h| h.name == name && rules.files.get(h.file as usize).map(String::as_str) == path)
}

fn problem(path: &str, line: usize, trouble: Trouble) -> ScriptProblem {
    let (path, line) = trouble.place.unwrap_or((path.to_owned(), line));
    ScriptProblem::at(&path, line, trouble.message)
}

fn prepare(lua: &Lua, prelude: &Table, file: &File, found: &Found, takes: &[String], path: &str) -> mlua::Result<Ready> {
    let takes = lua.create_sequence_from(takes.iter().map(String::as_str))?;
    let meta: Table = prelude.raw_get::<Function>("arguments")?.call(&takes)?;
    let prepare: Function = prelude.raw_get("prepare")?;
    let drive = prepare.call((&file.main, found.name.as_str(), takes, meta, found.fixed.clone()))?;
    Ok(Ready { drive, name: found.name.clone(), path: path.to_owned(), line: found.line })
}

/// Compiles a file, runs its top once and looks at what it gives back.
fn read(lua: &Lua, budget: &Budget, path: &str, source: &str, paths: &[String]) -> Result<File, ScriptProblem> {
    let wrong = |line: usize, message: String| ScriptProblem::at(path, line, message);
    if source.len() > FILE_LIMIT {
        return Err(wrong(1, format!("a script of {} KB, and at most {} are read", source.len() / 1024, FILE_LIMIT / 1024)));
    }
    if let Some(at) = source.find(|c: char| c.is_control() && !matches!(c, '\n' | '\r' | '\t')) {
        let line = source.get(..at).map_or(1, |before| before.matches('\n').count() + 1);
        return Err(wrong(line, "this is no text: scripts are read as source, never compiled".to_owned()));
    }
    // Compiled by us, so that what Lua loads as bytecode is never what an author wrote.
    let bytecode = compiler().compile(source).map_err(|error| syntax(path, &error))?;
    let main = lua.load(bytecode).set_name(format!("={path}")).set_mode(ChunkMode::Binary).into_function();
    let main = main.map_err(|error| problem(path, 1, trouble::read(&error, paths)))?;
    let top = || -> Result<Value, ScriptProblem> {
        if !budget.enter() {
            return Err(wrong(1, "scripts are loaded while one runs".to_owned()));
        }
        let given: mlua::Result<Value> = main.call(());
        budget.leave();
        if let Some(broken) = budget.broken() {
            let line = broken.place.filter(|(p, _)| p == path).map_or(1, |(_, line)| line);
            return Err(wrong(line, format!("outside its hooks {}", broken.message)));
        }
        given.map_err(|error| {
            if trouble::out_of_memory(&error) {
                // A failed sweep shows at the next file.
                let _ = lua.gc_collect();
                return wrong(1, format!("it used more than {} MB of memory", budget.memory() >> 20));
            }
            problem(path, 1, trouble::read(&error, paths))
        })
    };
    let hooks = functions(path, source, top()?)?;
    let again = functions(path, source, top()?)?;
    let mut found = Vec::new();
    for (name, function) in hooks {
        // Luau gives the same closure again only if all that it captures is the same again: numbers, texts, frozen tables
        // of ours and closures of that sort. Such a hook has nowhere to remember anything.
        let same = again.iter().any(|(n, f)| *n == name && f.to_pointer() == function.to_pointer());
        let line = function.info().line_defined.unwrap_or(1);
        found.push(Found { name, line, fixed: same.then_some(function) });
    }
    Ok(File { main, hooks: found })
}

/// The functions in the table that a file gives back, in the order of their names.
fn functions(path: &str, source: &str, given: Value) -> Result<Vec<(String, Function)>, ScriptProblem> {
    let shape = "a script ends with `return { name = function(use, args) … end }`";
    let wrong = |message: String| ScriptProblem::at(path, source.lines().count().max(1), message);
    let Value::Table(table) = given else { return Err(wrong(shape.to_owned())) };
    let mut hooks: Vec<(String, Function)> = Vec::new();
    let mut bad = None;
    let walked = table.for_each(|key: Value, value: Value| {
        match (&key, &value) {
            (Value::String(name), Value::Function(function)) => hooks.push((name.to_string_lossy(), function.clone())),
            (key, value) => {
                bad.get_or_insert(format!(
                    "{shape}; {} there is {}",
                    crate::names::described(key),
                    crate::names::described(value)
                ));
            }
        }
        Ok(())
    });
    if let Err(error) = walked {
        bad.get_or_insert(trouble::read(&error, &[]).message);
    }
    hooks.sort_by(|a, b| a.0.cmp(&b.0));
    match bad {
        Some(message) => Err(wrong(message)),
        None => Ok(hooks),
    }
}

/// The compiler's message is `:line: what`.
fn syntax(path: &str, error: &mlua::Error) -> ScriptProblem {
    let text = match error {
        mlua::Error::SyntaxError { message, .. } => message.clone(),
        other => other.to_string(),
    };
    let text = text.trim_start_matches(':');
    let (line, message) = match text.split_once(": ") {
        Some((line, message)) if line.parse::<usize>().is_ok() => (line.parse().unwrap_or(1), message),
        _ => (1, text),
    };
    ScriptProblem::at(path, line, trouble::read(&mlua::Error::RuntimeError(message.to_owned()), &[]).message)
}
