import OvationModel
import Testing

/// The articles' code does what the articles say.
@Suite struct ArticleTests {
    @Test func `an id is accepted, or its rule is reported`() throws {
        #expect(try readUser("ada").rawValue == "ada")
        let rejection = #expect(throws: Rejection.self) { try readUser("ada lovelace") }
        #expect(rejection.map(explain)?.hasPrefix("invalidParameter (-1001): A user id is") == true)
    }

    @Test func `a price beyond the range of coins is nil`() throws {
        let gift = Gift(giftID: try #require(GiftID("rose")), name: "Rose", coins: .max)
        #expect(price(of: gift, count: 1) == .max)
        #expect(price(of: gift, count: 2) == nil)
    }

    @Test func `each limit is listed with its default`() {
        #expect(defaultLimits().count == Limits.definitions.count)
        #expect(defaultLimits().contains("limits.silenceSeconds = 90"))
    }
}
