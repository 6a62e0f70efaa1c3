import NIOCore
import OvationModel

/// The WebSocket of a player: it receives the picture and sends nothing.
///
/// Used on its event loop only.
final class MediaPlaySocket: WebSocketDelegate, MediaSink, MediaConnection {
    private let picture: LivePicture
    private let pictures: Pictures
    private let loop: MediaLoop
    private let slowMilliseconds: Int64
    private var heartbeat: Heartbeat
    private var socket: WebSocketHandler?
    private var number: Int?
    /// Since when the socket has taken nothing more; nil where it does.
    private var blockedSince: Timestamp?
    /// The code with which the server closed; nil where the player did or was lost.
    private var sentCode: CloseCode?

    /// Makes the socket of a player.
    init(_ picture: LivePicture, of pictures: Pictures, on loop: MediaLoop, limits: Limits) {
        self.picture = picture
        self.pictures = pictures
        self.loop = loop
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
                picture.session, sink: self, limits: pictures.configuration.limits, metrics: pictures.metrics))
        loop.watch(self)
        picture.playerCame(on: loop.index)
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
        loop.unwatch(self)
        loop.remove(number)
        picture.playerWent(on: loop.index)
        pictures.countPlayer(-1)
        pictures.metrics.closed(sentCode ?? code)
    }
}
