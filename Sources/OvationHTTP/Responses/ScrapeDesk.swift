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
    /// Who waits for the rendering that has not begun, beside the one that will begin it; nil where there is none.
    private var waiting: [CheckedContinuation<ByteBuffer, Never>]?

    /// How many wait for another one's rendering.
    var waitingCount: Int { waiting?.count ?? 0 }

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
        if waiting != nil { return await withCheckedContinuation { waiting?.append($0) } }
        waiting = []
        if let last, Self.pause > now() - last { await wait(Self.pause - (now() - last)) }
        // Who asks from here on wants to know of what happened since.
        let others = waiting ?? []
        waiting = nil
        last = now()
        let text = ByteBuffer(string: render())
        for other in others { other.resume(returning: text) }
        return text
    }
}
