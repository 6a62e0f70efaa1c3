import Foundation
import OvationProcess

/// A pooler before PostgreSQL, as far as a client sees it: it announces another process than the one that answers, as pgbouncer does.
///
/// It serves until the test's process ends. It has two threads a connection.
final class Pooler: Sendable {
    /// The port that it listens on, on 127.0.0.1.
    let port: Int

    /// Starts a pooler before a port of 127.0.0.1.
    init(to targetPort: Int) throws {
        let (listening, port) = try LocalSocket.listen()
        self.port = port
        Thread.detachNewThread {
            while true {
                let client = accept(listening, nil, nil)
                if client >= 0 { Self.serve(client, targetPort) } else if errno != EINTR { return }
            }
        }
    }

    private static func serve(_ client: Int32, _ targetPort: Int) {
        guard let server = LocalSocket.connect(to: targetPort) else {
            Foundation.close(client)
            return
        }
        Thread.detachNewThread {
            LocalSocket.forward(client, server)
            shutdown(server, Int32(SHUT_RDWR))
        }
        Thread.detachNewThread {
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = recv(server, &buffer, buffer.count, 0)
                guard count > 0 else { break }
                var bytes = Array(buffer[..<count])
                if let start = Data(bytes).range(of: keyData), start.upperBound + 3 < count {
                    bytes[start.upperBound + 3] ^= 1
                }
                guard LocalSocket.write(bytes[...], to: client) else { break }
            }
            shutdown(client, Int32(SHUT_RDWR))
        }
    }

    /// How the message begins that names the process: BackendKeyData, of 12 bytes.
    private static let keyData = Data([UInt8(ascii: "K"), 0, 0, 0, 12])
}
