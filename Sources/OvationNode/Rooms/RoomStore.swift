import Logging
import OvationBackend
import OvationModel
import OvationObservability
import OvationPictures
import OvationRules
import OvationStorage
import OvationSupport

/// The way of one start of a live to what is kept of it: writes go to the journal, readings to the storage.
///
/// Answers come on the room's event loop. It knows nothing of the room.
final class RoomStore: Sendable {
    let liveID: LiveID
    /// Which start of the live.
    let start: LiveSessionID
    let services: NodeServices
    let loop: RoomLoop
    let logger: Logger

    init(_ info: RoomInfo, services: NodeServices, loop: RoomLoop) {
        liveID = info.liveID
        start = info.sessionID
        self.services = services
        self.loop = loop
        var logger = services.logger
        logger[metadataKey: "room.id"] = "\(info.liveID)"
        self.logger = logger
    }

    /// Where pictures are watched.
    var addresses: PlayAddresses { services.pictures.addresses }

    /// A picture as all viewers receive it: without an address that needs a signature.
    func addressed(_ media: RoomMedia, of info: RoomInfo) -> RoomMedia {
        addresses.addressed(media, of: info, for: nil, at: services.clock.wall())
    }

    /// Closes the picture for a user who was removed from the live, by what they were given so far.
    func closePicture(of user: UserID) { addresses.gate.remove(user, from: start, at: services.clock.wall()) }
}

// MARK: - Prices

extension RoomStore {
    /// A command with the price of its gift, which the home of a live looks up, whatever the command says.
    func priced(_ command: RoomCommand) -> RoomCommand {
        guard case .gift(let order, let giftID, let told, let count, let receivers) = command else { return command }
        if services.bug == .priceAtEdge, told != nil { return command }
        return .gift(order, giftID: giftID, gift: services.gifts.gift(giftID), count: count, to: receivers)
    }
}

// MARK: - Writing

extension RoomStore {
    /// How often a visit is handed over that cannot be kept.
    private static let visitAttemptsMax = 3

    /// Stores a write together with its callbacks to the app's backend.
    func keep(
        _ write: StorageWrite, telling callbacks: [CallbackDraft] = [], _ done: @escaping Journal.Completion
    ) {
        services.journal.submit(write, telling: callbacks, on: loop.eventLoop, done)
    }

    /// Stores a write without waiting for its outcome.
    func keepUnawaited(_ write: StorageWrite) { services.journal.submit(write, on: nil, nil) }

    /// Stores callbacks to the app's backend.
    func tellBackend(_ callbacks: [CallbackDraft]) {
        if !callbacks.isEmpty { services.journal.submit(.callbacks(callbacks), of: start, on: nil, nil) }
    }

    /// Stores that a user has entered.
    ///
    /// - Parameters:
    ///   - isIn: whether the user is in the live. It is asked before each further attempt: the visit of a user who was removed meanwhile
    ///     would entitle them to what came after their removal.
    ///   - done: whether it is kept.
    func keep(_ visit: Visit, while isIn: @escaping @Sendable () -> Bool, _ done: @escaping @Sendable (Bool) -> Void) {
        keep(visit, attemptsMax: Self.visitAttemptsMax, while: isIn, done)
    }

    private func keep(
        _ visit: Visit, attemptsMax: Int, while isIn: @escaping @Sendable () -> Bool,
        _ done: @escaping @Sendable (Bool) -> Void
    ) {
        let before = services.clock.wall().adding(seconds: -Int64(services.limits.pastVisitSeconds))
        keep(.visits(start, [visit], forgettingBefore: before)) { result in
            switch result {
            case .success: done(true)
            case .failure where !isIn(): done(false)
            case .failure where attemptsMax > 1: self.keep(visit, attemptsMax: attemptsMax - 1, while: isIn, done)
            case .failure:
                self.services.metrics.visitNotKept()
                done(false)
            }
        }
    }
}

// MARK: - Charging

extension RoomStore {
    /// Who pays for an order.
    enum Payer {
        case wallet
        /// The app's own billing, as this policy says.
        case billing(BillingPolicy)
        /// It is not even tried.
        case nobody(Rejection)
    }

    /// Who pays for an order.
    func payer(of order: GiftOrder) -> Payer {
        if let rejection = services.halt.rejection { return .nobody(rejection) }
        guard let policy = services.billing.policy(for: order.key) else { return .wallet }
        guard order.cost != nil else {
            return .nobody(Rejection(.illegalParameter, "The order costs more than there can be."))
        }
        return .billing(policy)
    }

    /// Charges an order, or has the app's own billing charge it.
    ///
    /// - Parameter callbacks: stored with it.
    func charge(
        _ order: GiftOrder, _ payer: Payer, by client: Callback.Client, telling callbacks: [CallbackDraft],
        _ done: @escaping @Sendable (OrderAnswer) -> Void
    ) {
        let start = start
        guard case .billing(let policy) = payer else {
            let gift = StoredGift(order)
            return keep(.order(order, gift.draft), telling: callbacks) {
                done(OrderAnswer($0, to: order, event: gift.event, in: start))
            }
        }
        var asked = order
        asked.origin = OrderOrigin(client)
        services.billing.charge(asked, policy, telling: callbacks, on: loop.eventLoop) {
            done(OrderAnswer($0, to: order, in: start))
        }
    }
}
