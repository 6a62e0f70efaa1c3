import Foundation
import NIOCore
import OvationClient
import OvationModel
import OvationWire

/// A server in place of the transport. It speaks real frames and answers from a script.
///
/// `@unchecked Sendable`: everything is under a lock.
final class ScriptedServer: Transport, @unchecked Sendable {
    /// One part of the answer to a command. Parts are sent in order.
    enum Output {
        case ok(any Encodable & Sendable)
        case error(Rejection)
        case event(LiveID, RoomEvent, seq: Int64?, durable: Int64?)
    }

    typealias Script = @Sendable (CommandFrame) -> [Output]

    static let epoch = "e1"
    static let at = Timestamp(milliseconds: 1_700_000_000_000)

    private final class Connection: TransportConnection, Sendable {
        let server: ScriptedServer
        let eventLoop: any EventLoop
        let deliver: @Sendable (TransportEvent) -> Void

        init(server: ScriptedServer, eventLoop: any EventLoop, deliver: @escaping @Sendable (TransportEvent) -> Void) {
            self.server = server
            self.eventLoop = eventLoop
            self.deliver = deliver
        }

        func send(_ text: Data) {
            for frame in server.answers(to: text) { eventLoop.execute { [deliver] in deliver(.text(frame)) } }
        }

        func close(_ code: CloseCode) {
            server.closed(self, code)
            eventLoop.execute { [deliver] in deliver(.closed(code, nil)) }
        }
    }

    private let lock = NSLock()
    private var connection: Connection?
    private var scripts: [String: Script] = [:]
    private var commandsReceived: [CommandFrame] = []
    private var closesReceived: [CloseCode] = []
    private var endpointsSeen: [TransportEndpoint] = []

    // MARK: What tests script and read

    /// Sets the script for an operation.
    func on(_ op: String, _ script: @escaping Script) { lock.withLock { scripts[op] = script } }

    /// Answers an operation with a value.
    func on(_ op: String, ok value: any Encodable & Sendable) { on(op) { _ in [.ok(value)] } }

    /// Refuses an operation.
    func on(_ op: String, error: Rejection) { on(op) { _ in [.error(error)] } }

    /// Every command received, in order, but for what an owner's store asks by itself after the entry: that comes at any moment.
    var commands: [CommandFrame] { lock.withLock { commandsReceived.filter { $0.command != .coHostList } } }

    /// The commands of one operation.
    func commands(_ op: String) -> [Command] {
        lock.withLock { commandsReceived.map(\.command).filter { $0.op == op } }
    }

    /// The codes that clients closed with.
    var closes: [CloseCode] { lock.withLock { closesReceived } }

    /// The endpoints that clients connected to.
    var endpoints: [TransportEndpoint] { lock.withLock { endpointsSeen } }

    /// Sends an event, and returns once the client has taken it.
    func send(_ event: RoomEvent, in liveID: LiveID, seq: Int64? = nil, durable: Int64? = nil) async throws {
        try await send(frame: Self.frame(liveID, event, seq, durable))
    }

    /// Sends any bytes, and returns once the client has taken them.
    func send(frame: [UInt8]) async throws { try await tell(.text(Data(frame))) }

    /// Cuts the connection, or closes it with a server's code.
    func disconnect(_ code: CloseCode = .lost) async throws {
        try await tell(.closed(code, nil))
    }

    /// Returns once the answers to the commands that scripts have seen are on their way, so that what is sent next comes after them.
    func pass() async throws {
        guard let connection = lock.withLock({ connection }) else { throw TransportFailure("nobody is connected") }
        try await connection.eventLoop.submit {}.get()
    }

    private func tell(_ event: TransportEvent) async throws {
        guard let connection = lock.withLock({ connection }) else { throw TransportFailure("nobody is connected") }
        try await connection.eventLoop.submit { connection.deliver(event) }.get()
    }

    // MARK: The transport

    func connect(
        to endpoint: TransportEndpoint, on eventLoop: any EventLoop,
        deliver: @escaping @Sendable (TransportEvent) -> Void
    ) -> any TransportConnection {
        let connection = Connection(server: self, eventLoop: eventLoop, deliver: deliver)
        lock.withLock {
            self.connection = connection
            endpointsSeen.append(endpoint)
        }
        eventLoop.execute { deliver(.opened) }
        return connection
    }

    private func closed(_ connection: Connection, _ code: CloseCode) {
        lock.withLock {
            closesReceived.append(code)
            if self.connection === connection { self.connection = nil }
        }
    }

    private func answers(to text: Data) -> [Data] {
        switch CommandFrame.decode(text) {
        case .failure(let failure):
            return [Data(FrameEncoder.reply(id: failure.id, error: failure.rejection))]
        case .success(let frame):
            let script = lock.withLock {
                commandsReceived.append(frame)
                return scripts[frame.command.op]
            }
            let outputs = script?(frame) ?? [.error(Rejection(.unknownOperation, "\(frame.command.op) has no script."))]
            return outputs.map { Data(Self.frame($0, answering: frame)) }
        }
    }

    private static func frame(_ output: Output, answering frame: CommandFrame) -> [UInt8] {
        switch output {
        case .ok(let value): FrameEncoder.reply(id: frame.id, ok: value)
        case .error(let rejection): FrameEncoder.reply(id: frame.id, error: rejection)
        case .event(let liveID, let event, let seq, let durable): self.frame(liveID, event, seq, durable)
        }
    }

    private static func frame(_ liveID: LiveID, _ event: RoomEvent, _ seq: Int64?, _ durable: Int64?) -> [UInt8] {
        FrameEncoder.event(
            room: liveID, position: EventPosition(epoch: epoch, seq: seq, durable: durable, at: at), name: event.name,
            data: event.encodedData)
    }
}
