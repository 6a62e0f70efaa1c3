import NIOCore
import OvationHTTP
import OvationMedia
import OvationModel
import OvationSupport

/// The WebSocket of a publisher: it brings the stream, in any cuts, and now and then a cover as a text. It is sent nothing but pings and
/// the end.
///
/// Used on its event loop only. The stream is read here, and whole fragments are handed to the event loop of the live.
final class MediaPublishSocket: WebSocketDelegate, MediaConnection {
    private let picture: LivePicture
    private let pictures: Pictures
    private let loop: MediaLoop
    private let id: PublisherID
    private var publisher: MediaPublisher
    private var heartbeat: Heartbeat
    private var covers: CoverIntake
    private var parts: [MediaPublisher.Part] = []
    private var socket: WebSocketHandler?
    private var isCounted = false
    /// The code with which the server closed; nil where the publisher did or was lost.
    private var sentCode: CloseCode?

    /// Makes the socket of a publisher.
    init(_ picture: LivePicture, of pictures: Pictures, on loop: MediaLoop, limits: Limits) {
        self.picture = picture
        self.pictures = pictures
        self.loop = loop
        id = pictures.makePublisherID()
        let now = pictures.clock.monotonic()
        publisher = MediaPublisher(limits: pictures.configuration.limits, at: now)
        covers = CoverIntake(limits: pictures.configuration.limits)
        heartbeat = Heartbeat(limits: limits, at: now)
        heartbeat.isOpen = true
    }

    private func close(_ code: CloseCode, reason: String? = nil) {
        guard let socket, socket.isOpen else { return }
        sentCode = code
        socket.close(code, reason: reason)
    }

    private func refuse(_ error: MediaError) {
        guard let socket, socket.isOpen else { return }
        pictures.refused(publisherOf: picture.live, MediaRefusal(error))
        close(CloseCode(error), reason: error.description)
    }

    private func sendAway(_ end: PublisherEnd) {
        guard let socket, socket.isOpen else { return }
        pictures.refused(publisherOf: picture.live, MediaRefusal(end))
        close(CloseCode(end))
    }

    func check(at now: Timestamp) {
        guard let socket, socket.isOpen else { return }
        do throws(MediaError) { try publisher.tick(at: now) } catch { return refuse(error) }
        if heartbeat.check(at: now) == .ping { socket.write(Framing.ping()) }
    }

    // MARK: - The socket

    func webSocketOpened(_ socket: WebSocketHandler) {
        self.socket = socket
        isCounted = true
        pictures.countPublisher(1)
        loop.watch(self)
        let bound = NIOLoopBound(self, eventLoop: loop.eventLoop)
        picture.connected(id) { end in bound.eventLoop.execute { bound.value.sendAway(end) } }
    }

    func webSocketHeard(_ socket: WebSocketHandler) { heartbeat.heard(at: pictures.clock.monotonic()) }

    func webSocket(_ socket: WebSocketHandler, text: ByteBuffer) {
        guard covers.takes(byteCount: text.readableBytes) else { return close(.unsupportedData) }
        let (outcome, image) = covers.take(text.readableBytesView, at: pictures.clock.monotonic())
        pictures.metrics.cover(outcome)
        if let image { picture.took(image, from: id) }
        if outcome == .flood { close(.mediaTooFast) }
    }

    func webSocket(_ socket: WebSocketHandler, binary: ByteBuffer) {
        pictures.metrics.received(bytes: binary.readableBytes)
        let now = pictures.clock.monotonic()
        var mistake: MediaError?
        binary.withUnsafeReadableBytes { bytes in
            do throws(MediaError) { try publisher.receive(bytes, at: now, into: &parts) } catch { mistake = error }
        }
        if !parts.isEmpty {
            picture.received(parts.map(LivePicture.Part.init), from: id)
            parts.removeAll(keepingCapacity: true)
        }
        if let mistake { refuse(mistake) }
    }

    func webSocket(_ socket: WebSocketHandler, isWritable: Bool) {}

    func webSocketClosed(_ socket: WebSocketHandler, code: CloseCode) {
        self.socket = nil
        // A connection that was over before it was open was not counted.
        guard isCounted else { return }
        isCounted = false
        loop.unwatch(self)
        // First, so that who hears of the picture's end finds the event.
        if sentCode == nil { pictures.gone(publisherOf: picture.live, isFinished: code == .normal) }
        picture.disconnected(id, isFinished: sentCode == nil && code == .normal)
        pictures.countPublisher(-1)
        pictures.metrics.closed(sentCode ?? code)
    }
}
