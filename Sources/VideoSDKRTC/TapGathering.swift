import OvationModel
import OvationWire

/// Equal messages that are published quickly one after the other: the first is sent at once, those that follow within a window together.
///
/// A thumb taps ten times a second. The server counts what it is sent, so a client that counts first saves it and the network the rest.
/// Pure: it sends nothing and waits for nobody.
struct TapGathering: Sendable {
    /// How long a message waits for equal ones.
    static let windowMilliseconds = 200
    /// How many one command stands for.
    static let countMax = 100

    /// What to do with a message.
    struct Step: Equatable, Sendable {
        /// What is sent now, in this order.
        var sent: [PubSubPublish] = []
        /// Whether ``windowOver(_:)`` is to be called with this number when the window is over; nil where it is not.
        var window: Int?
    }

    private var message: PubSubPublish?
    private var waiting = 0
    private var window = 0

    /// Takes a message in.
    mutating func add(_ next: PubSubPublish) -> Step {
        guard next.payload == nil, next.persist != true, next.sendOnly?.isEmpty ?? true else {
            // Behind what was published before it.
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

    /// A window is over: what has gathered is sent, and a new window begins where something had.
    mutating func windowOver(_ number: Int) -> Step {
        guard number == window else { return Step() }
        guard waiting > 0 else {
            message = nil
            return Step()
        }
        window += 1
        return Step(sent: take(), window: window)
    }

    /// Sends what has gathered, and begins anew.
    mutating func finish() -> [PubSubPublish] {
        let sent = take()
        message = nil
        window += 1
        return sent
    }

    private mutating func take() -> [PubSubPublish] {
        guard waiting > 0, var told = message else { return [] }
        if waiting > 1 { told.count = waiting }
        waiting = 0
        return [told]
    }
}
