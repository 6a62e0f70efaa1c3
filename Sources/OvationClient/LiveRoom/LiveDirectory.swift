public import Observation
public import OvationModel
import OvationWire

/// The list of lives, page by page. The lives that most users have entered come first.
///
/// ```swift
/// let directory = LiveDirectory(client: client)
/// try await directory.refresh()
/// let room = try await client.joinLiveRoom(directory.lives[0].info.liveID)
/// ```
///
/// The list does not update by itself: call ``refresh(count:)`` to see what is new. Use it on the main actor.
@available(iOS 17, tvOS 17, *)
@MainActor
@Observable
public final class LiveDirectory {
    /// The client that fetches the list.
    public let client: OvationClient
    /// The lives of all fetched pages, each once.
    public private(set) var lives: [RoomListing] = []
    /// The user's own lives, youngest first, as of the last ``refresh(count:)``. Lives that are not in the public list are among them.
    public private(set) var ownLives: [RoomListing] = []
    /// Whether there are more pages to fetch.
    public private(set) var hasMore = true

    @ObservationIgnored private var cursor = ""
    /// Counts the refreshes, so that a page of an earlier list is dropped.
    @ObservationIgnored private var round = 0

    /// Makes an empty list.
    public init(client: OvationClient) { self.client = client }

    /// Fetches the first page and replaces the list with it.
    ///
    /// - Parameter count: The number of lives in a page, 1 to 50.
    /// - Throws: The server's refusal, or `networkUnavailable` if no answer came in time. The list then stays as it was.
    public func refresh(count: Int = 20) async throws(Rejection) {
        round += 1
        let asked = round
        let page = try await page(at: "", count)
        guard asked == round else { return }
        ownLives = page.hosted ?? []
        lives = page.rooms
        take(page)
    }

    /// Fetches the next page and adds it to the list. It does nothing if there is no next page.
    ///
    /// - Parameter count: The number of lives in a page, 1 to 50.
    /// - Throws: The same errors as ``refresh(count:)``.
    public func loadMore(count: Int = 20) async throws(Rejection) {
        guard hasMore else { return }
        guard !cursor.isEmpty else { return try await refresh(count: count) }
        let (asked, begin) = (round, cursor)
        let page = try await page(at: begin, count)
        // A page that was fetched twice is added once.
        guard asked == round, begin == cursor else { return }
        // A live may move down a page between two calls.
        let fetched = Set(page.rooms.map(\.info.liveID))
        lives = lives.filter { !fetched.contains($0.info.liveID) } + page.rooms
        take(page)
    }

    /// Empties the list.
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
