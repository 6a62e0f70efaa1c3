import NIOCore
import NIOWebSocket

/// The unreliability of the network.
struct NetworkFaults {
    /// How many of a thousand client messages are lost, duplicated, or swapped with the next one.
    var lost = 6
    var doubled = 15
    var swapped = 10
    /// How many of a thousand messages in either direction take very long.
    var late = 10
}

/// A connection between a client and a node, with delays in both directions, until it breaks.
///
/// The server's output arrives in order or not at all, as over TCP. Client messages can also be lost, duplicated or swapped, as by a
/// retrying library or a proxy. After a break, some messages in transit may still arrive, so the server notices late and acts on messages
/// of a client that is long gone.
final class Link {
    /// A message from the client.
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
    /// How many messages of the client still arrive after the break; nil before the break.
    private var messagesAfterBreak: Int?
    private var isServerClosed = false
    /// A message that the next one overtakes.
    private var overtaken: Message?

    /// Receives what arrives at the client: bytes, or nil if the server has closed the connection.
    var onArrival: ((ByteBuffer?) -> Void)?
    /// Takes what the server writes as it writes it, for who measures the server: no network lies between; nil for one.
    var onOutput: ((ByteBuffer?) -> Void)?
    /// Called when the connection is lost because the server is gone.
    var onLost: (() -> Void)?
    /// Counts what reaches the server.
    var onInput: ((Trace.Kind, [UInt8]) -> Void)?
    /// Answers messages in place of the server, for a planted bug.
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

    /// Stops all faults.
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
    ///   - isSafe: True if the message can only be lost with the connection, like a login.
    ///   - mayRepeat: True if the message may arrive twice. A repeated leave would count as a new command.
    /// - Returns: True if the message arrives twice.
    @discardableResult
    func send(_ message: Message, isSafe: Bool = false, mayRepeat: Bool = false) -> Bool {
        guard messagesAfterBreak == nil else { return false }
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
            if let left = messagesAfterBreak {
                guard left > 0 else { return }
                messagesAfterBreak = left - 1
            }
            arrive(message)
        }
    }

    /// Clients must mask their frames. A mask of zeros changes nothing.
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
        if let onOutput { return onOutput(buffer) }
        downFreeAt = max(downFreeAt, world.now + latency(), stalledUntil)
        world.at(downFreeAt, timers) { [self] in
            guard messagesAfterBreak == nil else { return }
            onArrival?(buffer)
        }
    }

    /// The client reads nothing for a while.
    func stall(nanoseconds: UInt64) {
        guard world.now >= stalledUntil else { return }
        stalledUntil = world.now + nanoseconds
        loop.execute { [channel] in channel.setWritable(false) }
        world.at(stalledUntil, timers) { [loop, channel] in loop.execute { channel.setWritable(true) } }
    }

    /// Breaks the connection. The client notices at once, the server later.
    func cut() {
        guard messagesAfterBreak == nil else { return }
        messagesAfterBreak = chance.below(4)
        onArrival = nil
        onLost = nil
        guard !isServerClosed else { return }
        let delay = chance.perMille(300) ? UInt64.milliseconds(chance.number(1_000...60_000)) : latency() * 3
        world.after(nanoseconds: delay, timers) { [self] in
            messagesAfterBreak = 0
            onInput?(.lost, [])
            closeServerEnd()
        }
    }

    /// Handles the end of the server's process: nothing more arrives there, and the client notices sooner or later.
    func serverDied() {
        messagesAfterBreak = 0
        onArrival = nil
        world.after(nanoseconds: .milliseconds(chance.number(1...3_000)), timers) { [self] in onLost?() }
    }

    /// Closes the server's end, like its kernel.
    func closeServerEnd() { loop.execute { [channel] in channel.close(promise: nil) } }

    private func latency() -> UInt64 {
        if let faults, chance.perMille(faults.late) { return .milliseconds(chance.number(200...5_000)) }
        return UInt64(chance.number(50_000...40_000_000))
    }
}
