import Foundation
import NIOCore
import OvationModel

/// The outcome of a command.
enum CommandOutcome: Sendable {
    /// The server carried it out. The value is the whole reply.
    case done(Data)
    /// The server refused the command.
    case refused(Rejection)
    /// There is no answer. If the command was sent, the server may have carried it out.
    case unanswered(Rejection, wasSent: Bool)

    /// The reply, or the reason why there is none.
    var result: Result<Data, Rejection> {
        switch self {
        case .done(let bytes): .success(bytes)
        case .refused(let rejection), .unanswered(let rejection, _): .failure(rejection)
        }
    }
}

/// The commands that wait for a connection or for their answer. Their number is bounded.
struct CommandTable {
    /// What to do with a command if the connection is lost before its answer comes.
    enum OnLoss: Sendable {
        /// Fail: the server may have carried it out, and must not do so twice.
        case fail
        /// Send it on the next connection: repeating it does no harm.
        case resend
        /// Send it on the next connection, but not for ever. It is an order, and the server charges the same id only once.
        case resendOrder
    }

    typealias Completion = (CommandOutcome) -> Void

    struct Finished {
        let outcome: CommandOutcome
        let complete: Completion
    }

    private struct Entry {
        let frame: Data
        let onLoss: OnLoss
        let deadline: NIODeadline
        let complete: Completion
        var sends = 0

        func unanswered(_ rejection: Rejection) -> Finished {
            let isUnknown = onLoss == .resendOrder && sends > 0
            let reported = isUnknown ? Rejection(.outcomeUnknown) : rejection
            return Finished(outcome: .unanswered(reported, wasSent: sends > 0), complete: complete)
        }
    }

    /// The most commands that may wait.
    static let entriesMax = 1_024
    /// How many times an order is sent before its outcome counts as unknown.
    static let orderSendsMax = 5

    private var entries: [Int64: Entry] = [:]
    /// The ids of the commands that wait for a connection.
    private var waiting: [Int64] = []
    /// The orders that will be sent again on this connection, each with its time.
    private var postponed: [Int64: NIODeadline] = [:]
    /// A time that no entry's deadline is before; nil if there are no entries.
    private var earliestDeadline: NIODeadline?

    /// The earliest time at which the table has something to do; nil if nothing waits.
    var nextDeadline: NIODeadline? {
        guard let earliestDeadline else { return nil }
        return postponed.values.reduce(earliestDeadline) { min($0, $1) }
    }

    var count: Int { entries.count }

    /// Adds a command. Returns false if the table is full.
    mutating func add(
        id: Int64, frame: Data, onLoss: OnLoss, deadline: NIODeadline, complete: @escaping Completion
    ) -> Bool {
        guard entries.count < Self.entriesMax, entries[id] == nil else { return false }
        entries[id] = Entry(frame: frame, onLoss: onLoss, deadline: deadline, complete: complete)
        waiting.append(id)
        earliestDeadline = earliestDeadline.map { min($0, deadline) } ?? deadline
        return true
    }

    /// Returns the frames to send now that there is a connection, in the order in which the commands were given.
    mutating func takeWaiting() -> [Data] {
        guard !waiting.isEmpty else { return [] }
        defer { waiting.removeAll(keepingCapacity: true) }
        return waiting.sorted().compactMap { id in
            entries[id]?.sends += 1
            return entries[id]?.frame
        }
    }

    /// Takes out the command that an answer belongs to. Returns nil for an id that nobody waits for.
    mutating func take(_ id: Int64) -> Completion? {
        guard let entry = entries.removeValue(forKey: id) else { return nil }
        postponed[id] = nil
        if entries.isEmpty { earliestDeadline = nil }
        return entry.complete
    }

    /// Whether a command keeps waiting after a server that is shutting down refused it. Such a command is sent again on the next
    /// connection.
    func outlivesShutdown(_ id: Int64) -> Bool { entries[id]?.onLoss == .resendOrder }

    /// Schedules an order to be sent again, because the server could not say what became of it. It keeps its id, so it is charged once.
    ///
    /// - Parameters:
    ///   - delay: How long to wait, given how many times the order was sent.
    /// - Returns: False if the command is no order, was sent often enough, or has no time left. The server's reply is then its answer.
    mutating func postpone(_ id: Int64, at now: NIODeadline, delay: (_ sends: Int) -> TimeAmount) -> Bool {
        guard let entry = entries[id], entry.onLoss == .resendOrder, entry.sends < Self.orderSendsMax else {
            return false
        }
        let time = now + delay(entry.sends)
        guard time < entry.deadline else { return false }
        postponed[id] = time
        return true
    }

    /// Queues the postponed orders whose time has come.
    mutating func resume(at now: NIODeadline) {
        guard !postponed.isEmpty else { return }
        waiting += postponed.filter { $0.value <= now }.keys
        postponed = postponed.filter { $0.value > now }
    }

    /// Handles a lost connection. Commands that must not be sent again fail, and all others wait for the next connection.
    mutating func connectionLost() -> [Finished] {
        let lost = take { entry in
            switch entry.onLoss {
            case .fail: entry.sends > 0
            case .resend: false
            case .resendOrder: entry.sends >= Self.orderSendsMax
            }
        } rejecting: {
            Rejection(.networkUnavailable, "The connection was lost before the answer came.")
        }
        waiting = Array(entries.keys)
        postponed = [:]
        return lost
    }

    /// Takes out the commands that have waited too long.
    mutating func expire(at now: NIODeadline) -> [Finished] {
        guard let earliestDeadline, earliestDeadline <= now else { return [] }
        return take { entry in
            entry.deadline <= now
        } rejecting: {
            Rejection(.networkUnavailable, "There was no answer in time.")
        }
    }

    /// Takes out every command.
    mutating func failAll(_ rejection: Rejection) -> [Finished] {
        take { _ in
            true
        } rejecting: {
            rejection
        }
    }

    /// Takes out the commands that the filter accepts, in the order of their ids.
    private mutating func take(where isOver: (Entry) -> Bool, rejecting rejection: () -> Rejection) -> [Finished] {
        let over = entries.filter { isOver($0.value) }.sorted { $0.key < $1.key }
        for (id, _) in over {
            entries[id] = nil
            postponed[id] = nil
        }
        earliestDeadline = entries.values.lazy.map(\.deadline).min()
        waiting.removeAll { entries[$0] == nil }
        return over.map { $0.value.unanswered(rejection()) }
    }
}
