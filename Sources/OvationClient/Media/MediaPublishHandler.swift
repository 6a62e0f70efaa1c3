import Foundation
import NIOCore
import NIOHTTP1
import NIOWebSocket
import OvationModel

/// The last handler in a publisher's pipeline. It answers pings and remembers how the connection ended. It is used on its event loop only.
final class MediaPublishHandler: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    private let eventLoop: any EventLoop
    private(set) var end: MediaPublishConnection.End?
    private var waiter: EventLoopPromise<MediaPublishConnection.End?>?
    private var timer: Scheduled<Void>?
    private var isClosed = false
    /// Whether waiting was cancelled, now and for later calls.
    private var isCancelled = false

    init(eventLoop: any EventLoop) { self.eventLoop = eventLoop }

    /// Makes a masked close frame.
    static func close(_ code: UInt16) -> WebSocketFrame {
        WebSocketFrame(
            fin: true, opcode: .connectionClose, maskKey: .random(),
            data: ByteBuffer(bytes: [UInt8(code >> 8), UInt8(code & 0xFF)]))
    }

    /// Waits until a moment. The result is the connection's end if it comes first, or else nil. Only one call may wait at a time.
    func wait(until moment: NIODeadline) -> EventLoopFuture<MediaPublishConnection.End?> {
        let promise = eventLoop.makePromise(of: MediaPublishConnection.End?.self)
        guard !isClosed else {
            promise.succeed(end ?? .init(code: .lost, reason: ""))
            return promise.futureResult
        }
        guard !isCancelled else {
            promise.succeed(nil)
            return promise.futureResult
        }
        waiter = promise
        timer = eventLoop.assumeIsolated().scheduleTask(deadline: moment) { self.stopWaiting() }
        return promise.futureResult
    }

    /// Completes the call that waits. Later calls do not wait at all.
    func cancel() {
        isCancelled = true
        stopWaiting()
    }

    private func stopWaiting(_ end: MediaPublishConnection.End? = nil) {
        timer?.cancel()
        timer = nil
        waiter.take()?.succeed(end)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var frame = unwrapInboundIn(data)
        switch frame.opcode {
        case .ping:
            let pong = WebSocketFrame(fin: true, opcode: .pong, maskKey: .random(), data: frame.data)
            context.writeAndFlush(wrapOutboundOut(pong), promise: nil)
        case .connectionClose:
            // A close frame without a code counts as 1005, which no frame can carry.
            let code: UInt16 = frame.data.readInteger() ?? 1_005
            end = end ?? .init(code: CloseCode(rawValue: code), reason: String(buffer: frame.data))
            context.writeAndFlush(wrapOutboundOut(Self.close(code == 1_005 ? 1_000 : code)), promise: nil)
            context.close(promise: nil)
        default: break
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        isClosed = true
        let end = end ?? .init(code: .lost, reason: "")
        self.end = end
        stopWaiting(end)
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}

/// Reads a response that is not an upgrade. Its body has the server's reason.
final class MediaRefusalHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart

    /// The longest body that is read, in bytes. A reason is one sentence.
    private static let bodyBytesMax = 16 * 1_024
    private let refusal: EventLoopPromise<MediaPublishConnection.Refusal>
    private var status: Int?
    private var body = ByteBuffer()
    private var isFinished = false

    init(_ refusal: EventLoopPromise<MediaPublishConnection.Refusal>) { self.refusal = refusal }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): status = Int(head.status.code)
        case .body(var part):
            guard body.readableBytes + part.readableBytes <= Self.bodyBytesMax else { return finish(context) }
            body.writeBuffer(&part)
        case .end: finish(context)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        finish(context)
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { finish(context) }

    private func finish(_ context: ChannelHandlerContext) {
        guard !isFinished else { return }
        isFinished = true
        if let status {
            refusal.succeed(Self.refusal(status: status, body: Data(body.readableBytesView)))
        } else {
            refusal.fail(ChannelError.eof)
        }
        context.close(promise: nil)
    }

    /// Makes a refusal from the response. The code and the message are nil if the body has none.
    static func refusal(status: Int, body: Data) -> MediaPublishConnection.Refusal {
        struct Answer: Decodable {
            struct Problem: Decodable {
                let code: Int?
                let message: String?
            }
            let error: Problem
        }
        let problem = (try? JSONDecoder().decode(Answer.self, from: body))?.error
        return MediaPublishConnection.Refusal(
            status: status, code: problem?.code.map { ErrorCode(rawValue: $0) }, message: problem?.message)
    }
}
