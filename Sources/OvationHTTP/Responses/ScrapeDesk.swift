package import NIOCore

/// Renders the metrics for scrapes, at a bounded rate.
///
/// A rendering walks over every series, and anybody who reaches the port may ask for one. So between two there is a pause, and all who ask
/// meanwhile share the next one. Nobody is answered with something older than their question.
package actor ScrapeDesk {
    /// The pause between the beginnings of two renderings.
    package static let pause = Duration.milliseconds(20)

    private let render: @Sendable () -> String
    private let now: @Sendable () -> ContinuousClock.Instant
    private let wait: @Sendable (Duration) async -> Void
    private var last: ContinuousClock.Instant?
    /// The rendering that has not begun.
    private var next: Task<ByteBuffer, Never>?
    /// How many wait for it.
    private(set) var waitingCount = 0

    /// Makes a desk.
    ///
    /// - Parameters:
    ///   - now: What time it is.
    ///   - wait: Waits for a time.
    ///   - render: Makes the text of all metrics.
    package init(
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        wait: @escaping @Sendable (Duration) async -> Void = { try? await Task.sleep(for: $0) },
        render: @escaping @Sendable () -> String
    ) {
        self.now = now
        self.wait = wait
        self.render = render
    }

    /// The metrics as they are at this moment or a little later.
    package func text() async -> ByteBuffer {
        waitingCount += 1
        if let next { return await next.value }
        let left = last.map { Self.pause - (now() - $0) } ?? .zero
        let task = Task { [wait] in
            if left > .zero { await wait(left) }
            return begin()
        }
        next = task
        return await task.value
    }

    private func begin() -> ByteBuffer {
        // Who asks from here on wants to know of what happened since.
        next = nil
        waitingCount = 0
        last = now()
        return ByteBuffer(string: render())
    }
}
