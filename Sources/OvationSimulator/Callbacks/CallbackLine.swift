import OvationNode

/// The unreliability of callbacks to the app's backend: how many of a thousand calls go wrong, in each way.
struct CallbackFaults {
    var notConnected = 20
    /// The connection breaks before the backend reads the callback, or after.
    var resetBefore = 20
    var resetAfter = 30
    var status = 30
    var silentAfter = 30
}

/// The connection between one process of the server and the app's backend.
///
/// It is safely `Sendable`, because only the simulation's thread uses it.
final class CallbackLine: @unchecked Sendable {
    private final class Call {
        var continuation: CheckedContinuation<HostedAnswer, Never>?
        var patience: World.Timer?
    }

    private let world: World
    private let timers: World.TimerSource
    private let backend: SimulatedBackend
    private var chance: Chance
    private var faults: CallbackFaults?
    private var isDead = false
    private var calls: [Call] = []
    /// Receives a description of each answer that reaches the server.
    private let onAnswer: (String) -> Void

    init(
        _ backend: SimulatedBackend, _ world: World, number: Int, faults: CallbackFaults?,
        onAnswer: @escaping (String) -> Void
    ) {
        self.backend = backend
        self.world = world
        self.faults = faults
        self.onAnswer = onAnswer
        timers = world.makeTimerSource()
        chance = Chance(seed: world.seed, "callback line", number)
    }

    /// Stops all faults.
    func heal() { faults = nil }

    /// Ends the process: its connections break, and no answer reaches it any more.
    func die() {
        isDead = true
        for call in calls { end(call, .lost) }
    }

    func post(_ command: String, body: [UInt8], milliseconds: Int) async -> HostedAnswer {
        guard !isDead else { return .lost }
        return await withCheckedContinuation { continuation in
            let call = Call()
            call.continuation = continuation
            calls.append(call)
            call.patience = world.after(nanoseconds: .milliseconds(milliseconds), timers) { [self] in
                end(call, .timedOut)
            }
            send(call, command, body)
        }
    }

    private func send(_ call: Call, _ command: String, _ body: [UInt8]) {
        var answer = HostedAnswer.answered([])
        var isHeard = true
        var isAnswered = true
        if let faults {
            var drawn = chance.below(1_000)
            func isDrawn(_ part: Int) -> Bool {
                defer { drawn -= part }
                return (0..<part).contains(drawn)
            }
            if isDrawn(faults.notConnected) { (answer, isHeard) = (.notConnected, false) }
            if isDrawn(faults.resetBefore) { (answer, isHeard) = (.lost, false) }
            if isDrawn(faults.resetAfter) { answer = .lost }
            if isDrawn(faults.status) { answer = .status(chance.pick([302, 404, 500])) }
            if isDrawn(faults.silentAfter) { isAnswered = false }
        }
        world.after(nanoseconds: latency(), timers) { [self] in
            if isHeard, !isDead { backend.hear(command, body) }
            guard isAnswered else { return }
            world.after(nanoseconds: latency(), timers) { [self] in end(call, answer) }
        }
    }

    private func end(_ call: Call, _ answer: HostedAnswer) {
        guard let continuation = call.continuation else { return }
        call.continuation = nil
        call.patience?.cancel()
        calls.removeAll { $0 === call }
        if !isDead { onAnswer("what it was told: \(answer)") }
        continuation.resume(returning: answer)
    }

    private func latency() -> UInt64 { UInt64(chance.number(200_000...60_000_000)) }
}

/// Both connections to the app's backend: to its billing, and to its receiver of callbacks.
///
/// It is safely `Sendable`, because it never changes.
struct BackendLine: HostedBackend, @unchecked Sendable {
    let billing: BillingLine?
    let callbacks: CallbackLine?

    func post(_ command: String, body: [UInt8], milliseconds: Int) async -> HostedAnswer {
        if command == SimulatedBackend.command, let callbacks {
            return await callbacks.post(command, body: body, milliseconds: milliseconds)
        }
        guard let billing else { preconditionFailure("the server calls \(command), which nobody wants") }
        return await billing.post(command, body: body, milliseconds: milliseconds)
    }
}
