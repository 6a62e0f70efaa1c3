package import OvationModel

/// Points in time as logs write them.
package enum RFC3339 {
    /// `2025-11-21T08:40:00.123Z`: UTC with milliseconds, so that lines sort as text.
    package static func string(_ time: Timestamp) -> String {
        let (days, millisecondOfDay) = floorDivide(time.milliseconds, by: 86_400_000)
        let (year, month, day) = civil(fromDays: days)
        let (second, millisecond) = (millisecondOfDay / 1_000, millisecondOfDay % 1_000)
        return """
            \(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))T\
            \(padded(second / 3_600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))\
            .\(padded(millisecond, 3))Z
            """
    }

    /// The date of a number of days since 1970, in the Gregorian calendar.
    ///
    /// Years are taken to begin in March, so that the leap day is the last one; 400 of them have 146,097 days.
    package static func civil(fromDays days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let (era, dayOfEra) = floorDivide(days + 719_468, by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    }

    private static func floorDivide(_ value: Int64, by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }

    private static func padded(_ value: Int64, _ width: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
