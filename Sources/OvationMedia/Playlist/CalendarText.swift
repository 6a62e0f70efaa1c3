import OvationModel

/// Formats times in ISO 8601. Nothing else in this module would need Foundation.
enum CalendarText {
    /// Formats a time like `2026-11-22T16:05:09.120Z`. Times outside the years 1970 to 9999 are clamped.
    static func utc(_ time: Timestamp) -> String {
        let milliseconds = min(max(time.milliseconds, 0), 253_402_300_799_999)
        let (days, inDay) = milliseconds.quotientAndRemainder(dividingBy: 86_400_000)
        let date = date(daysSince1970: days)
        let seconds = inDay / 1_000
        return "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))T\(padded(seconds / 3_600, 2)):"
            + "\(padded(seconds / 60 % 60, 2)):\(padded(seconds % 60, 2)).\(padded(inDay % 1_000, 3))Z"
    }

    /// Computes the Gregorian date. Years are counted from March, so that the leap day is the last day of a year.
    private static func date(daysSince1970 days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = days + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, day)
    }

    private static func padded(_ value: Int64, _ digits: Int) -> String {
        let text = String(value)
        return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }
}
