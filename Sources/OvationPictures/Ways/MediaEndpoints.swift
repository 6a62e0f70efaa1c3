package import NIOCore
package import NIOHTTP1
import OvationBackend
package import OvationHTTP
import OvationMedia
import OvationModel
import OvationSupport
import Synchronization

/// The WebSockets of pictures: `/v1/media/<live>/publish` and `/v1/media/<live>/play`.
package struct MediaEndpoints: Sendable {
    /// The protocol of these sockets. A client that names none is taken to speak it.
    static let subprotocol = "ovation.media.v1"

    private let access: PictureAccess
    private let origins: OriginPolicy
    /// The address that a client comes from, behind proxies.
    private let address: @Sendable (any Channel, HTTPRequestHead) -> String

    /// Makes the endpoints.
    package init(
        _ access: PictureAccess, origins: OriginPolicy,
        address: @escaping @Sendable (any Channel, HTTPRequestHead) -> String
    ) {
        self.access = access
        self.origins = origins
        self.address = address
    }

    /// Both of them.
    package var all: [WebSocketEndpoint] { [publishing, playing] }

    private var publishing: WebSocketEndpoint {
        let (access, pictures) = (access, access.pictures)
        return WebSocketEndpoint(
            handshake: handshake("publish"),
            // A recorder hands out whole fragments; a little more is for what stands around them.
            messageBytesMax: pictures.configuration.limits.fragmentBytesMax
                + pictures.configuration.limits.initialisationBytesMax,
            wait: { wait($0, $1) },
            decide: { channel, head, answer in
                guard let path = Self.path(of: head) else { return answer(.refused(MediaRefusal(.liveNotOn))) }
                access.background.submit { answer(await verdict(on: head, path, channel)) }
            },
            makeDelegate: { channel, head in
                guard let picture = Self.picture(for: head, pictures), let loop = pictures.loop(of: channel) else {
                    return ClosingDelegate(code: .liveEnded)
                }
                return MediaPublishSocket(picture, of: pictures, on: loop, limits: access.limits)
            })
    }

    private var playing: WebSocketEndpoint {
        let (access, pictures) = (access, access.pictures)
        return WebSocketEndpoint(
            handshake: handshake("play"), messageBytesMax: Self.playerMessageBytesMax, wait: { wait($0, $1) },
            decide: { _, head, answer in
                guard let path = Self.path(of: head) else { return answer(.refused(MediaRefusal(.liveNotOn))) }
                let signature = MediaQuery(ofTarget: head.uri)["t"]
                let look: @Sendable () -> Void = {
                    let refusal =
                        pictures.refusal(ofPlaying: path.live, signature: signature)
                        ?? pictures.refusalOfAnotherPlayer()
                    answer(refusal.map { .refused($0) } ?? .accepted)
                }
                guard pictures.mustReach(path.live) else { return look() }
                access.background.submit {
                    let refusal = await pictures.reach(path.live, signature: signature)
                    if let refusal { answer(.refused(refusal)) } else { look() }
                }
            },
            makeDelegate: { channel, head in
                guard let picture = Self.picture(for: head, pictures), let loop = pictures.loop(of: channel) else {
                    return ClosingDelegate(code: .liveEnded)
                }
                let query = MediaQuery(ofTarget: head.uri)
                return MediaPlaySocket(
                    picture, of: pictures, on: loop, signature: query["t"], isSoundOnly: query["tracks"] == "sound",
                    limits: access.limits)
            })
    }

    /// What becomes of a publisher. The home of its live decides, wherever that is.
    private func verdict(on head: HTTPRequestHead, _ path: MediaPath, _ channel: any Channel) async -> HandshakeVerdict {
        let pictures = access.pictures
        let (ticket, key) = Self.credentials(of: head)
        if let desk = pictures.handing {
            do throws(MediaRefusal) {
                let sender =
                    try desk.sender(Self.handedOn(head), head.method.rawValue, path.text)
                    ?? PictureSender(address: address(channel, head), isHandedOn: false)
                if Pictures.mayPublish(ticket: ticket, key: key),
                    let origin = try await desk.home(of: path.live, for: sender)
                {
                    return try await desk.join(
                        channel, head, path.text, of: path.live, from: sender.address, at: origin)
                }
            } catch {
                pictures.refused(publisherOf: path.live, error, isStranger: true)
                return .refused(error)
            }
        }
        let refusal = await pictures.refusal(ofPublishing: path.live, ticket: ticket, key: key)
        return refusal.map { .refused($0) } ?? .accepted
    }

    /// After how many milliseconds to come again, where too many requests came from the same address. What another server hands on counts
    /// for the address of its client, and where the proof is none for that of who sent it.
    private func wait(_ channel: any Channel, _ head: HTTPRequestHead) -> Int64? {
        let handedOn = Self.handedOn(head)
        let sender = Self.path(of: head).flatMap { path in
            try? access.pictures.handing?.sender(handedOn, head.method.rawValue, path.text, isTaken: false)
        }
        return access.rates.refusal(ofHandshakeFrom: AddressKey(sender?.address ?? address(channel, head)))
    }

    private static func handedOn(_ head: HTTPRequestHead) -> String? {
        head.headers.first(name: FetchProof.handedOnHeader)
    }

    /// A player has nothing to say.
    private static let playerMessageBytesMax = 1_024

    private func handshake(_ name: String) -> WebSocketHandshake {
        WebSocketHandshake(
            path: .every { MediaPath($0)?.name == name }, subprotocol: Self.subprotocol, requiresSubprotocol: false,
            origins: origins,
            compresses: false)
    }

    private static func path(of head: HTTPRequestHead) -> MediaPath? { MediaPath(head.uri.prefix { $0 != "?" }) }

    /// The picture that a request is for: of a live that is on, or for players of one that has just ended.
    private static func picture(for head: HTTPRequestHead, _ pictures: Pictures) -> LivePicture? {
        path(of: head).flatMap { pictures.picture(of: $0.live) ?? pictures.known($0.live) }
    }

    /// The ticket and the stream key of a request.
    private static func credentials(of head: HTTPRequestHead) -> (ticket: String?, key: String?) {
        let query = MediaQuery(ofTarget: head.uri)
        return (query["ticket"], query["key"] ?? BearerToken.of(head.headers.first(name: "Authorization")))
    }
}

extension HandshakeVerdict {
    /// Refuses a client that may not publish or play.
    static func refused(_ refusal: MediaRefusal) -> HandshakeVerdict {
        .refused(HandshakeRefusal(refusal.rejection, status: HTTPResponseStatus(statusCode: refusal.status)))
    }
}

extension Pictures {
    /// The players and publishers' sockets of a channel's event loop.
    fileprivate func loop(of channel: any Channel) -> MediaLoop? {
        loops.first { $0.eventLoop === channel.eventLoop }
    }

    /// Why no further player may connect by WebSocket; nil where one may.
    fileprivate func refusalOfAnotherPlayer() -> MediaRefusal? {
        let playersMax = configuration.limits.playersMax
        guard playersMax > 0, state.withLock({ $0.players }) >= playersMax else { return nil }
        metrics.refused(.mediaBusy)
        return MediaRefusal(.mediaBusy, "The server takes at most \(playersMax) players (media.playersMax). Use HLS.")
    }
}

/// Closes a WebSocket as soon as it is open.
private final class ClosingDelegate: WebSocketDelegate {
    private let code: CloseCode

    init(code: CloseCode) { self.code = code }

    func webSocketOpened(_ socket: WebSocketHandler) { socket.close(code) }
    func webSocket(_ socket: WebSocketHandler, text: ByteBuffer) {}
    func webSocket(_ socket: WebSocketHandler, binary: ByteBuffer) {}
    func webSocketHeard(_ socket: WebSocketHandler) {}
    func webSocket(_ socket: WebSocketHandler, isWritable: Bool) {}
    func webSocketClosed(_ socket: WebSocketHandler, code: CloseCode) {}
}
