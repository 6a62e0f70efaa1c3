import Testing

@testable import TUILiveKit

@Suite struct GiftOrderBookTests {
    private static func content(_ gift: String = "rose", live: String = "l", count: Int = 1, to: String = "host")
        -> GiftOrderBook.Content
    {
        GiftOrderBook.Content(liveID: live, giftID: gift, count: count, receiver: to)
    }

    @Test func `each second step uses up one first step`() {
        var book = GiftOrderBook()
        for id in ["o1", "o2"] {
            #expect(book.begin(Self.content(), newID: id, at: 0) == id)
            book.finish(id, .charged, at: 1)
        }
        #expect(book.isSent(Self.content(), at: 2) == true)
        #expect(book.isSent(Self.content(), at: 2) == true)
        #expect(book.isSent(Self.content(), at: 2) == false)
        #expect(book.count == 0)
    }

    @Test(arguments: [content("crown"), content(live: "m"), content(count: 2), content(to: "guest")])
    func `an order with other content does not match`(other: GiftOrderBook.Content) {
        var book = GiftOrderBook()
        _ = book.begin(Self.content(), newID: "o1", at: 0)
        book.finish("o1", .charged, at: 1)
        #expect(book.isSent(other, at: 2) == false)
    }

    @Test func `a refused order does not match`() {
        var book = GiftOrderBook()
        _ = book.begin(Self.content(), newID: "o1", at: 0)
        book.finish("o1", .refused, at: 1)
        #expect(book.isSent(Self.content(), at: 2) == false)
        #expect(book.count == 0)
    }

    @Test func `an order under way matches one second step and is forgotten once charged`() {
        var book = GiftOrderBook()
        _ = book.begin(Self.content(), newID: "o1", at: 0)
        #expect(book.isSent(Self.content(), at: 1) == true)
        #expect(book.isSent(Self.content(), at: 1) == false)
        book.finish("o1", .charged, at: 2)
        #expect(book.count == 0)
    }

    @Test func `an order with an unknown outcome keeps its id for the next try until it is settled`() {
        var book = GiftOrderBook()
        _ = book.begin(Self.content(), newID: "o1", at: 0)
        book.finish("o1", .unknown, at: 1)
        #expect(book.isSent(Self.content(), at: 2) == true, "The order may still be charged.")
        #expect(book.begin(Self.content(), newID: "o2", at: 3) == "o1")
        book.finish("o1", .unknown, at: 4)
        book.settled("o1")
        #expect(book.begin(Self.content(), newID: "o3", at: 5) == "o3")
    }

    @Test func `a charged order waits ten minutes for its second step`() {
        var book = GiftOrderBook()
        for id in ["o1", "o2"] {
            _ = book.begin(Self.content(), newID: id, at: 0)
            book.finish(id, .charged, at: 0)
        }
        #expect(book.isSent(Self.content(), at: 599_999) == true)
        #expect(book.isSent(Self.content(), at: 600_000) == false)
    }

    @Test func `another server starts without charged orders and keeps those with unknown outcomes`() {
        var book = GiftOrderBook()
        _ = book.begin(Self.content(), newID: "o1", at: 0)
        book.finish("o1", .charged, at: 0)
        _ = book.begin(Self.content("crown"), newID: "o2", at: 0)
        book.finish("o2", .unknown, at: 0)
        book.changeServer()
        #expect(book.isSent(Self.content(), at: 1) == false)
        #expect(book.isSent(Self.content("crown"), at: 1) == false, "The order was paid elsewhere.")
        #expect(book.begin(Self.content("crown"), newID: "o3", at: 1) == "o2")
    }

    @Test func `an order with an unknown outcome is remembered longer than charged ones`() {
        var book = GiftOrderBook()
        _ = book.begin(Self.content("crown"), newID: "first", at: 0)
        book.finish("first", .unknown, at: 0)
        for number in 0..<1_000 {
            _ = book.begin(Self.content(count: number + 1), newID: "o\(number)", at: 0)
            book.finish("o\(number)", .charged, at: 0)
        }
        #expect(book.begin(Self.content("crown"), newID: "next", at: 1) == "first")
    }

    @Test func `at most 256 orders are remembered`() {
        var book = GiftOrderBook()
        for number in 0..<1_000 {
            _ = book.begin(Self.content(count: number + 1), newID: "o\(number)", at: 0)
            book.finish("o\(number)", .charged, at: 0)
        }
        #expect(book.count == 256)
        #expect(book.isSent(Self.content(count: 1_000), at: 1) == true)
        #expect(book.isSent(Self.content(count: 744), at: 1) == false)
    }
}
