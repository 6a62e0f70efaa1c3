public import Observation
public import OvationModel
import OvationWire

/// The lives that are listed, page by page: those with most entries first.
///
/// ```swift
/// let directory = LiveDirectory(client: client)
/// try await directory.refresh()
/// let room = try await client.joinLiveRoom(directory.lives[0].info.liveID)
/// ```
///
/// It does not follow by itself: call ``refresh(count:)`` for what is new. Everything is used on the main actor.
@available(iOS 17, tvOS 17, *)
@MainActor
@Observable
public final class LiveDirectory {
    /// The client that is asked.
    public let client: OvationClient
    /// The lives of all pages that were fetched, each once.
    public private(set) var lives: [RoomListing] = []
    /// The user's own lives, listed or not, the youngest first, as of the last ``refresh(count:)``.
    public private(set) var ownLives: [RoomListing] = []
    /// Whether there is a page that was not fetched.
    public private(set) var hasMore = true

    @ObservationIgnored private var cursor = ""
    /// Counts the lists: an answer to a question about an earlier one is dropped.
    @ObservationIgnored private var round = 0

    /// Makes an empty list.
    public init(client: OvationClient) { self.client = client }

    /// Fetches the first page, which replaces the list.
    ///
    /// - Parameter count: How many lives, 1 to 50.
    /// - Throws: What the server refuses it with; `networkUnavailable` where there was no answer in time. The list stays as it was.
    public func refresh(count: Int = 20) async throws(Rejection) {
        round += 1
        let asked = round
        let page = try await page(at: "", count)
        guard asked == round else { return }
        ownLives = page.hosted ?? []
        lives = page.rooms
        take(page)
    }

    /// Fetches the next page, which is added. Does nothing where there is none.
    ///
    /// - Parameter count: How many lives, 1 to 50.
    /// - Throws: As ``refresh(count:)``.
    public func loadMore(count: Int = 20) async throws(Rejection) {
        guard hasMore else { return }
        guard !cursor.isEmpty else { return try await refresh(count: count) }
        let (asked, begin) = (round, cursor)
        let page = try await page(at: begin, count)
        // Asked twice, it is added once.
        guard asked == round, begin == cursor else { return }
        // A live may move down a page between two calls.
        let fetched = Set(page.rooms.map(\.info.liveID))
        lives = lives.filter { !fetched.contains($0.info.liveID) } + page.rooms
        take(page)
    }

    /// Forgets the pages that were fetched.
    public func reset() {
        round += 1
        lives = []
        ownLives = []
        cursor = ""
        hasMore = true
    }

    private func take(_ page: RoomPage) {
        cursor = page.cursor
        hasMore = !page.cursor.isEmpty
    }

    private func page(at cursor: String, _ count: Int) async throws(Rejection) -> RoomPage {
        do {
            return try await client.rooms(cursor: cursor, count: min(max(count, 1), 50))
        } catch let rejection as Rejection {
            throw rejection
        } catch {
            throw Rejection(.failed, "\(error)")
        }
    }
}
