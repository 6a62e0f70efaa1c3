import Foundation
import Synchronization

/// A TCP proxy before a server, with which tests cut connections and lose what the server answers. It has two threads a connection.
package final class FaultyProxy: Sendable {
    /// A way of bytes through the proxy.
    package enum Direction: Sendable {
        /// What clients send.
        case toServer
        /// What the server answers.
        case toClient
    }

    private struct State {
        /// Bytes of this way are taken and go nowhere.
        var swallowed: Direction?
        /// How long an answer waits at the proxy; nil while none is let through.
        var delay: Duration? = .zero
        /// Nobody is let in.
        var isClosed = false
        /// When a client sends these bytes, the answer is lost.
        var losesAnswerTo: Data?
        /// Called when the answer is there, before the client's connection ends.
        var onLoss: @Sendable () -> Void = {}
        /// The sockets of connections, in pairs: the client's and the server's.
        var pairs: [Int32: Int32] = [:]
    }

    /// The port that it listens on, on 127.0.0.1.
    package let port: Int
    private let targetPort: Int
    private let listening: Int32
    private let state = Mutex(State())

    /// Starts a proxy before a port of 127.0.0.1.
    package init(to targetPort: Int) throws {
        self.targetPort = targetPort
        (listening, port) = try LocalSocket.listen()
        Thread.detachNewThread { [weak self, listening] in
            while true {
                let client = accept(listening, nil, nil)
                if client >= 0 { self?.serve(client) } else if errno != EINTR { return }
            }
        }
    }

    deinit { Foundation.close(listening) }

    /// Ends every connection.
    package func cut() {
        for (client, server) in state.withLock({ $0.pairs }) {
            shutdown(client, Int32(SHUT_RDWR))
            shutdown(server, Int32(SHUT_RDWR))
        }
    }

    /// Ends every connection and lets nobody in until ``open()``.
    package func close() {
        state.withLock { $0.isClosed = true }
        cut()
    }

    /// Lets connections in again.
    package func open() { state.withLock { $0.isClosed = false } }

    /// Takes what goes one way and passes it on to nobody, as a network does that is cut one way; nil passes everything on again.
    package func swallow(_ direction: Direction?) { state.withLock { $0.swallowed = direction } }

    /// Lets each answer wait, as one does from a server that is slow; nil lets none through until the next call.
    package func delayAnswers(by delay: Duration?) { state.withLock { $0.delay = delay } }

    /// Lets the answer to the next message with some bytes get lost, and the connection with it.
    ///
    /// - Parameters:
    ///   - text: what the message has in it.
    ///   - onLoss: called on a thread of the proxy when the server has answered, before the client notices anything.
    package func loseAnswer(to text: String, onLoss: @escaping @Sendable () -> Void = {}) {
        state.withLock {
            $0.losesAnswerTo = Data(text.utf8)
            $0.onLoss = onLoss
        }
    }

    /// Takes ``loseAnswer(to:onLoss:)`` back where it has not happened yet.
    package func keepAnswers() { state.withLock { $0.losesAnswerTo = nil } }

    private func serve(_ client: Int32) {
        guard !state.withLock({ $0.isClosed }), let server = LocalSocket.connect(to: targetPort) else {
            Foundation.close(client)
            return
        }
        state.withLock { $0.pairs[client] = server }
        let flag = Flag()
        let ended = Flag()
        Thread.detachNewThread { [self] in
            LocalSocket.forward(client, server, swallows: { swallows(.toServer) }) { bytes in
                state.withLock { state in
                    guard let text = state.losesAnswerTo, bytes.range(of: text) != nil else { return }
                    state.losesAnswerTo = nil
                    flag.value.store(true, ordering: .releasing)
                }
                return true
            }
            finish(client, server, ended)
        }
        Thread.detachNewThread { [self] in
            LocalSocket.forward(server, client, swallows: { swallows(.toClient) }) { [self] _ in
                waitLikeSlowServer()
                guard flag.value.load(ordering: .acquiring) else { return true }
                // The server has answered: what it did is done.
                state.withLock { $0.onLoss }()
                return false
            }
            finish(client, server, ended)
        }
    }

    private func waitLikeSlowServer() {
        if let delay = state.withLock({ $0.delay }) {
            usleep(UInt32(delay / .microseconds(1)))
            return
        }
        // Held back: it looks now and then whether it goes on.
        while state.withLock({ $0.delay == nil && !$0.isClosed }) { usleep(1_000) }
    }

    private func swallows(_ direction: Direction) -> Bool { state.withLock { $0.swallowed == direction } }

    private final class Flag: Sendable {
        let value = Atomic(false)
    }

    /// Ends both sides; the second of the two threads closes the sockets.
    private func finish(_ client: Int32, _ server: Int32, _ ended: Flag) {
        shutdown(client, Int32(SHUT_RDWR))
        shutdown(server, Int32(SHUT_RDWR))
        guard ended.value.exchange(true, ordering: .acquiringAndReleasing) else { return }
        _ = state.withLock { $0.pairs.removeValue(forKey: client) }
        Self.end(client, server)
    }

    private static func end(_ client: Int32, _ server: Int32) {
        Foundation.close(client)
        Foundation.close(server)
    }
}
