import Foundation
import OvationTestKit
import Synchronization

/// An app's billing that keeps correct books and answers over a bad network.
///
/// What it decides about an order depends on the order alone. How an answer fails depends on the order, the attempt and a seed. Its books
/// say what it has really done, and a test compares with them.
final class FaultyBiller: Sendable {
    /// What the billing has done about one order.
    struct Account: Sendable {
        /// How often the server asked it to charge.
        var asked = 0
        /// How often the server asked for a refund.
        var cancelled = 0
        /// Whether it holds the sender's coins.
        var isCharged = false
        /// Whether it has sent an answer that a server can understand.
        var hasAnswered = false
    }

    /// A way for an answer to go wrong.
    enum Fault: CaseIterable {
        case none
        case badRequest
        case serverErrorBefore
        case serverErrorAfter
        case resetBefore
        case resetAfter
        case resetWithinAnswer
        case slow
        case silence
        case wrongJSON
        case huge
        case redirect
        case twice
    }

    /// The share of good answers, in percent.
    private static let goodPercent = 50

    private let seed: UInt64
    private let timeoutMilliseconds: Int
    private let accounts = Mutex<[String: Account]>([:])

    init(seed: UInt64, timeoutMilliseconds: Int) {
        self.seed = seed
        self.timeoutMilliseconds = timeoutMilliseconds
    }

    /// The accounts of all orders, by `OrderId`.
    var books: [String: Account] { accounts.withLock { $0 } }

    /// A generator that depends on the order, the attempt, the purpose and the seed.
    private func dice(_ orderID: String, _ attempt: Int, _ what: String) -> SeededGenerator {
        let hash = "\(orderID) \(attempt) \(what)".utf8.reduce(seed ^ 14_695_981_039_346_656_037) {
            ($0 ^ UInt64($1)) &* 1_099_511_628_211
        }
        return SeededGenerator(seed: hash)
    }

    /// Whether the sender of an order has enough coins.
    func accepts(_ orderID: String) -> Bool {
        var dice = dice(orderID, 0, "accepts")
        return dice.chance(0.8)
    }

    /// Answers a question or a cancellation.
    func answer(_ request: CallbackTestServer.Request) async -> CallbackTestServer.Behaviour {
        guard let orderID = request.json["OrderId"] as? String else { return .code(1, "no order") }
        let isCancel = request.command == "Live.CallbackCancelSendGift"
        let attempt = accounts.withLock { accounts in
            if isCancel {
                accounts[orderID, default: Account()].cancelled += 1
            } else {
                accounts[orderID, default: Account()].asked += 1
            }
            return isCancel ? accounts[orderID]?.cancelled ?? 0 : accounts[orderID]?.asked ?? 0
        }
        var dice = dice(orderID, attempt, isCancel ? "cancel" : "ask")
        // The fourth answer is good at the latest, as no network fails for ever.
        let isGood = attempt > 3 || dice.chance(Double(Self.goodPercent) / 100)
        let fault = isGood ? Fault.none : dice.pick(Fault.allCases)
        switch fault {
        case .badRequest: return .answer(status: 400, #"{"ErrorCode":1}"#)
        case .serverErrorBefore: return .answer(status: 500, "")
        case .resetBefore: return .resetBeforeAnswer
        default: break
        }
        if fault == .slow || fault == .silence, dice.chance(0.5) { return await late(fault, &dice, .silence) }
        let reply = isCancel ? giveBack(orderID) : decide(orderID)
        switch fault {
        case .serverErrorAfter: return .answer(status: 503, "try later")
        case .resetAfter: return .resetBeforeAnswer
        case .resetWithinAnswer: return .resetWithinAnswer
        case .slow, .silence: return await late(fault, &dice, understood(orderID, reply))
        case .wrongJSON: return .answer(dice.pick(["", "OK", "{\"ErrorCode\":\"0\"}", "[0]", "{\"ErrorCode\":0"]))
        case .huge: return .answer(String(repeating: " ", count: 200_000) + #"{"ErrorCode":0}"#)
        case .redirect: return .answer(status: 302, headers: ["Location": "http://127.0.0.1:1/"], "")
        case .twice: return understood(orderID, reply == 0 ? .twice(Self.yes) : .code(reply, "too poor"))
        default: return understood(orderID, reply)
        }
    }

    private static let yes = #"{"ActionStatus":"OK","ErrorInfo":"","ErrorCode":0}"#

    private func decide(_ orderID: String) -> Int {
        guard accepts(orderID) else { return 102_150 }
        accounts.withLock { $0[orderID]?.isCharged = true }
        return 0
    }

    private func giveBack(_ orderID: String) -> Int {
        accounts.withLock { $0[orderID]?.isCharged = false }
        return 0
    }

    private func understood(_ orderID: String, _ code: Int) -> CallbackTestServer.Behaviour {
        understood(orderID, code == 0 ? .yes : .code(code, "too poor"))
    }

    private func understood(
        _ orderID: String, _ answer: CallbackTestServer.Behaviour
    ) -> CallbackTestServer.Behaviour {
        accounts.withLock { $0[orderID]?.hasAnswered = true }
        return answer
    }

    /// Answers close to the server's time-out, before or after it. The sleep is the slow network; the test passes on either side of it.
    private func late(
        _ fault: Fault, _ dice: inout SeededGenerator, _ answer: CallbackTestServer.Behaviour
    ) async -> CallbackTestServer.Behaviour {
        guard fault == .slow else { return .silence }
        let milliseconds = dice.number(timeoutMilliseconds / 2...timeoutMilliseconds * 3 / 2)
        try? await Task.sleep(for: .milliseconds(milliseconds))
        return answer
    }
}
