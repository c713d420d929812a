//! What a jump point search knows of the cells it reached, kept between queries.

/// A record a cell. Cells are numbered row by row.
pub(super) struct Points {
    /// Plain numbers, because memory that starts as zeros costs nothing until it is touched: the
    /// query that reached the cell, its cost, its parent, arrivals and pending.
    records: Vec<[u32; 4]>,
    /// Cells reached by other queries count as never reached.
    query: u32,
}

/// The steps with which a cell was reached, a bit each.
pub(super) type Arrivals = u8;

const QUERY: usize = 0;
const COST: usize = 1;
const PARENT: usize = 2;
/// Arrivals at this cost in the low byte; those whose onward steps are still to be taken above.
const ARRIVALS: usize = 3;
const PENDING_SHIFT: u32 = 8;

impl Points {
    pub(super) fn new(cells: usize) -> Self {
        Self {
            records: vec![[0; 4]; cells],
            query: 0,
        }
    }

    /// Forgets everything.
    pub(super) fn next_query(&mut self) {
        if let Some(next) = self.query.checked_add(1) {
            self.query = next;
        } else {
            self.records.fill([0; 4]);
            self.query = 1;
        }
    }

    /// Notes a path to a cell; true if the cell must be queued. As cheap a path from another side
    /// counts, because that side's onward steps have yet to be taken.
    #[inline]
    pub(super) fn reach(&mut self, place: u32, parent: u32, g: u32, arrival: Arrivals) -> bool {
        let record = &mut self.records[place as usize];
        let arrival = u32::from(arrival);
        if record[QUERY] == self.query && record[COST] <= g {
            if record[COST] < g || record[ARRIVALS] & arrival != 0 {
                return false;
            }
            record[ARRIVALS] |= arrival | arrival << PENDING_SHIFT;
        } else {
            *record = [self.query, g, parent, arrival | arrival << PENDING_SHIFT];
        }
        true
    }

    /// The arrivals whose onward steps are to be taken now; none if that was done already.
    #[inline]
    pub(super) fn take_pending(&mut self, place: u32) -> Arrivals {
        let arrivals = &mut self.records[place as usize][ARRIVALS];
        let pending = *arrivals >> PENDING_SHIFT;
        *arrivals &= (1 << PENDING_SHIFT) - 1;
        pending as Arrivals
    }

    /// The cost of a cell that this query reached.
    #[inline]
    pub(super) fn cost(&self, place: u32) -> u32 {
        self.records[place as usize][COST]
    }

    /// The parent of a cell that this query reached.
    #[inline]
    pub(super) fn parent(&self, place: u32) -> u32 {
        self.records[place as usize][PARENT]
    }
}
