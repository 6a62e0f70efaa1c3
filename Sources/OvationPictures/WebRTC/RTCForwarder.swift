import Foundation
import Logging
import OvationMedia
import OvationModel
import OvationObservability
import OvationSupport
import Synchronization

/// Hands pictures by WHIP on to the relay, so that everybody sees them: Janus sends a publisher's packets to a process of ffmpeg, which
/// copies them into fragmented MP4, and that is taken as the publisher's own stream.
///
/// A process that ends, hangs or writes what the relay refuses is started again, with growing pauses. It ends with its publisher, and with
/// this server however that ends. May be used from any task.
final class RTCForwarder: Sendable {
    /// A publisher whose picture is handed on.
    struct Job: Sendable {
        /// The number of the publisher's place.
        let number: UInt64
        let live: LiveID
        let session: LiveSessionID
        /// Their number among those of the picture.
        let publisher: PublisherID
        /// Their number in the room at Janus.
        let feed: UInt64
        let handle: JanusLink.Handle
        let forward: RTPForward
        /// Ends when the publisher does.
        let over = FirstOutcome<Void>()
    }

    /// Why a process ended. The names are labels of the metric, and reasons of events.
    enum End: Sendable {
        /// The program ended by itself, with what it said last.
        case failed(String)
        /// There is no ffmpeg that would do.
        case unfit(String)
        /// The relay does not take what it writes.
        case refused(MediaError)
        /// Janus does not send the packets.
        case janus(JanusFailure)

        static let reasons = [
            "forwardFailed", "forwardUnfit", "forwardRefused", "forwardNotSent", "forwardsFull",
            RTPForward.Obstacle.codecNotForwarded.rawValue, RTPForward.Obstacle.nothingToForward.rawValue,
        ]

        var reason: String {
            switch self {
            case .failed: "forwardFailed"
            case .unfit: "forwardUnfit"
            case .refused: "forwardRefused"
            case .janus: "forwardNotSent"
            }
        }

        var sentence: String {
            switch self {
            case .failed(let words):
                "ffmpeg, which hands the picture on to everybody, ended\(words.isEmpty ? "." : ": \(words)")"
            case .unfit(let sentence): sentence
            case .refused(let error): error.description
            case .janus(let failure): failure.sentence
            }
        }
    }

    private struct State {
        var jobs: [UInt64: Job] = [:]
        /// Where the next search for free ports begins.
        var slot = 0
        /// Ports that somebody has.
        var slots: Set<Int> = []
        var fit: FFmpeg.Finding?
        var told: FFmpeg.Finding?
    }

    /// Asks Janus's VideoRoom something.
    typealias Ask = @Sendable (JanusRequest.Body, JanusLink.Handle) async throws(JanusFailure) -> JanusMessage
    /// The number of a start's room at Janus, and the secret that changes it.
    typealias Room = @Sendable (LiveSessionID) -> (number: UInt64, secret: String)

    private let configuration: RTCConfiguration
    private let pictures: Pictures
    private let metrics: RTCMetrics
    private let clock: ServerClock
    private let logger: Logger
    private let ffmpeg: FFmpeg
    private let ask: Ask
    private let room: Room
    private let state = Mutex(State())
    private let begun: AsyncStream<Job>
    private let begin: AsyncStream<Job>.Continuation

    init(
        _ configuration: RTCConfiguration, pictures: Pictures, metrics: RTCMetrics, logger: Logger,
        room: @escaping Room,
        ask: @escaping Ask
    ) {
        self.configuration = configuration
        self.pictures = pictures
        self.metrics = metrics
        self.logger = logger
        self.room = room
        self.ask = ask
        clock = pictures.clock
        ffmpeg = FFmpeg(name: configuration.ffmpegPath)
        (begun, begin) = AsyncStream.makeStream(of: Job.self)
    }

    /// Hands pictures on until the task is cancelled.
    func run() async {
        guard configuration.forwardsMax > 0 else {
            pictures.rtc.note(
                "This server hands no pictures by WHIP on to the relay (rtc.forwardsMax is 0). Viewers by WHEP see them."
            )
            return
        }
        _ = await look()
        await withDiscardingTaskGroup { group in
            for await job in begun { group.addTask { await self.carry(job) } }
        }
    }

    // MARK: - Beginning and end

    /// A publisher's picture began.
    func began(_ job: Job) {
        guard configuration.forwardsMax > 0 else { return }
        let isAdmitted = state.withLock { state in
            guard state.jobs.count < configuration.forwardsMax else { return false }
            state.jobs[job.number] = job
            metrics.forwards(state.jobs.count)
            return true
        }
        guard isAdmitted else {
            return note(
                job.live, "forwardsFull",
                "At most \(configuration.forwardsMax) pictures by WHIP are handed on to everybody (rtc.forwardsMax). "
                    + "Viewers by WHEP see this one.", .refused)
        }
        begin.yield(job)
    }

    /// A publisher's picture cannot be handed on.
    func cannot(_ live: LiveID, _ obstacle: RTPForward.Obstacle) {
        guard configuration.forwardsMax > 0 else { return }
        note(live, obstacle.rawValue, obstacle.sentence, .refused)
    }

    /// A publisher is gone.
    func ended(_ number: UInt64) {
        let job = state.withLock { state in
            defer { metrics.forwards(state.jobs.count) }
            return state.jobs.removeValue(forKey: number)
        }
        job?.over.end(.success(()))
    }

    // MARK: - One publisher

    private func carry(_ job: Job) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { _ = try? await job.over.value() }
            group.addTask { await self.keepUp(job) }
            await group.next()
            group.cancelAll()
        }
    }

    private func keepUp(_ job: Job) async {
        var pause = RestartPause(shortest: configuration.forwardPauseMilliseconds)
        while !Task.isCancelled {
            let began = clock.monotonic()
            let slot = takeSlot()
            let (end, streams) = await runOnce(
                job, firstPort: configuration.forwardPortMin + slot * RTPForward.portCount)
            // Nobody gets these ports while Janus sends there: the picture of one live would come into another.
            if !Task.isCancelled { await stop(streams, of: job) }
            state.withLock { _ = $0.slots.remove(slot) }
            if Task.isCancelled { return }
            if case .unfit = end {
                note(job.live, end.reason, end.sentence, .refused)
            } else {
                note(job.live, end.reason, end.sentence, .cut)
            }
            let milliseconds = pause.pause(began: began, ended: clock.monotonic())
            do { try await Task.sleep(for: .milliseconds(milliseconds)) } catch { return }
        }
    }

    /// Runs ffmpeg once. Returns how it ended, and what Janus still sends to its ports.
    private func runOnce(_ job: Job, firstPort: Int) async -> (end: End, streams: [UInt64]) {
        let finding = await look()
        guard finding.isFit, let path = ffmpeg.path else { return (.unfit(finding.sentence), []) }
        guard let picture = pictures.known(job.live), picture.session == job.session else { return (.failed(""), []) }
        let feed = ForwardFeed(picture, of: pictures, publisher: job.publisher)
        let process: ForwardProcess
        do {
            process = try ForwardProcess(
                [path] + FFmpeg.arguments(job.forward, host: configuration.forwardHost, firstPort: firstPort)
            ) { feed.take($0) }
        } catch {
            return (.failed(error.localizedDescription), [])
        }
        feed.use(process)
        return await withTaskCancellationHandler {
            await withTaskGroup(of: Step.self) { group in
                group.addTask { .ended(await process.end()) }
                group.addTask { await self.send(job, firstPort) }
                var (sent, end, status): ([UInt64], End?, Int32?) = ([], nil, nil)
                var isAnswered = false
                for await step in group {
                    switch step {
                    case .ended(let code):
                        status = code
                        // What Janus sends has to be known, so that it can be stopped.
                        if isAnswered { group.cancelAll() }
                    case .sent(let streams):
                        (sent, isAnswered) = (streams, true)
                        if status == nil { group.addTask { await Self.watch(feed) } }
                    case .notSent(let failure):
                        isAnswered = true
                        if status == nil { end = .janus(failure) }
                        process.kill()
                    case .watched: process.kill()
                    }
                }
                return (end ?? feed.mistake.map { .refused($0) } ?? Self.end(status ?? -1, process), sent)
            }
        } onCancel: {
            process.kill()
        }
    }

    private enum Step: Sendable {
        case ended(Int32)
        case sent([UInt64])
        case notSent(JanusFailure)
        case watched
    }

    private static func end(_ status: Int32, _ process: ForwardProcess) -> End {
        let words = process.lastWords
        return .failed(words.isEmpty ? "status \(status)" : words)
    }

    /// Waits until the relay takes no more of what the program writes, or nothing came for too long.
    private static func watch(_ feed: ForwardFeed) async -> Step {
        while !Task.isCancelled, feed.isWell() {
            do { try await Task.sleep(for: .seconds(1)) } catch { break }
        }
        return .watched
    }

    /// Has Janus send no longer what it sends of a publisher.
    private func stop(_ streams: [UInt64], of job: Job) async {
        let room = room(job.session)
        for stream in streams {
            var body = JanusRequest.Body("stop_rtp_forward")
            (body.room, body.secret, body.publisherID, body.streamID) = (room.number, room.secret, job.feed, stream)
            _ = try? await ask(body, job.handle)
        }
    }

    /// Has Janus send the publisher's packets to the ports.
    private func send(_ job: Job, _ firstPort: Int) async -> Step {
        let room = room(job.session)
        var body = JanusRequest.Body("rtp_forward")
        (body.room, body.secret, body.publisherID) = (room.number, room.secret, job.feed)
        body.host = configuration.forwardHost
        body.hostFamily = configuration.forwardHost.contains(":") ? "ipv6" : "ipv4"
        body.streams = job.forward.streams.map {
            JanusRequest.Body.Stream(mid: $0.mid, port: firstPort + $0.portOffset, pt: $0.payloadType)
        }
        do {
            let answer = try await ask(body, job.handle)
            return .sent(answer.plugindata?.data?.forwarders?.map(\.id) ?? [])
        } catch {
            return .notSent(error)
        }
    }

    /// Takes ports that nobody has, in turns: who held some before may not have let go of them. There are twice as many as forwards.
    private func takeSlot() -> Int {
        let count = configuration.forwardsMax * 2
        return state.withLock { state in
            let free = (0..<count).map { (state.slot + $0) % count }.first { !state.slots.contains($0) }
            let slot = free ?? state.slot
            state.slots.insert(slot)
            state.slot = (slot + 1) % count
            return slot
        }
    }

    // MARK: - ffmpeg, and what is said of it

    /// Looks whether there is a fit ffmpeg, until there was one.
    private func look() async -> FFmpeg.Finding {
        if let fit = state.withLock({ $0.fit }) { return fit }
        let finding = await ffmpeg.look()
        let isNews = state.withLock { state in
            if finding.isFit { state.fit = finding }
            defer { state.told = finding }
            return state.told != finding
        }
        pictures.rtc.note(finding.isFit ? nil : finding.sentence)
        if isNews {
            logger.log(
                level: finding.isFit ? .info : .warning,
                finding.isFit ? "pictures by WHIP reach the relay" : "pictures by WHIP do not reach the relay",
                metadata: [LogKeys.mediaReason: "\(finding.sentence)"])
        }
        return finding
    }

    private func note(_ live: LiveID, _ reason: String, _ sentence: String, _ outcome: StreamEvent.Outcome) {
        metrics.forwardEnded(reason)
        pictures.note(
            StreamEvent(at: clock.wall(), way: .forward, outcome: outcome, reason: reason, message: sentence), of: live)
        pictures.logLine(
            "a picture by WHIP is not handed on to the relay", of: live,
            [LogKeys.mediaReason: "\(reason)", LogKeys.error: "\(sentence)"])
    }
}

/// What ffmpeg writes of one publisher, on its way into the picture.
private final class ForwardFeed: Sendable {
    private struct State {
        var publisher: MediaPublisher
        var mistake: MediaError?
        var process: ForwardProcess?
    }

    private let picture: LivePicture
    private let pictures: Pictures
    private let id: PublisherID
    private let state: Mutex<State>

    init(_ picture: LivePicture, of pictures: Pictures, publisher: PublisherID) {
        self.picture = picture
        self.pictures = pictures
        id = publisher
        state = Mutex(
            State(
                publisher: MediaPublisher(limits: pictures.configuration.limits, at: pictures.clock.monotonic())))
    }

    /// Why the relay takes no more; nil while it does.
    var mistake: MediaError? { state.withLock { $0.mistake } }

    /// Names the process, which is killed when the relay takes no more.
    func use(_ process: ForwardProcess) {
        let isOver = state.withLock { state in
            state.process = process
            return state.mistake != nil
        }
        if isOver { process.kill() }
    }

    /// Takes what the process wrote. On the thread that reads it.
    func take(_ bytes: Data) {
        pictures.metrics.received(bytes: bytes.count)
        let now = pictures.clock.monotonic()
        let (parts, over) = state.withLock { state -> ([MediaPublisher.Part], ForwardProcess?) in
            guard state.mistake == nil else { return ([], nil) }
            var parts: [MediaPublisher.Part] = []
            var mistake: MediaError?
            bytes.withUnsafeBytes { raw in
                do throws(MediaError) {
                    try state.publisher.receive(raw, at: now, into: &parts)
                } catch {
                    mistake = error
                }
            }
            state.mistake = mistake
            return (parts, mistake == nil ? nil : state.process)
        }
        if !parts.isEmpty { picture.received(parts.map(LivePicture.Part.init), from: id) }
        over?.kill()
    }

    /// Whether fragments come in time.
    func isWell() -> Bool {
        let now = pictures.clock.monotonic()
        return state.withLock { state in
            guard state.mistake == nil else { return false }
            do throws(MediaError) { try state.publisher.tick(at: now) } catch { state.mistake = error }
            return state.mistake == nil
        }
    }
}
