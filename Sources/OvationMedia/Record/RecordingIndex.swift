/// Where a player can begin in the file of a recording (`sidx`), in a fixed number of bytes.
///
/// A place of the index is a key frame with what follows it. Where there are more than fit, two neighbours become one: the index of a long
/// recording is coarser, and never larger.
struct RecordingIndex: Sendable {
    /// The most places.
    static let placesMax = 4_096
    /// Bytes that lie free behind the head of the file for the index: its header, its places, and a box with what is left.
    static let byteCount = 8 + 32 + placesMax * 12 + 8

    private struct Place {
        var startMicroseconds: Int64
        var byteCount: Int64
        var standsAlone: Bool
    }

    private var places: [Place] = []

    /// Adds a fragment.
    mutating func add(startMicroseconds: Int64, byteCount: Int, isKey: Bool, standsAlone: Bool) {
        guard isKey || places.isEmpty else {
            places[places.count - 1].byteCount += Int64(byteCount)
            return
        }
        if places.count == Self.placesMax { halve() }
        places.append(
            Place(
                startMicroseconds: max(startMicroseconds, places.last?.startMicroseconds ?? 0),
                byteCount: Int64(byteCount), standsAlone: standsAlone))
    }

    /// How many places there are.
    var count: Int { places.count }

    private mutating func halve() {
        places = stride(from: 0, to: places.count, by: 2).map { index in
            var place = places[index]
            if index + 1 < places.count { place.byteCount += places[index + 1].byteCount }
            return place
        }
    }

    /// Free space of the same size as the index.
    static var freeBytes: [UInt8] {
        var writer = BoxOutput()
        writer.box(.free, Array(repeating: 0, count: byteCount - 8))
        return writer.bytes
    }

    /// The index and the free space behind it.
    ///
    /// - Parameters:
    ///   - track: The track whose key frames the places are.
    ///   - timescale: Its units of time a second. Others than the track's are allowed, but ffmpeg takes them for the track's.
    ///   - endMicroseconds: Where the recording ends.
    func bytes(track: UInt32, timescale: UInt32, endMicroseconds: Int64) -> [UInt8] {
        // A place with more bytes than its number holds has no index. It takes 500 Mbit/s to make one.
        guard !places.isEmpty, places.allSatisfy({ $0.byteCount < 1 << 31 }) else { return Self.freeBytes }
        let free = Self.byteCount - 8 - 32 - places.count * 12
        var writer = BoxOutput()
        let box = writer.begin(.sidx)
        writer.number32(1 << 24)
        writer.number32(track)
        writer.number32(timescale)
        writer.number64(TimeScale.units(ofMicroseconds: places[0].startMicroseconds, timescale: timescale))
        // From the end of this box to the first place lies the free space.
        writer.number64(UInt64(free))
        writer.number32(UInt32(places.count))
        for (index, place) in places.enumerated() {
            let end = index + 1 < places.count ? places[index + 1].startMicroseconds : endMicroseconds
            let units = TimeScale.units(ofMicroseconds: place.startMicroseconds, timescale: timescale)
            let next = TimeScale.units(ofMicroseconds: end, timescale: timescale)
            writer.number32(UInt32(clamping: place.byteCount))
            writer.number32(UInt32(clamping: next > units ? next - units : 0))
            // It begins with a key frame that needs nothing before it, or with one that opens a group.
            writer.number32(1 << 31 | (place.standsAlone ? 1 : 2) << 28)
        }
        writer.end(box)
        writer.box(.free, Array(repeating: 0, count: free - 8))
        return writer.bytes
    }
}
