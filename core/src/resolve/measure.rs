//! The engine's functions that measure: entities and points become shapes, and `space` answers.

use super::{Halt, Run, known};
use crate::function::Function;
use crate::rules::Body;
use crate::space::{self, BlockRule, Blocker, Disc, Edge, Length, Obstacle, Point, Polygon, Shape, Table, Target};
use crate::value::*;

/// How far a line of sight keeps from what blocks it. A line that only grazes is no sight, so that one base straight
/// between two others of its size can hide them from each other.
const SLIT: Length = 1;

impl Run<'_> {
    pub(super) fn measure(&mut self, id: NodeId, function: Function, args: &[Value]) -> Result<Value, Halt> {
        let nothing = Value::Nothing;
        let arg = |place: usize| args.get(place).unwrap_or(&nothing);
        let length = |place: usize| arg(place).number().unwrap_or(0).clamp(-space::LIMIT, space::LIMIT);
        let truth = |holds: bool| Ok(Value::Truth(holds));
        match function {
            Function::TableWidth => Ok(self.table().map_or(Value::Nothing, |t| Value::Number(t.width))),
            Function::TableHeight => Ok(self.table().map_or(Value::Nothing, |t| Value::Number(t.height))),
            Function::PointAt => Ok(Value::Point(Point::new(length(0), length(1)))),
            Function::East => Ok(self.place_of(arg(0)).map_or(Value::Nothing, |at| Value::Number(at.x))),
            Function::North => Ok(self.place_of(arg(0)).map_or(Value::Nothing, |at| Value::Number(at.y))),
            Function::PlaceOf => Ok(arg(0).entity().and_then(|_| self.place_of(arg(0))).map_or(Value::Nothing, Value::Point)),
            Function::PathLength => Ok(Value::Number(space::path_length(&points(arg(0))))),
            Function::PathWithin => truth(space::path_within(&points(arg(0)), length(1)).holds),
            Function::PathEnd => Ok(points(arg(0)).last().map_or(Value::Nothing, |p| Value::Point(*p))),
            Function::Gap => Ok(match (self.shape(arg(0)), self.shape(arg(1))) {
                (Some(a), Some(b)) => Value::Number(space::gap_between(&a, &b).max(0)),
                _ => Value::Nothing,
            }),
            Function::Within | Function::EntirelyWithin => {
                let range = arg(2).number();
                let (Some(a), Some(b), Some(range)) = (self.shape(arg(0)), self.shape(arg(1)), range) else {
                    return truth(false);
                };
                let range = range.clamp(-space::LIMIT, space::LIMIT);
                truth(match (function, &b) {
                    (Function::Within, _) => space::gap_between(&a, &b) <= range,
                    (_, Shape::Disc(from)) => space::entirely_within_shape(&a, *from, range).holds,
                    (_, Shape::Polygon(_)) => {
                        return Err(self.fault(id, "`entirely_within` measures from a round base or a point"));
                    }
                })
            }
            Function::EndsWithin => {
                let (Some(radius), Some(point), Some(other)) = (self.radius(arg(0)), arg(1).point(), self.shape(arg(2))) else {
                    return truth(false);
                };
                truth(space::within_shape(&other, Disc::new(point, radius), length(3)).holds)
            }
            Function::Contact => {
                let (Some(a), Some(b)) = (self.shape(arg(0)), self.shape(arg(1))) else { return truth(false) };
                truth(space::gap_between(&a, &b) <= 0 && !space::shapes_overlap(&a, &b))
            }
            Function::Overlaps => {
                let there = arg(2).point().and_then(|at| Some(Shape::Disc(Disc::new(at, self.radius(arg(0))?))));
                let (Some(a), Some(b)) = (there.or_else(|| self.shape(arg(0))), self.shape(arg(1))) else { return truth(false) };
                truth(space::shapes_overlap(&a, &b))
            }
            Function::CentreIn => {
                let at = arg(2).point().or_else(|| self.place_of(arg(0)));
                let (Some(at), Some(area)) = (at, self.shape(arg(1))) else { return truth(false) };
                truth(space::contains(&area, at))
            }
            Function::OnTable => {
                let (Some(radius), Some(table)) = (self.radius(arg(0)), self.table()) else { return truth(false) };
                let Some(at) = arg(1).point().or_else(|| self.place_of(arg(0))) else {
                    return truth(false);
                };
                truth(table.wholly_on(Disc::new(at, radius)).holds)
            }
            Function::EdgeWithin => {
                let (Some(radius), Some(point), Some(table)) = (self.radius(arg(0)), arg(1).point(), self.table()) else {
                    return truth(false);
                };
                let edge = match arg(2).number() {
                    Some(0) => Edge::North,
                    Some(1) => Edge::East,
                    Some(2) => Edge::South,
                    _ => Edge::West,
                };
                truth(table.entirely_within_of_edge(Disc::new(point, radius), edge, length(3)).holds)
            }
            Function::FreeAt => {
                let (Some(radius), Some(point)) = (self.radius(arg(0)), arg(1).point()) else { return truth(false) };
                let disc = Disc::new(point, radius);
                let obstacles = self.obstacles(arg(2), arg(0).entity());
                let on = self.table().is_none_or(|table| table.wholly_on(disc).holds);
                truth(on && obstacles.iter().all(|o| !space::overlaps_shape(disc, &o.shape)))
            }
            Function::PathCrosses => {
                let (Some(radius), Some(shape)) = (self.radius(arg(0)), self.shape(arg(2))) else { return truth(false) };
                truth(!space::path_is_free(radius, &points(arg(1)), &[Obstacle { shape, id: 0 }]))
            }
            Function::PathClear => {
                let own = self.radius(arg(0));
                let wide = arg(3).number().map(|width| (width / 2).clamp(0, space::LIMIT));
                let Some(radius) = own.map(|own| wide.unwrap_or(own)) else { return truth(false) };
                let obstacles = self.obstacles(arg(2), arg(0).entity());
                truth(space::path_is_free(radius, &points(arg(1)), &obstacles))
            }
            Function::NeverFarther => {
                let (Some(radius), Some(Shape::Disc(from))) = (self.radius(arg(0)), self.shape(arg(2))) else {
                    return truth(false);
                };
                let path = points(arg(1));
                let near = match arg(3).number() {
                    Some(range) => from_where_within(&path, radius, from, range.clamp(0, space::LIMIT)),
                    None => path,
                };
                truth(space::never_farther(&near, from).holds)
            }
            Function::Sight => {
                let (Some(Shape::Disc(from)), Some(to)) = (self.shape(arg(0)), self.shape(arg(1))) else { return truth(false) };
                let concerned: Vec<u32> = [arg(0), arg(1)].iter().filter_map(|v| v.entity()).map(|e| e.0).collect();
                let blockers = self.blockers(arg(2), arg(3));
                truth(match &to {
                    Shape::Disc(disc) => space::sees_clear(from, Target::Disc(*disc), &blockers, &concerned, SLIT),
                    Shape::Polygon(area) => space::sees_clear(from, Target::Polygon(area), &blockers, &concerned, SLIT),
                })
            }
            Function::Obstructed | Function::CentreObstructed => {
                let (Some(Shape::Disc(from)), Some(Shape::Disc(to))) = (self.shape(arg(0)), self.shape(arg(1))) else {
                    return truth(false);
                };
                let concerned: Vec<u32> = [arg(0), arg(1)].iter().filter_map(|v| v.entity()).map(|e| e.0).collect();
                let found = space::cover(from, to, &self.blockers(arg(2), &Value::Nothing), &concerned);
                truth(if function == Function::Obstructed { found.any_line } else { found.centre_line })
            }
            Function::Away | Function::Toward => {
                let Some(Shape::Disc(mover)) = self.shape(arg(0)) else { return Ok(Value::list(Vec::new())) };
                let Some(other) = self.shape(arg(1)) else { return Ok(Value::list(Vec::new())) };
                let goal = match other {
                    Shape::Disc(disc) => disc,
                    Shape::Polygon(area) => Disc::new(centre(&area), 0),
                };
                let obstacles = self.obstacles(arg(3), arg(0).entity());
                let far = length(2).max(0);
                let table = self.table().filter(|_| !arg(4).holds());
                let moved = if function == Function::Away {
                    space::away_from(mover, goal.at, far, &obstacles, table)
                } else {
                    space::toward(mover, goal, far, &obstacles, table)
                };
                Ok(Value::list(vec![Value::Point(mover.at), Value::Point(moved.end)]))
            }
            Function::Across | Function::Thickness => {
                let (Some(Shape::Disc(disc)), Some(area)) = (self.shape(arg(0)), self.shape(arg(1))) else {
                    return Ok(Value::Nothing);
                };
                Ok(match space::cross_over_shape(disc, &area) {
                    Some(crossing) if function == Function::Across => Value::Point(crossing.end),
                    Some(crossing) => Value::Number(crossing.thickness),
                    None => Value::Nothing,
                })
            }
            Function::Touching => {
                let (Some(radius), Some(Shape::Disc(other))) = (self.radius(arg(0)), self.shape(arg(1))) else {
                    return Ok(Value::list(Vec::new()));
                };
                let obstacles = self.obstacles(arg(2), arg(0).entity());
                let found = space::touching_all_round(radius, other, &obstacles, self.table());
                Ok(Value::list(found.into_iter().map(Value::Point).collect()))
            }
            Function::Scatter => {
                let Some(point) = arg(0).point() else { return Ok(Value::Nothing) };
                let spread = length(1);
                let faces: Vec<i64> = arg(2).members().iter().filter_map(Value::number).collect();
                let (east, north) = faces.split_at(faces.len() / 2);
                let sides = length(3).max(1);
                // The sum of n even dice of s sides has mean n(s+1)/2 and variance n(s²-1)/12; both doubled here.
                let shift = |half: &[i64]| {
                    let count = half.len() as i64;
                    let doubled = 2 * half.iter().sum::<i64>() - count * (sides + 1);
                    let deviation = (count * (sides * sides - 1) / 3).unsigned_abs().isqrt().max(1) as i64;
                    doubled * spread / deviation
                };
                Ok(Value::Point(Point::new(point.x + shift(east), point.y + shift(north))))
            }
            _ => Err(self.fault(id, "this function does not measure")),
        }
    }

    /// Where an entity would stand after going straight at each round base on the table as far as it can, in order of id.
    pub(super) fn contacts(&mut self, mover: EntityId, reach: Length) -> Vec<Point> {
        let Some(Shape::Disc(disc)) = self.shape(&Value::Entity(mover)) else { return Vec::new() };
        let mut found = Vec::new();
        for index in 0..self.state.entities.len() {
            let other = EntityId(index as u32);
            if other == mover || self.state.entity(other).at.is_none() {
                continue;
            }
            let Some(Shape::Disc(goal)) = self.shape(&Value::Entity(other)) else { continue };
            found.push(space::toward(disc, goal, reach, &[], self.table()).end);
        }
        found
    }

    fn table(&self) -> Option<Table> {
        self.rules.table.map(|(width, height)| Table { width, height })
    }

    /// Where an entity stands, or a point itself.
    pub(super) fn place_of(&mut self, value: &Value) -> Option<Point> {
        match value {
            Value::Entity(entity) => {
                self.known.read(known::place(*entity));
                self.state.entity(*entity).at
            }
            other => other.point(),
        }
    }

    /// The shape of an entity on the table, or of a point.
    pub(super) fn shape(&mut self, value: &Value) -> Option<Shape> {
        match value {
            Value::Point(point) => Some(Shape::Disc(Disc::new(*point, 0))),
            Value::Entity(entity) => {
                self.known.read(known::place(*entity));
                let data = self.state.entity(*entity);
                let kind = self.rules.kinds.get(data.kind.index())?;
                match kind.body {
                    Body::None => None,
                    Body::Round(_) => Some(Shape::Disc(Disc::new(data.at?, self.radius(value)?))),
                    Body::Area(field) => {
                        self.known.read(known::field(field));
                        data.at?;
                        let corners = data.field(self.rules, field)?;
                        if let Some((_, known)) = self.areas.iter().find(|(corners_of, _)| corners_of == corners) {
                            return Some(Shape::Polygon(known.clone()));
                        }
                        let area = Polygon::new(points(corners)).ok()?;
                        self.areas.push((corners.clone(), area.clone()));
                        Some(Shape::Polygon(area))
                    }
                }
            }
            _ => None,
        }
    }

    pub(super) fn radius(&mut self, value: &Value) -> Option<Length> {
        let data = self.state.entity(value.entity()?);
        let kind = self.rules.kinds.get(data.kind.index())?;
        let Body::Round(field) = kind.body else { return None };
        self.known.read(known::field(field));
        data.field(self.rules, field)?.number().map(|diameter| (diameter / 2).clamp(0, space::LIMIT))
    }

    fn obstacles(&mut self, list: &Value, mover: Option<EntityId>) -> Vec<Obstacle> {
        let mut found = Vec::with_capacity(list.members().len());
        for member in list.members() {
            if member.entity() == mover {
                continue;
            }
            if let Some(shape) = self.shape(member) {
                found.push(Obstacle { shape, id: member.entity().map_or(u32::MAX, |e| e.0) });
            }
        }
        found
    }

    fn blockers(&mut self, solid: &Value, patches: &Value) -> Vec<Blocker> {
        let mut found = Vec::with_capacity(solid.members().len());
        for (list, rule) in [(solid, BlockRule::Solid), (patches, BlockRule::NotThrough)] {
            for member in list.members() {
                if let Some(shape) = self.shape(member) {
                    found.push(Blocker { shape, rule, id: member.entity().map_or(u32::MAX, |e| e.0) });
                }
            }
        }
        found
    }
}

/// The part of a path from where a base on it first comes within a range of another; nothing if it never does. On a leg
/// the distance falls and then rises, so the first such place is found by halving, to 1/4096 of the leg.
fn from_where_within(path: &[Point], radius: Length, from: Disc, range: Length) -> Vec<Point> {
    let near = |at: Point| space::within(from, Disc::new(at, radius), range).holds;
    if path.first().is_some_and(|at| near(*at)) {
        return path.to_vec();
    }
    for (place, leg) in path.windows(2).enumerate() {
        let [start, end] = leg else { continue };
        let at = |step: i64| Point::new(start.x + (end.x - start.x) * step / 4096, start.y + (end.y - start.y) * step / 4096);
        // The nearest place of the leg: where the distance stops falling.
        let apart = |p: Point| (p.x - from.at.x).pow(2) + (p.y - from.at.y).pow(2);
        let (mut low, mut high) = (0, 4096);
        while high - low > 2 {
            let (a, b) = (low + (high - low) / 3, high - (high - low) / 3);
            if apart(at(a)) <= apart(at(b)) { high = b } else { low = a }
        }
        let nearest = low + (high - low) / 2;
        if !near(at(nearest)) {
            continue;
        }
        let (mut out, mut inside) = (0, nearest);
        while inside - out > 1 {
            let middle = out + (inside - out) / 2;
            if near(at(middle)) { inside = middle } else { out = middle }
        }
        let mut rest = vec![at(inside)];
        rest.extend(path.iter().skip(place + 1));
        return rest;
    }
    Vec::new()
}

fn points(path: &Value) -> Vec<Point> {
    path.members().iter().filter_map(Value::point).collect()
}

fn centre(area: &Polygon) -> Point {
    let count = area.points().len().max(1) as i64;
    let sum = area.points().iter().fold((0, 0), |(x, y), p| (x + p.x, y + p.y));
    Point::new(sum.0 / count, sum.1 / count)
}
