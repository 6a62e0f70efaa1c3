import NIOCore
import NIOHTTP1
import OvationHTTP
import OvationMedia
import OvationModel

/// Sockets of publishers that are handed on.
extension HandingDesk {
    /// How long the home may take to answer a handshake. It looks at a ticket or a key.
    private static let answerTime = TimeAmount.seconds(10)

    /// Makes the handshake of a client at the home of a live.
    ///
    /// - Parameters:
    ///   - channel: the client's connection.
    ///   - subject: what the request is about.
    ///   - address: the client's.
    func join(
        _ channel: any Channel, _ head: HTTPRequestHead, _ subject: String, of live: LiveID, from address: String,
        at origin: PictureOrigin
    ) async throws(MediaRefusal) -> HandshakeVerdict {
        guard let server = ServerAddress(origin.address) else { throw MediaRefusal(.liveUnreachable) }
        let place = try take(for: address)
        var asked = head
        asked.headers.remove(name: "X-Forwarded-For")
        asked.headers.replaceOrAdd(
            name: FetchProof.handedOnHeader, value: proof(head.method.rawValue, subject, of: address, at: origin))
        let limits = pictures.configuration.limits
        let answer = await FarSocket.open(
            at: server, asked, tls: tls, for: channel, connectTime: .milliseconds(FetchTimes.connectMilliseconds),
            answerTime: Self.answerTime,
            FarSocket.Bounds(bytesMax: limits.handedOnBytesMax, silence: Self.silence(limits)),
            onBytes: { [metrics] in metrics.handedOn(bytes: $0) },
            onEnd: { [metrics] in metrics.ended(HandingMetrics.End($0)) })
        switch answer {
        case .open(let socket):
            // Joined or not, for as long as the connection is there.
            socket.closeFuture.whenComplete { [self] _ in give(place) }
            return .joined(socket)
        case .refused(let refusal):
            give(place)
            metrics.ended(.refused)
            return .refused(refusal)
        case .unreachable:
            give(place)
            metrics.ended(.unreachable)
            noteUnreachable(live, origin)
            throw MediaRefusal(isStopping ? .serverShuttingDown : .liveUnreachable)
        }
    }
}
