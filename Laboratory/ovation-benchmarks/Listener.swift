import NIOCore

/// Counts what comes, and tells when enough is there. Used on one event loop.
final class Listener: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let counter: Counter
    private let unit: [UInt8]
    private var rest: [UInt8] = []

    /// - Parameter unit: what is counted: every place where these bytes stand.
    init(counter: Counter, unit: [UInt8]) {
        self.counter = counter
        self.unit = unit
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let bytes = rest + Array(unwrapInboundIn(data).readableBytesView)
        var found = 0
        var start = 0
        while let place = bytes[start...].firstRange(of: unit) {
            found += 1
            start = place.upperBound
        }
        rest = Array(bytes[max(start, bytes.count - unit.count + 1)...])
        counter.add(found)
    }
}

/// Lets two listeners hear the same bytes.
final class Passing: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let listener: Listener

    init(_ listener: Listener) { self.listener = listener }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        listener.channelRead(context: context, data: data)
        context.fireChannelRead(data)
    }
}
