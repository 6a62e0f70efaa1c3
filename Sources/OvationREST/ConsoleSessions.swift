import Metrics
import OvationModel
import OvationRules
import OvationSupport
import Synchronization

/// The sessions of the console on this node, and the tokens that let them in.
///
/// A token is 256 random bits that stand in a header, so a page of another origin cannot make a browser send it. Only its hash is kept. The
/// sessions are in memory: a restart ends them, and another node of a cluster does not know them.
final class ConsoleSessions: Sendable {
    /// A token with the session that it begins.
    struct Opened: Sendable {
        let token: String
        let session: ConsoleSessionBook.Session
    }

    private let clock: ServerClock
    private let ids: IDSource
    private let book: Mutex<ConsoleSessionBook>
    private let count: Meter

    /// What every token begins with, so that one that lies about is known for what it is.
    private static let prefix = "ovc_"
    /// Longer texts are no tokens and are not hashed.
    private static let tokenBytesMax = 128

    /// Makes the sessions of a node: none.
    ///
    /// - Parameter count: told how many are kept.
    init(limits: Limits, clock: ServerClock, ids: IDSource, count: Meter) {
        self.clock = clock
        self.ids = ids
        book = Mutex(ConsoleSessionBook(limits: limits))
        self.count = count
    }

    /// Begins a session.
    ///
    /// - Parameter provenMilliseconds: For how long the UserSig still holds; nil for one that does not end.
    func open(by administrator: UserID, from address: String, provenMilliseconds: Int64?) -> Opened {
        let token = Self.prefix + ids.makeText() + ids.makeText()
        let now = clock.monotonic()
        let session = book.withLock { book in
            let session = book.open(
                Self.key(token), by: administrator, from: address, provenMilliseconds: provenMilliseconds, at: now)
            count.set(book.count)
            return session
        }
        return Opened(token: token, session: session)
    }

    /// The administrator whose token it is, and notes that it was used; nil if it does not hold.
    func administrator(ofToken token: String) -> UserID? {
        guard token.utf8.count <= Self.tokenBytesMax else { return nil }
        let now = clock.monotonic()
        return book.withLock { book in
            defer { count.set(book.count) }
            return book.use(Self.key(token), at: now)?.administrator
        }
    }

    /// Ends the session of a token.
    func close(_ token: String) {
        book.withLock { book in
            _ = book.close(Self.key(token))
            count.set(book.count)
        }
    }

    /// Ends all sessions of an administrator, and says how many there were.
    func closeAll(of administrator: UserID) -> Int {
        let now = clock.monotonic()
        return book.withLock { book in
            defer { count.set(book.count) }
            return book.closeAll(of: administrator, at: now)
        }
    }

    /// The sessions that hold, the one that was used last first, with the seconds since they began, since they were used, and until they
    /// end.
    func all() -> [(session: ConsoleSessionBook.Session, age: Int64, idle: Int64, left: Int64)] {
        let now = clock.monotonic()
        return book.withLock { $0.all(at: now) }.map { session in
            (
                session, now.milliseconds(since: session.openedAt) / 1_000,
                now.milliseconds(since: session.usedAt) / 1_000, session.endsAt.milliseconds(since: now) / 1_000
            )
        }
    }

    /// The hash by which a token is found. A look-up by a hash tells nobody by its time how much of a guess was right.
    private static func key(_ token: String) -> String { Digest.hexadecimal(Digest.sha256(Array(token.utf8))) }
}
