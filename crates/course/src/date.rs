//! Moments in assignments: `2026-03-01T23:59:00+08:00` in the file, seconds since 1970 inside.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use toml::value::{Datetime, Offset};

/// A moment, in seconds since 1970.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Date(pub u64);

impl Date {
    /// Reads a day with a time and an offset; without an offset nobody knows which moment is meant.
    pub fn read(text: &str) -> Result<Self, String> {
        let read: Datetime = text
            .parse()
            .map_err(|_| format!("`{text}` is no date such as 2026-03-01T23:59:00+08:00"))?;
        Self::of(&read)
    }

    fn of(read: &Datetime) -> Result<Self, String> {
        let (Some(date), Some(time), Some(offset)) = (read.date, read.time, read.offset) else {
            return Err(format!(
                "`{read}` needs a day, a time and an offset, such as 2026-03-01T23:59:00+08:00"
            ));
        };
        let minutes = match offset {
            Offset::Z => 0,
            Offset::Custom { minutes } => i64::from(minutes),
        };
        let days = days_since_1970(date.year.into(), date.month.into(), date.day.into());
        let (hour, minute, second) = (time.hour, time.minute, time.second.unwrap_or(0));
        let of_day = i64::from(hour) * 3600 + i64::from(minute) * 60 + i64::from(second);
        let seconds = days * 86_400 + of_day - minutes * 60;
        let seconds = u64::try_from(seconds).map_err(|_| format!("`{read}` lies before 1970"))?;
        Ok(Self(seconds))
    }
}

/// Days of the Gregorian calendar: years begin in March, so that the leap day comes last.
fn days_since_1970(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    year * 365 + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) + day_of_year
        - 719_468
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let days = (self.0 / 86_400) as i64 + 719_468;
        let era = days.div_euclid(146_097);
        let of_era = days.rem_euclid(146_097);
        let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let from_march = (5 * of_year + 2) / 153;
        let day = of_year - (153 * from_march + 2) / 5 + 1;
        let month = (from_march + 2) % 12 + 1;
        let year = year_of_era + era * 400 + i64::from(month <= 2);
        let time = self.0 % 86_400;
        let (hour, minute, second) = (time / 3600, time / 60 % 60, time % 60);
        write!(
            f,
            "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z"
        )
    }
}

impl Serialize for Date {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&self.to_string())
    }
}

impl<'d> Deserialize<'d> for Date {
    fn deserialize<D: Deserializer<'d>>(from: D) -> Result<Self, D::Error> {
        // TOML has dates of its own, JSON has not.
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Either {
            Toml(Datetime),
            Text(String),
        }
        match Either::deserialize(from)? {
            Either::Toml(read) => Self::of(&read),
            Either::Text(text) => Self::read(&text),
        }
        .map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_is_the_moment_it_names() {
        // `date -u -d 2026-03-01T23:59:00+08:00 +%s`
        let due = Date::read("2026-03-01T23:59:00+08:00").expect("a date");
        assert_eq!(due, Date(1_772_380_740));
        assert_eq!(due.to_string(), "2026-03-01T15:59:00Z");
        assert_eq!(Date::read("2000-02-29T00:00:00Z"), Ok(Date(951_782_400)));
        for day in 0..40_000 {
            let date = Date(day * 86_400 + 4000);
            assert_eq!(Date::read(&date.to_string()), Ok(date));
        }
    }

    #[test]
    fn a_date_without_an_offset_is_no_moment() {
        for text in [
            "2026-03-01",
            "2026-03-01T23:59:00",
            "tomorrow",
            "1960-01-01T00:00:00Z",
        ] {
            assert!(Date::read(text).is_err(), "{text}");
        }
    }
}
