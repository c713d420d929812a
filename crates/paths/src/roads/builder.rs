//! A map put together row by row, as a picture is read.

use super::RoadMap;
use super::map::Cell;

/// Takes a country row by row, as a picture is read.
pub(crate) struct RoadMapBuilder(RoadMap);

impl RoadMapBuilder {
    /// A country `columns` (at least 1) wide, with no row yet.
    pub(crate) fn new(columns: u32) -> Self {
        let mut map = RoadMap {
            columns,
            rows: 0,
            values: Vec::new(),
            cells: Vec::new(),
            colours: Vec::new(),
        };
        map.values.resize(map.first_cell() as usize, 0);
        Self(map)
    }

    /// How many states the next row has.
    pub(crate) const fn next_row_len(&self) -> u32 {
        self.0.columns - self.0.rows % 2
    }

    /// Appends a row of [`Self::next_row_len`] states: their values, 0 for a hole, and colours.
    pub(crate) fn push_row(&mut self, row: impl Iterator<Item = (u32, [u8; 3])>) {
        let map = &mut self.0;
        for (value, colour) in row {
            if value > 0 {
                map.cells.push(map.values.len() as Cell);
                map.colours.push(colour);
            }
            map.values.push(value);
        }
        map.values.push(0);
        map.rows += 1;
        debug_assert_eq!(map.values.len() as u32, map.row_start(map.rows));
    }

    /// The finished map, `None` without any state.
    pub(crate) fn finish(self) -> Option<RoadMap> {
        let mut map = self.0;
        let margin = map.columns as usize + 1;
        map.values.resize(map.values.len() + margin, 0);
        (!map.cells.is_empty()).then_some(map)
    }
}

impl RoadMap {
    /// A map straight from the values of its rows; 0 is a hole. The colours are grey.
    #[cfg(test)]
    pub(crate) fn from_values(columns: u32, rows: &[Vec<u32>]) -> Option<Self> {
        let mut builder = RoadMapBuilder::new(columns);
        for row in rows {
            assert_eq!(row.len() as u32, builder.next_row_len());
            builder.push_row(row.iter().map(|&value| (value, [128; 3])));
        }
        builder.finish()
    }
}
