public import Foundation
public import OpenCombineShim
import OvationClient
import OvationModel
import OvationWire
import RTCRoomEngine

/// The connections of a live with other lives, whose hosts are then seen and heard in all of them.
///
/// Not yet: lives cannot be connected. Only ``getCoHostCandidates(cursor:completion:)`` works. Every other method fails with -2103, or with
/// -1002 before a login, and no event is published.
///
/// Methods may be called on any thread, and complete in the order in which they were called; the fetching of candidates has an order of
/// its own. State, events and completions arrive on the main queue.
///
/// `@unchecked Sendable` is sound because no property ever changes, and the publishers are used on the main queue only.
public class CoHostStore: @unchecked Sendable {
    /// The connected hosts and the candidates.
    public let state = StatePublisher(initialState: CoHostState())
    /// Publishes requests, answers, and lives that join or leave the connection. Not yet: it publishes nothing.
    public let coHostEventPublisher = PassthroughSubject<CoHostEvent, Never>()

    /// The number of lives in a page of candidates.
    static let candidatesPageSize = 20

    private static let unavailable = ErrorInfo(
        code: TUIError.operationNotSupportedInCurrentRoomType.rawValue,
        message: "Lives of this server cannot be connected with each other.")

    private let runtime: StoreRuntime
    private let lane = CommandLane()
    private let candidatesLane = CommandLane()

    init(liveID: String, runtime: StoreRuntime) { self.runtime = runtime }

    /// Returns the store of a live. It is the same store for the same id.
    ///
    /// - Parameter liveID: The id of the user's own live.
    public static func create(liveID: String) -> CoHostStore { StoreHub.shared.coHost.store(for: liveID) }

    /// Asks another host for a connection. Only the owner of the live may do so. Not yet: it fails with -2103.
    ///
    /// - Parameters:
    ///   - liveId: The id of the other host's live.
    ///   - layoutTemplate: The layout while the lives are connected.
    ///   - timeout: The time for an answer, in seconds, at most 30.
    ///   - extraInfo: The app's own text, which the other host gets as it is.
    ///   - completion: Called on the main queue, when the request has been sent. If the other live cannot be asked, the code is the number
    ///     of a `TUIConnectionCode`, 1 to 6. Not yet: it fails with -2103, or with -1002 before a login.
    public func requestHostConnection(
        targetHost liveId: String, layoutTemplate: CoHostLayoutTemplate, timeout: TimeInterval, extraInfo: String = "",
        completion: CompletionClosure?
    ) { fail(completion) }

    /// Cancels a request. Not yet: it fails with -2103.
    ///
    /// - Parameters:
    ///   - toHostLiveID: The id of the live that was asked.
    ///   - completion: Called on the main queue. Not yet: it fails with -2103, or with -1002 before a login.
    public func cancelHostConnection(toHostLiveID: String, completion: CompletionClosure?) { fail(completion) }

    /// Accepts a request. Not yet: it fails with -2103.
    ///
    /// - Parameters:
    ///   - fromHostLiveID: The id of the live that asks.
    ///   - completion: Called on the main queue. Not yet: it fails with -2103, or with -1002 before a login.
    public func acceptHostConnection(fromHostLiveID: String, completion: CompletionClosure?) { fail(completion) }

    /// Rejects a request. Not yet: it fails with -2103.
    ///
    /// - Parameters:
    ///   - fromHostLiveID: The id of the live that asks.
    ///   - completion: Called on the main queue. Not yet: it fails with -2103, or with -1002 before a login.
    public func rejectHostConnection(fromHostLiveID: String, completion: CompletionClosure?) { fail(completion) }

    /// Leaves the connection. Other lives stay connected with each other. Not yet: it fails with -2103.
    ///
    /// - Parameter completion: Called on the main queue. Not yet: it fails with -2103, or with -1002 before a login.
    public func exitHostConnection(completion: CompletionClosure? = nil) { fail(completion) }

    /// Mutes the host of a connected live for the user and the viewers of the user's live. That host is not told. Not yet: it fails with
    /// -2103.
    ///
    /// - Parameters:
    ///   - liveID: The id of the host's live.
    ///   - isMuted: Whether to mute the host.
    ///   - completion: Called on the main queue. Not yet: it fails with -2103, or with -1002 before a login.
    public func muteRemoteHostAudio(liveID: String, isMuted: Bool, completion: CompletionClosure?) { fail(completion) }

    /// Fetches a page of 20 lives that could be asked for a connection. They are those of the list of lives, without those that are
    /// connected already.
    ///
    /// - Parameters:
    ///   - cursor: Empty for the first page, which replaces the candidates. Otherwise ``CoHostState/candidatesCursor``, whose page is added
    ///     to them.
    ///   - completion: Called on the main queue, when the state has the page. It fails with -1002 before a login.
    public func getCoHostCandidates(cursor: String, completion: CompletionClosure?) {
        runtime.perform(in: candidatesLane, Completion(completion)) { [self, runtime] in
            let page = try await runtime.client().rooms(cursor: cursor, count: Self.candidatesPageSize)
            return { self.fetched(page, isFirst: cursor.isEmpty) }
        }
    }

    private func fail(_ completion: CompletionClosure?) {
        runtime.failUnavailable(in: lane, Completion(completion), with: Self.unavailable)
    }
}

// MARK: - On the stores' queue

extension CoHostStore {
    private func fetched(_ page: RoomPage, isFirst: Bool) {
        state.update {
            let earlier = isFirst ? [] : $0.candidates
            let known = Set((earlier + $0.connected).map(\.liveID))
            let fetched = page.rooms.map { SeatUserInfo(hostOf: $0.info) }
            // A live may move down a page between two calls.
            $0.candidates = earlier + fetched.filter { !known.contains($0.liveID) }
            $0.candidatesCursor = page.cursor
        }
    }
}
