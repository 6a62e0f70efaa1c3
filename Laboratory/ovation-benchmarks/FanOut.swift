extension Benchmarks {
    private static let audience = 500

    /// What a delivery costs at least with NIO: a write of the same bytes to a socket of its own.
    private static let bareWrite = Benchmark.Reference(
        name: "a bare NIO write and flush of 270 bytes", sample: { try await BareWrites.sample(sockets: audience) })

    /// A real server with one event loop, and sockets that listen: processor time of the server's loop a delivery.
    static let fanOut: [Benchmark] = [
        Benchmark("fan-out/a lone message to \(audience) viewers, CPU a delivery", against: bareWrite) {
            try await ServedRoom.sample(viewers: audience, messages: 200, atOnce: 1)
        },
        Benchmark("fan-out/20 messages at once to \(audience) viewers, CPU a delivery", against: bareWrite) {
            try await ServedRoom.sample(viewers: audience, messages: 1_000, atOnce: 20)
        },
    ]
}
