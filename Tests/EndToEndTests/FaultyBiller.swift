import Foundation
import OvationTestKit
import Synchronization

/// An app's billing that keeps its own books right and answers as badly as a network can.
///
/// What it decides about an order depends on the order alone; how it fails, on the order, the attempt and a seed. It notes
/// what it has really done, which is what a test compares with.
final class FaultyBiller: Sendable {
    /// What it has done about one order.
    struct Account: Sendable {
        /// How often it was asked.
        var asked = 0
        /// How often it was told to give back.
        var cancelled = 0
        /// Whether it has the sender's coins.
        var isCharged = false
        /// Whether it has answered in a way that could be understood.
        var hasAnswered = false
    }

    /// How an answer goes wrong.
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

    /// How often in 100 an answer goes well.
    private static let goodPercent = 50

    private let seed: UInt64
    private let timeoutMilliseconds: Int
    private let accounts = Mutex<[String: Account]>([:])

    init(seed: UInt64, timeoutMilliseconds: Int) {
        self.seed = seed
        self.timeoutMilliseconds = timeoutMilliseconds
    }

    /// What it has done, by `OrderId`.
    var books: [String: Account] { accounts.withLock { $0 } }

    /// Numbers that an order, an attempt and the seed decide.
    private func dice(_ orderID: String, _ attempt: Int, _ what: String) -> SeededGenerator {
        let hash = "\(orderID) \(attempt) \(what)".utf8.reduce(seed ^ 14_695_981_039_346_656_037) {
            ($0 ^ UInt64($1)) &* 1_099_511_628_211
        }
        return SeededGenerator(seed: hash)
    }

    /// Whether the sender of an order has the coins.
    func accepts(_ orderID: String) -> Bool {
        var dice = dice(orderID, 0, "accepts")
        return dice.chance(0.8)
    }

    /// Answers a question or a cancel.
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
        // After a few bad answers a good one comes: no network fails for ever.
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

    /// An answer around the time that the server waits. The test depends on neither side of it: this *is* the slow network.
    private func late(
        _ fault: Fault, _ dice: inout SeededGenerator, _ answer: CallbackTestServer.Behaviour
    ) async -> CallbackTestServer.Behaviour {
        guard fault == .slow else { return .silence }
        let milliseconds = dice.number(timeoutMilliseconds / 2...timeoutMilliseconds * 3 / 2)
        try? await Task.sleep(for: .milliseconds(milliseconds))
        return answer
    }
}
