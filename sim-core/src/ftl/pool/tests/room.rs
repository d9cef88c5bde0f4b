//! What a device must have room for.

use super::fit::fits;
use super::plane_pool::Watermarks;
use super::*;

/// The fewest blocks that are enough for two blocks of data, or why none are.
fn least(low: u32, high: u32, shape: Shape, own_pages: u32, frontiers: u32) -> Result<u32, String> {
    let fits = |blocks| {
        let geometry = Geometry::of_one_plane(blocks, PAGES, 2 * PAGES);
        fits(Watermarks { low, high }, shape, own_pages, frontiers, &geometry).map_err(|error| error.to_string())
    };
    (2..20).find(|&blocks| fits(blocks).is_ok()).ok_or_else(|| fits(20).unwrap_err())
}

#[test]
fn a_plane_has_room_for_data_and_the_map_for_blocks_being_written_and_those_that_collecting_ends_with() {
    assert_eq!(least(1, 3, Shape::Data, 0, 2), Ok(2 + 3 + 2));
    // Five pages of a map fill two blocks, and go to one more that is being written.
    assert_eq!(least(2, 3, Shape::Shared, 5, 2), Ok(2 + 3 + 2 + 2 + 1));
    // Set apart they need one being written and the two that collecting them ends with.
    assert_eq!(least(1, 3, Shape::Separate(5), 5, 2), Ok(2 + 3 + 2 + 5));
    let too_few = least(1, 3, Shape::Separate(4), 5, 2).unwrap_err();
    assert!(too_few.contains("4 a plane are too few: the map needs at least 5"), "{too_few}");
}

#[test]
fn collecting_ends_with_more_free_blocks_than_it_begins_with() {
    assert_eq!(least(2, 3, Shape::Data, 0, 1), Ok(2 + 3 + 1));
    for high in [1, 2] {
        let text = least(2, high, Shape::Data, 0, 1).unwrap_err();
        assert!(text.contains(&format!("ftl.gc.high: {high} is not above ftl.gc.low, which is 2")), "{text}");
    }
}

#[test]
fn where_the_map_shares_the_blocks_collecting_begins_with_one_more_than_it_may_need() {
    let text = least(1, 3, Shape::Shared, 5, 1).unwrap_err();
    assert!(text.contains("ftl.gc.low: 1 is too few where the map shares the blocks"), "{text}");
}

#[test]
fn pages_that_collecting_moves_and_pages_that_stay_are_written_to_blocks_of_their_own() {
    let least = |separate: bool, leveling: &str| {
        let settings = json!({ "gc.separate_frontier": separate, "wear_leveling.kind": leveling });
        (2..20).find(|&blocks| one_plane(blocks, 2 * PAGES).set(settings.clone()).pool().is_ok())
    };
    assert_eq!([least(false, "dynamic"), least(true, "none")], [Some(2 + 3 + 1), Some(2 + 3 + 2)]);
    assert_eq!([least(false, "static"), least(true, "static")], [Some(2 + 3 + 2), Some(2 + 3 + 3)]);
}
