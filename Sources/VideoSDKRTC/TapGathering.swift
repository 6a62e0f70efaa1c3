import OvationModel
import OvationWire

/// Gathers equal messages that are published in quick succession. It sends the first one at once, and those that follow within a window
/// together.
///
/// A thumb taps ten times a second. The server adds up equal messages anyway, so a client that counts first saves traffic and work. It is
/// pure: it sends nothing and waits for nothing.
struct TapGathering: Sendable {
    /// How long a message waits for equal ones.
    static let windowMilliseconds = 200
    /// The most messages that one command stands for.
    static let countMax = 100

    /// What to do next.
    struct Step: Equatable, Sendable {
        /// The messages to send now, in this order.
        var sent: [PubSubPublish] = []
        /// The number to call ``windowOver(_:)`` with when the window has passed; nil if no window begins.
        var window: Int?
    }

    private var message: PubSubPublish?
    private var waiting = 0
    private var window = 0

    /// Adds a message that was published.
    mutating func add(_ next: PubSubPublish) -> Step {
        guard next.payload == nil, next.persist != true, next.sendOnly?.isEmpty ?? true else {
            // This message goes after the ones that were published before it.
            return Step(sent: finish() + [next])
        }
        guard let message, message == next else {
            let before = finish()
            message = next
            window += 1
            return Step(sent: before + [next], window: window)
        }
        waiting += 1
        return waiting == Self.countMax ? Step(sent: take()) : Step()
    }

    /// Ends a window. If messages were gathered, they are sent and a new window begins.
    mutating func windowOver(_ number: Int) -> Step {
        guard number == window else { return Step() }
        guard waiting > 0 else {
            message = nil
            return Step()
        }
        window += 1
        return Step(sent: take(), window: window)
    }

    /// Returns the messages that were gathered, and starts over.
    mutating func finish() -> [PubSubPublish] {
        let sent = take()
        message = nil
        window += 1
        return sent
    }

    private mutating func take() -> [PubSubPublish] {
        guard waiting > 0, var gathered = message else { return [] }
        if waiting > 1 { gathered.count = waiting }
        waiting = 0
        return [gathered]
    }
}
