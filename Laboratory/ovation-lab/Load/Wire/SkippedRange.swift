import OvationJSON

/// The range of a `room.skipped`.
enum SkippedRange {
    /// Reads `data.from` and `data.to` of a frame.
    static func read(_ payload: UnsafeRawBufferPointer) -> ClosedRange<Int64>? {
        guard let from = number(after: "\"from\":", in: payload), let to = number(after: "\"to\":", in: payload),
            from <= to
        else { return nil }
        return from...to
    }

    /// The number that follows a field's name first.
    static func number(after field: StaticString, in payload: UnsafeRawBufferPointer) -> Int64? {
        guard let place = payload.firstPlace(of: field) else { return nil }
        var cursor = JSONCursor(UnsafeRawBufferPointer(rebasing: payload[(place + field.utf8CodeUnitCount)...]))
        return cursor.wholeNumber()
    }
}
