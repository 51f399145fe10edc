//! Functions for games on squares: a table of squares one inch wide, whose diagonals count as one step.

use super::{Halt, Run};
use crate::function::Function;
use crate::space::{Plot, Point, Shape};
use crate::value::*;
use std::collections::BTreeSet;

/// How wide a square is.
const SIDE: i64 = 1000;
/// The farthest that is looked for, in steps.
const FARTHEST: i64 = 200;
/// The next squares, clockwise from the north.
const AROUND: [(i64, i64); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

impl Run<'_> {
    /// `steps` and `flood`.
    pub(super) fn on_squares(&mut self, id: NodeId, function: Function, values: &[Value]) -> Result<Value, Halt> {
        let nothing = Value::Nothing;
        let arg = |place: usize| values.get(place).unwrap_or(&nothing);
        if function == Function::Steps {
            let (Some(a), Some(b)) = (self.plot(arg(0), arg(2)), self.plot(arg(1), arg(3))) else { return Ok(Value::Nothing) };
            return Ok(Value::Number(a.steps(b, SIDE)));
        }
        let Some(from) = self.place_of(arg(0)) else { return Ok(Value::list(Vec::new())) };
        let steps = arg(1).number().unwrap_or(0);
        if steps > FARTHEST {
            return Err(self.fault(id, format!("squares up to {steps} steps away are not looked for, only up to {FARTHEST}")));
        }
        let (enter, stop) = (arg(2).clone(), arg(3).clone());
        let mut seen = BTreeSet::from([(from.x, from.y)]);
        let mut edge = vec![from];
        let mut found = vec![Value::Point(from)];
        for _ in 0..steps {
            let mut next = Vec::new();
            for square in edge {
                for (east, north) in AROUND {
                    let to = Point::new(square.x + east * SIDE, square.y + north * SIDE);
                    if !seen.insert((to.x, to.y)) {
                        continue;
                    }
                    let it = Value::Point(to);
                    if !self.look(|run| run.run_rule(id, &enter, Some(it.clone())))?.holds() {
                        continue;
                    }
                    found.push(it.clone());
                    if !self.look(|run| run.run_rule(id, &stop, Some(it)))?.holds() {
                        next.push(to);
                    }
                }
            }
            edge = next;
        }
        Ok(Value::list(found))
    }

    /// The squares under a base, there if it is said where, or under an area, or the one around a point.
    fn plot(&mut self, of: &Value, there: &Value) -> Option<Plot> {
        if let Value::Point(at) = of {
            return Some(Plot::around(*at, SIDE / 2));
        }
        if let (Value::Point(at), Some(radius)) = (there, self.radius(of)) {
            return Some(Plot::around(*at, radius));
        }
        Some(match self.shape(of)? {
            Shape::Disc(disc) => Plot::around(disc.at, disc.radius),
            Shape::Polygon(area) => Plot { low: area.low(), high: area.high() },
        })
    }
}
