import OvationMedia
import OvationModel
import OvationSupport

/// Puts together what comes of a picture, and shows it when a state has come.
struct FetchIntake {
    private let picture: LivePicture
    private let pictures: Pictures
    private var initialisations: [FragmentRing<MediaPayload>.Initialisation] = []
    private var entries: [FragmentRing<MediaPayload>.Entry] = []
    private var waitingBytes = 0
    /// Whether no state has come yet. The first one has everything with it.
    private var isFirst = true

    /// The longest fragment that is believed of another server: a week, in microseconds.
    private static let durationMicrosecondsMax: Int64 = 604_800_000_000

    init(_ picture: LivePicture, of pictures: Pictures) {
        self.picture = picture
        self.pictures = pictures
    }

    /// Takes a frame.
    ///
    /// - Returns: whether the picture was shown as it is now.
    /// - Throws: ``MalformedFetchFrame`` where nothing more can come of the stream.
    mutating func take(_ frame: FetchFrame) async throws -> Bool {
        switch frame {
        case .initialisation(let number, let info, let payload):
            try wait(payload.byteCount)
            initialisations.append(
                FragmentRing.Initialisation(number: number, payload: payload, byteCount: payload.byteCount, info: info))
        case .fragment(let fields, let payload):
            try wait(payload.byteCount)
            guard fields.number >= 0, (0...Self.durationMicrosecondsMax).contains(fields.durationMicroseconds) else {
                throw MalformedFetchFrame(reason: .malformed)
            }
            let span = FragmentSpan(
                startMicroseconds: fields.startMicroseconds, durationMicroseconds: fields.durationMicroseconds,
                beginsWithKeyFrame: fields.beginsWithKeyFrame, standsAlone: fields.standsAlone,
                byteCount: payload.byteCount)
            entries.append(
                FragmentRing.Entry(
                    number: fields.number, initialisation: fields.initialisation, payload: payload, span: span))
        case .cover(let fields, let bytes):
            pictures.takeFetched(bytes, fields, of: picture)
        case .state(let state):
            try await show(state)
            return true
        case .unknown: break
        }
        return false
    }

    /// What waits for its state is bounded by what the ring of this server may hold. That of the other one may hold more: the oldest is
    /// dropped here, as this ring would.
    private mutating func wait(_ bytes: Int) throws(MalformedFetchFrame) {
        waitingBytes += bytes
        let limits = pictures.configuration.limits
        let bytesMax = limits.ringBytesMax + limits.fragmentBytesMax + limits.initialisationBytesMax
        let countMax = 2 * limits.ringFragmentsMax + 2
        while waitingBytes > bytesMax || entries.count + initialisations.count > countMax {
            guard !entries.isEmpty else { throw MalformedFetchFrame(reason: .malformed) }
            waitingBytes -= entries.removeFirst().payload.byteCount
        }
    }

    private mutating func show(_ state: FetchFrame.FetchedState) async throws {
        guard let name = PictureStatus.State(rawValue: state.state), state.removals.isWithinBounds else {
            throw MalformedFetchFrame(reason: .malformed)
        }
        let update = RingUpdate(
            initialisations: initialisations, entries: entries, segments: state.segments, head: state.head)
        let count = entries.count
        (initialisations, entries, waitingBytes) = ([], [], 0)
        let start = LiveStart(session: picture.session, isPublic: state.isPublic)
        // Who may watch is known before there is more to watch.
        pictures.takeFetched(start, state.removals, of: picture)
        let status = PictureStatus(state: name, since: state.since, info: state.info)
        guard await picture.follow(update, isWhole: isFirst, status) else {
            throw MalformedFetchFrame(reason: .malformed)
        }
        isFirst = false
        pictures.fetchMetrics.fetched(fragments: count)
    }
}
