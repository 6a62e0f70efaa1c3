import OvationBackend
import OvationMedia
package import OvationModel
import OvationPictures
import OvationRules
import OvationStorage
import OvationSupport
package import OvationWire

// MARK: - What an operator and the app's backend ask for

extension HostedNode {
    /// Sends a gift on behalf of a user, as the app's backend does. The answer comes once, on an event loop or a task.
    package func send(
        _ order: GiftSend, in liveID: LiveID, for user: UserInfo,
        _ done: @escaping @Sendable (Result<GiftCharged, Rejection>) -> Void
    ) {
        let actor = RoomActor(user: user, isAdministrator: true, isOnBehalf: true)
        node.send(order, in: liveID, by: actor, from: .server, done)
    }

    /// Changes the price of a gift. `done` is told whether the change is durable and shown.
    package func setPrice(of gift: GiftID, to coins: Coins, _ done: @escaping @Sendable (Bool) -> Void) {
        var change = GiftChange()
        change.coins = coins
        let command = CatalogueCommand.editGift(gift, change)
        node.services.background.submit { [node] in
            done(await Result { try await node.editCatalogue(command) }.isSuccess)
        }
    }

    /// Halts gifting, as an audit does that finds something.
    package func haltGifting(for problem: String) {
        let services = node.services
        let halt = LedgerHalt(problems: [problem], at: services.clock.wall())
        services.background.submit { await services.haltGifting(halt) }
    }

    /// Lets gifting go on. `done` is told whether it does.
    package func resumeGifting(by administrator: UserID, _ done: @escaping @Sendable (Bool) -> Void) {
        let services = node.services
        services.background.submit {
            done(await Result { try await services.resumeGifting(by: administrator) }.isSuccess)
        }
    }

    /// Looks whether gifting was halted or let go on at another node, as the watch of the ledger does.
    package func followHalt() {
        let services = node.services
        services.background.submit { await services.followHalt() }
    }

    /// Gives a live another stream key. `done` is told the key; nil where it is not known whether it was kept.
    package func resetStreamKey(of live: LiveID, _ done: @escaping @Sendable (String?) -> Void) {
        let keys = node.services.streamKeys
        node.services.background.submit { done(try? await keys.reset(live).secret) }
    }

    /// Whether who has this key may publish to a live; nil where that could not be read.
    package func accepts(_ key: String, in live: LiveID, _ done: @escaping @Sendable (Bool?) -> Void) {
        guard let key = StreamKey(key) else { return done(false) }
        let keys = node.services.streamKeys
        node.services.background.submit { done(try? await keys.matches(key, live: live)) }
    }
}

extension Result {
    fileprivate var isSuccess: Bool { if case .success = self { true } else { false } }
}
