import Dispatch
package import Logging
package import NIOCore
package import OvationBackend
import OvationMedia
package import OvationModel
import OvationObservability
package import OvationStorage
package import OvationSupport
import ServiceLifecycle
import Synchronization

/// Records the pictures of lives, keeps the recordings within their bounds, and hands them out.
///
/// The event loop of a live hands over the buffers that its players share, and goes on; a thread of the recordings' own writes them. What
/// waits for the disk is bounded: a disk that is too slow costs a recording some fragments, and nobody else anything. May be called on any
/// thread.
package final class RecordingDesk: Service, @unchecked Sendable {
    /// What is decided on any thread.
    struct State {
        /// Starts of lives that an operator wants recorded.
        var asked: Set<LiveSessionID> = []
        /// Starts of lives that an operator wants recorded no more.
        var stopped: Set<LiveSessionID> = []
        /// Starts of lives of which fragments were left out since the last one that was handed over.
        var interrupted: Set<LiveSessionID> = []
        var waitingBytes = 0
        var readers = 0
        /// How many of them each address has.
        var readersOf: [AddressKey?: Int] = [:]
    }

    package let configuration: RecordingConfiguration
    package let addresses: RecordingAddress
    let folder: any RecordingFolder
    let storage: any Storage
    let clock: ServerClock
    let metrics: RecordingMetrics
    let logger: Logger
    private let journal: Journal
    private let callbacks: Callbacks
    private let eventLoop: any EventLoop
    private let ids: IDSource
    private let findLive: @Sendable (LiveID) -> RoomInfo?
    let state = Mutex(State())
    /// The thread that writes. Everything below is touched there only, which makes the class sound as `Sendable`.
    private let queue = DispatchQueue(label: "ovation.recordings", qos: .utility)
    /// The thread that reads for players.
    private let readingQueue = DispatchQueue(label: "ovation.recordings.reading", qos: .utility)
    var writers: [LiveSessionID: RecordingWriter] = [:]
    /// How often recordings begin, of each start of a live that has had one.
    private var paces: [LiveSessionID: RecordingPace] = [:]
    /// Recordings whose row is not known to be stored.
    private var unstored: Set<RecordingID> = []
    /// Whether all recordings together have fewer bytes than they may have.
    private var hasRoom = true
    /// Until when none begins, because the disk is full or failed.
    private var pausedUntil = Timestamp(milliseconds: .min)

    /// How long none begins after the disk was full or failed.
    static let pauseSeconds: Int64 = 60
    /// After so many bytes of a recording, the free space of the disk is looked at again.
    private static let lookBytes = 8 * 1_024 * 1_024

    /// Makes the desk of a node.
    ///
    /// - Parameters:
    ///   - secret: The app's secret, from which the key of signed addresses follows.
    ///   - eventLoop: Where the journal answers.
    ///   - findLive: A live that is on; nil where it is not.
    package init(
        _ configuration: RecordingConfiguration, folder: any RecordingFolder, secret: String, storage: any Storage,
        journal: Journal, callbacks: Callbacks, on eventLoop: any EventLoop, clock: ServerClock, ids: IDSource,
        metrics: RecordingMetrics, logger: Logger, findLive: @escaping @Sendable (LiveID) -> RoomInfo?
    ) {
        self.configuration = configuration
        self.folder = folder
        addresses = RecordingAddress(secret: secret, seconds: configuration.addressSeconds)
        self.storage = storage
        self.journal = journal
        self.callbacks = callbacks
        self.eventLoop = eventLoop
        self.clock = clock
        self.ids = ids
        self.metrics = metrics
        self.logger = logger
        self.findLive = findLive
    }

    // MARK: - What lives hand over

    /// The picture of a live changed. Called on the event loop of the live, in order.
    ///
    /// - Parameters:
    ///   - place: The number of the first fragment that was not there before.
    ///   - isOver: Whether the live is over.
    func note(
        _ live: LiveID, _ session: LiveSessionID, ring: FragmentRing<MediaPayload>, after place: Int64, isOver: Bool
    ) {
        if isOver { return end(session, .liveEnded) }
        guard place < ring.entryNumbers.upperBound, isWanted(session) else { return }
        for number in max(place, ring.entryNumbers.lowerBound)..<ring.entryNumbers.upperBound {
            guard let entry = ring.entry(number), let segment = ring.initialisation(entry.initialisation) else {
                continue
            }
            hand(over: entry, segment.payload, of: live, session)
        }
    }

    private func isWanted(_ session: LiveSessionID) -> Bool {
        state.withLock { state in
            switch configuration.mode {
            case .off: false
            case .asked: state.asked.contains(session)
            case .all: !state.stopped.contains(session)
            }
        }
    }

    private func hand(
        over entry: FragmentRing<MediaPayload>.Entry, _ segment: MediaPayload, of live: LiveID,
        _ session: LiveSessionID
    ) {
        let byteCount = entry.payload.byteCount
        let follows: Bool? = state.withLock { state in
            guard state.waitingBytes + byteCount <= configuration.waitingBytesMax else {
                state.interrupted.insert(session)
                return nil
            }
            state.waitingBytes += byteCount
            return state.interrupted.remove(session) == nil
        }
        guard let follows else { return metrics.leftOut(fragments: 1) }
        // As it is when the picture comes: what is written later may find the live over.
        let isHidden = findLive(live)?.isPublicVisible == false
        queue.async { [self] in
            record(entry, segment, of: live, session, follows: follows)
            if isHidden { hide(session) }
            state.withLock { $0.waitingBytes -= byteCount }
        }
    }

    /// A live is not listed any more. What is recorded of it at this moment is shown to nobody, even if no further picture comes.
    package func wasHidden(_ session: LiveSessionID) { queue.async { [self] in hide(session) } }

    /// A live goes on at another node, so what is recorded of it here is complete. Called before its picture is ended.
    package func moved(_ session: LiveSessionID) { end(session, .moved) }

    /// A live is over that never had a picture.
    func forget(_ session: LiveSessionID) { end(session, .liveEnded) }

    /// A start of a live is recorded no more.
    private func end(_ session: LiveSessionID, _ end: Recording.End) {
        queue.async { [self] in
            finish(session, end)
            paces[session] = nil
            // Behind the fragments that waited: they are wanted until here.
            state.withLock { state in
                state.asked.remove(session)
                state.stopped.remove(session)
                state.interrupted.remove(session)
            }
        }
    }

    // MARK: - Writing

    private func record(
        _ entry: FragmentRing<MediaPayload>.Entry, _ segment: MediaPayload, of live: LiveID, _ session: LiveSessionID,
        follows: Bool
    ) {
        guard isWanted(session) else { return }
        do {
            let now = clock.wall()
            if writers[session] == nil {
                guard try begin(entry, segment, of: live, session, at: now) else { return }
            }
            switch try take(entry, segment, of: session, follows: follows, at: now) {
            case .written(let byteCount):
                metrics.written(bytes: byteCount)
                try lookAtDisk(session)
            case .leftOut: metrics.leftOut(fragments: 1)
            case .other(let why):
                finish(session, why)
                guard try begin(entry, segment, of: live, session, at: now, after: why) else { return }
                if case .written(let byteCount) = try take(entry, segment, of: session, follows: true, at: now) {
                    metrics.written(bytes: byteCount)
                }
            }
        } catch {
            diskFailed(session, error)
        }
    }

    /// What is recorded from here on was not for everybody, so the recording is not either.
    private func hide(_ session: LiveSessionID) {
        guard writers[session]?.hide() == true else { return }
        writers[session].map { store($0.recording) }
    }

    private func take(
        _ entry: FragmentRing<MediaPayload>.Entry, _ segment: MediaPayload, of session: LiveSessionID, follows: Bool,
        at now: Timestamp
    ) throws -> RecordingWriter.Outcome {
        try writers[session]?.take(
            entry.payload.bytes, span: entry.span, number: entry.initialisation, segment: { segment.bytes },
            follows: follows, bytesMax: configuration.bytesMax, at: now) ?? .leftOut
    }

    /// Begins a recording, with a key frame.
    ///
    /// - Parameter end: Why the one before ended, if this one goes on with it.
    /// - Returns: False where none begins now.
    private func begin(
        _ entry: FragmentRing<MediaPayload>.Entry, _ segment: MediaPayload, of live: LiveID, _ session: LiveSessionID,
        at now: Timestamp, after end: Recording.End? = nil
    ) throws -> Bool {
        // What follows a full one is bounded by its bytes.
        let pace = paces[session] ?? RecordingPace()
        guard end == .full || pace.admits(at: now, countMax: configuration.perLiveMax) else {
            metrics.leftOut(fragments: 1)
            return false
        }
        guard entry.span.beginsWithKeyFrame, hasRoom, now >= pausedUntil, writers.count < configuration.countMax,
            let info = findLive(live), info.sessionID == session
        else { return false }
        guard try folder.freeBytes() >= Int64(configuration.freeBytesMin) else { throw RecordingFault.full }
        guard let id = RecordingID(ids.makeText()), let stream = try? RecordingStream(segment.bytes) else {
            return false
        }
        let recording = Recording(
            id: id, live: live, session: session, owner: info.liveOwner.userID, liveName: info.liveName,
            isPublic: info.isPublicVisible, startedAt: now, codecs: stream.info.codecs, width: stream.info.width,
            height: stream.info.height)
        writers[session] = try RecordingWriter(
            recording, initialisation: segment.bytes, number: entry.initialisation, in: folder, at: now)
        if end != .full { paces[session, default: pace].begin() }
        metrics.underWay(writers.count)
        unstored.insert(id)
        writers[session].map { store($0.recording) }
        logger.info(
            "a recording begins", metadata: [LogKeys.roomID: "\(live)", LogKeys.recordingID: "\(id)"])
        return true
    }

    /// Makes sure that the disk keeps what it has to keep free.
    private func lookAtDisk(_ session: LiveSessionID) throws {
        guard let unlooked = writers[session]?.bytesUnlooked, unlooked >= Self.lookBytes else { return }
        writers[session]?.looked()
        // The oldest recordings have until half of it to give way.
        guard try folder.freeBytes() >= Int64(configuration.freeBytesMin / 2) else { throw RecordingFault.full }
    }

    private func diskFailed(_ session: LiveSessionID, _ error: any Error) {
        let now = clock.wall()
        if now >= pausedUntil {
            logger.error(
                "recordings cannot be written; lives go on without them",
                metadata: [LogKeys.error: "\(error)", LogKeys.mediaReason: "recording.directory"])
        }
        pausedUntil = now.adding(seconds: Self.pauseSeconds)
        finish(session, .disk)
    }

    /// Ends the recording of a start of a live, where one goes on.
    func finish(_ session: LiveSessionID, _ end: Recording.End) {
        guard var writer = writers.removeValue(forKey: session) else { return }
        metrics.underWay(writers.count)
        metrics.ended(end)
        let fault = writer.finish(end, at: clock.wall())
        let recording = writer.recording
        if end == .streamChanged { paces[session]?.streamChanged(begunAt: recording.startedAt) }
        var metadata: Logger.Metadata = [
            LogKeys.roomID: "\(recording.live)", LogKeys.recordingID: "\(recording.id)",
            LogKeys.mediaReason: "\(end.rawValue)",
        ]
        if let fault { metadata[LogKeys.error] = "\(fault)" }
        logger.info("a recording ended", metadata: metadata)
        if writer.isEmpty { return discard(recording) }
        store(recording)
    }

    /// Removes a recording of nothing.
    private func discard(_ recording: Recording) {
        unstored.remove(recording.id)
        try? folder.remove(recording.id)
        journal.submit(.recording(.delete(recording.id)), of: recording.session, on: nil, nil)
    }

    // MARK: - Rows

    /// Has a change of a recording kept, and waits until it is.
    func keep(_ change: RecordingWrite) async throws -> StorageOutcome {
        try await FirstOutcome.answer { [self] in journal.submit(.recording(change), on: eventLoop, $0) }
    }

    /// Says whether there is room for recordings. Without any, those that go on end, and none begins.
    func set(hasRoom: Bool) async throws {
        try await onQueue { [self] in
            self.hasRoom = hasRoom
            if !hasRoom { for session in writers.keys { diskFailed(session, RecordingFault.full) } }
        }
    }

    /// Stores how a recording is by now. That of one that is complete is told to the app's backend.
    func store(_ recording: Recording) {
        if unstored.contains(recording.id) {
            journal.submit(.recording(.begin(recording)), of: recording.session, on: eventLoop) { [self] result in
                guard case .success = result else { return }
                queue.async { [self] in unstored.remove(recording.id) }
            }
        }
        guard recording.isComplete || recording.byteCount > 0 else { return }
        let draft =
            recording.isComplete
            ? callbacks.draft(
                .afterRecord, about: recording.live, at: clock.wall(), by: .server,
                CallbackBodies.recorded(recording, at: clock.wall())) : nil
        journal.submit(
            .recording(.update(recording)), telling: draft.map { [$0] } ?? [], of: recording.session, on: nil, nil)
    }

    /// Reads a file, beside what is written.
    func onReading<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Value, any Error>) in
            readingQueue.async { continuation.resume(with: Result { try work() }) }
        }
    }

    /// Does something that is written in the order of everything else that was handed over.
    func onQueue<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Value, any Error>) in
            enqueue { continuation.resume(with: Result { try work() }) }
        }
    }

    /// The same, without waiting for it.
    func enqueue(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }

    /// Waits until every row that was handed over is stored.
    func rowsAreStored() async throws { try await journal.barrier() }
}

// MARK: - What is done now and then

extension RecordingDesk {
    /// Records until the server stops, then completes every recording.
    package func run() async throws {
        await repair()
        let (ticks, tick) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let timer = eventLoop.scheduleRepeatedTask(
            initialDelay: .zero, delay: .seconds(Self.roundSeconds)
        ) { _ in tick.yield() }
        defer { timer.cancel() }
        for await _ in ticks.cancelOnGracefulShutdown() { await round() }
        try? await onQueue { [self] in
            for session in writers.keys { finish(session, .serverStopped) }
        }
    }

    private static let roundSeconds: Int64 = 10

    /// Ends recordings whose picture is gone, brings the others to the disk, and removes what is too much.
    func round() async {
        _ = try? await onQueue { [self] in
            let now = clock.wall()
            for (session, writer) in writers {
                if now.milliseconds(since: writer.lastAt) >= Int64(configuration.idleSecondsMax) * 1_000 {
                    finish(session, .pictureEnded)
                } else if now.milliseconds(since: writer.synchronizedAt) >= Int64(configuration.syncSeconds) * 1_000 {
                    do {
                        try writers[session]?.synchronize(at: now)
                        store(writer.recording)
                    } catch {
                        diskFailed(session, error)
                    }
                }
            }
        }
        await makeRoom()
    }
}
