//! Measurement on a table: exact, in whole thousandths of an inch.
//!
//! Everything here is geometry of round bases ([`Disc`]) and outlines ([`Polygon`]) on a flat [`Table`]. A yes or no is
//! decided by comparing squares of whole numbers, so "exactly three inches" is within three inches on every machine.
//! Where a point has to be found (the end of a push, a place in contact) it is rounded to a whole thousandth, and
//! [`TOUCH`] says how much of an overlap such rounding may leave. Nothing panics or overflows while coordinates, radii
//! and distances stay within [`LIMIT`].
//!
//! Read in this order: [`shape`], [`measure`], [`areas`], [`edge`], [`path`], [`straight`], [`place`], [`crossing`], [`mod@sight`],
//! [`mod@route`], [`sample`], [`squares`], [`text`].

pub mod areas;
pub mod crossing;
pub mod edge;
mod fixed;
pub mod measure;
pub mod path;
pub mod place;
pub mod route;
pub mod sample;
pub mod shape;
pub mod sight;
pub mod squares;
pub mod straight;
pub mod text;

#[cfg(test)]
mod trial;

pub use areas::{contains, gap_between, shapes_overlap};
pub use crossing::{Crossing, cross_over, cross_over_shape};
pub use edge::{Edge, Table};
pub use measure::{
    entirely_within, entirely_within_shape, gap, gap_to_point, gap_to_polygon, gap_to_shape, in_contact, in_contact_with_shape,
    overlaps, overlaps_polygon, overlaps_shape, within, within_shape,
};
pub use path::{Block, ends_no_farther, first_block, never_farther, path_is_free, path_length, path_within};
pub use place::{can_swap, is_free, nearest_free, places_around, touching, touching_all_round};
pub use route::route;
pub use sample::{Region, points_reachable_sample, sample_point_in};
pub use shape::{Disc, LIMIT, Length, Obstacle, Point, Polygon, PolygonError, Shape, TOUCH, Verdict};
pub use sight::{BlockRule, Blocker, Obstruction, Target, clearance, cover, sees, sees_clear, sight};
pub use squares::Plot;
pub use straight::{Stop, StraightMove, away_from, toward};
pub use text::{LengthError, format_length, parse_length};
