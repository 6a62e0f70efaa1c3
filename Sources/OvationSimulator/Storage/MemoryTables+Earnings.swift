import OvationModel
import OvationRules
import OvationStorage

extension MemoryTables {
    /// Adds up what the owner of a live has earned. Nothing is counted beside the ledger here, so that storages that count are held
    /// against it.
    func hostEarnings(of liveID: LiveID, in session: LiveSessionID?) -> HostEarnings? {
        let start = rooms.last {
            $0.record.info.liveID == liveID && (session ?? $0.record.info.sessionID) == $0.record.info.sessionID
        }
        guard let info = start?.record.info else { return nil }
        let owner = info.liveOwner.userID
        let references = Set(orders.values.filter { $0.sessionID == info.sessionID }.map(\.key.reference))
        let earned = entries.filter {
            $0.account == .host(owner) && $0.entry.kind == .gift && references.contains($0.entry.reference)
        }
        return HostEarnings(
            owner: owner, sessionID: info.sessionID, coins: Coins(earned.reduce(0) { $0 + $1.entry.amount.amount }))
    }
}
