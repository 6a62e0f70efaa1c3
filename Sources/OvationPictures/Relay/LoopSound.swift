import OvationMedia

/// The sound of a live's picture, for those players of an event loop that nobody looks at. A fragment is cut once for all of them.
///
/// Used on its event loop only.
final class LoopSound {
    /// What was cut last. Players that are further behind have theirs cut again.
    private static let keptMax = 4

    private let limits: MediaLimits
    private var stream: (number: Int64, sound: SoundOfStream?)?
    private var kept: [(number: Int64, initialisation: Int64, payload: MediaPayload?)] = []

    init(limits: MediaLimits) { self.limits = limits }

    /// The beginning of a stream's sound; nil if the stream is sent as it is, because it has one track alone.
    func beginning(_ segment: FragmentRing<MediaPayload>.Initialisation) -> (info: MediaInfo, payload: MediaPayload)? {
        sound(of: segment).map { ($0.info, MediaPayload($0.bytes)) }
    }

    /// The sound of a fragment; nil if it has none.
    func fragment(_ entry: FragmentRing<MediaPayload>.Entry, in ring: FragmentRing<MediaPayload>) -> MediaPayload? {
        // The numbers of a picture of another server begin anew where that was started again.
        if let known = kept.first(where: { $0.number == entry.number && $0.initialisation == entry.initialisation }) {
            return known.payload
        }
        guard let segment = ring.initialisation(entry.initialisation), let sound = sound(of: segment) else {
            return entry.payload
        }
        // A fragment was read when it came, so a damaged one is none.
        let bytes = (try? sound.fragment(entry.payload.bytes)) ?? []
        let payload = bytes.isEmpty ? nil : MediaPayload(bytes)
        if kept.count >= Self.keptMax { kept.removeFirst() }
        kept.append((entry.number, entry.initialisation, payload))
        return payload
    }

    private func sound(of segment: FragmentRing<MediaPayload>.Initialisation) -> SoundOfStream? {
        if let stream, stream.number == segment.number { return stream.sound }
        let sound = (try? SoundOfStream(initialisation: segment.payload.bytes, limits: limits)) ?? nil
        stream = (segment.number, sound)
        return sound
    }
}
