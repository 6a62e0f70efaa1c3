#if Server && (os(macOS) || os(Linux))
    import Foundation
    import NIOCore
    import NIOWebSocket
    import OvationClient
    import OvationModel
    import OvationSimulator

    /// Carries frames between clients and a server of the same process, without sockets and in no time.
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

    /// One connection of ``InProcessTransport``: the client's frames go to the server's WebSocket, and what that writes comes back.
    ///
    /// Sound as `Sendable` because what changes is touched by the world's thread only; calls of other threads enter it first.
    final class InProcessConnection: TransportConnection, @unchecked Sendable {
        private let world: World
        private let deliver: @Sendable (TransportEvent) -> Void
        private var channel: SimulatedChannel?
        private var isOver = false
        /// Whether nothing comes any more.
        var isEnded: Bool { isOver }
        /// With which code it ends, once that is known.
        private var ending: CloseCode?
        /// A client masks what it sends; with zeros it stays as it is.
        private static let mask: WebSocketMaskingKey = [0, 0, 0, 0]

        init(_ world: World, _ deliver: @escaping @Sendable (TransportEvent) -> Void) {
            self.world = world
            self.deliver = deliver
        }

        /// A server takes the connection. On the world's thread.
        ///
        /// - Parameters:
        ///   - loop: the event loop of the server on which it lives.
        ///   - open: opens a WebSocket of the server on a channel; called on the loop.
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

        /// There is no server any more. On the world's thread.
        func serverEnded() {
            let channel = channel
            finish()
            channel?.eventLoop.execute { channel?.close(promise: nil) }
        }

        /// No server takes the connection. On the world's thread.
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
