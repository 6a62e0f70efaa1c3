import OvationModel

/// The fields `StartTime` and `EndTime` of a call.
struct RESTTimes {
    /// The first Unix second; nil or 0 for no first.
    let start: Int64?
    /// The last Unix second; nil or 0 for no last.
    let end: Int64?

    /// The time that the call names, from the first to the last millisecond of its seconds; nil if it names none.
    ///
    /// - Throws: `illegalParameter` for a number that is no Unix second, and for an end before the start.
    func range() throws(Rejection) -> ClosedRange<Timestamp>? {
        let range = RESTBounds.unixSeconds
        for (name, time) in [("StartTime", start), ("EndTime", end)] {
            guard let time, !range.contains(time) else { continue }
            throw Rejection(
                .illegalParameter, "\"\(name)\" is a Unix time in seconds, 0 to \(range.upperBound); 0 means none.")
        }
        let first = start ?? 0
        let end = end.flatMap { $0 == 0 ? nil : $0 }
        guard first > 0 || end != nil else { return nil }
        let last = end ?? range.upperBound
        guard first <= last else { throw Rejection(.illegalParameter, "\"EndTime\" is before \"StartTime\".") }
        return Timestamp(milliseconds: first * 1_000)...Timestamp(milliseconds: last * 1_000 + 999)
    }
}
