import Foundation
import Logging
import OvationMedia
import OvationModel
import OvationObservability
import OvationRules
import OvationStorage
import OvationSupport
import Synchronization

/// Decides what media servers of one's own ask: who may publish the picture of a live, and who may watch it. Notes who publishes.
///
/// A publisher shows the key of the live behind the stream's name (`r1?key=…`), or has the key itself for a name. May be called from
/// any task.
final class MediaServerDoor: Sendable {
    private let keys: StreamKeys
    private let pictures: Pictures
    private let publishers = MediaServerPublishers()
    private let clock: ServerClock
    private let logger: Logger
    /// Whether the relay has the pictures, which a program beside nginx hands to it. Then nothing begins here.
    private let isRelayed: Bool
    private let beginnings: Mutex<KeyedBuckets<String>>
    /// How much is logged of publishers who are refused, which anybody can be.
    private let refusals: Mutex<LogThrottle>

    init(_ access: PictureAccess) {
        keys = access.streamKeys
        pictures = access.pictures
        clock = pictures.clock
        logger = access.logger
        let now = clock.monotonic()
        let perSecond = pictures.configuration.limits.addressHooksPerSecondMax
        beginnings = Mutex(
            KeyedBuckets(
                TokenBucket(perSecond: perSecond, burst: perSecond * 2, at: now), keysMax: access.limits.rateKeysMax))
        let lines = access.limits.refusedCallsLoggedPerSecond
        refusals = Mutex(LogThrottle(perSecond: lines, burst: lines, at: now))
        isRelayed = pictures.configuration.mode == .relay
        if isRelayed { pictures.pushes.use { [publishers] in publishers.sendAway($0, at: .nginx) } }
    }

    /// Answers a hook.
    func verdict(on hook: MediaServerHook, from server: MediaServer) async -> MediaServerVerdict {
        let connection = MediaServerPublishers.Link(server: server, stream: hook.stream, name: hook.connection)
        let verdict: MediaServerVerdict
        switch hook.event {
        case .publish: verdict = await publish(hook, connection)
        case .update: verdict = await update(hook, connection)
        case .publishDone:
            if let publisher = publishers.remove(connection) {
                // The relay notices by itself that nothing comes any more.
                if !isRelayed {
                    pictures.disconnectedElsewhere(publisher.live, publisher.id, isFinished: false)
                    if !publisher.isStopped { noteGone(publisher.live, server) }
                }
            }
            verdict = .allowed
        case .push: verdict = await push(hook, at: server)
        case .play: verdict = play(hook)
        // MediaMTX asks about its own interfaces, too.
        case .other: verdict = server == .mediamtx ? .refused(.notAboutPictures) : .allowed
        }
        if case .refused(let refusal) = verdict { note(refusal, of: server, hook) }
        return verdict
    }

    /// The lives that a hook may be about, where none of them runs here, so that another server may have to be asked.
    ///
    /// A publisher who shows nothing that may be a key asks none, nor one who comes too often.
    func livesElsewhere(of hook: MediaServerHook) async -> [LiveID] {
        guard hook.event != .other else { return [] }
        var lives = Self.lives(named: hook.stream)
        if hook.event == .publish {
            let address = AddressKey(hook.address)?.description ?? hook.address
            let name = StreamKey(hook.stream)
            guard !lives.contains(where: { pictures.start(of: $0) != nil }), hook.key != nil || name != nil,
                beginnings.withLock({ $0.take(for: address, at: clock.monotonic()) }) == nil
            else { return [] }
            if hook.key == nil, let name { lives = [(try? await keys.live(with: name)) ?? nil].compactMap(\.self) }
        }
        return lives.contains { pictures.start(of: $0) != nil } ? [] : lives
    }

    // MARK: - Publishing

    private func publish(
        _ hook: MediaServerHook, _ connection: MediaServerPublishers.Link
    ) async -> MediaServerVerdict {
        let address = AddressKey(hook.address)?.description ?? hook.address
        let wait = beginnings.withLock { $0.take(for: address, at: clock.monotonic()) }
        guard wait == nil else { return .refused(.tooFrequent) }
        let attempt = publishers.knock(connection)
        switch await live(of: hook, at: connection.server) {
        case .failure(let refusal):
            publishers.turnAway(connection, attempt: attempt)
            return .refused(refusal)
        case .success(let live):
            let verdict = name(hook, for: live, at: connection.server)
            guard verdict.isAllowed else {
                if case .refused(let refusal) = verdict {
                    note(refusal, of: live, at: connection.server, isStranger: false)
                }
                publishers.turnAway(connection, attempt: attempt)
                return verdict
            }
            let id = pictures.makePublisherID()
            guard let publisher = publishers.admit(connection, live, as: id, attempt: attempt) else { return .allowed }
            // MediaMTX asks before it knows whether the stream is one, and says later that it can be watched.
            if connection.server != .mediamtx { begin(publisher, connection) }
            logger.info(
                "a publisher was let in at a media server",
                metadata: [LogKeys.roomID: "\(live)", LogKeys.mediaServer: "\(connection.server.rawValue)"])
            return verdict
        }
    }

    private func update(
        _ hook: MediaServerHook, _ connection: MediaServerPublishers.Link
    ) async -> MediaServerVerdict {
        let known = publishers.publisher(connection)
        if let known, known.isStopped { return .refused(.pictureStopped) }
        if let known, connection.server == .mediamtx {
            guard pictures.start(of: known.live) != nil else { return .refused(.liveNotOn) }
            begin(known, connection)
            return .allowed
        }
        let attempt = publishers.knock(connection)
        switch await live(of: hook, at: connection.server) {
        case .failure(let refusal):
            publishers.turnAway(connection, attempt: attempt)
            // A publisher stays when the keys cannot be read.
            return refusal == .storageUnavailable ? .allowed : .refused(refusal)
        case .success(let live):
            if let known, known.live == live {
                publishers.turnAway(connection, attempt: attempt)
            } else if let publisher = publishers.admit(
                connection, live, as: pictures.makePublisherID(), attempt: attempt)
            {
                // This server was started again since the publisher began, or forgot it.
                begin(publisher, connection)
            }
            return .allowed
        }
    }

    /// Says where the picture of a publisher is to be handed on, to the program that nginx starts for it.
    private func push(_ hook: MediaServerHook, at server: MediaServer) async -> MediaServerVerdict {
        guard isRelayed, server == .nginx else { return .refused(.notAboutPictures) }
        guard let live = Self.lives(named: hook.stream).first(where: { publishers.has($0, at: server) }) else {
            return .refused(.notPublished)
        }
        guard pictures.start(of: live) != nil else { return .refused(.liveNotOn) }
        guard let ticket = try? await pictures.issueTicket(for: live) else { return .refused(.storageUnavailable) }
        return .push(path: MediaPath(live, "publish").text + "?ticket=\(ticket.text)&via=\(server.rawValue)")
    }

    private func begin(
        _ publisher: MediaServerPublishers.Publisher, _ connection: MediaServerPublishers.Link
    ) {
        guard !isRelayed else { return }
        pictures.beganElsewhere(publisher.live, publisher.id) { [publishers, pictures] end in
            publishers.sendAway(connection, publisher.id)
            let event = StreamEvent(
                MediaRefusal(end), way: StreamEvent.Way(connection.server), isBeforeStream: false,
                at: pictures.clock.wall())
            pictures.note(event, of: publisher.live)
        }
    }

    /// The live that the publisher may publish.
    private func live(
        of hook: MediaServerHook, at server: MediaServer
    ) async -> Result<LiveID, MediaServerVerdict.Refusal> {
        do {
            guard let live = try await keyed(hook) else {
                let refusal: MediaServerVerdict.Refusal = hook.key == nil ? .keyMissing : .keyInvalid
                for live in Self.lives(named: hook.stream) { note(refusal, of: live, at: server, isStranger: true) }
                return .failure(refusal)
            }
            guard pictures.start(of: live) == nil else { return .success(live) }
            note(.liveNotOn, of: live, at: server, isStranger: false)
            return .failure(.liveNotOn)
        } catch {
            logger.error("stream keys could not be read", metadata: [LogKeys.error: "\(error)"])
            return .failure(.storageUnavailable)
        }
    }

    /// The live whose key a publisher has.
    private func keyed(_ hook: MediaServerHook) async throws -> LiveID? {
        guard let key = hook.key else {
            guard let name = StreamKey(hook.stream) else { return nil }
            return try await keys.live(with: name)
        }
        for live in Self.lives(named: hook.stream) where try await keys.matches(key, live: live) { return live }
        return nil
    }

    /// The lives that the name of a stream may mean: encoders and media servers leave the escapes of an address in it.
    private static func lives(named stream: String) -> [LiveID] {
        let decoded = stream.removingPercentEncoding
        return ([stream] + (decoded == stream ? [] : [decoded].compactMap(\.self))).compactMap { LiveID($0) }
    }

    /// Whether a stream may keep its name. One that is called by its key would show that to every player.
    private func name(_ hook: MediaServerHook, for live: LiveID, at server: MediaServer) -> MediaServerVerdict {
        // The program that hands pictures to the relay has the name in an address.
        guard server == .nginx, hook.key == nil || isRelayed else { return .allowed }
        let isFit = live.rawValue.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"): true
            default: false
            }
        }
        guard isFit else { return .refused(.nameUnfit) }
        return hook.key == nil ? .renamed(live) : .allowed
    }

    // MARK: - Playing

    private func play(_ hook: MediaServerHook) -> MediaServerVerdict {
        for live in Self.lives(named: hook.stream) {
            guard let start = pictures.start(of: live) else { continue }
            let refusal = pictures.addresses.refusal(hook.signature, of: live, start, at: clock.wall())
            return refusal == nil ? .allowed : .refused(.playRefused)
        }
        return .refused(.liveNotOn)
    }

    // MARK: - Events and the log

    private func note(
        _ refusal: MediaServerVerdict.Refusal, of live: LiveID, at server: MediaServer, isStranger: Bool
    ) {
        pictures.note(StreamEvent(refusal, of: server, isStranger: isStranger, at: clock.wall()), of: live)
    }

    private func noteGone(_ live: LiveID, _ server: MediaServer) {
        pictures.note(
            StreamEvent(
                at: clock.wall(), way: StreamEvent.Way(server), outcome: .ended, reason: Pictures.gone,
                message: "The media server says that the publisher is gone."), of: live)
        pictures.logLine(
            "a publisher is gone", of: live,
            [LogKeys.mediaServer: "\(server.rawValue)", LogKeys.mediaReason: "\(Pictures.gone)"])
    }

    /// Never says how the stream is called: its name may be a key.
    private func note(_ refusal: MediaServerVerdict.Refusal, of server: MediaServer, _ hook: MediaServerHook) {
        guard let leftOut = refusals.withLock({ $0.admit(at: clock.monotonic()) }) else { return }
        var metadata: Logger.Metadata = [
            LogKeys.mediaServer: "\(server.rawValue)", LogKeys.error: "\(refusal.sentence)",
            LogKeys.connectionAddress: "\(AddressKey(hook.address)?.description ?? "unknown")",
        ]
        if leftOut > 0 { metadata[LogKeys.linesLeftOut] = .stringConvertible(leftOut) }
        logger.notice("somebody was refused at a media server", metadata: metadata)
    }
}
