public import OvationModel

/// Which day and week of the boards a time belongs to.
public struct BoardCalendar: Hashable, Sendable {
    private static let dayMilliseconds: Int64 = 86_400_000

    /// How far the boards' midnight is ahead of UTC's, in minutes; 480 for Beijing.
    public var utcOffsetMinutes: Int

    /// Makes a calendar of -1,440 to 1,440 minutes.
    public init(utcOffsetMinutes: Int = 0) {
        precondition((-1_440...1_440).contains(utcOffsetMinutes), "an offset is at most a day")
        self.utcOffsetMinutes = utcOffsetMinutes
    }

    private var offset: Int64 { Int64(utcOffsetMinutes) * 60_000 }

    /// The number of a day, counted from 1970-01-01.
    public func day(of time: Timestamp) -> Int64 {
        time.adding(milliseconds: offset).milliseconds.dividedDown(by: Self.dayMilliseconds)
    }

    /// The number of a week, counted from the one that began on Monday, 1969-12-29.
    public func week(of time: Timestamp) -> Int64 { (day(of: time) + 3).dividedDown(by: 7) }

    /// When the day of a time is over.
    public func endOfDay(of time: Timestamp) -> Timestamp {
        Timestamp(milliseconds: (day(of: time) + 1) * Self.dayMilliseconds).adding(milliseconds: -offset)
    }

    /// When the week of a time is over.
    public func endOfWeek(of time: Timestamp) -> Timestamp {
        Timestamp(milliseconds: (week(of: time) * 7 + 4) * Self.dayMilliseconds).adding(milliseconds: -offset)
    }
}

extension Int64 {
    /// The quotient, rounded down also below zero.
    fileprivate func dividedDown(by divisor: Int64) -> Int64 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
