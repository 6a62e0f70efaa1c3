import HummingbirdCore
import NIOCore
import OvationHTTP
import OvationMedia
import OvationModel
import OvationSupport
import Synchronization

/// A publisher whose stream is the body of a request. It is read as it comes, and no further than the live takes it.
struct MediaBodyPublisher {
    /// What was taken of a stream.
    struct Summary: Encodable {
        /// Bytes of it.
        let bytes: Int64
        /// Fragments.
        let fragments: Int64
    }

    private let picture: LivePicture
    private let pictures: Pictures
    private let context: HTTPRequestContext
    private let id: PublisherID

    /// Makes the publisher of a request that was let in.
    init(_ picture: LivePicture, of pictures: Pictures, _ context: HTTPRequestContext) {
        self.picture = picture
        self.pictures = pictures
        self.context = context
        id = pictures.makePublisherID()
    }

    /// Takes the stream to its end.
    ///
    /// - Throws: ``MediaRefusal`` where it is not taken any further, or the server sent the publisher away; another error where the
    ///   connection is lost.
    func publish(_ body: RequestBody) async throws -> Summary {
        let sentAway = SentAway()
        let context = context
        context.streamBody(silence: .seconds(Int64(pictures.configuration.limits.silenceSecondsMax)))
        pictures.countPublisher(1)
        picture.connected(id) { end in
            sentAway.end.withLock { $0 = end }
            context.endBody()
        }
        var isFinished = false
        defer {
            picture.disconnected(id, isFinished: isFinished)
            pictures.countPublisher(-1)
        }
        var publisher = MediaPublisher(limits: pictures.configuration.limits, at: pictures.clock.monotonic())
        do {
            let summary = try await take(body, by: &publisher, sentAway)
            // A connection that is cut ends the body without an error.
            isFinished = context.isConnected
            return summary
        } catch RequestFailure.timedOut {
            throw MediaRefusal(publisher.silence)
        } catch RequestFailure.streamEnded {
            // Nothing but a stop of the server ends a stream for no other reason.
            throw sentAway.refusal ?? MediaRefusal(.serverShuttingDown)
        }
    }

    private func take(
        _ body: RequestBody, by publisher: inout MediaPublisher, _ sentAway: SentAway
    ) async throws -> Summary {
        let clock = pictures.clock
        for try await buffer in body {
            if let refusal = sentAway.refusal { throw refusal }
            pictures.metrics.received(bytes: buffer.readableBytes)
            let now = clock.monotonic()
            var parts: [MediaPublisher.Part] = []
            var mistake: MediaError?
            buffer.withUnsafeReadableBytes { bytes in
                do throws(MediaError) {
                    try publisher.receive(bytes, at: now, into: &parts)
                    try publisher.tick(at: now)
                } catch {
                    mistake = error
                }
            }
            if !parts.isEmpty { try await picture.take(parts.map(LivePicture.Part.init), from: id) }
            if let mistake { throw MediaRefusal(mistake) }
        }
        if let refusal = sentAway.refusal { throw refusal }
        return Summary(bytes: publisher.byteCount, fragments: publisher.fragmentCount)
    }

    /// Why the server sent the publisher away, once it has.
    private final class SentAway: Sendable {
        let end = Mutex<PublisherEnd?>(nil)

        var refusal: MediaRefusal? { end.withLock { $0 }.map { MediaRefusal($0) } }
    }
}
