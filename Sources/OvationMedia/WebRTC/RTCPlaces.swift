public import OvationModel

/// Who publishes and watches by WebRTC, and until when each has to be connected. Bounded, and without I/O: the caller carries out what it
/// returns.
///
/// One publisher a live is seen. A newcomer may be on their way beside it, and takes over when their picture comes; of two newcomers the
/// later one stays.
public struct RTCPlaces: Sendable {
    /// What a place is for.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Somebody publishes.
        case publisher
        /// Somebody watches.
        case viewer
    }

    /// How far a place is.
    public enum State: Sendable, Hashable {
        /// The media server has not answered yet.
        case asked
        /// It has, and no picture came yet.
        case answered
        /// The picture flows.
        case connected
    }

    /// Why a place ends. The raw values are labels of the metric.
    public enum End: String, Error, Sendable, Hashable, CaseIterable {
        /// Its client ended it.
        case deleted
        /// A newer publisher of the live took over.
        case replaced
        /// The picture was stopped.
        case stopped
        /// The stream key was made anew.
        case keyReset
        /// The live is over.
        case liveEnded
        /// It was not connected in time.
        case silent
        /// The connection broke off.
        case lost
        /// The media server is away, or forgot it.
        case serverLost
        /// The publisher that it watched is gone.
        case publisherGone
        /// The viewer may watch no more.
        case removed
        /// The media server refused it.
        case refused
    }

    /// A place that was taken.
    public struct Place: Sendable, Hashable {
        /// What it is for.
        public let kind: Kind
        /// Which live.
        public let live: LiveID
        /// Which start of it.
        public let session: LiveSessionID
        /// The number of this place; never used again.
        public let number: UInt64
        /// Whom a viewer watches: the number of the publisher.
        public let publisher: UInt64?
        /// From where a viewer connects; nil where that is not known.
        public let origin: String?
        /// How far it is.
        public fileprivate(set) var state = State.asked
        fileprivate var dueAt: Timestamp?
    }

    /// Publishers at most.
    public let publishersMax: Int
    /// Viewers at most.
    public let viewersMax: Int
    /// How long a place may go without a picture, in milliseconds.
    private let connectMilliseconds: Int64
    private var places: [UInt64: Place] = [:]
    /// The publisher of each start that is seen.
    private var seen: [LiveSessionID: UInt64] = [:]
    private var newcomers: [LiveSessionID: UInt64] = [:]
    private var lastNumber: UInt64 = 0
    private var counts: [Kind: Int] = [:]

    /// Makes places that nobody has taken.
    public init(publishersMax: Int, viewersMax: Int, connectSeconds: Int) {
        self.publishersMax = publishersMax
        self.viewersMax = viewersMax
        connectMilliseconds = Int64(connectSeconds) * 1_000
    }

    /// How many there are of a kind.
    public func count(_ kind: Kind) -> Int { counts[kind] ?? 0 }

    /// A place; nil where it has ended.
    public subscript(number: UInt64) -> Place? { places[number] }

    /// The publisher of a start that is seen.
    public func publisher(of session: LiveSessionID) -> Place? { seen[session].flatMap { places[$0] } }

    /// When ``due(at:)`` has something to end next; nil where nothing waits.
    public var deadline: Timestamp? { places.values.lazy.compactMap(\.dueAt).min() }

    // MARK: - Taking a place

    /// Gives a publisher a place; nil where all are taken. Returns the newcomer who gives way, too.
    public mutating func takePublisher(
        _ live: LiveID, _ session: LiveSessionID, at now: Timestamp
    ) -> (place: Place, replaced: Place?)? {
        let before = newcomers[session].flatMap { places[$0] }
        guard count(.publisher) - (before == nil ? 0 : 1) < publishersMax else { return nil }
        if let before { remove(before.number) }
        let place = take(.publisher, live, session, watching: nil, at: now)
        newcomers[session] = place.number
        return (place, before)
    }

    /// Viewers who connect from one place have at most this part of all places, and at least one place.
    public static let originsShare = 8

    /// Gives a viewer a place beside the publisher that is seen.
    ///
    /// - Parameter origin: from where the viewer connects; nil where that is not known, and bounds nothing.
    public mutating func takeViewer(
        of session: LiveSessionID, from origin: String? = nil, at now: Timestamp
    ) -> Result<Place, ViewerRefusal> {
        guard let publisher = publisher(of: session) else { return .failure(.noPicture) }
        guard count(.viewer) < viewersMax else { return .failure(.full) }
        if let origin {
            // Few places are given out, so they are counted.
            let own = places.values.count(where: { $0.kind == .viewer && $0.origin == origin })
            guard own < max(viewersMax / Self.originsShare, 1) else { return .failure(.originIsFull) }
        }
        return .success(take(.viewer, publisher.live, session, watching: publisher.number, from: origin, at: now))
    }

    /// Why a viewer gets no place.
    public enum ViewerRefusal: Error, Sendable, Hashable {
        /// Nobody publishes by WebRTC.
        case noPicture
        /// All places are taken.
        case full
        /// As many connect from there as may.
        case originIsFull
    }

    private mutating func take(
        _ kind: Kind, _ live: LiveID, _ session: LiveSessionID, watching publisher: UInt64?,
        from origin: String? = nil, at now: Timestamp
    ) -> Place {
        lastNumber += 1
        var place = Place(
            kind: kind, live: live, session: session, number: lastNumber, publisher: publisher, origin: origin)
        place.dueAt = now.adding(milliseconds: connectMilliseconds)
        places[lastNumber] = place
        counts[kind, default: 0] += 1
        return place
    }

    // MARK: - Changes

    /// The media server answered. False where the place has ended meanwhile.
    public mutating func answered(_ number: UInt64) -> Bool {
        guard let place = places[number] else { return false }
        if place.state == .asked { places[number]?.state = .answered }
        return true
    }

    /// The picture flows. Returns the place where this is news.
    public mutating func connected(_ number: UInt64) -> (place: Place, replaced: Place?)? {
        guard var place = places[number], place.state != .connected else { return nil }
        place.state = .connected
        place.dueAt = nil
        places[number] = place
        guard place.kind == .publisher else { return (place, nil) }
        let before = seen[place.session].flatMap { places[$0] }
        seen[place.session] = number
        if newcomers[place.session] == number { newcomers[place.session] = nil }
        return (place, before)
    }

    /// Ends a place, and those of who watched it. Empty where it has ended before.
    public mutating func end(_ number: UInt64) -> [Place] {
        guard let place = places[number] else { return [] }
        remove(number)
        guard place.kind == .publisher else { return [place] }
        let watching = places.values.filter { $0.publisher == number }
        for viewer in watching { remove(viewer.number) }
        return [place] + watching.sorted { $0.number < $1.number }
    }

    /// The numbers of those who publish a live, the seen one and the newcomer.
    public func publishers(of live: LiveID) -> [UInt64] {
        places.values.filter { $0.kind == .publisher && $0.live == live }.map(\.number).sorted()
    }

    /// The numbers of all places of a start.
    public func all(of session: LiveSessionID) -> [UInt64] {
        places.values.filter { $0.session == session }.map(\.number).sorted()
    }

    /// The numbers of all places.
    public var all: [UInt64] { places.keys.sorted() }

    /// The numbers of those who were not connected in time.
    public func due(at now: Timestamp) -> [UInt64] {
        places.values.filter { place in place.dueAt.map { $0 <= now } ?? false }.map(\.number).sorted()
    }

    private mutating func remove(_ number: UInt64) {
        guard let place = places.removeValue(forKey: number) else { return }
        counts[place.kind, default: 0] -= 1
        if seen[place.session] == number { seen[place.session] = nil }
        if newcomers[place.session] == number { newcomers[place.session] = nil }
    }
}
