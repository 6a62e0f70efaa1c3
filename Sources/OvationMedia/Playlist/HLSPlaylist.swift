import OvationModel

/// The media playlist of a live's picture (RFC 8216). Its text is cached until it changes, so that ten thousand requests cost ten thousand
/// writes and nothing more.
///
/// It lists the segments of the last `media.playlistSeconds`, and at least three target durations. Segments and initialisation segments
/// never reuse a name for other bytes.
public struct HLSPlaylist: Sendable {
    private struct Kept: Sendable {
        let revision: Int64
        let query: String?
        let bytes: [UInt8]
    }

    private let listedMicroseconds: Int64
    private var kept: Kept?
    /// The cached text for players with a signature. Players whose signatures expire at the same time share it.
    private var keptSigned: Kept?

    /// Starts with an empty cache.
    public init(limits: MediaLimits = MediaLimits()) {
        listedMicroseconds = Int64(limits.playlistSeconds) * 1_000_000
    }

    /// Returns the playlist. Returns nil while there is no segment and the picture goes on; the player must ask again later.
    ///
    /// - Parameter query: The query of the requested address, if players must repeat it for every segment. It is ignored unless
    ///   ``isQuery(_:)`` accepts it.
    public mutating func bytes<Payload>(of ring: FragmentRing<Payload>, query: String? = nil) -> [UInt8]? {
        let query = query.flatMap { Self.isQuery($0) ? $0 : nil }
        if let found = query == nil ? kept : keptSigned, found.revision == ring.revision, found.query == query {
            return found.bytes
        }
        guard !ring.segments.isEmpty || ring.isEnded || ring.isFinished else { return nil }
        let written = Kept(revision: ring.revision, query: query, bytes: Array(text(of: ring, query: query).utf8))
        if query == nil { kept = written } else { keptSigned = written }
        return written.bytes
    }

    /// Returns true if every line of a playlist can carry this query: 1 to 512 characters of `A-Za-z0-9-._~=&%`.
    public static func isQuery(_ text: String) -> Bool {
        let bytes = text.utf8
        return (1...512).contains(bytes.count)
            && bytes.allSatisfy { $0.isUnreserved || $0 == 0x3D || $0 == 0x26 || $0 == 0x25 }
    }

    /// The value of the `ETag` header, with its quotation marks.
    public static func entityTag<Payload>(of ring: FragmentRing<Payload>) -> String {
        "\"\(ring.segments.last?.number ?? 0)-\(ring.revision)\""
    }

    private func text<Payload>(of ring: FragmentRing<Payload>, query: String?) -> String {
        let listed = listed(of: ring)
        let suffix = query.map { "?\($0)" } ?? ""
        // Version 7 is the first that allows fragmented MP4 in every playlist.
        var lines = ["#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-TARGETDURATION:\(ring.targetSeconds)"]
        if let first = listed.first {
            lines.append("#EXT-X-MEDIA-SEQUENCE:\(first.number)")
            lines.append("#EXT-X-DISCONTINUITY-SEQUENCE:\(first.initialisation)")
        }
        if listed.allSatisfy(\.standsAlone) { lines.append("#EXT-X-INDEPENDENT-SEGMENTS") }
        var present: Int64?
        for segment in listed {
            if segment.initialisation != present {
                if present != nil { lines.append("#EXT-X-DISCONTINUITY") }
                present = segment.initialisation
                lines.append("#EXT-X-MAP:URI=\"\(HLSName.initialisation(segment.initialisation))\(suffix)\"")
                lines.append("#EXT-X-PROGRAM-DATE-TIME:\(CalendarText.utc(segment.at))")
            }
            lines.append("#EXTINF:\(Self.seconds(segment.durationMicroseconds)),")
            lines.append("\(HLSName.segment(segment.number))\(suffix)")
        }
        if ring.isEnded || ring.isFinished { lines.append("#EXT-X-ENDLIST") }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The segments to list, newest last. A player needs three target durations to begin.
    private func listed<Payload>(of ring: FragmentRing<Payload>) -> ArraySlice<FragmentRing<Payload>.Segment> {
        let wanted = max(listedMicroseconds, 3 * ring.targetSeconds * 1_000_000)
        var (first, length) = (ring.segments.endIndex, Int64(0))
        while first > 0, length < wanted {
            first -= 1
            length += ring.segments[first].durationMicroseconds
        }
        return ring.segments[first...]
    }

    /// Formats a duration in seconds with three decimals.
    private static func seconds(_ microseconds: Int64) -> String {
        let milliseconds = (microseconds + 500) / 1_000
        let rest = String(milliseconds % 1_000)
        return "\(milliseconds / 1_000)." + String(repeating: "0", count: 3 - rest.utf8.count) + rest
    }
}

extension UInt8 {
    /// True for a character that needs no escaping anywhere in an address (RFC 3986).
    var isUnreserved: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: true
        default: false
        }
    }
}
