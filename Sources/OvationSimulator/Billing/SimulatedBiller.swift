import Foundation
import OvationModel
import OvationRules

/// The app's own billing, with books that are always right.
///
/// It outlives the server's processes. ``BillingLine`` simulates the faults in between.
///
/// It is safely `Sendable`, because only the simulation's thread uses it.
final class SimulatedBiller: @unchecked Sendable {
    /// The billing's record of an order.
    struct Account {
        /// How many times it was asked for the coins.
        var asked = 0
        /// How many times it was asked to return them.
        var cancelled = 0
        /// Its decision when it was first asked.
        var isAccepted = false
        /// How many times it has taken the coins without returning them.
        var charges = 0
        /// The coins that it takes.
        var coins: Int64 = 0
        /// True if the server learned in time that the coins were taken.
        var isConfirmed = false
        /// When a server first asked about it, in nanoseconds of simulated time, whether or not the question arrived.
        var firstAskedAt: UInt64?
        /// Questions and cancellations in transit.
        var onTheWay = 0
    }

    /// The reply to a question or a cancellation.
    struct Reply {
        var body: [UInt8]
        /// True if the reply says that the coins are taken.
        var confirms = false
    }

    /// Whether the billing is idempotent, and whether the server shows gifts without its answer.
    let policy: BillingPolicy
    private var chance: Chance
    private(set) var accounts: [String: Account] = [:]
    /// Problems with the questions it got, one sentence each.
    private(set) var problems: [String] = []

    /// How many of a thousand senders have too few coins.
    private static let refusedPerMille = 150

    init(seed: UInt64, policy: BillingPolicy) {
        self.policy = policy
        chance = Chance(seed: seed, "biller")
    }

    /// True if nothing is in transit to it.
    var isQuiet: Bool { accounts.values.allSatisfy { $0.onTheWay == 0 } }

    /// Returns the record of an order; empty if the billing never heard of it.
    func account(of order: String) -> Account { accounts[order] ?? Account() }

    /// Counts a message that was sent, arrived or got lost.
    func note(onTheWay change: Int, for order: String) { accounts[order, default: Account()].onTheWay += change }

    /// Records that a server asks about an order.
    func note(askedAt time: UInt64, about order: String) {
        let first = accounts[order]?.firstAskedAt ?? time
        accounts[order, default: Account()].firstAskedAt = first
    }

    /// Records that the server learned in time that the coins were taken.
    func confirmed(_ order: String) { accounts[order, default: Account()].isConfirmed = true }

    // MARK: Questions

    /// Takes the coins, or refuses if there are too few.
    func take(_ question: BillingMessage) -> Reply {
        var account = accounts[question.order, default: Account()]
        account.asked += 1
        if account.asked == 1 {
            account.isAccepted = !chance.perMille(Self.refusedPerMille)
            account.coins = question.coins
        }
        if account.coins != question.coins {
            problems.append("the billing was asked for \(question.coins) coins for \(question.order), then for others")
        }
        // A billing that is not idempotent treats every question as a new one.
        if account.isAccepted, !policy.isIdempotent || account.charges == 0, !account.isGivenBack {
            account.charges += 1
        }
        accounts[question.order] = account
        return account.isAccepted
            ? Reply(body: Self.acceptance, confirms: true) : Reply(body: Array(chance.pick(Self.refusals).utf8))
    }

    /// Returns the coins if it has taken them.
    func giveBack(_ cancel: BillingMessage) -> Reply {
        if !policy.isIdempotent {
            problems.append("the billing was told to cancel \(cancel.order), which it does not understand")
        }
        accounts[cancel.order, default: Account()].cancelled += 1
        returnCoins(of: cancel.order)
        return Reply(body: Self.acceptance)
    }

    private func returnCoins(of order: String) { accounts[order, default: Account()].charges = 0 }

    /// Plays an operator, who looks up an order that the server left open, and returns the coins if no gift was shown.
    ///
    /// - Returns: True if the coins were taken; nil if that may still change.
    func lookUp(_ open: BillingOrder) -> Bool? {
        let account = account(of: open.order.key.reference)
        guard account.onTheWay == 0 else { return nil }
        if !open.state.wasDelivered { returnCoins(of: open.order.key.reference) }
        return account.charges > 0
    }

    private static let acceptance = Array(#"{"ActionStatus":"OK","ErrorInfo":"","ErrorCode":0}"#.utf8)
    /// A refusal with a custom code, and one with a standard code.
    private static let refusals = [
        #"{"ActionStatus":"FAIL","ErrorInfo":"too poor","ErrorCode":102150}"#, #"{"ErrorCode":500}"#,
        #"{"ActionStatus":"OK","ErrorCode":1}"#,
    ]
}

extension SimulatedBiller.Account {
    /// True if the coins were returned. A later question about the order is then ignored.
    fileprivate var isGivenBack: Bool { cancelled > 0 }
}

/// A question or a cancellation, as the billing reads it. It parses JSON on its own, without the server's code.
struct BillingMessage {
    let isCancel: Bool
    /// The sender and the order id.
    let order: String
    /// The total cost.
    let coins: Int64

    /// The command of a question.
    static let question = "Live.CallbackBeforeSendGift"

    init?(_ command: String, _ body: [UInt8]) {
        guard let object = try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any],
            object["CallbackCommand"] as? String == command, let order = object["OrderId"] as? String,
            let gift = object["GiftWater"] as? [String: Any], let coins = ReceivedFrame.number(gift["Coins"]),
            let count = ReceivedFrame.number(gift["Count"]), let receivers = gift["To_Account"] as? [String]
        else { return nil }
        switch command {
        case Self.question: isCancel = false
        case "Live.CallbackCancelSendGift": isCancel = true
        default: return nil
        }
        self.order = order
        self.coins = coins * count * Int64(receivers.count)
    }
}
