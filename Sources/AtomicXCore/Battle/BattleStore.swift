public import Foundation
public import OpenCombineShim
import RTCRoomEngine

/// The battles of a live with the lives that it is connected with. Gifts decide them.
///
/// Not yet: there are no battles. So every method fails with -2103, or with -1002 before a login, the state keeps its defaults, and no
/// event is published.
///
/// Methods may be called on any thread, and complete in the order in which they were called. State, events and completions arrive on the
/// main queue.
///
/// `@unchecked Sendable` is sound because no property ever changes, and the publishers are used on the main queue only.
public class BattleStore: @unchecked Sendable {
    /// The battle and its scores.
    public let state = StatePublisher(initialState: BattleState())
    /// Publishes requests, answers, and the start and end of battles. Not yet: it publishes nothing.
    public let battleEventPublisher = PassthroughSubject<BattleEvent, Never>()

    private static let unavailable = ErrorInfo(
        code: TUIError.operationNotSupportedInCurrentRoomType.rawValue, message: "This server has no battles.")

    private let runtime: StoreRuntime
    private let lane = CommandLane()

    init(liveID: String, runtime: StoreRuntime) { self.runtime = runtime }

    /// Returns the store of a live. It is the same store for the same id.
    ///
    /// - Parameter liveID: The id of the user's own live.
    public static func create(liveID: String) -> BattleStore { StoreHub.shared.battle.store(for: liveID) }

    /// Asks connected hosts for a battle, or starts it at once if nobody has to agree. Not yet: it fails with -2103.
    ///
    /// - Parameters:
    ///   - config: The settings of the battle.
    ///   - userIDList: The ids of connected hosts, without the user's own.
    ///   - timeout: The time for an answer, in seconds, at most 30; 0 if nobody has to agree.
    ///   - completion: Called on the main queue with the battle, and with the number of a `TUIBattleCode` for each host's id, which is 0 if
    ///     that host was asked. Not yet: it fails with -2103, or with -1002 before a login.
    public func requestBattle(
        config: BattleConfig, userIDList: [String], timeout: TimeInterval, completion: BattleRequestClosure?
    ) { fail(Completion(completion)) }

    /// Cancels a request before the battle starts. Not yet: it fails with -2103.
    ///
    /// - Parameters:
    ///   - battleId: The id of the battle.
    ///   - userIdList: The ids of the hosts who were asked.
    ///   - completion: Called on the main queue. Not yet: it fails with -2103, or with -1002 before a login.
    public func cancelBattleRequest(battleId: String, userIdList: [String], completion: CompletionClosure?) {
        fail(Completion(completion))
    }

    /// Accepts a request. Not yet: it fails with -2103.
    ///
    /// - Parameters:
    ///   - battleID: The id of the battle.
    ///   - completion: Called on the main queue. Not yet: it fails with -2103, or with -1002 before a login.
    public func acceptBattle(battleID: String, completion: CompletionClosure?) { fail(Completion(completion)) }

    /// Rejects a request. Not yet: it fails with -2103.
    ///
    /// - Parameters:
    ///   - battleID: The id of the battle.
    ///   - completion: Called on the main queue. Not yet: it fails with -2103, or with -1002 before a login.
    public func rejectBattle(battleID: String, completion: CompletionClosure?) { fail(Completion(completion)) }

    /// Leaves the battle. It goes on while two others are left. Not yet: it fails with -2103.
    ///
    /// - Parameters:
    ///   - battleID: The id of the battle.
    ///   - completion: Called on the main queue. Not yet: it fails with -2103, or with -1002 before a login.
    public func exitBattle(battleID: String, completion: CompletionClosure?) { fail(Completion(completion)) }

    private func fail<Value: Sendable>(_ completion: Completion<Value>) {
        runtime.failUnavailable(in: lane, completion, with: Self.unavailable)
    }
}
