import QuartzCore

/// Stands for the clock of the screen: a program ticks by hand.
@MainActor
final class DisplayClock {
    private static var running: [ObjectIdentifier: () -> Bool] = [:]

    init(_ tick: @escaping @MainActor () -> Bool) { Self.running[ObjectIdentifier(self)] = tick }

    func stop() { Self.running[ObjectIdentifier(self)] = nil }

    /// The screen is drawn at a time.
    static func tick(at seconds: Double) {
        mediaTime = seconds
        for tick in running.values { _ = tick() }
    }
}
