import OvationNode
import OvationRules

/// The unreliability of calls to the app's billing: how many of a thousand calls go wrong, in each way.
struct BillingFaults {
    var notConnected = 30
    /// The connection breaks before the billing reads the question, or after it has acted.
    var resetBefore = 30
    var resetAfter = 50
    /// The answer has an error status, before or after the billing has acted.
    var statusBefore = 20
    var statusAfter = 40
    /// No answer arrives: the question is lost, or the answer.
    var silentBefore = 20
    var silentAfter = 40
    /// Question and answer take about as long as the server waits, or much longer.
    var slow = 100
    /// The answer is not a valid one.
    var nonsense = 50
    /// The question is delivered twice. This happens only to a billing that is idempotent.
    var doubled = 30
    /// The billing sends its answer again later, when the connection of the question is gone.
    var repeated = 60
}

/// The connection between one process of the server and the app's billing.
///
/// A message may arrive after the server has given up, and even after it has crashed.
///
/// It is safely `Sendable`, because only the simulation's thread uses it.
final class BillingLine: @unchecked Sendable {
    private enum Fault {
        case none, notConnected, resetBefore, resetAfter, statusBefore, statusAfter, silentBefore, silentAfter, slow
        case nonsense, doubled, repeated
    }

    /// A question or a cancellation that the server waits for.
    private final class Call {
        let message: BillingMessage
        var continuation: CheckedContinuation<HostedAnswer, Never>?
        var patience: World.Timer?

        init(_ message: BillingMessage) { self.message = message }
    }

    private let world: World
    private let timers: World.TimerSource
    private let biller: SimulatedBiller
    private let bug: PlantedBug?
    private var chance: Chance
    private var faults: BillingFaults?
    private var isDead = false
    private var calls: [Call] = []
    /// Receives a description of each answer that reaches the server.
    private let onAnswer: (String) -> Void

    init(
        _ biller: SimulatedBiller, _ world: World, number: Int, faults: BillingFaults?, bug: PlantedBug?,
        onAnswer: @escaping (String) -> Void
    ) {
        self.biller = biller
        self.world = world
        self.faults = faults
        self.bug = bug
        self.onAnswer = onAnswer
        timers = world.makeTimerSource()
        chance = Chance(seed: world.seed, "billing line", number)
    }

    /// Stops all faults.
    func heal() { faults = nil }

    /// Ends the process: its connections break, and no answer reaches it any more.
    func die() {
        isDead = true
        for call in calls { end(call, .lost) }
    }

    /// Returns true if the server is waiting for the billing's answer about an order.
    func isAsking(about order: String) -> Bool { calls.contains { !$0.message.isCancel && $0.message.order == order } }

    func post(_ command: String, body: [UInt8], milliseconds: Int) async -> HostedAnswer {
        guard let message = BillingMessage(command, body) else {
            preconditionFailure("the server asks what no billing can read: \(String(decoding: body, as: UTF8.self))")
        }
        let answer = await post(message, milliseconds: milliseconds)
        switch (bug, answer) {
        case (.askedAgain?, .timedOut), (.askedAgain?, .lost): return await post(message, milliseconds: milliseconds)
        case (.silenceIsYes?, .timedOut): return .answered(Array(#"{"ErrorCode":0}"#.utf8))
        default: return answer
        }
    }

    private func post(_ message: BillingMessage, milliseconds: Int) async -> HostedAnswer {
        guard !isDead else { return .lost }
        biller.note(askedAt: world.now, about: message.order)
        return await withCheckedContinuation { continuation in
            let call = Call(message)
            call.continuation = continuation
            calls.append(call)
            call.patience = world.after(nanoseconds: .milliseconds(milliseconds), timers) { [self] in
                end(call, .timedOut)
            }
            send(call, milliseconds)
        }
    }

    // MARK: There and back

    private func send(_ call: Call, _ milliseconds: Int) {
        let fault = drawFault()
        switch fault {
        case .silentBefore: return
        case .notConnected, .resetBefore, .statusBefore:
            let answer: HostedAnswer =
                switch fault {
                case .notConnected: .notConnected
                case .resetBefore: .lost
                default: .status(chance.pick([301, 400, 500, 503]))
                }
            world.after(nanoseconds: latency(), timers) { [self] in end(call, answer) }
        case .slow:
            // The delay may be shorter or longer than the server's timeout, so that sometimes the question is late and sometimes the
            // answer.
            let there = UInt64.milliseconds(chance.number(0...milliseconds * (chance.perMille(200) ? 20 : 1)))
            travel(call, there, back: .milliseconds(chance.number(0...milliseconds)), fault)
        case .doubled where biller.policy.isIdempotent:
            travel(call, latency(), back: latency(), .none)
            travel(call, latency(), back: latency(), .none)
        default: travel(call, latency(), back: latency(), fault)
        }
    }

    private func travel(_ call: Call, _ there: UInt64, back: UInt64, _ fault: Fault) {
        let message = call.message
        biller.note(onTheWay: 1, for: message.order)
        world.after(nanoseconds: there, timers) { [self] in
            biller.note(onTheWay: -1, for: message.order)
            // Bytes that were still in the server's kernel are lost with it.
            if isDead, chance.perMille(500) { return }
            let reply = message.isCancel ? biller.giveBack(message) : biller.take(message)
            let answer: HostedAnswer
            switch fault {
            case .silentAfter: return
            case .resetAfter: answer = .lost
            case .statusAfter: answer = .status(chance.pick([302, 404, 500, 504]))
            case .nonsense: answer = .answered(Array(chance.pick(Self.nonsense).utf8))
            default: answer = .answered(reply.body)
            }
            let isUnderstood = answer == .answered(reply.body)
            if fault == .repeated {
                world.after(nanoseconds: back + .milliseconds(chance.number(1...800)), timers) { [self] in
                    repeated(answer)
                }
            }
            world.after(nanoseconds: back, timers) { [self] in
                guard end(call, answer), isUnderstood, reply.confirms else { return }
                biller.confirmed(message.order)
            }
        }
    }

    /// Sends an answer again that nobody waits for.
    private func repeated(_ answer: HostedAnswer) {
        guard bug == .foreignAnswer, let other = calls.first else { return }
        end(other, answer)
    }

    /// Delivers an answer to the server. Returns false if the server no longer waits.
    @discardableResult
    private func end(_ call: Call, _ answer: HostedAnswer) -> Bool {
        guard let continuation = call.continuation else { return false }
        call.continuation = nil
        call.patience?.cancel()
        calls.removeAll { $0 === call }
        if !isDead {
            onAnswer("\(call.message.isCancel ? "cancel" : "question") of \(call.message.order): \(answer.words)")
        }
        continuation.resume(returning: answer)
        return !isDead
    }

    private func latency() -> UInt64 { UInt64(chance.number(200_000...60_000_000)) }

    private func drawFault() -> Fault {
        guard let faults else { return .none }
        let table: [(Int, Fault)] = [
            (faults.notConnected, .notConnected), (faults.resetBefore, .resetBefore), (faults.resetAfter, .resetAfter),
            (faults.statusBefore, .statusBefore), (faults.statusAfter, .statusAfter),
            (faults.silentBefore, .silentBefore), (faults.silentAfter, .silentAfter), (faults.slow, .slow),
            (faults.nonsense, .nonsense), (faults.doubled, .doubled),
            (faults.repeated, .repeated),
        ]
        var drawn = chance.below(1_000)
        for (part, fault) in table {
            if drawn < part { return fault }
            drawn -= part
        }
        return .none
    }

    /// Invalid answers of a broken billing, and answers of a proxy.
    private static let nonsense = [
        "", "OK", "[0]", #"{"ErrorCode":"0"}"#, #"{"ErrorCode":0"#, #"{"ActionStatus":"OK"}"#, #"{"ErrorCode":null}"#,
        #"{"ErrorCode":0.5}"#, "<html>502</html>", "\u{0}", #"{"ActionStatus":"FAIL","ErrorCode":0}"#,
        #"{"ErrorCode":0,"OrderId":"nobody/none"}"#,
        #"{"ErrorCode":0,"ErrorCode":102150}"#, #"{"ErrorCode":102150,"ErrorCode":0}"#, #"{"ErrorCode":1e-400}"#,
    ]
}

extension HostedAnswer {
    /// A description of the answer, for the trace.
    fileprivate var words: String {
        switch self {
        case .answered(let body): String(decoding: body, as: UTF8.self)
        case .status(let status): "status \(status)"
        case .notConnected: "not connected"
        case .lost: "connection lost"
        case .timedOut: "no answer in time"
        }
    }
}
