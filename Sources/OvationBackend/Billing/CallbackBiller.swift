import Foundation
import OvationModel
package import OvationRules

/// The app's own billing behind its callback URL: `Live.CallbackBeforeSendGift` asks it, `Live.CallbackCancelSendGift`, which
/// is ours, has it give back.
package struct CallbackBiller: Biller {
    /// How much of its reason for a refusal is kept and passed on.
    private static let messageCharactersMax = 200

    private let caller: any CallbackCaller
    private let settings: @Sendable () -> CallbackSettings
    private let configured: BillingPolicy
    private let timeoutMilliseconds: Int

    /// Makes a billing.
    ///
    /// - Parameters:
    ///   - caller: posts to the app's backend.
    ///   - settings: where it listens and what it wants to be asked; read with every order.
    ///   - configured: what the operator has configured for it.
    ///   - timeoutMilliseconds: how long it may take to answer.
    package init(
        caller: any CallbackCaller, configured: BillingPolicy, timeoutMilliseconds: Int,
        settings: @escaping @Sendable () -> CallbackSettings
    ) {
        self.caller = caller
        self.configured = configured
        self.timeoutMilliseconds = timeoutMilliseconds
        self.settings = settings
    }

    /// It pays for gifts as soon as its command list has the question before a gift.
    package var policy: BillingPolicy? {
        let settings = settings()
        guard settings.wants(.beforeSendGift) else { return nil }
        return BillingPolicy(
            isIdempotent: configured.isIdempotent,
            failsOpen: configured.failsOpen || settings.wants(.giftsPassOnSilence))
    }

    package func ask(_ order: GiftOrder) async -> BillingAnswer {
        do {
            let answer = try await post(order, .beforeSendGift, id: "gift-\(order.key.reference)")
            // A no that is also a yes says nothing about the coins, and neither does the answer to another order.
            guard !answer.isContradictory, answer.isAbout(order) else { return .unclear }
            guard !answer.isAllowed else { return .confirmed }
            return .rejected(code: answer.code, message: String(answer.info.prefix(Self.messageCharactersMax)))
        } catch {
            return error.mayHaveArrived ? .unclear : .unreached
        }
    }

    package func revoke(_ order: GiftOrder) async -> Bool {
        do {
            let answer = try await post(order, .cancelSendGift, id: "cancel-\(order.key.reference)")
            return answer.isAllowed && answer.isAbout(order)
        } catch {
            return false
        }
    }

    private func post(
        _ order: GiftOrder, _ command: CallbackCommand, id: String
    ) async throws(CallbackFailure) -> CallbackAnswer {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let body = try? encoder.encode(Body(order, command)) else {
            preconditionFailure("texts and numbers can always be encoded")
        }
        return try await caller.ask(
            Callback(
                id: id, command: command, body: Array(body),
                client: order.origin.map(Callback.Client.init) ?? Callback.Client()),
            settings(), milliseconds: timeoutMilliseconds)
    }

    /// The names are the API's own; `OrderId` is ours.
    private struct Body: Encodable {
        struct Gift: Encodable {
            let From_Account: String
            let To_Account: [String]
            let Time: Int64
            let GiftId: String
            let Count: Int
            let Coins: Int64
        }

        let CallbackCommand: String
        let Operator_Account: String
        let RoomId: String
        let OrderId: String
        let GiftWater: Gift

        init(_ order: GiftOrder, _ command: CallbackCommand) {
            CallbackCommand = command.rawValue
            Operator_Account = order.sender.userID.rawValue
            RoomId = order.liveID.rawValue
            // Unique over all senders, so that a billing may use it as its own key.
            OrderId = order.key.reference
            GiftWater = Gift(
                From_Account: order.sender.userID.rawValue, To_Account: order.to.map(\.userID.rawValue),
                Time: order.at.milliseconds / 1_000, GiftId: order.gift.giftID.rawValue, Count: order.count,
                Coins: order.gift.coins.amount)
        }
    }
}

extension CallbackAnswer {
    /// Whether it is about an order, as far as it says. A billing need not say it.
    fileprivate func isAbout(_ order: GiftOrder) -> Bool { orderID.map { $0 == order.key.reference } ?? true }
}
