import OvationModel

/// The last gifts of a live, for viewers who enter. Great ones stay longer, so that a flood of small ones does not hide them.
struct RecentGifts {
    /// A gift of so many coins is a great one.
    static let greatCoins: Int64 = 1_000
    /// How long a great gift stays before small ones.
    static let greatMilliseconds: Int64 = 300_000

    private let countMax: Int
    /// The gifts, oldest first.
    private(set) var records: [GiftRecord] = []

    /// Remembers nothing yet.
    init(countMax: Int) { self.countMax = countMax }

    /// Remembers a gift. Gifts of a sender that follow each other and are alike become one.
    mutating func append(_ gift: GiftReceived, durable: Int64, at: Timestamp) {
        var record = GiftRecord(durable: durable, at: at, gift: gift)
        if let last = records.last?.gift, last.sender.userID == gift.sender.userID,
            last.gift.giftID == gift.gift.giftID, last.to.map(\.userID) == gift.to.map(\.userID)
        {
            record.gift.count = last.count.addingReportingOverflow(gift.count).partialValue
            record.gift.coins = last.coins.adding(gift.coins) ?? .max
            records.removeLast()
        }
        records.append(record)
        guard records.count > countMax else { return }
        records.remove(at: records.firstIndex { !Self.isGreat($0, at: at) } ?? 0)
    }

    private static func isGreat(_ record: GiftRecord, at now: Timestamp) -> Bool {
        record.gift.coins.amount >= greatCoins && now.milliseconds(since: record.at) < greatMilliseconds
    }
}
