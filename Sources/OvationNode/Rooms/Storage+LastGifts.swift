import OvationModel
import OvationRules
import OvationStorage
import OvationWire

extension Storage {
    /// Reads the gifts among a live's last events, oldest first, so that combos go on when the live is taken up again.
    ///
    /// - Throws: `StorageError` if the events cannot be read.
    func lastGifts(of record: RoomRecord, _ limits: Limits) async throws -> [PastGift] {
        guard limits.comboWindowMilliseconds > 0, record.statistics.totalGiftCoins > 0 else { return [] }
        let events = try await events(
            of: record.info.sessionID, after: max(0, record.durable - Int64(ComboBook.eventsReadMax)),
            limit: ComboBook.eventsReadMax)
        return events.compactMap(PastGift.init(stored:))
    }
}

extension PastGift {
    /// The gift that a stored event tells of; nil for other events, and for one that this version cannot read.
    fileprivate init?(stored event: StoredEvent) {
        guard event.name == RoomEventName.giftReceived.rawValue,
            case .giftReceived(let gift)? = try? RoomEvent.decode(.giftReceived, data: event.data)
        else { return nil }
        self.init(
            sender: gift.sender, giftID: gift.gift.giftID, to: gift.to.map(\.userID), count: gift.count,
            coins: gift.coins, durable: event.durable, at: event.at)
    }
}
