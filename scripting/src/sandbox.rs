//! The one place that makes a Lua state, and what a script finds in it.

use crate::budget::{Budget, guard};
use mlua::chunk::Compiler;
use mlua::{Lua, LuaOptions, LuaString, StdLib, Table, Value};
use std::rc::Rc;

/// Globals a script finds besides libraries. There is no `pcall`, `coroutine` or `setmetatable`: nothing can catch an
/// abort or an open question, and nothing of a script runs where it is not called.
const GLOBALS: &[&str] = &["assert", "error", "ipairs", "next", "pairs", "select", "tonumber", "tostring", "type", "typeof"];

/// Members of libraries. No chance, no clock, nothing that differs between machines.
const LIBRARIES: &[(&str, &[&str])] = &[
    (
        "bit32",
        &[
            "arshift", "band", "bnot", "bor", "btest", "bxor", "countlz", "countrz", "extract", "lrotate", "lshift", "replace",
            "rrotate", "rshift",
        ],
    ),
    ("math", &["abs", "ceil", "clamp", "floor", "fmod", "huge", "max", "min", "modf", "pi", "round", "sign", "sqrt"]),
    (
        "string",
        &["byte", "char", "find", "format", "gmatch", "gsub", "len", "lower", "match", "rep", "reverse", "split", "sub", "upper"],
    ),
    (
        "table",
        &["clear", "clone", "concat", "create", "find", "freeze", "insert", "isfrozen", "move", "remove", "sort", "unpack"],
    ),
    ("utf8", &["char", "charpattern", "codepoint", "codes", "len", "offset"]),
];

/// The view as scripts see it, written in their own language.
const PRELUDE: &str = include_str!("prelude.luau");

/// A Lua state for scripts, before any is loaded.
pub(crate) struct Sandbox {
    /// The state.
    pub(crate) lua: Lua,
    /// What the prelude gave back: functions for the host.
    pub(crate) prelude: Table,
}

/// How scripts are compiled.
pub(crate) fn compiler() -> Compiler {
    // Not level 2: it works out calls of builtins by itself, replaced or not.
    Compiler::new().set_optimization_level(1).set_debug_level(1)
}

/// Builds the sandbox. `names` are the tables of names that the prelude looks up.
pub(crate) fn build(budget: &Rc<Budget>, names: impl FnOnce(&Lua) -> mlua::Result<Table>) -> mlua::Result<Sandbox> {
    let libraries = StdLib::TABLE | StdLib::STRING | StdLib::UTF8 | StdLib::MATH | StdLib::BIT;
    let lua = Lua::new_with(libraries, LuaOptions::new())?;
    lua.set_compiler(compiler());
    guard(&lua, budget)?;
    // The prelude alone may use these; it takes them before they go.
    let tools = lua.create_table()?;
    for name in ["setmetatable", "tostring", "error", "type"] {
        tools.raw_set(name, lua.globals().raw_get::<Value>(name)?)?;
    }
    prune(&lua)?;
    let prelude: Table = lua.load(PRELUDE).set_name("=prelude").call((tools, names(&lua)?))?;
    lua.set_type_metatable::<mlua::LightUserData>(Some(prelude.raw_get("handle")?));
    if let Some(strings) = lua.type_metatable::<LuaString>() {
        strings.raw_set("__metatable", "locked")?;
        strings.set_readonly(true);
    }
    for name in ["fx", "use"] {
        prelude.raw_get::<Table>(name)?.set_readonly(true);
    }
    let globals = lua.globals();
    for name in ["fx", "none"] {
        globals.raw_set(name, prelude.raw_get::<Value>(name)?)?;
    }
    for (library, _) in LIBRARIES {
        let lacking: Table = prelude.raw_get::<mlua::Function>("lacking")?.call(*library)?;
        globals.raw_get::<Table>(*library)?.set_metatable(Some(lacking))?;
    }
    globals.set_metatable(Some(prelude.raw_get("unknown")?))?;
    lua.sandbox(true)?;
    // Scripts share one empty table in front of the globals; closing it keeps what one file says from all others, and
    // what one call says from the next.
    lua.globals().set_readonly(true);
    // The machine has its own copies of builtins and calls them by name, even where we removed or replaced them, unless
    // it is told that globals are not to be trusted.
    lua.globals().set_safeenv(false);
    Ok(Sandbox { lua, prelude })
}

/// Keeps what is on the lists and removes the rest.
fn prune(lua: &Lua) -> mlua::Result<()> {
    let globals = lua.globals();
    let mut gone: Vec<String> = Vec::new();
    globals.for_each(|name: String, _: Value| {
        if !GLOBALS.contains(&name.as_str()) && !LIBRARIES.iter().any(|(library, _)| *library == name) {
            gone.push(name);
        }
        Ok(())
    })?;
    for name in gone.drain(..) {
        globals.raw_set(name, Value::Nil)?;
    }
    for (library, members) in LIBRARIES {
        let table: Table = globals.raw_get(*library)?;
        table.for_each(|name: String, _: Value| {
            if !members.contains(&name.as_str()) {
                gone.push(name);
            }
            Ok(())
        })?;
        for name in gone.drain(..) {
            table.raw_set(name, Value::Nil)?;
        }
    }
    Ok(())
}
