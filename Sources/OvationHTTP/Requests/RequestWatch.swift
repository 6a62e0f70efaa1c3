package import Metrics
import NIOCore
import NIOHTTP1
import OvationObservability

/// Why a request did not come whole.
package enum RequestFailure: Error, Equatable {
    /// The client took too long.
    case timedOut
    /// The client is gone.
    case aborted
    /// What came is not HTTP.
    case unreadable
    /// The body was a stream, and the routes or the stop of the server ended it.
    case streamEnded
}

/// Keeps the time of a connection of HTTP, as ``RequestProgress`` says, and ends it so that the client can read its last answer.
///
/// A connection that is closed while the client still sends loses the answer on its way: the system answers what comes with a
/// reset. So the server's half is closed first, what comes is thrown away for a while, and the socket is closed when the
/// client has closed its half or its time is over.
///
/// It stands where one request at a time comes by, behind NIO's handler for pipelined ones. That one keeps the news of a stop to
/// itself, so ``HandshakeFilter`` brings it as ``StopBegan``.
final class RequestWatch: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// Sent into the connection by routes that want the body of a request.
    struct BodyWanted: Sendable {}

    /// Sent into the connection by routes whose request has a stream for a body.
    struct BodyStreams: Sendable {
        /// How long nothing may come of it.
        let silence: TimeAmount
    }

    /// Sent into the connection by routes that take no more of a stream.
    struct BodyEnds: Sendable {}

    /// Sent through the connection when the server stops.
    struct StopBegan: Sendable {}

    private var progress: RequestProgress
    private let metrics: RequestMetrics
    private var alarm: (deadline: NIODeadline, task: Scheduled<Void>)?

    /// Makes a watch.
    init(_ bounds: RequestProgress.Bounds, metrics: RequestMetrics) {
        progress = RequestProgress(bounds)
        self.metrics = metrics
    }

    func handlerRemoved(context: ChannelHandlerContext) { alarm?.task.cancel() }

    func channelInactive(context: ChannelHandlerContext) {
        alarm?.task.cancel()
        context.fireChannelInactive()
    }

    // MARK: In

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let now = context.eventLoop.now
        let verdict =
            switch unwrapInboundIn(data) {
            case .head(let head): begin(head, at: now)
            case .body(let bytes): progress.bodyCame(bytes.readableBytes, at: now)
            case .end: progress.requestEnded(at: now)
            }
        switch verdict {
        case .pass: context.fireChannelRead(data)
        case .drop: break
        case .cut: return context.close(promise: nil)
        }
        arm(context)
    }

    private func begin(_ head: HTTPRequestHead, at now: NIODeadline) -> RequestProgress.Inbound {
        let isChunked = head.headers.contains(name: "Transfer-Encoding")
        // NIO's parser has refused a length that is no number.
        let length = head.headers.first(name: "Content-Length").flatMap { Int($0) }
        let expectation = head.headers.first(name: "Expect")
        return progress.requestBegan(
            bytes: isChunked ? nil : length ?? 0, keepsAlive: head.isKeepAlive,
            expectsContinue: head.version != .http1_0 && expectation?.lowercased() == "100-continue", at: now)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard event is StopBegan else { return context.fireUserInboundEventTriggered(event) }
        progress.stopBegan(at: context.eventLoop.now)
        endStream(context)
        arm(context)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let error = error as? HTTPParserError else { return context.fireErrorCaught(error) }
        let isGone = error == .invalidEOFState
        if progress.isReading, !progress.isAnswered {
            progress.requestFailed()
            // Not NIO's error: to that one Hummingbird gives an answer of its own, beside that of the route.
            context.fireErrorCaught(isGone ? RequestFailure.aborted : RequestFailure.unreadable)
        } else if isGone || progress.isReading || progress.isOver || progress.isAnswering {
            context.close(promise: nil)
        } else {
            refuse(context)
        }
        arm(context)
    }

    /// Answers what is no request.
    private func refuse(_ context: ChannelHandlerContext) {
        _ = progress.requestBegan(bytes: 0, keepsAlive: false, expectsContinue: false, at: context.eventLoop.now)
        let headers: HTTPHeaders = ["Connection": "close", "Content-Length": "0"]
        write(
            context: context,
            data: wrapOutboundOut(.head(.init(version: .http1_1, status: .badRequest, headers: headers))), promise: nil)
        write(context: context, data: wrapOutboundOut(.end(nil)), promise: nil)
        context.flush()
    }

    // MARK: Out

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head) where head.status.code >= 200:
            if progress.answerBegan(at: context.eventLoop.now) {
                head.headers.replaceOrAdd(name: "Connection", value: "close")
            }
            context.write(wrapOutboundOut(.head(head)), promise: promise)
            arm(context)
        case .head: context.write(data, promise: promise)
        case .body:
            let taken = promise ?? context.eventLoop.makePromise(of: Void.self)
            taken.futureResult.assumeIsolated().whenSuccess {
                self.progress.partTaken(at: context.eventLoop.now)
                self.arm(context)
            }
            context.write(data, promise: taken)
        case .end: end(context, data, promise)
        }
    }

    private func end(_ context: ChannelHandlerContext, _ data: NIOAny, _ promise: EventLoopPromise<Void>?) {
        // The next request may come while this is written.
        progress.answerEnded(at: context.eventLoop.now)
        let taken = context.eventLoop.makePromise(of: Void.self)
        taken.futureResult.assumeIsolated().whenComplete { result in
            switch result {
            case .success: self.taken(context)
            case .failure: context.close(promise: nil)
            }
        }
        if let promise { taken.futureResult.cascade(to: promise) }
        context.write(data, promise: taken)
        arm(context)
    }

    private func taken(_ context: ChannelHandlerContext) {
        if progress.answerTaken(at: context.eventLoop.now) { close(context: context, mode: .output, promise: nil) }
        arm(context)
    }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        switch event {
        case is BodyWanted:
            if progress.bodyWanted() {
                context.writeAndFlush(
                    wrapOutboundOut(.head(.init(version: .http1_1, status: .continue))), promise: nil)
            }
        case let stream as BodyStreams:
            progress.bodyStreams(silence: stream.silence, at: context.eventLoop.now)
            arm(context)
        case is BodyEnds:
            endStream(context)
            arm(context)
        default: return context.triggerUserOutboundEvent(event, promise: promise)
        }
        promise?.succeed(())
    }

    /// Ends a streamed body: the routes get ``RequestFailure/streamEnded``.
    private func endStream(_ context: ChannelHandlerContext) {
        if progress.endStream(at: context.eventLoop.now) { context.fireErrorCaught(RequestFailure.streamEnded) }
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        if mode == .output {
            progress.outputClosed(at: context.eventLoop.now)
            arm(context)
        }
        context.close(mode: mode, promise: promise)
    }

    // MARK: Time

    /// Sees to it that there is an alarm at the next deadline, or before it: one that rings too early costs less than one
    /// that is set anew with each request.
    private func arm(_ context: ChannelHandlerContext) {
        guard let deadline = progress.deadline, context.channel.isActive else { return }
        if let alarm {
            guard alarm.deadline > deadline else { return }
            alarm.task.cancel()
        }
        let task = context.eventLoop.assumeIsolated().scheduleTask(deadline: deadline) { self.ring(context) }
        alarm = (deadline, task)
    }

    private func ring(_ context: ChannelHandlerContext) {
        alarm = nil
        switch progress.expire(at: context.eventLoop.now) {
        case .none: break
        case .giveUpRequest:
            metrics.tooSlow[.request].increment()
            context.fireErrorCaught(RequestFailure.timedOut)
        case .cut(let delay):
            metrics.tooSlow[delay].increment()
            return context.close(promise: nil)
        }
        arm(context)
    }
}

/// Clients of HTTP that were too slow.
package final class RequestMetrics: Sendable {
    /// By what they took too long for.
    let tooSlow: LabelledCounters<RequestProgress.Delay>

    /// Makes the metrics.
    package init(factory: any MetricsFactory) {
        tooSlow = MetricMaker(factory).counters(
            "ovation_http_too_slow_total", by: "step", RequestProgress.Delay.allCases,
            "Connections of HTTP whose client was too slow, by what it took too long for.")
    }
}
