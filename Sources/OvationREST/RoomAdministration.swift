import NIOCore
import OvationBackend
import OvationModel
import OvationNode
import OvationRules
import OvationStorage
import OvationSupport
import OvationWire
import Synchronization

/// Calls into lives from code that is not on an event loop, most of all from the REST API.
///
/// Every call goes the way of a client's command, through the room's runtime and the journal. So it obeys the same rules, is kept before
/// it is answered, and reaches everybody in the live at once.
struct RoomAdministration: Sendable {
    let node: Node
    let creations: RoomCreations
    /// Where the caller is, as callbacks tell it.
    var client = Callback.Client.server

    init(node: Node) {
        self.node = node
        creations = RoomCreations(intervalMilliseconds: node.limits.restCreateIntervalMilliseconds)
    }

    /// A live that is on, here or at another server of the cluster.
    ///
    /// - Throws: `roomNotFound`; `homeAway` where nobody runs it at the moment, `liveElsewhere` where another server does that this one
    ///   does not reach, `storageUnavailable` where nobody knows.
    func room(_ liveID: LiveID) async throws(Rejection) -> any RoomPort {
        try await node.reachRoom(liveID).get()
    }

    /// Asks something of a live and waits for the answer.
    ///
    /// - Parameter message: the id of a message that the app's backend is not to be asked about; nil to ask it.
    /// - Throws: the error of the live, or of ``room(_:)``; `serverShuttingDown` if the server stops before the answer, as
    ///   from every method here that waits.
    @discardableResult
    func ask<Reply>(
        _ request: TypedRequest<Reply>, in liveID: LiveID, as actor: RoomActor = .server, message: MessageTag? = nil
    ) async throws(Rejection) -> Reply {
        let room = try await room(liveID)
        return try await FirstOutcome.answer { room.ask(request, as: actor, from: client, message: message, $0) }
    }

    /// Gives a live a command of the rules. When it returns, the change is kept and told.
    ///
    /// - Throws: what the rules or the storage refuse it with.
    func perform(
        _ command: RoomCommand, in liveID: LiveID, as actor: RoomActor = .server
    ) async throws(Rejection) {
        try await ask(.change(command), in: liveID, as: actor)
    }

    /// What a live is.
    ///
    /// - Throws: `roomNotFound`.
    func listing(of liveID: LiveID) async throws(Rejection) -> RoomListing {
        try await ask(.info, in: liveID)
    }

    /// The administrators, the muted users, the banned users or the robots of a live.
    ///
    /// - Throws: `roomNotFound`, `pageBeyondEnd`.
    func roster(_ part: RoomRoster.Part, of liveID: LiveID) async throws(Rejection) -> RoomRoster {
        try await ask(.roster(part), in: liveID)
    }

    /// What a live has had so far.
    ///
    /// - Throws: `roomNotFound`.
    func statistics(of liveID: LiveID) async throws(Rejection) -> RoomStatistics {
        try await ask(.statistics, in: liveID)
    }

    /// Keeps a write and waits until it is durable.
    ///
    /// - Throws: `storageUnavailable`.
    @discardableResult
    func keep(_ write: StorageWrite) async throws(Rejection) -> StorageOutcome {
        try await node.services.keep(write)
    }

    /// Keeps several writes at once, in their order, and waits until the last one is durable.
    ///
    /// - Throws: `storageUnavailable` where one of them could not be kept.
    func keep(_ writes: [StorageWrite]) async throws(Rejection) {
        guard !writes.isEmpty else { return }
        let answers = Answers(awaited: writes.count)
        try await FirstOutcome<Void>.answer { answer in
            for write in writes {
                node.services.journal.submit(write, on: node.shards[0].eventLoop) { result in
                    if let all = answers.add(result) { answer(all) }
                }
            }
        }
    }

    /// Counts the answers to several questions.
    private final class Answers: Sendable {
        private let state: Mutex<(awaited: Int, first: Rejection?)>

        init(awaited: Int) { state = Mutex((awaited, nil)) }

        /// Takes an answer. The last call says whether one of the answers was a refusal.
        func add(_ result: Result<some Sendable, Rejection>) -> Result<Void, Rejection>? {
            state.withLock { state in
                state.awaited -= 1
                if case .failure(let rejection) = result, state.first == nil { state.first = rejection }
                guard state.awaited == 0 else { return nil }
                return state.first.map { .failure($0) } ?? .success(())
            }
        }
    }
}

extension RESTCall {
    /// Who acts on a live. Its members are told that an administrator of the app did; the moderation log says which one.
    var actor: RoomActor { .backend(administrator) }
}
