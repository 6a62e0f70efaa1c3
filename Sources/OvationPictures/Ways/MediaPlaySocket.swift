import NIOCore
import OvationHTTP
import OvationMedia
import OvationModel
import OvationSupport

/// The WebSocket of a player: it receives the picture and sends nothing.
///
/// Used on its event loop only.
final class MediaPlaySocket: WebSocketDelegate, MediaSink, MediaConnection {
    private let picture: LivePicture
    private let pictures: Pictures
    private let loop: MediaLoop
    private let slowMilliseconds: Int64
    private let isSoundOnly: Bool
    /// The signature of its address.
    private let signature: String?
    private var place: PlayGate.Place?
    /// When its address expires, by the monotonic clock; nil where it does not.
    private var expiresAt: Timestamp?
    private var heartbeat: Heartbeat
    private var socket: WebSocketHandler?
    private var number: Int?
    /// Since when the socket has taken nothing more; nil where it does.
    private var blockedSince: Timestamp?
    /// The code with which the server closed; nil where the player did or was lost.
    private var sentCode: CloseCode?

    /// Makes the socket of a player.
    ///
    /// - Parameter isSoundOnly: whether it is sent the sound alone, because nobody looks.
    init(
        _ picture: LivePicture, of pictures: Pictures, on loop: MediaLoop, signature: String?, isSoundOnly: Bool,
        limits: Limits
    ) {
        self.picture = picture
        self.pictures = pictures
        self.loop = loop
        self.signature = signature
        self.isSoundOnly = isSoundOnly
        slowMilliseconds = Int64(limits.slowConnectionSeconds) * 1_000
        heartbeat = Heartbeat(limits: limits, at: pictures.clock.monotonic())
        heartbeat.isOpen = true
    }

    var isWritable: Bool { socket.map { $0.isOpen && $0.isWritable } ?? false }

    func write(_ frames: ByteBuffer) { socket?.write(frames) }

    func close(_ code: CloseCode) {
        guard let socket, socket.isOpen else { return }
        sentCode = code
        socket.close(code)
    }

    func check(at now: Timestamp) {
        guard let socket, socket.isOpen else { return }
        if let expiresAt, now >= expiresAt { return close(.playAddressOver) }
        if socket.isWritable {
            blockedSince = nil
        } else {
            let since = blockedSince ?? now
            blockedSince = since
            if slowMilliseconds > 0, now.milliseconds(since: since) >= slowMilliseconds { return close(.mediaSlow) }
        }
        switch heartbeat.check(at: now) {
        case .ping: if socket.isWritable { socket.write(Framing.ping()) }
        case .closeSilent: close(.silent)
        case .none, .closeUnopened, .closeExpired: break
        }
    }

    // MARK: - The socket

    func webSocketOpened(_ socket: WebSocketHandler) {
        self.socket = socket
        pictures.countPlayer(1)
        number = loop.add(
            MediaPlayer(
                picture.session, isSoundOnly: isSoundOnly, sink: self, limits: pictures.configuration.limits,
                metrics: pictures.metrics))
        loop.watch(self)
        picture.playerCame(on: loop.index)
        enter()
    }

    /// Is closed from here on when its user is removed, the live ends or the address expires.
    private func enter() {
        let watcher = pictures.watcher(of: picture.live, signature: signature)
        let bound = NIOLoopBound(self, eventLoop: loop.eventLoop)
        place = pictures.addresses.gate.open(picture.session, by: watcher?.user) { code in
            bound.eventLoop.execute { bound.value.close(code) }
        }
        // Between the handshake and here its user may have been removed.
        if let refusal = pictures.refusal(ofPlaying: picture.live, signature: signature) {
            return close(CloseCode(ofPlayer: refusal))
        }
        guard let watcher else { return }
        let left = Timestamp(milliseconds: watcher.expirySeconds * 1_000).milliseconds(since: pictures.clock.wall())
        expiresAt = pictures.clock.monotonic().adding(milliseconds: left)
    }

    func webSocketHeard(_ socket: WebSocketHandler) { heartbeat.heard(at: pictures.clock.monotonic()) }

    func webSocket(_ socket: WebSocketHandler, text: ByteBuffer) { close(.unsupportedData) }

    func webSocket(_ socket: WebSocketHandler, binary: ByteBuffer) { close(.unsupportedData) }

    func webSocket(_ socket: WebSocketHandler, isWritable: Bool) {
        guard isWritable else { return }
        blockedSince = nil
        if let number { loop.becameWritable(number) }
    }

    func webSocketClosed(_ socket: WebSocketHandler, code: CloseCode) {
        self.socket = nil
        // A connection that was over before it was open was not counted.
        guard let number else { return }
        self.number = nil
        if let place { pictures.addresses.gate.closed(place) }
        place = nil
        loop.unwatch(self)
        loop.remove(number)
        picture.playerWent(on: loop.index)
        pictures.countPlayer(-1)
        pictures.metrics.closed(sentCode ?? code)
    }
}
