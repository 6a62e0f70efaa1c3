import NIOCore
import NIOWebSocket

/// How bad the network is.
struct NetworkFaults {
    /// Of a thousand messages of a client, how many get lost, come twice, or come after the next one.
    var lost = 6
    var doubled = 15
    var swapped = 10
    /// Of a thousand messages in either direction, how many take very long.
    var late = 10
}

/// One connection between a client and a node: bytes that take their time, in both directions, until it breaks.
///
/// What the server writes arrives in its order or not at all, as over TCP. What a client sends may also be lost, doubled or
/// swapped message by message, as a retrying library or a proxy would do. Where it breaks, a part of what was under way may
/// still arrive: the server hears of it late, and acts on messages of a client that has long gone.
final class Link {
    /// What a client puts on the wire.
    enum Message {
        case text([UInt8])
        case pong
        case close(UInt16)
    }

    private let world: World
    private let timers: World.TimerSource
    private let loop: SimulatedLoop
    private let channel: SimulatedChannel
    private let number: Int
    private var chance: Chance
    private var faults: NetworkFaults?
    private var upFreeAt: UInt64 = 0
    private var downFreeAt: UInt64 = 0
    private var stalledUntil: UInt64 = 0
    /// How many messages of the client still arrive after the break; nil while there was none.
    private var lastWords: Int?
    private var isServerClosed = false
    /// A message that the next one overtakes.
    private var overtaken: Message?

    /// Takes what arrives at the client: bytes, or nil where the server closed.
    var onArrival: ((ByteBuffer?) -> Void)?
    /// Told that the connection is gone because the server is.
    var onLost: (() -> Void)?
    /// Counts what reaches the server.
    var onInput: ((Trace.Kind, [UInt8]) -> Void)?
    /// Answers messages in the server's place, where a bug is planted there.
    var impostor: (([UInt8]) -> [UInt8]?)?

    init(_ world: World, number: Int, loop: SimulatedLoop, channel: SimulatedChannel, faults: NetworkFaults?) {
        self.world = world
        self.number = number
        self.loop = loop
        self.channel = channel
        self.faults = faults
        timers = world.makeTimerSource()
        chance = Chance(seed: world.seed, "link", number)
        channel.onWrite = { [unowned self] buffer in sendDown(buffer) }
        channel.onClose = { [unowned self] in
            isServerClosed = true
            sendDown(nil)
        }
    }

    /// From now on nothing goes wrong.
    func heal() {
        faults = nil
        if let message = overtaken {
            overtaken = nil
            sendUp(message)
        }
    }

    /// Sends a message of the client.
    ///
    /// - Parameters:
    ///   - isSafe: whether nothing happens to it but the end of the connection, as to a login.
    ///   - mayRepeat: whether it may come twice. A wish to leave that came again would be a new wish.
    /// - Returns: Whether it comes twice.
    @discardableResult
    func send(_ message: Message, isSafe: Bool = false, mayRepeat: Bool = false) -> Bool {
        guard lastWords == nil else { return false }
        guard let faults, !isSafe, case .text = message else {
            sendUp(message)
            return false
        }
        if chance.perMille(faults.lost) { return false }
        if let earlier = overtaken {
            overtaken = nil
            sendUp(message)
            sendUp(earlier)
            return false
        }
        if chance.perMille(faults.swapped) {
            overtaken = message
            return false
        }
        sendUp(message)
        guard mayRepeat, chance.perMille(faults.doubled) else { return false }
        sendUp(message)
        return true
    }

    private func sendUp(_ message: Message) {
        upFreeAt = max(upFreeAt, world.now + latency())
        world.at(upFreeAt, timers) { [self] in
            if let left = lastWords {
                guard left > 0 else { return }
                lastWords = left - 1
            }
            arrive(message)
        }
    }

    /// A client masks what it sends; with zeros it stays as it is.
    private static let mask: WebSocketMaskingKey = [0, 0, 0, 0]

    private func arrive(_ message: Message) {
        let frame: WebSocketFrame
        switch message {
        case .text(let bytes):
            onInput?(.command, bytes)
            if let answer = impostor?(bytes) {
                precondition(answer.count < 126, "its length is in the second byte")
                return sendDown(ByteBuffer(bytes: [0x81, UInt8(answer.count)] + answer))
            }
            frame = WebSocketFrame(fin: true, opcode: .text, maskKey: Self.mask, data: ByteBuffer(bytes: bytes))
        case .pong: frame = WebSocketFrame(fin: true, opcode: .pong, maskKey: Self.mask, data: ByteBuffer())
        case .close(let code):
            onInput?(.lost, [])
            frame = WebSocketFrame(
                fin: true, opcode: .connectionClose, maskKey: Self.mask, data: ByteBuffer(integer: code))
        }
        loop.execute { [channel] in channel.receive(frame) }
    }

    private func sendDown(_ buffer: ByteBuffer?) {
        downFreeAt = max(downFreeAt, world.now + latency(), stalledUntil)
        world.at(downFreeAt, timers) { [self] in
            guard lastWords == nil else { return }
            onArrival?(buffer)
        }
    }

    /// The client takes nothing for a while.
    func stall(nanoseconds: UInt64) {
        guard world.now >= stalledUntil else { return }
        stalledUntil = world.now + nanoseconds
        loop.execute { [channel] in channel.setWritable(false) }
        world.at(stalledUntil, timers) { [loop, channel] in loop.execute { channel.setWritable(true) } }
    }

    /// The connection breaks. The client knows at once, the server later.
    func cut() {
        guard lastWords == nil else { return }
        lastWords = chance.below(4)
        onArrival = nil
        onLost = nil
        guard !isServerClosed else { return }
        let delay = chance.perMille(300) ? UInt64.milliseconds(chance.number(1_000...60_000)) : latency() * 3
        world.after(nanoseconds: delay, timers) { [self] in
            lastWords = 0
            onInput?(.lost, [])
            closeServerEnd()
        }
    }

    /// The server's process is gone: nothing arrives there any more, and the client hears of it sooner or later.
    func serverDied() {
        lastWords = 0
        onArrival = nil
        world.after(nanoseconds: .milliseconds(chance.number(1...3_000)), timers) { [self] in onLost?() }
    }

    /// Closes the server's end, as its kernel would.
    func closeServerEnd() { loop.execute { [channel] in channel.close(promise: nil) } }

    private func latency() -> UInt64 {
        if let faults, chance.perMille(faults.late) { return .milliseconds(chance.number(200...5_000)) }
        return UInt64(chance.number(50_000...40_000_000))
    }
}
