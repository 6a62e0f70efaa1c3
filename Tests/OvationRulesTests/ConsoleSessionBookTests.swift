import OvationModel
import OvationRules
import Testing

/// Sessions of administrators at the console: how long they hold, and how many there are.
struct ConsoleSessionBookTests {
    private let start = Timestamp(milliseconds: 1_000_000)
    private let ada = UserID(unchecked: "ada")
    private let bob = UserID(unchecked: "bob")
    private let limits: Limits = {
        var limits = Limits()
        limits.consoleSessionIdleSeconds = 60
        limits.consoleSessionSecondsMax = 300
        limits.consoleSessionsPerUserMax = 2
        return limits
    }()

    private func at(_ seconds: Int64) -> Timestamp { start.adding(seconds: seconds) }

    private func open(
        _ key: String, _ user: UserID, proven: Int64? = nil, _ book: inout ConsoleSessionBook, at seconds: Int64 = 0
    ) {
        _ = book.open(key, by: user, from: "192.0.2.1", provenMilliseconds: proven, at: at(seconds))
    }

    @Test func `a session holds while it is used, and ends when it is left alone`() {
        var book = ConsoleSessionBook(limits: limits)
        open("a", ada, &book)
        #expect(book.use("a", at: at(59))?.administrator == ada)
        #expect(book.use("a", at: at(118))?.administrator == ada)
        #expect(book.use("a", at: at(178)) == nil)
        #expect(book.count == 0, "what is over is forgotten")
        #expect(book.use("a", at: at(0)) == nil, "and does not come back with a clock that steps")
    }

    @Test func `a session that is used all the time ends all the same`() {
        var book = ConsoleSessionBook(limits: limits)
        open("a", ada, &book)
        for second in stride(from: Int64(30), to: 300, by: 30) { #expect(book.use("a", at: at(second)) != nil) }
        #expect(book.use("a", at: at(300)) == nil)
    }

    @Test func `a session does not outlive the UserSig that it began with`() {
        var book = ConsoleSessionBook(limits: limits)
        open("a", ada, proven: 10_000, &book)
        #expect(book.use("a", at: at(9)) != nil)
        #expect(book.use("a", at: at(10)) == nil)
        open("late", ada, proven: -5_000, &book)
        #expect(book.use("late", at: at(0)) == nil)
    }

    @Test func `one session too many ends the one of the same administrator that was used least lately`() {
        var book = ConsoleSessionBook(limits: limits)
        open("a", ada, &book, at: 0)
        open("b", ada, &book, at: 1)
        open("other", bob, &book, at: 0)
        #expect(book.use("a", at: at(2)) != nil)
        open("c", ada, &book, at: 3)
        #expect(book.use("b", at: at(3)) == nil)
        for key in ["a", "c", "other"] { #expect(book.use(key, at: at(3)) != nil, "\(key)") }
        #expect(book.count == 3)
    }

    @Test func `sessions end one by one or all of an administrator, and those of others go on`() {
        var book = ConsoleSessionBook(limits: limits)
        open("a", ada, &book)
        open("b", ada, &book)
        open("c", bob, &book)
        #expect(book.close("a") == true)
        #expect(book.close("a") == false)
        #expect(book.closeAll(of: ada, at: at(1)) == 1)
        #expect(book.all(at: at(1)).map(\.administrator) == [bob])
    }

    @Test func `limits beyond all time are no trap`() {
        var limits = Limits()
        limits.consoleSessionIdleSeconds = .max
        limits.consoleSessionSecondsMax = .max
        var book = ConsoleSessionBook(limits: limits)
        open("a", ada, &book)
        #expect(book.use("a", at: at(1_000_000_000)) != nil)
    }
}
