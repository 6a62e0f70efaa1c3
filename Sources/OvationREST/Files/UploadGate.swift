import OvationModel
import OvationSupport
import Synchronization

/// Counts the uploads that are under way, over all users, of each and from each address. May be called on any thread.
///
/// Each upload has its file in memory, so this is what bounds the memory that uploads take. The places are few, so neither one user nor a
/// few addresses with many users may take them all: once half of them are taken, the others are for addresses that have none.
final class UploadGate: Sendable {
    private struct State {
        // No more of both are counted than uploads are under way.
        var ofUsers: [UserID: Int] = [:]
        var ofAddresses: [AddressKey?: Int] = [:]
        var all = 0
    }

    private let allMax: Int
    private let ofUserMax: Int
    private let ofAddressMax: Int
    /// From how many places that are taken on an address has one place only.
    private let crowdedFrom: Int
    private let state = Mutex(State())

    /// Makes the gate of uploads that are kept.
    convenience init(limits: Limits) {
        self.init(
            allMax: limits.uploadsMax, ofUserMax: limits.userUploadsMax, ofAddressMax: limits.addressUploadsMax)
    }

    /// Makes a gate with so many places for all, for a user and for an address.
    init(allMax: Int, ofUserMax: Int, ofAddressMax: Int) {
        self.allMax = allMax
        self.ofUserMax = ofUserMax
        self.ofAddressMax = ofAddressMax
        // An address that is alone gets what it may have.
        crowdedFrom = max(allMax / 2, ofAddressMax)
    }

    /// Lets an upload begin, which ``leave(_:from:)`` then ends. False if there are too many.
    ///
    /// - Parameter address: where it comes from; those whose address is unknown count as one.
    func enter(_ user: UserID, from address: AddressKey?) -> Bool {
        state.withLock { state in
            guard state.all < allMax, state.ofUsers[user, default: 0] < ofUserMax,
                state.ofAddresses[address, default: 0] < (state.all < crowdedFrom ? ofAddressMax : 1)
            else { return false }
            state.all += 1
            state.ofUsers[user, default: 0] += 1
            state.ofAddresses[address, default: 0] += 1
            return true
        }
    }

    /// Ends an upload.
    func leave(_ user: UserID, from address: AddressKey?) {
        state.withLock { state in
            func less(_ count: Int?) -> Int? { count.flatMap { $0 > 1 ? $0 - 1 : nil } }
            state.all -= 1
            state.ofUsers[user] = less(state.ofUsers[user])
            state.ofAddresses[address] = less(state.ofAddresses[address])
        }
    }

    /// How many uploads are under way.
    var count: Int { state.withLock { $0.all } }
}
