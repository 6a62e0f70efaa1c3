public import Foundation
public import OpenCombineShim
import OvationModel

/// The guests of a live: viewers who apply for a seat, and viewers whom the host invites.
///
/// Not yet: lives have no seats for guests. So every method fails with 100211, or with -1002 before a login, the state keeps its defaults,
/// and no event is published.
///
/// Methods may be called on any thread, and complete in the order in which they were called. State, events and completions arrive on the
/// main queue.
///
/// `@unchecked Sendable` is sound because no property ever changes, and the publishers are used on the main queue only.
public class CoGuestStore: @unchecked Sendable {
    /// The guests, and the users who may become guests.
    public let state = StatePublisher(initialState: CoGuestState())
    /// Publishes events for the owner and administrators. Not yet: it publishes nothing.
    public let hostEventPublisher = PassthroughSubject<HostEvent, Never>()
    /// Publishes events for a viewer who applies for a seat, is invited or has a seat. Not yet: it publishes nothing.
    public let guestEventPublisher = PassthroughSubject<GuestEvent, Never>()

    private let runtime: StoreRuntime
    private let lane = CommandLane()

    init(liveID: String, runtime: StoreRuntime) { self.runtime = runtime }

    /// Returns the store of a live. It is the same store for the same id.
    public static func create(liveID: String) -> CoGuestStore { StoreHub.shared.coGuest.store(for: liveID) }

    // MARK: The viewer applies

    /// Applies for a seat. Not yet: it fails with 100211.
    ///
    /// - Parameters:
    ///   - seatIndex: The number of the seat, from 0; -1 for any free seat.
    ///   - timeout: The time for an answer, in seconds, usually 10 to 60; 0 for no limit.
    ///   - extraInfo: The app's own text, which travels with the application; nil for none.
    ///   - completion: Called on the main queue, when the application has ended. It then succeeds whatever the answer was, which
    ///     ``guestEventPublisher`` tells before. Not yet: it fails with 100211, or with -1002 before a login.
    public func applyForSeat(
        seatIndex: Int = -1, timeout: TimeInterval, extraInfo: String?, completion: CompletionClosure?
    ) { fail(completion) }

    /// Cancels the user's application. Not yet: it fails with 100211.
    ///
    /// - Parameter completion: Called on the main queue. Not yet: it fails with 100211, or with -1002 before a login.
    public func cancelApplication(completion: CompletionClosure?) { fail(completion) }

    /// Accepts an application. Only the owner and administrators may do so. Not yet: it fails with 100211.
    ///
    /// - Parameters:
    ///   - userID: The id of the user who applied.
    ///   - completion: Called on the main queue. Not yet: it fails with 100211, or with -1002 before a login.
    public func acceptApplication(userID: String, completion: CompletionClosure?) { fail(completion) }

    /// Rejects an application. Only the owner and administrators may do so. Not yet: it fails with 100211.
    ///
    /// - Parameters:
    ///   - userID: The id of the user who applied.
    ///   - completion: Called on the main queue. Not yet: it fails with 100211, or with -1002 before a login.
    public func rejectApplication(userID: String, completion: CompletionClosure?) { fail(completion) }

    // MARK: The host invites

    /// Invites a viewer to a seat. Only the owner and administrators may do so. Not yet: it fails with 100211.
    ///
    /// - Parameters:
    ///   - userID: The viewer's id.
    ///   - seatIndex: The number of the seat, from 0; -1 for any free seat.
    ///   - timeout: The time for an answer, in seconds, usually 5 to 1,800; 0 for no limit.
    ///   - extraInfo: The app's own text, which travels with the invitation; nil for none.
    ///   - completion: Called on the main queue, when the invitation has ended. It then succeeds whatever the answer was, which
    ///     ``hostEventPublisher`` tells before. Not yet: it fails with 100211, or with -1002 before a login.
    public func inviteToSeat(
        userID: String, seatIndex: Int = -1, timeout: TimeInterval, extraInfo: String?, completion: CompletionClosure?
    ) { fail(completion) }

    /// Cancels an invitation. Only the owner and administrators may do so. Not yet: it fails with 100211.
    ///
    /// - Parameters:
    ///   - inviteeID: The id of the invited user.
    ///   - completion: Called on the main queue. Not yet: it fails with 100211, or with -1002 before a login.
    public func cancelInvitation(inviteeID: String, completion: CompletionClosure?) { fail(completion) }

    /// Accepts an invitation. Not yet: it fails with 100211.
    ///
    /// - Parameters:
    ///   - inviterID: The id of the user who invited.
    ///   - completion: Called on the main queue. Not yet: it fails with 100211, or with -1002 before a login.
    public func acceptInvitation(inviterID: String, completion: CompletionClosure?) { fail(completion) }

    /// Declines an invitation. Not yet: it fails with 100211.
    ///
    /// - Parameters:
    ///   - inviterID: The id of the user who invited.
    ///   - completion: Called on the main queue. Not yet: it fails with 100211, or with -1002 before a login.
    public func rejectInvitation(inviterID: String, completion: CompletionClosure?) { fail(completion) }

    // MARK: The guest leaves

    /// Leaves the user's seat. The user stays in the live. Not yet: it fails with 100211.
    ///
    /// - Parameter completion: Called on the main queue. Not yet: it fails with 100211, or with -1002 before a login.
    public func disConnect(completion: CompletionClosure?) { fail(completion) }

    private func fail(_ completion: CompletionClosure?) {
        runtime.failUnavailable(in: lane, Completion(completion), with: Rejection(.seatsNotCarried))
    }
}
