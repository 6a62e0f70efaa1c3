import OvationBackend
package import OvationModel
package import OvationRules
import OvationStorage
import OvationSupport
package import OvationWire

/// What an order was answered when it was sent for the first time.
extension Node {
    /// How often the id of an order is looked up that begins anew each time.
    private static let lookUpsMax = 3

    /// What an order is answered that was refused without a look at its id: what it was answered first, else the refusal.
    ///
    /// An order that is under way has no answer yet. A sender who repeats it waits for its outcome, whatever the rules say by now: they
    /// let it through once, and it may be charged.
    ///
    /// Only the home of a live refuses an order for good. Where another server runs the live, it may be charging the order at this moment:
    /// what was charged is the answer, and anything else is not known here.
    ///
    /// - Parameter isByItsHome: whether the live itself has refused the order, here. It is on then, or about to end, and does not begin
    ///   while the order is looked up.
    package func answer(
        to wish: OrderWish, refused rejection: Rejection, isByItsHome: Bool = false
    ) async -> Result<GiftCharged, Rejection> {
        do {
            for number in 1...Self.lookUpsMax {
                try await services.billing.waitUntilDone(with: wish.key)
                // Asked before the storage: what is kept in between is found there, with its reason.
                if let refusal = services.billing.unkeptRefusal(of: wish) { return .failure(refusal) }
                // It may also be on its way to the disk.
                try await services.journal.barrier()
                // Another server may have charged it, after it has taken over.
                try await services.storage.secure()
                // Before the order: a live that has ended by now has settled all of its orders.
                let isElsewhere = try await isRunElsewhere(wish.liveID)
                // In this order: an order that is delivered between the two is found with the second.
                let asked = try await services.storage.billingOrder(wish.key)
                let history = OrderHistory(settled: try await services.storage.order(wish.key), asked: asked)
                // Begun while it was looked up, or left so by a storage that failed; then it can only end cancelled.
                if asked?.state == .pending, number == 1 || services.billing.isUnderWay(wish.key) { continue }
                switch history.firstAnswer(to: wish) {
                case .none where isElsewhere: return .failure(Self.unknownHere)
                case .none where rejection.code == .roomNotFound && !isByItsHome:
                    return .failure(try await hasBegun(wish.liveID) ? Self.unknownHere : rejection)
                case .refused(let known) where isElsewhere && known.state == .pending || known.isAskedElsewhere:
                    return .failure(Self.unknownHere)
                case .none: return .failure(rejection)
                case .charged(let record): return .success(GiftCharged(record))
                case .refused(let known): return .failure(known.refusal)
                case .conflict: return .failure(Rejection(.orderConflict))
                }
            }
            return .failure(Rejection(.outcomeUnknown))
        } catch {
            return .failure(error as? Rejection ?? Rejection(.storageUnavailable))
        }
    }

    private static let unknownHere = Rejection(
        .outcomeUnknown, "The live is at another server. Send the order again with the same id to learn its outcome.")

    /// Whether a live that was not on has begun while an order for it was looked up. An earlier sending that waited for it may be
    /// charged now.
    private func hasBegun(_ liveID: LiveID) async throws -> Bool {
        guard services.bug != .refusedElsewhere else { return false }
        if services.directory.room(liveID) != nil { return true }
        return try await isRunElsewhere(liveID)
    }

    /// Whether a live is on and this server does not run it. A live that runs here is at home here, as long as the storage is secure and no
    /// other node serves at the same time: one of those may have become its home since.
    private func isRunElsewhere(_ liveID: LiveID) async throws -> Bool {
        guard services.directory.ownRoom(liveID) == nil || services.storage.cluster != nil,
            services.bug != .refusedElsewhere
        else { return false }
        return try await services.storage.openStart(of: liveID).map { $0.home != .here } ?? false
    }
}
