import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import OvationModel

/// A player over WebSocket that shows nothing: it looks when fragments come. The only handler of its channel but TLS.
///
/// Confined to the event loop of its audience.
final class MediaViewer: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private unowned let audience: MediaAudience
    private let path: String
    private var context: ChannelHandlerContext?
    private var startedAt: UInt64 = 0
    private var isOpen = false
    private var isLeaving = false
    private var isPlaying = false
    private var code: UInt16?
    private var partial = ByteBuffer()
    private var reader = MediaFrameReader()
    private var events: [MediaFrameReader.Event] = []

    init(path: String, audience: MediaAudience) {
        self.path = path
        self.audience = audience
    }

    /// Begins to play.
    func connect(number: Int) {
        startedAt = NIODeadline.now().uptimeNanoseconds
        let target = audience.target
        var bootstrap = ClientBootstrap(group: audience.eventLoop)
            .connectTimeout(.seconds(60))
            .channelInitializer { [bound = NIOLoopBound(self, eventLoop: audience.eventLoop)] channel in
                channel.eventLoop.makeCompletedFuture {
                    try LoadViewer.addTLS(to: channel, target)
                    try channel.pipeline.syncOperations.addHandler(bound.value)
                }
            }
        if let source = target.source(of: number) {
            bootstrap = bootstrap.channelOption(.socketOption(.so_reuseaddr), value: 1).bind(to: source)
        }
        bootstrap.connect(to: target.address).assumeIsolated().whenFailure { error in
            self.audience.failed("a player cannot connect: \(error)")
        }
    }

    /// Stops playing.
    func leave() {
        isLeaving = true
        context?.writeAndFlush(wrapOutboundOut(ClientFrame.make(ClientFrame.close, [0x03, 0xE8])), promise: nil)
        context?.close(promise: nil)
    }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }
    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func channelActive(context: ChannelHandlerContext) {
        guard !isLeaving else { return context.close(promise: nil) }
        let request = ClientHandshake.request(
            path: path, host: audience.target.host, subprotocol: ClientHandshake.mediaSubprotocol)
        context.writeAndFlush(wrapOutboundOut(request), promise: nil)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        if isPlaying { audience.tally.playing -= 1 }
        isPlaying = false
        if !isLeaving {
            audience.tally.closes[code ?? 1_006, default: 0] += 1
            audience.failed("a player was cut off with \(code ?? 1_006)")
        }
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        if !isOpen {
            partial.writeBuffer(&bytes)
            switch ClientHandshake.read(&partial) {
            case .incomplete: return
            case .refused(let answer):
                audience.failed("a player was refused with \(answer)")
                isLeaving = true
                return context.close(promise: nil)
            case .accepted:
                isOpen = true
                bytes = partial
                partial = ByteBuffer()
            }
        }
        let isRight = bytes.withUnsafeReadableBytes { reader.read($0, into: &events) }
        let now = NIODeadline.now().uptimeNanoseconds
        for event in events { take(event, at: now, context) }
        events.removeAll(keepingCapacity: true)
        if !isRight {
            audience.failed("the server broke the rules of WebSocket")
            context.close(promise: nil)
        }
    }

    private func take(_ event: MediaFrameReader.Event, at now: UInt64, _ context: ChannelHandlerContext) {
        switch event {
        case .text(let bytes): told(bytes)
        case .binary(let beginning, let byteCount):
            // The initialisation segment has no stamp.
            guard let stamp = MediaStamp.nanoseconds(in: beginning) else { return }
            audience.tally.bytes += byteCount
            audience.tally.fragments += 1
            if !isPlaying {
                isPlaying = true
                audience.tally.playing += 1
                audience.tally.firstPicture.record(nanoseconds: now - startedAt)
            }
            // The first ones were kept for those who come; their age says nothing about the way.
            if stamp >= startedAt, now >= stamp { audience.tally.age.record(nanoseconds: now - stamp) }
        case .control(ClientFrame.close, let payload):
            code = payload.count >= 2 ? UInt16(payload[0]) << 8 | UInt16(payload[1]) : nil
            context.close(promise: nil)
        case .control(ClientFrame.ping, let payload):
            context.writeAndFlush(wrapOutboundOut(ClientFrame.make(ClientFrame.pong, payload)), promise: nil)
        case .control: break
        }
    }

    private struct Told: Decodable {
        let type: String
        let milliseconds: Int?
    }

    private func told(_ bytes: [UInt8]) {
        guard let told = try? JSONDecoder().decode(Told.self, from: Data(bytes)), told.type == "skipped" else { return }
        audience.tally.skips += 1
        audience.tally.skippedMilliseconds += told.milliseconds ?? 0
    }
}
