//! scripting
