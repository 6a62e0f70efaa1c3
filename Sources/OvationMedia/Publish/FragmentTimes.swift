/// Shifts the timestamps of fragments.
enum FragmentTimes {
    /// Returns a fragment whose samples play later. Returns nil if a time field is too small for the new value, or if the boxes are
    /// malformed.
    static func moved(_ bytes: [UInt8], byMicroseconds offset: Int64, tracks: [MediaTrack]) -> [UInt8]? {
        var moved = bytes
        do throws(MediaError) {
            var top = BoxCursor(bytes[...], in: .moof)
            // Each track may have its own `moof`.
            while let header = try top.next() {
                guard header.type == .moof else { continue }
                var parts = BoxCursor(header.body, in: .moof)
                while let part = try parts.next() {
                    guard part.type == .traf else { continue }
                    guard try move(part, of: &moved, byMicroseconds: offset, tracks) else { return nil }
                }
            }
        } catch {
            return nil
        }
        return moved
    }

    /// Shifts a track. Returns false if the time field is too small.
    private static func move(
        _ part: Box, of bytes: inout [UInt8], byMicroseconds offset: Int64, _ tracks: [MediaTrack]
    ) throws(MediaError) -> Bool {
        var boxes = BoxCursor(part.body, in: .traf)
        var track: MediaTrack?
        while let box = try boxes.next() {
            guard box.type == .tfhd || box.type == .tfdt else { continue }
            var fields = FieldReader(box)
            let isLong = try fields.versionAndFlags().version != 0
            guard box.type == .tfdt else {
                let id = try fields.number32()
                track = tracks.first { $0.id == id }
                continue
            }
            guard let track, let ticks = ticks(offset, track.timescale) else { return false }
            let place = fields.rest.startIndex
            let time = isLong ? try fields.number64() : UInt64(try fields.number32())
            let (sum, overflow) = time.addingReportingOverflow(ticks)
            guard !overflow, isLong || sum <= UInt64(UInt32.max) else { return false }
            write(sum, bytes: isLong ? 8 : 4, at: place, of: &bytes)
        }
        return true
    }

    /// Converts a duration to the time units of a track. Returns nil on overflow.
    private static func ticks(_ microseconds: Int64, _ timescale: UInt32) -> UInt64? {
        guard microseconds >= 0 else { return nil }
        let (seconds, rest) = UInt64(microseconds).quotientAndRemainder(dividingBy: 1_000_000)
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: UInt64(timescale))
        let (sum, overflows) = whole.addingReportingOverflow(rest * UInt64(timescale) / 1_000_000)
        return overflow || overflows ? nil : sum
    }

    private static func write(_ value: UInt64, bytes count: Int, at place: Int, of bytes: inout [UInt8]) {
        for index in 0..<count {
            bytes[place + index] = UInt8(truncatingIfNeeded: value >> UInt64(8 * (count - 1 - index)))
        }
    }
}
