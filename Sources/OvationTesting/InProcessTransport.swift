#if Server && (os(macOS) || os(Linux))
    import Foundation
    import NIOCore
    import NIOWebSocket
    import OvationClient
    import OvationModel
    import OvationSimulator

    /// Carries frames between clients and a server in the same process, without sockets and without a delay.
    struct InProcessTransport: Transport {
        let host: InProcessHost

        func connect(
            to endpoint: TransportEndpoint, on eventLoop: any EventLoop,
            deliver: @escaping @Sendable (TransportEvent) -> Void
        ) -> any TransportConnection {
            let connection = InProcessConnection(host.world, deliver)
            host.world.enter { [host] in host.accept(connection) }
            return connection
        }
    }

    /// A connection of ``InProcessTransport``. It passes the client's frames to the server's WebSocket, and the server's output back.
    ///
    /// It is safely `Sendable`, because only the world's thread uses its state. Calls from other threads enter that thread first.
    final class InProcessConnection: TransportConnection, @unchecked Sendable {
        private let world: World
        private let deliver: @Sendable (TransportEvent) -> Void
        private var channel: SimulatedChannel?
        private var isOver = false
        /// True if nothing more will arrive.
        var isEnded: Bool { isOver }
        /// The code with which the connection ends, once it is known.
        private var ending: CloseCode?
        /// Clients must mask their frames. A mask of zeros changes nothing.
        private static let mask: WebSocketMaskingKey = [0, 0, 0, 0]

        init(_ world: World, _ deliver: @escaping @Sendable (TransportEvent) -> Void) {
            self.world = world
            self.deliver = deliver
        }

        /// Connects to a server. Only the world's thread may call it.
        ///
        /// - Parameters:
        ///   - loop: The server's event loop for the connection.
        ///   - open: Opens a WebSocket of the server on a channel. It is called on the loop.
        func open(on loop: SimulatedLoop, _ open: @escaping @Sendable (SimulatedChannel) throws -> Void) {
            guard !isOver, ending == nil else { return finish() }
            let channel = SimulatedChannel(loop)
            self.channel = channel
            channel.onWrite = { [unowned self] buffer in arrived(buffer) }
            channel.onClose = { [unowned self] in finish() }
            loop.execute { [self] in
                do {
                    try open(channel)
                    deliver(.opened)
                } catch {
                    channel.close(promise: nil)
                }
            }
        }

        /// Handles the end of the server. Only the world's thread may call it.
        func serverEnded() {
            let channel = channel
            finish()
            channel?.eventLoop.execute { channel?.close(promise: nil) }
        }

        /// Refuses the connection, because there is no server. Only the world's thread may call it.
        func refuse() {
            guard !isOver else { return }
            isOver = true
            deliver(.closed(.lost, TransportFailure("No server runs there.")))
        }

        func send(_ text: Data) {
            world.enter { [self] in
                guard ending == nil else { return }
                send(.text, ByteBuffer(bytes: text))
            }
        }

        func close(_ code: CloseCode) {
            world.enter { [self] in
                guard !isOver, ending == nil else { return }
                ending = code
                guard let channel else { return finish() }
                if code == .lost {
                    channel.eventLoop.execute { channel.close(promise: nil) }
                } else {
                    send(.connectionClose, ByteBuffer(integer: code.rawValue))
                }
            }
        }

        private func send(_ opcode: WebSocketOpcode, _ data: ByteBuffer) {
            guard let channel else { return }
            let frame = WebSocketFrame(fin: true, opcode: opcode, maskKey: Self.mask, data: data)
            channel.eventLoop.execute { channel.receive(frame) }
        }

        private func arrived(_ buffer: ByteBuffer) {
            for frame in FrameReader.frames(of: buffer) {
                guard !isOver else { return }
                switch frame {
                case .text(let bytes): if ending == nil { deliver(.text(Data(bytes))) }
                case .ping:
                    send(.pong, ByteBuffer())
                    deliver(.alive)
                case .close(let code):
                    if ending == nil {
                        ending = CloseCode(rawValue: UInt16(clamping: code))
                        send(.connectionClose, ByteBuffer(integer: UInt16(clamping: code)))
                    }
                case .other: deliver(.alive)
                }
            }
        }

        private func finish() {
            guard !isOver else { return }
            isOver = true
            channel?.onWrite = nil
            channel?.onClose = nil
            channel = nil
            deliver(.closed(ending ?? .lost, nil))
        }
    }
#endif
