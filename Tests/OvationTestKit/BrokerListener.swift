package import OvationBroker
import Synchronization

/// Listens to a subject in a test, and keeps what comes until the test asks.
package final class BrokerListener: Sendable {
    private struct State {
        var waiting: [BrokerDelivery] = []
        var asker: CheckedContinuation<BrokerDelivery, Never>?
        /// Work that the subscription wants to have run while the listener is held up.
        var held: [@Sendable () -> Void]?
    }

    private let state = Mutex(State())
    /// The listener's subscription.
    package var subscription: any BrokerSubscription {
        guard let subscription = kept.withLock({ $0.subscription }) else {
            preconditionFailure("made by the initialiser")
        }
        return subscription
    }
    private let kept = Mutex(Kept())

    private struct Kept {
        var subscription: (any BrokerSubscription)?
    }

    /// Listens.
    ///
    /// - Parameters:
    ///   - isHeld: whether nothing is taken from the queue until ``goOn()``.
    ///   - answer: what a request that comes is answered with; nil where none is.
    package init(
        to subject: BrokerSubject, of broker: any Broker, messagesMax: Int = 1000, bytesMax: Int = 8 << 20,
        isHeld: Bool = false, answer: (@Sendable ([UInt8]) -> [UInt8]?)? = nil
    ) throws {
        if isHeld { state.withLock { $0.held = [] } }
        let subscription = try broker.subscribe(
            to: subject, queue: BrokerQueue.Limits(messagesMax: messagesMax, bytesMax: bytesMax),
            on: { [weak self] work in self?.run(work) },
            { [weak self, weak broker] delivery in
                if case .message(let message) = delivery, let reply = message.reply,
                    let payload = answer?(message.payload)
                {
                    try? broker?.answer(payload, to: reply)
                }
                self?.take(delivery)
            })
        kept.withLock { $0.subscription = subscription }
    }

    /// The next delivery, when it comes.
    package func next() async -> BrokerDelivery {
        let wait = Patience.begin("a delivery of a broker")
        defer { wait.end() }
        return await withCheckedContinuation { continuation in
            let ready: BrokerDelivery? = state.withLock { state in
                guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
                state.asker = continuation
                return nil
            }
            if let ready { continuation.resume(returning: ready) }
        }
    }

    /// The payload of the next delivery; nil where it is a gap.
    package func nextPayload() async -> [UInt8]? {
        if case .message(let message) = await next() { message.payload } else { nil }
    }

    /// Returns when so many messages have come, whether or not they were taken.
    package func received(_ count: Int) async {
        let wait = Patience.begin("\(count) messages of a broker")
        defer { wait.end() }
        while subscription.counts.received < count { await Task.yield() }
    }

    /// Takes from the queue what waited there, and what comes from here on.
    package func goOn() {
        let works = state.withLock { state in
            defer { state.held = nil }
            return state.held ?? []
        }
        for work in works { work() }
    }

    private func run(_ work: @escaping @Sendable () -> Void) {
        let isHeld = state.withLock { state in
            state.held?.append(work)
            return state.held != nil
        }
        if !isHeld { work() }
    }

    private func take(_ delivery: BrokerDelivery) {
        let asker: CheckedContinuation<BrokerDelivery, Never>? = state.withLock { state in
            defer { state.asker = nil }
            if state.asker == nil { state.waiting.append(delivery) }
            return state.asker
        }
        asker?.resume(returning: delivery)
    }
}

extension Broker {
    /// Asks, and waits for the answer.
    package func ask(_ payload: [UInt8], _ subject: BrokerSubject) async -> Result<[UInt8], BrokerFailure> {
        let wait = Patience.begin("an answer over a broker")
        defer { wait.end() }
        return await withCheckedContinuation { continuation in
            request(payload, to: subject) { continuation.resume(returning: $0) }
        }
    }

    /// Returns when the broker is in this state.
    package func becomes(_ wanted: BrokerState) async {
        let wait = Patience.begin("a broker that is \(wanted)")
        defer { wait.end() }
        while state != wanted { await Task.yield() }
    }
}
