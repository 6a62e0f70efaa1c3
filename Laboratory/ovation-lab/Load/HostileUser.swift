import Foundation
import NIOCore
import NIOPosix
import OvationModel
import OvationWire

/// Somebody who writes without a pause worth the name: 64,000 frames a second, or as many as the socket takes. The only handler of its
/// channel.
///
/// Confined to the event loop of its shard.
final class HostileUser: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private enum Phase { case idle, handshaking, opening, preparing, flooding, over }

    private enum ID {
        static let open: Int64 = 1
        static let prepare: Int64 = 2
        /// What it floods with.
        static let flood: Int64 = 3
    }

    let kind: HostileKind
    private let number: Int
    private let user: UserID
    private let ownLive: LiveID
    private let target: LiveID
    private let gift: GiftID?
    private unowned let shard: LoadShard
    private var phase = Phase.idle
    private var context: ChannelHandlerContext?
    private var partial: ByteBuffer?
    private var receivedCode: UInt16?
    private var isStopped = false
    /// What it writes again and again.
    private var repeated: ByteBuffer?
    /// Where in it the numbers stand that are others each time.
    private var numberPlaces: [Int] = []

    /// Frames of one write. The next is made when the socket has taken it.
    private static let framesPerWrite = 64
    private static let pause = TimeAmount.milliseconds(1)
    private static let metadataKeys = 8
    private static let metadataValueBytes = 2_048
    /// How long it stays away when it was thrown out.
    private static let returnTime = TimeAmount.seconds(1)

    init(number: Int, kind: HostileKind, target: LiveID, gift: GiftID?, shard: LoadShard) {
        self.number = number
        self.kind = kind
        self.target = target
        self.gift = gift
        self.shard = shard
        let run = shard.target.mark.run
        user = UserID(unchecked: "lh_\(run)_\(number)")
        ownLive = LiveID(unchecked: "loadh_\(run)_\(number)")
    }

    // MARK: - Connecting

    func connect() {
        guard !isStopped else { return }
        phase = .handshaking
        receivedCode = nil
        partial = nil
        var bootstrap = ClientBootstrap(group: shard.eventLoop)
            .connectTimeout(.seconds(60))
            .channelInitializer { [user = NIOLoopBound(self, eventLoop: shard.eventLoop)] channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(user.value) }
            }
        if let source = shard.target.source(of: 0) {
            bootstrap = bootstrap.channelOption(.socketOption(.so_reuseaddr), value: 1).bind(to: source)
        }
        bootstrap.connect(to: shard.target.address).assumeIsolated().whenFailure { _ in
            self.shard.hostileTally.failed += 1
            self.phase = .over
            self.comeBack()
        }
    }

    /// Writes no more, and goes.
    func stop() {
        isStopped = true
        context?.close(promise: nil)
    }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }
    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func channelActive(context: ChannelHandlerContext) {
        guard !isStopped else { return context.close(promise: nil) }
        write(ClientHandshake.request(path: shard.target.path, host: shard.target.host))
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        if !isStopped { shard.hostileTally.closes[receivedCode ?? 1006, default: 0] += 1 }
        phase = .over
        comeBack()
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private func comeBack() {
        guard !isStopped else { return }
        shard.eventLoop.scheduleTask(in: Self.returnTime) { [user = NIOLoopBound(self, eventLoop: shard.eventLoop)] in
            user.value.connect()
        }
    }

    private func write(_ bytes: ByteBuffer) { context?.writeAndFlush(wrapOutboundOut(bytes), promise: nil) }

    private func send(id: Int64, room: LiveID? = nil, _ command: Command) {
        write(ClientFrame.command(id: id, room: room, command))
    }

    // MARK: - Getting ready

    private func logIn() {
        phase = .opening
        send(
            id: ID.open,
            .sessionOpen(
                SessionOpen(
                    sdkAppID: shard.target.sdkAppID, userID: user, userSig: shard.target.userSig(user), resume: nil)))
    }

    private func prepare() {
        phase = .preparing
        switch kind {
        case .settings, .metadata:
            send(id: ID.prepare, .roomCreate(RoomCreate(liveID: ownLive, settings: RoomSettings())))
        case .gifts, .messages, .reads, .likes: send(id: ID.prepare, room: target, .roomJoin)
        case .creations, .entries, .pings: flood()
        }
    }

    // MARK: - Flooding

    /// Writes, and writes again when the socket has taken it.
    private func flood() {
        guard !isStopped, phase != .over, let context else { return }
        phase = .flooding
        let promise = context.eventLoop.makePromise(of: Void.self)
        promise.futureResult.assumeIsolated().whenSuccess {
            self.shard.hostileTally.offered[self.kind, default: 0] += Self.framesPerWrite
            // Not at once: an event loop runs all tasks that are due before it reads, and the honest ones are to be read in between.
            self.shard.eventLoop.assumeIsolated().scheduleTask(in: Self.pause) { self.flood() }
        }
        context.writeAndFlush(wrapOutboundOut(frames()), promise: promise)
    }

    /// The frames of one write. They are made once; after that only the numbers in them change.
    private func frames() -> ByteBuffer {
        var buffer = repeated ?? ByteBuffer()
        if repeated == nil {
            for number in 0..<Self.framesPerWrite { buffer.writeImmutableBuffer(frame(number)) }
            numberPlaces = Self.places(of: Self.placeholder, in: buffer)
        }
        for place in numberPlaces {
            buffer.setString(Self.digits(of: shard.nextOrderNumber()), at: place)
        }
        repeated = buffer
        return buffer
    }

    /// Stands for the number of an order or of a live until it is sent: each has one of its own.
    private static let placeholder = "################"

    private static func digits(of number: Int64) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, placeholder.utf8.count - digits.utf8.count)) + digits
    }

    private static func places(of text: String, in buffer: ByteBuffer) -> [Int] {
        let bytes = Data(buffer.readableBytesView)
        var places: [Int] = []
        var start = bytes.startIndex
        while let found = bytes.range(of: Data(text.utf8), in: start..<bytes.endIndex) {
            places.append(buffer.readerIndex + found.lowerBound - bytes.startIndex)
            start = found.upperBound
        }
        return places
    }

    private func frame(_ number: Int) -> ByteBuffer {
        let isOdd = number % 2 == 1
        switch kind {
        case .settings:
            var settings = RoomSettings()
            settings.notice = isOdd ? "to" : "and fro"
            return ClientFrame.command(id: ID.flood, room: ownLive, .roomUpdate(settings))
        case .metadata:
            let value = String(repeating: isOdd ? "x" : "y", count: Self.metadataValueBytes)
            let set = Dictionary(uniqueKeysWithValues: (0..<Self.metadataKeys).map { ("key\($0)", value) })
            return ClientFrame.command(id: ID.flood, room: ownLive, .roomMetadata(RoomMetadata(set: set)))
        case .creations:
            let live = LiveID(unchecked: "\(ownLive.rawValue)_\(Self.placeholder)")
            return ClientFrame.command(id: ID.flood, .roomCreate(RoomCreate(liveID: live, settings: RoomSettings())))
        case .gifts:
            let order = GiftSend(
                orderID: OrderID(unchecked: "h\(Self.placeholder)"), giftID: gift ?? GiftID(unchecked: "none"),
                count: Limits().giftCountMax)
            return ClientFrame.command(id: ID.flood, room: target, .giftSend(order))
        case .messages: return ClientFrame.command(id: ID.flood, room: target, .barrageSend(BarrageSend(text: "spam")))
        case .entries: return ClientFrame.command(id: ID.flood, room: target, isOdd ? .roomLeave : .roomJoin)
        case .reads:
            return switch number % 4 {
            case 0: ClientFrame.command(id: ID.flood, room: target, .audienceList(AudienceList(count: 200)))
            case 1: ClientFrame.command(id: ID.flood, room: target, .roomInfo)
            case 2: ClientFrame.command(id: ID.flood, .giftList(GiftList()))
            default: ClientFrame.command(id: ID.flood, .walletGet)
            }
        case .likes: return ClientFrame.command(id: ID.flood, room: target, .likeSend(LikeSend()))
        case .pings: return ClientFrame.make(ClientFrame.ping, [])
        }
    }

    // MARK: - Receiving

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        if var begun = partial.take() {
            begun.writeBuffer(&bytes)
            bytes = begun
        }
        if phase == .handshaking {
            switch ClientHandshake.read(&bytes) {
            case .incomplete:
                partial = bytes
                return
            case .refused:
                shard.hostileTally.failed += 1
                context.close(promise: nil)
                return
            case .accepted: logIn()
            }
        }
        let batch = shard.reader.read(bytes)
        for entry in batch.entries {
            switch entry {
            case .reply(let head, let payload):
                take(head, bytes.getSlice(at: bytes.readerIndex + payload.lowerBound, length: payload.count))
            case .control(let opcode, let payload):
                take(opcode, bytes.getSlice(at: bytes.readerIndex + payload.lowerBound, length: payload.count))
            case .event, .unreadable, .violation: break
            }
        }
        guard batch.consumed < bytes.readableBytes else { return }
        bytes.moveReaderIndex(forwardBy: batch.consumed)
        partial = ByteBuffer(bytes: bytes.readableBytesView)
    }

    private func take(_ head: FrameHead, _ frame: ByteBuffer?) {
        if head.id == ID.flood { shard.hostileTally.answered[kind, default: 0] += 1 }
        if head.isError, let frame { refused(frame) }
        guard !head.isError || head.id == ID.prepare else { return }
        switch head.id {
        case ID.open: prepare()
        // It floods whether it was let in or not.
        case ID.prepare: flood()
        default: break
        }
    }

    private func refused(_ frame: ByteBuffer) {
        let answer = try? ServerFrame.decode(Data(frame.readableBytesView))
        let rejection: Rejection? =
            switch answer {
            case .reply(_, .failure(let reason)): reason
            case .failure(let reason): reason
            default: nil
            }
        if let rejection { shard.hostileTally.refused[rejection.code.rawValue, default: 0] += 1 }
    }

    private func take(_ opcode: UInt8, _ payload: ByteBuffer?) {
        switch opcode {
        case ClientFrame.close:
            receivedCode = payload.flatMap { $0.getInteger(at: $0.readerIndex) }
            context?.close(promise: nil)
        case ClientFrame.ping: write(ClientFrame.make(ClientFrame.pong, (payload ?? ByteBuffer()).readableBytesView))
        case ClientFrame.pong: shard.hostileTally.answered[kind, default: 0] += 1
        default: break
        }
    }
}
