//! Times: ISO 8601, and its narrower kin RFC 3339.

use super::claims;

claims! {
    /// `Annotations.lastModified`.
    MODIFIED = Should "annotations/last-modified-is-iso8601" "an ISO 8601 time such as 2025-01-12T15:00:58Z" ["annotations-lastmodified-iso8601"] "server/resources#annotations";
    /// `Task.createdAt`.
    CREATED = Must "tasks/created-at-is-iso8601" "an ISO 8601 time such as 2025-01-12T15:00:58Z" ["tasks-created-at-iso8601", "general-task-timestamps"] "basic/utilities/tasks#ttl-and-resource-management";
    /// `Task.lastUpdatedAt`.
    UPDATED = Must "tasks/last-updated-at-is-iso8601" "an ISO 8601 time such as 2025-01-12T15:00:58Z" ["tasks-last-updated-iso8601", "general-task-timestamps"] "basic/utilities/tasks#ttl-and-resource-management";
}

/// What keeps the text from being an ISO 8601 date, with or without a time of day.
pub fn fault(text: &str) -> Option<String> {
    let (date, time) = text.split_once(['T', 't']).map_or((text, None), |(date, time)| (date, Some(time)));
    let fits = is_date(date) && time.is_none_or(is_time);
    (!fits).then(|| format!("is {text:?}"))
}

/// What keeps the text from being the timestamp of a task: a date with a time of day.
pub fn stamp_fault(text: &str) -> Option<String> {
    fault(text).or_else(|| (!text.contains(['T', 't'])).then(|| format!("is {text:?}, a date without a time of day")))
}

fn is_date(text: &str) -> bool {
    let parts: Vec<_> = match text.len() {
        8 if text.is_ascii() => vec![&text[..4], &text[4..6], &text[6..]],
        10 => text.split('-').collect(),
        _ => return false,
    };
    let [Some(year), Some(month), Some(day)] = parts.iter().map(|part| number(part)).collect::<Vec<_>>()[..] else {
        return false;
    };
    parts[0].len() == 4 && parts[1].len() == 2 && (1..=days(year, month)).contains(&day)
}

fn days(year: u32, month: u32) -> u32 {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 => 28 + u32::from(leap),
        4 | 6 | 9 | 11 => 30,
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        _ => 0,
    }
}

fn is_time(text: &str) -> bool {
    let end = text.find(['Z', 'z', '+', '-']).unwrap_or(text.len());
    let (clock, zone) = text.split_at(end);
    let (clock, fraction) = clock.split_once(['.', ',']).map_or((clock, None), |(clock, rest)| (clock, Some(rest)));
    is_clock(clock, 60) && fraction.is_none_or(|digits| number(digits).is_some()) && is_zone(zone)
}

fn is_zone(zone: &str) -> bool {
    matches!(zone, "" | "Z" | "z")
        || is_clock(&zone[1..], 0)
        || (zone.len() == 3 && is_clock(&format!("{}:00", &zone[1..]), 0))
}

/// Hours and minutes, and seconds up to `seconds` where it is not 0; with colons or without.
fn is_clock(text: &str, seconds: u32) -> bool {
    let digits: String = if text.contains(':') { text.split(':').collect() } else { text.to_owned() };
    let spaced = !text.contains(':') || text.split(':').all(|part| part.len() == 2);
    let in_range = |at: usize, most: u32| digits.get(at..at + 2).and_then(number).is_some_and(|number| number <= most);
    match digits.len() {
        4 => spaced && in_range(0, 23) && in_range(2, 59),
        6 => spaced && seconds > 0 && in_range(0, 23) && in_range(2, 59) && in_range(4, seconds),
        _ => false,
    }
}

/// The digits as a number; a long row of them saturates.
fn number(digits: &str) -> Option<u32> {
    let all = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    all.then(|| digits.parse().unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::{fault, stamp_fault};

    #[test]
    fn times_are_iso_8601() {
        for good in [
            "2025-01-12T15:00:58Z",
            "2025-01-12T15:00:58.123456+02:00",
            "2024-02-29",
            "20250112T150058Z",
            "2025-01-12T15:00",
            "2025-01-12T15:00:58-0330",
            "2025-01-12t23:59:60z",
            "2025-01-12T15:00:58+02",
        ] {
            assert_eq!(fault(good), None, "{good}");
        }
        for bad in [
            "",
            "yesterday",
            "2025-02-29",
            "2025-13-01",
            "2025-00-01",
            "2025-01-12 15:00:58",
            "12.01.2025",
            "2025-01-12T25:00:00Z",
            "2025-01-12T15:60Z",
            "1736694058",
            "2025-1-12",
            "2025-01-12T",
            "2025-01-12T15:00:58Q",
            "2025-01-12T15:00:58.Z",
            "T",
            "2025-01-12T15:00:58+2:00",
            "2025-01-12T1:500",
            "２０２５-01-12",
        ] {
            assert!(fault(bad).is_some(), "{bad} passes");
        }
    }

    #[test]
    fn a_task_has_a_time_of_day() {
        assert!(stamp_fault("2025-01-12").is_some());
        assert_eq!(stamp_fault("2025-01-12T15:00:58Z"), None);
    }
}
