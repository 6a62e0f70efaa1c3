import Foundation
import NIOCore
import OvationModel

/// What became of a command.
enum CommandOutcome: Sendable {
    /// The server did it: the bytes of the whole reply.
    case done(Data)
    /// The server refused it.
    case refused(Rejection)
    /// There is no answer. Whether the server did it is known only where it was never sent.
    case unanswered(Rejection, wasSent: Bool)

    /// The bytes, or why there are none.
    var result: Result<Data, Rejection> {
        switch self {
        case .done(let bytes): .success(bytes)
        case .refused(let rejection), .unanswered(let rejection, _): .failure(rejection)
        }
    }
}

/// The commands that wait: for a connection, or for their answer. Bounded.
struct CommandTable {
    /// What to do with a command whose connection was lost before its answer came.
    enum OnLoss: Sendable {
        /// It may have been done, and must not be done twice: fail.
        case fail
        /// It may be done again without harm: send it on the next connection.
        case resend
        /// An order: the server does the same id once. Send it on the next connection, but not for ever.
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
            let told = isUnknown ? Rejection(.outcomeUnknown) : rejection
            return Finished(outcome: .unanswered(told, wasSent: sends > 0), complete: complete)
        }
    }

    /// The most commands that may wait.
    static let entriesMax = 1_024
    /// How often an order is sent before its outcome counts as unknown.
    static let orderSendsMax = 5

    private var entries: [Int64: Entry] = [:]
    /// The ids that wait for a connection.
    private var waiting: [Int64] = []
    /// The orders that are asked again later on this connection, and when.
    private var postponed: [Int64: NIODeadline] = [:]
    /// No entry's deadline is before it; nil where there are no entries.
    private var earliestDeadline: NIODeadline?

    /// When something is to be done here at the earliest; nil where nothing waits.
    var nextDeadline: NIODeadline? {
        guard let earliestDeadline else { return nil }
        return postponed.values.reduce(earliestDeadline) { min($0, $1) }
    }

    var count: Int { entries.count }

    /// Takes in a command; false where the table is full.
    mutating func add(
        id: Int64, frame: Data, onLoss: OnLoss, deadline: NIODeadline, complete: @escaping Completion
    ) -> Bool {
        guard entries.count < Self.entriesMax, entries[id] == nil else { return false }
        entries[id] = Entry(frame: frame, onLoss: onLoss, deadline: deadline, complete: complete)
        waiting.append(id)
        earliestDeadline = earliestDeadline.map { min($0, deadline) } ?? deadline
        return true
    }

    /// The frames to send now that there is a connection, in the order in which the commands were given.
    mutating func takeWaiting() -> [Data] {
        guard !waiting.isEmpty else { return [] }
        defer { waiting.removeAll(keepingCapacity: true) }
        return waiting.sorted().compactMap { id in
            entries[id]?.sends += 1
            return entries[id]?.frame
        }
    }

    /// The answer to a command came: takes it out. Nil for an id that nobody waits for.
    mutating func take(_ id: Int64) -> Completion? {
        guard let entry = entries.removeValue(forKey: id) else { return nil }
        postponed[id] = nil
        if entries.isEmpty { earliestDeadline = nil }
        return entry.complete
    }

    /// Whether a command goes on waiting although the server, which is about to close the connection, did not take it:
    /// it is sent again on the next one.
    func outlivesShutdown(_ id: Int64) -> Bool { entries[id]?.onLoss == .resendOrder }

    /// The server could not say what became of a command. An order is asked again under the same id, which charges it once.
    ///
    /// - Parameters:
    ///   - delay: how long to wait before the next time, by how often it was sent.
    /// - Returns: false where it is no order, was asked often enough, or has no time left: then this is its answer.
    mutating func postpone(_ id: Int64, at now: NIODeadline, delay: (_ sends: Int) -> TimeAmount) -> Bool {
        guard let entry = entries[id], entry.onLoss == .resendOrder, entry.sends < Self.orderSendsMax else {
            return false
        }
        let time = now + delay(entry.sends)
        guard time < entry.deadline else { return false }
        postponed[id] = time
        return true
    }

    /// Lets the orders whose time has come be sent again.
    mutating func resume(at now: NIODeadline) {
        guard !postponed.isEmpty else { return }
        waiting += postponed.filter { $0.value <= now }.keys
        postponed = postponed.filter { $0.value > now }
    }

    /// The connection is gone: what must not be sent again fails, everything else waits for the next.
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

    /// What has waited too long.
    mutating func expire(at now: NIODeadline) -> [Finished] {
        guard let earliestDeadline, earliestDeadline <= now else { return [] }
        return take { entry in
            entry.deadline <= now
        } rejecting: {
            Rejection(.networkUnavailable, "There was no answer in time.")
        }
    }

    /// Everything there is.
    mutating func failAll(_ rejection: Rejection) -> [Finished] {
        take { _ in
            true
        } rejecting: {
            rejection
        }
    }

    /// Takes out what the filter names, in order of the ids.
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
