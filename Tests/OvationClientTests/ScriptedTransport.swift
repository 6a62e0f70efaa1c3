import Foundation
import NIOCore
import OvationModel
import OvationWire

@testable import OvationClient

/// A transport whose far end is the test.
final class ScriptedTransport: Transport {
    private let connections = Mailbox<ScriptedConnection>()
    private let attempts = Locked(0)

    /// The number of connections that the client has started.
    var attemptCount: Int { attempts.withLock { $0 } }

    func connect(
        to endpoint: TransportEndpoint, on eventLoop: any EventLoop,
        deliver: @escaping @Sendable (TransportEvent) -> Void
    ) -> any TransportConnection {
        let connection = ScriptedConnection(endpoint: endpoint, deliver: deliver)
        attempts.withLock { $0 += 1 }
        connections.put(connection)
        return connection
    }

    /// Waits for the next connection that the client starts.
    func nextConnection() async -> ScriptedConnection { await connections.next() }
}

/// A connection whose far end is the test.
final class ScriptedConnection: TransportConnection, Sendable {
    let endpoint: TransportEndpoint
    private let deliver: @Sendable (TransportEvent) -> Void
    private let commands = Mailbox<CommandFrame>()
    private let closes = Mailbox<CloseCode>()

    init(endpoint: TransportEndpoint, deliver: @escaping @Sendable (TransportEvent) -> Void) {
        self.endpoint = endpoint
        self.deliver = deliver
    }

    // MARK: - The client's side

    func send(_ text: Data) {
        switch CommandFrame.decode(text) {
        case .success(let frame): commands.put(frame)
        case .failure(let failure): preconditionFailure("the client sent a frame that is not a command: \(failure)")
        }
    }

    func close(_ code: CloseCode) {
        closes.put(code)
        deliver(.closed(code, nil))
    }

    // MARK: - The test's side

    /// Waits for the next command from the client.
    func nextCommand() async -> CommandFrame { await commands.next() }

    /// Takes the commands that no test has read yet.
    func sentCommands() -> [CommandFrame] { commands.drain() }

    /// Waits for the code with which the client closes.
    func nextClose() async -> CloseCode { await closes.next() }

    func open() { deliver(.opened) }

    func heartbeat() { deliver(.alive) }

    func lose(_ code: CloseCode = .lost, _ failure: TransportFailure? = nil) { deliver(.closed(code, failure)) }

    func text(_ json: String) { deliver(.text(Data(json.utf8))) }

    func text(_ bytes: Data) { deliver(.text(bytes)) }

    func reply(to frame: CommandFrame, _ value: some Encodable) {
        text(Data(FrameEncoder.reply(id: frame.id, ok: value)))
    }

    func refuse(_ frame: CommandFrame, _ rejection: Rejection) {
        text(Data(FrameEncoder.reply(id: frame.id, error: rejection)))
    }

    func event(
        _ event: RoomEvent, in liveID: LiveID, epoch: String = "e1", seq: Int64? = nil, durable: Int64? = nil
    ) {
        let position = EventPosition(epoch: epoch, seq: seq, durable: durable, at: Timestamp(milliseconds: 1))
        text(Data(FrameEncoder.event(room: liveID, position: position, name: event.name, data: event.encodedData)))
    }
}
