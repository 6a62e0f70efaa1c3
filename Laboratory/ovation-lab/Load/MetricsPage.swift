import Foundation
import NIOCore
import NIOPosix

/// What a server says of itself at `/metrics`.
struct MetricsPage: Equatable, Sendable {
    private let values: [Substring: Double]

    /// Reads the text of Prometheus.
    init(text: String) {
        var values: [Substring: Double] = [:]
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            guard let blank = line.lastIndex(of: " "), let value = Double(line[line.index(after: blank)...]) else {
                continue
            }
            values[line[..<blank]] = value
        }
        self.values = values
    }

    /// One value, by its name and labels as they are written.
    subscript(name: String) -> Double? { values[name[...]] }

    /// Values by their label, where the name has one: `ovation_dropped_total{reason="slow_connection"}`.
    func byLabel(_ name: String) -> [String: Double] {
        var found: [String: Double] = [:]
        for (key, value) in values where key.hasPrefix(name + "{") && value != 0 {
            let parts = key.split(separator: "\"")
            if parts.count > 1 { found[String(parts[1])] = value }
        }
        return found
    }

    /// Fetches the page; nil where there is none to be had.
    static func fetch(host: String, address: SocketAddress) async -> MetricsPage? {
        let collected = try? await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connectTimeout(.seconds(5))
            .connect(to: address) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
            .executeThenClose { inbound, outbound in
                try await outbound.write(
                    ByteBuffer(string: "GET /metrics HTTP/1.0\r\nHost: \(host)\r\nConnection: close\r\n\r\n"))
                var answer = ByteBuffer()
                for try await chunk in inbound { answer.writeImmutableBuffer(chunk) }
                return String(buffer: answer)
            }
        guard let collected, collected.hasPrefix("HTTP/1.") else { return nil }
        return MetricsPage(text: collected.replacingOccurrences(of: "\r\n", with: "\n"))
    }
}
