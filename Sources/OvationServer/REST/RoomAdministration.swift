import NIOCore
import OvationModel
import OvationRules
import OvationStorage
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

    /// A live that is on.
    ///
    /// - Throws: `roomNotFound`.
    func room(_ liveID: LiveID) throws(Rejection) -> any RoomPort {
        guard let room = node.directory.room(liveID) else { throw Rejection(.roomNotFound) }
        return room
    }

    /// Asks something of a live and waits for the answer.
    ///
    /// - Parameter message: the id of a message that the app's backend is not to be asked about; nil to ask it.
    /// - Throws: the error of the live; `serverShuttingDown` if the server stops before the answer, as from every method here that
    ///   waits.
    @discardableResult
    func ask(
        _ body: RoomRequest.Body, in liveID: LiveID, as actor: RoomActor = .server, message: MessageTag? = nil
    ) async throws(Rejection) -> RoomReply {
        let room = try room(liveID)
        return try await FirstOutcome.answer { answer in
            room.submit(RoomRequest(actor: actor, body: body, client: client, message: message), answer)
        }
    }

    /// Gives a live a command of the rules. When it returns, the change is kept and told.
    ///
    /// - Throws: what the rules or the storage refuse it with.
    @discardableResult
    func perform(
        _ command: RoomCommand, in liveID: LiveID, as actor: RoomActor = .server
    ) async throws(Rejection) -> RoomReply {
        try await ask(.command(command), in: liveID, as: actor)
    }

    /// Gives a live several commands at once, in their order, and waits for all of them.
    ///
    /// - Throws: the first refusal, after the last answer. The commands that were not refused are in force.
    func perform(
        _ commands: [RoomCommand], in liveID: LiveID, as actor: RoomActor = .server
    ) async throws(Rejection) {
        let room = try room(liveID)
        guard !commands.isEmpty else { return }
        let answers = Answers(awaited: commands.count)
        try await FirstOutcome<Void>.answer { answer in
            for command in commands {
                room.submit(RoomRequest(actor: actor, body: .command(command), client: client)) { result in
                    if let all = answers.add(result) { answer(all) }
                }
            }
        }
    }

    /// What a live is.
    ///
    /// - Throws: `roomNotFound`.
    func listing(of liveID: LiveID) async throws(Rejection) -> RoomListing {
        guard case .listing(let listing) = try await ask(.info, in: liveID) else {
            preconditionFailure("a room answers what it is with its listing")
        }
        return listing
    }

    /// The administrators, the muted users, the banned users or the robots of a live.
    ///
    /// - Throws: `roomNotFound`, `pageBeyondEnd`.
    func roster(_ part: RoomRoster.Part, of liveID: LiveID) async throws(Rejection) -> RoomRoster {
        guard case .roster(let roster) = try await ask(.roster(part), in: liveID) else {
            preconditionFailure("a room answers who is in it with its roster")
        }
        return roster
    }

    /// What a live has had so far.
    ///
    /// - Throws: `roomNotFound`.
    func statistics(of liveID: LiveID) async throws(Rejection) -> RoomStatistics {
        guard case .statistics(let statistics) = try await ask(.statistics, in: liveID) else {
            preconditionFailure("a room answers what it has had with its statistics")
        }
        return statistics
    }

    /// Keeps a write and waits until it is durable.
    ///
    /// - Throws: `storageUnavailable`.
    @discardableResult
    func keep(_ write: StorageWrite) async throws(Rejection) -> StorageOutcome {
        try await node.keep(write)
    }

    /// Keeps several writes at once, in their order, and waits until the last one is durable.
    ///
    /// - Throws: `storageUnavailable` where one of them could not be kept.
    func keep(_ writes: [StorageWrite]) async throws(Rejection) {
        guard !writes.isEmpty else { return }
        let answers = Answers(awaited: writes.count)
        try await FirstOutcome<Void>.answer { answer in
            for write in writes {
                node.journal.submit(write, on: node.shards[0].eventLoop) { result in
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
