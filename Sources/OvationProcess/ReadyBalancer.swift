import Foundation
import Synchronization

/// A TCP load balancer on 127.0.0.1 that gives each connection to the first server that says it is ready.
///
/// It stands for what operators have before a pair of servers. A connection that comes while no server is ready waits, and ends after
/// ``patience``. It has two threads a connection.
package final class ReadyBalancer: Sendable {
    /// How long a connection waits for a server that is ready.
    package static let patience = Duration.seconds(10)

    /// The port that clients connect to.
    package let port: Int
    private let listening: Int32
    private let targets: Mutex<[Int]>
    private let spreads: Bool

    /// Starts a balancer.
    ///
    /// - Parameters:
    ///   - targets: The ports of the servers.
    ///   - spreads: Whether each connection begins with the server behind that of the last one, rather than with the first.
    /// - Throws: `POSIXError` if it cannot listen.
    package init(to targets: [Int], spreads: Bool = false) throws {
        self.targets = Mutex(targets)
        self.spreads = spreads
        (listening, port) = try LocalSocket.listen()
        Thread.detachNewThread { [weak self, listening] in
            while true {
                let client = accept(listening, nil, nil)
                if client >= 0 {
                    guard let balancer = self else { return }
                    Thread.detachNewThread { balancer.serve(client) }
                } else if errno != EINTR {
                    return
                }
            }
        }
    }

    deinit { shutdown(listening, Int32(SHUT_RDWR)) }

    private func serve(_ client: Int32) {
        let end = ContinuousClock.now + Self.patience
        let ports = targets.withLock { targets in
            defer { if spreads, !targets.isEmpty { targets.append(targets.removeFirst()) } }
            return targets
        }
        while ContinuousClock.now < end {
            for port in ports where Self.isReady(port) {
                guard let server = LocalSocket.connect(to: port) else { continue }
                Self.join(client, server)
                return
            }
            usleep(20_000)
        }
        close(client)
    }

    /// Whether the server at a port wants connections.
    package static func isReady(_ port: Int) -> Bool {
        guard let socket = LocalSocket.connect(to: port) else { return false }
        defer { close(socket) }
        var timeout = timeval(tv_sec: 1, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        let request = "GET /health/ready HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
        guard LocalSocket.write(ArraySlice(request.utf8), to: socket) else { return false }
        var buffer = [UInt8](repeating: 0, count: 64)
        let count = recv(socket, &buffer, buffer.count, 0)
        return count > 0 && String(decoding: buffer[..<count], as: UTF8.self).hasPrefix("HTTP/1.1 200")
    }

    private static func join(_ client: Int32, _ server: Int32) {
        let isAnswered = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            LocalSocket.forward(server, client)
            shutdown(client, Int32(SHUT_RDWR))
            shutdown(server, Int32(SHUT_RDWR))
            isAnswered.signal()
        }
        LocalSocket.forward(client, server)
        shutdown(client, Int32(SHUT_RDWR))
        shutdown(server, Int32(SHUT_RDWR))
        isAnswered.wait()
        close(client)
        close(server)
    }
}
