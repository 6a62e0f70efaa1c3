import Foundation
import OvationModel
import OvationRules

/// The app's own billing: its books, which are always right, and what it says of them.
///
/// It outlives every process of the server. What goes wrong between the two is in ``BillingLine``.
///
/// Sound as `Sendable` because only the thread that runs the simulation touches it.
final class SimulatedBiller: @unchecked Sendable {
    /// What it knows of an order.
    struct Account {
        /// How often it was asked for the coins.
        var asked = 0
        /// How often it was told to give them back.
        var cancelled = 0
        /// What it decided when it was asked first.
        var isAccepted = false
        /// How often it has taken the coins and not given them back.
        var charges = 0
        /// What it takes.
        var coins: Int64 = 0
        /// Whether the server was told in time that the coins were taken.
        var isConfirmed = false
        /// When a server asked about it first, whether or not that arrived; in nanoseconds of the world.
        var firstAskedAt: UInt64?
        /// Questions and cancels on their way.
        var onTheWay = 0
    }

    /// What it says to a question or a cancel.
    struct Reply {
        var body: [UInt8]
        /// Whether it says that the coins are taken.
        var confirms = false
    }

    /// Whether it honours order ids, and whether the server shows gifts without its answer.
    let policy: BillingPolicy
    private var chance: Chance
    private(set) var accounts: [String: Account] = [:]
    /// What was wrong with what it was asked, one sentence each.
    private(set) var problems: [String] = []

    /// Of a thousand senders, how many have too few coins there.
    private static let refusedPerMille = 150

    init(seed: UInt64, policy: BillingPolicy) {
        self.policy = policy
        chance = Chance(seed: seed, "biller")
    }

    /// Whether nothing is on its way to it.
    var isQuiet: Bool { accounts.values.allSatisfy { $0.onTheWay == 0 } }

    /// What it knows of an order; nothing where it never heard of it.
    func account(of order: String) -> Account { accounts[order] ?? Account() }

    /// Counts what is sent and what has arrived, or never will.
    func note(onTheWay change: Int, for order: String) { accounts[order, default: Account()].onTheWay += change }

    /// Notes that a server asks about an order.
    func note(askedAt time: UInt64, about order: String) {
        let first = accounts[order]?.firstAskedAt ?? time
        accounts[order, default: Account()].firstAskedAt = first
    }

    /// Notes that the server has heard in time that the coins were taken.
    func confirmed(_ order: String) { accounts[order, default: Account()].isConfirmed = true }

    // MARK: What it is asked

    /// Takes the coins, or says that there are none.
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
        // Without a memory for order ids each question is a new one.
        if account.isAccepted, !policy.isIdempotent || account.charges == 0, !account.isGivenBack {
            account.charges += 1
        }
        accounts[question.order] = account
        return account.isAccepted
            ? Reply(body: Self.yes, confirms: true) : Reply(body: Array(chance.pick(Self.noes).utf8))
    }

    /// Gives the coins back, where it has them.
    func giveBack(_ cancel: BillingMessage) -> Reply {
        if !policy.isIdempotent {
            problems.append("the billing was told to cancel \(cancel.order), which it does not understand")
        }
        accounts[cancel.order, default: Account()].cancelled += 1
        returnCoins(of: cancel.order)
        return Reply(body: Self.yes)
    }

    private func returnCoins(of order: String) { accounts[order, default: Account()].charges = 0 }

    /// An operator looks an order up that the server has left open, and has the coins given back where no gift was shown.
    ///
    /// - Returns: whether the coins were taken; nil where that may still change.
    func lookUp(_ open: BillingOrder) -> Bool? {
        let account = account(of: open.order.key.reference)
        guard account.onTheWay == 0 else { return nil }
        if !open.state.wasDelivered { returnCoins(of: open.order.key.reference) }
        return account.charges > 0
    }

    private static let yes = Array(#"{"ActionStatus":"OK","ErrorInfo":"","ErrorCode":0}"#.utf8)
    /// A refusal with a number of its own, and with another one.
    private static let noes = [
        #"{"ActionStatus":"FAIL","ErrorInfo":"too poor","ErrorCode":102150}"#, #"{"ErrorCode":500}"#,
        #"{"ActionStatus":"OK","ErrorCode":1}"#,
    ]
}

extension SimulatedBiller.Account {
    /// Whether it took the coins and was told to give them back: a question that comes later changes nothing any more.
    fileprivate var isGivenBack: Bool { cancelled > 0 }
}

/// A question or a cancel, as the billing reads it. Reads JSON on its own: it shares no code with the one that writes it.
struct BillingMessage {
    let isCancel: Bool
    /// Sender and order id.
    let order: String
    /// What all of it costs.
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
