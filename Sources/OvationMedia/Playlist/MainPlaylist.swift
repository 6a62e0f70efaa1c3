/// The multivariant playlist, which players open first (RFC 8216, section 4.3.4). It names the codecs, so that a player without the decoder
/// loads nothing more, and it refers to the media playlist.
public enum MainPlaylist {
    /// Returns the playlist. Returns nil while there is no segment; the player must ask again later.
    ///
    /// - Parameter query: The query of the requested address, if players must repeat it for what the playlist names. It is ignored unless
    ///   ``HLSPlaylist/isQuery(_:)`` accepts it.
    public static func bytes<Payload>(of ring: FragmentRing<Payload>, query: String? = nil) -> [UInt8]? {
        guard let newest = ring.segments.last, let info = ring.initialisation(newest.initialisation)?.info else {
            return nil
        }
        let suffix = query.flatMap { HLSPlaylist.isQuery($0) ? "?\($0)" : nil } ?? ""
        // Listed segments may belong to different initialisation segments. All of them count towards the bandwidth.
        let rates = ring.segments.map { bitsPerSecond($0.byteCount, $0.durationMicroseconds) }
        let byteCount = ring.segments.reduce(0) { $0 + $1.byteCount }
        let microseconds = ring.segments.reduce(0) { $0 + $1.durationMicroseconds }
        var attributes = [
            "BANDWIDTH=\(rates.max() ?? 1)", "AVERAGE-BANDWIDTH=\(bitsPerSecond(byteCount, microseconds))",
            "CODECS=\"\(info.codecs)\"",
        ]
        if info.hasPicture { attributes.append("RESOLUTION=\(info.width)x\(info.height)") }
        var lines = ["#EXTM3U", "#EXT-X-VERSION:7"]
        lines.append("#EXT-X-STREAM-INF:" + attributes.joined(separator: ","))
        lines.append("\(HLSName.playlist)\(suffix)")
        return Array((lines.joined(separator: "\n") + "\n").utf8)
    }

    /// The bit rate of a segment, at least 1, because the attribute must be positive.
    private static func bitsPerSecond(_ byteCount: Int, _ microseconds: Int64) -> Int64 {
        let bits = Double(byteCount) * 8 * 1_000_000 / Double(max(microseconds, 1))
        return Int64(min(max(bits.rounded(.up), 1), 1e15))
    }
}
