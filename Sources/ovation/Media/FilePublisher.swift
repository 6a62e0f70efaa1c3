import Foundation
import NIOCore
import OvationClient
import OvationMedia
import OvationModel

/// Publishes a recording as if it were made at this moment: at its own pace, over one connection after the other.
struct FilePublisher: Sendable {
    /// How far it is.
    struct Progress: Sendable, Equatable {
        /// Connections that were let in.
        var connections = 0
        /// Fragments that were sent.
        var fragments = 0
        /// Bytes that were sent.
        var bytes = 0
        /// How long the fragments play, in microseconds.
        var microseconds: Int64 = 0
        /// Whether it came to its end, rather than being stopped.
        var isFinished = false
    }

    /// What happens meanwhile.
    enum Event: Sendable {
        /// A connection was let in.
        case connected
        /// A piece was sent.
        case sent
        /// The connection is gone, or none came about. The next attempt follows after a while.
        case lost(reason: String, retryMilliseconds: Int64)
    }

    /// What is published.
    let source: RecordingSource
    /// What happens at its end; nil stops there.
    let repetition: StreamPace.Repetition?
    /// How long it tries to come back.
    var patienceSeconds: Int64 = 300
    /// Opens a connection.
    let open: @Sendable () async throws -> MediaPublishConnection
    /// Receives events and progress.
    var told: @Sendable (Event, Progress) -> Void = { _, _ in }

    private static let backoff = ReconnectBackoff(min: .milliseconds(250), max: .seconds(10))

    /// Publishes until the recording ends, the server ends it, or the task is cancelled; a cancelled task says goodbye first.
    ///
    /// - Throws: ``PublishProblem`` where the server refuses, ends the stream for good, or stays away.
    func run() async throws -> Progress {
        var stream = RecordedStream(source: source, repetition: repetition)
        var progress = Progress()
        var attempt = 0
        var connectedAt = NIODeadline.now()
        while true {
            let reason: String
            do {
                let socket = try await open()
                let before = progress.fragments
                progress.connections += 1
                told(.connected, progress)
                let end = try await publish(over: socket, &stream, &progress)
                guard let end else { return progress }
                // A server that lets in and sends away at once is not asked more and more often.
                if progress.fragments > before { attempt = 0 }
                connectedAt = .now()
                reason = end.reason.isEmpty ? "\(end.code)" : end.reason
            } catch is CancellationError {
                return progress
            } catch {
                reason = try Self.retryReason(error, wasConnected: progress.connections > 0)
            }
            attempt += 1
            guard NIODeadline.now() - connectedAt < .seconds(patienceSeconds) else {
                throw PublishFailure.gaveUp(reason)
            }
            var random = SystemRandomNumberGenerator()
            let delay = Self.backoff.delay(attempt: attempt, using: &random)
            told(.lost(reason: reason, retryMilliseconds: delay.nanoseconds / 1_000_000), progress)
            do { try await Task.sleep(for: .nanoseconds(delay.nanoseconds)) } catch { return progress }
        }
    }

    /// Publishes over one connection; how it ended, or nil where there is nothing more to send.
    private func publish(
        over socket: MediaPublishConnection, _ stream: inout RecordedStream, _ progress: inout Progress
    ) async throws -> MediaPublishConnection.End? {
        do {
            stream.resume(at: Self.now)
            while let piece = try stream.next(at: Self.now) {
                try await socket.wait(until: Self.deadline(piece.dueMicroseconds))
                try await socket.send(piece.bytes)
                stream.taken()
                progress.bytes += piece.bytes.count
                if let duration = piece.durationMicroseconds {
                    progress.fragments += 1
                    progress.microseconds += duration
                }
                told(.sent, progress)
            }
            // Viewers see the last fragment to its end.
            if let end = stream.endMicroseconds { try await socket.wait(until: Self.deadline(end)) }
        } catch let end as MediaPublishConnection.End {
            guard end.code.shouldReconnect else { throw PublishProblem.ended(end, file: source.name) }
            return end
        } catch {
            await socket.finish()
            throw error
        }
        await socket.finish()
        progress.isFinished = true
        return nil
    }

    /// Why the next attempt may do better.
    ///
    /// - Throws: the error, where it will not.
    private static func retryReason(_ error: any Error, wasConnected: Bool) throws -> String {
        switch error {
        case let refusal as MediaPublishConnection.Refusal:
            guard refusal.isTemporary else { throw PublishProblem.refused(refusal) }
            return refusal.message ?? "HTTP \(refusal.status)"
        case let rejection as Rejection:
            guard rejection.code.isTemporary || (wasConnected && rejection.code == .networkUnavailable) else {
                throw rejection
            }
            return rejection.message
        case is PublishProblem: throw error
        case let failure as TransportFailure where failure.isPermanent:
            throw PublishFailure.noConnection(failure.message)
        default:
            let failure = ConnectionFailure(error)
            if failure == .untrusted || failure == .wrongName { throw PublishFailure.untrusted("\(failure)") }
            // A server that was never there is said at once.
            guard wasConnected else { throw PublishFailure.noConnection("\(failure)") }
            return "\(failure)"
        }
    }

    private static var now: Int64 { Int64(NIODeadline.now().uptimeNanoseconds / 1_000) }

    private static func deadline(_ microseconds: Int64) -> NIODeadline {
        .uptimeNanoseconds(UInt64(max(microseconds, 0)) * 1_000)
    }
}

/// Why no connection came about.
enum PublishFailure: Error, CustomStringConvertible {
    case noConnection(String)
    case untrusted(String)
    case gaveUp(String)

    var description: String {
        switch self {
        case .noConnection(let reason), .untrusted(let reason): reason
        case .gaveUp(let reason): "it did not come back: \(reason)"
        }
    }

    /// The problem of a server.
    func problem(of server: String) -> PublishProblem {
        switch self {
        case .untrusted(let reason): .untrusted(server: server, reason: reason)
        case .noConnection, .gaveUp: .unreachable(server: server, reason: description)
        }
    }
}

/// A recording with its pace: what is sent next.
private struct RecordedStream {
    private let source: RecordingSource
    private let repetition: StreamPace.Repetition?
    private var pace: StreamPace
    private var parts: MediaParts?
    /// What is due and was not taken yet.
    private var queue: [StreamPace.Piece] = []
    /// Whether this pass over the recording has had a fragment.
    private var hasFragments = false

    init(source: RecordingSource, repetition: StreamPace.Repetition?) {
        self.source = source
        self.repetition = repetition
        pace = StreamPace(repetition: repetition ?? .continuing)
    }

    var endMicroseconds: Int64? { pace.endMicroseconds }

    /// Goes on over a new connection.
    mutating func resume(at now: Int64) {
        queue = pace.resume(at: now, pending: queue.first(where: \.isFragment))
    }

    /// The next piece; nil at the end.
    mutating func next(at now: Int64) throws -> StreamPace.Piece? {
        while queue.isEmpty {
            if parts == nil { parts = try source.parts() }
            if let part = try parts?.next() {
                if case .fragment = part { hasFragments = true }
                queue = pace.pieces(of: part, at: now)
                continue
            }
            // A recording without a moment would go round without an end.
            guard repetition != nil, hasFragments else { return nil }
            pace.beginPass()
            (parts, hasFragments) = (nil, false)
        }
        return queue.first
    }

    /// The piece was sent.
    mutating func taken() { queue.removeFirst() }
}
