import Foundation
public import OvationModel
import OvationWire

/// A journal in a file. No order is lost when the app or the machine crashes.
///
/// Orders that are appended at the same time share one disk sync. If another process holds the file, this one uses `…-1`, `…-2` and so on
/// beside it. A process that starts later takes over the unfinished orders of files that no process holds.
///
/// `@unchecked Sendable` is sound because the journal file is used only on the serial `queue`, and a lock guards the waiting requests.
public final class FileOrderJournal: OrderJournal, @unchecked Sendable {
    /// The most unfinished orders that the journal holds, for all users and servers together.
    public static let ordersMax = 1_024
    /// How many processes can use the same path at the same time, each with a file of its own.
    static let filesMax = 16

    /// The journal of this app, at ``defaultPath``.
    public static let shared = FileOrderJournal(path: defaultPath)

    /// The default path of an app's journal. The environment variable `OVATION_ORDER_JOURNAL` sets it. Otherwise it is
    /// `ovation/orders.jsonl` in Application Support on Apple's systems, and in `$XDG_STATE_HOME` or `~/.local/state` elsewhere.
    public static var defaultPath: String { defaultPath(environment: ProcessInfo.processInfo.environment) }

    /// The path of the journal.
    public let path: String

    private struct Waiting {
        var put: [(order: JournaledOrder, done: CheckedContinuation<Void, any Error>)] = []
        var withdrawn: [(key: JournalFile.OrderKey, done: CheckedContinuation<Void, any Error>)] = []
        var done: [(key: JournalFile.OrderKey, done: CheckedContinuation<Void, Never>)] = []
        var isEmpty: Bool { put.isEmpty && withdrawn.isEmpty && done.isEmpty }
    }

    private let queue = DispatchQueue(label: "ovation.order-journal", qos: .userInitiated)
    private let waiting = Locked(Waiting())
    private let disk: any JournalDisk
    private let deadLinesMax: Int
    private var file: JournalFile?
    /// Files of processes that are gone, whose orders could not all be taken over. This journal holds them locked, so that no other process
    /// sends the orders too.
    private var inherited: [JournalFile] = []

    /// Makes a journal. It opens the file when it first needs it.
    ///
    /// - Parameter path: The path of the file. Missing folders are created.
    public convenience init(path: String) { self.init(path: path, disk: SystemJournalDisk()) }

    /// Makes a journal on another file system, or one that is compacted after fewer dead lines.
    init(path: String, disk: any JournalDisk, deadLinesMax: Int = JournalFile.deadLinesMax) {
        self.path = path
        self.disk = disk
        self.deadLinesMax = deadLinesMax
    }

    /// Keeps an order. It returns when the order is on the disk.
    ///
    /// - Throws: ``OrderJournalError``. After ``OrderJournalError/undecided(_:errno:)`` the order counts as unfinished. After any other
    ///   error no later run finds it.
    public func append(_ order: JournaledOrder) async throws {
        try await withCheckedThrowingContinuation { continuation in
            enqueue { $0.put.append((order, continuation)) }
        }
    }

    /// Forgets an order that was charged. This is not synced to the disk: an order that comes back after a crash only gets its answer
    /// again.
    public func remove(_ orderID: OrderID, of owner: OrderOwner) async {
        await withCheckedContinuation { continuation in
            enqueue { $0.done.append((JournalFile.OrderKey(owner: owner, orderID: orderID), continuation)) }
        }
    }

    /// Forgets an order that was not charged. It returns when no crash can bring the order back.
    ///
    /// - Throws: ``OrderJournalError``. The order then counts as unfinished.
    public func withdraw(_ orderID: OrderID, of owner: OrderOwner) async throws {
        try await withCheckedThrowingContinuation { continuation in
            enqueue { $0.withdrawn.append((JournalFile.OrderKey(owner: owner, orderID: orderID), continuation)) }
        }
    }

    /// Returns the orders of a user that were not removed, oldest first.
    ///
    /// - Throws: ``OrderJournalError``.
    public func unfinished(of owner: OrderOwner) async throws -> [JournaledOrder] {
        try await withCheckedThrowingContinuation { continuation in
            queue.async {
                continuation.resume(with: Result { try self.unfinished(of: owner, in: self.opened()) })
            }
        }
    }

    private func unfinished(of owner: OrderOwner, in own: JournalFile) -> [JournaledOrder] {
        var known: Set<OrderID> = []
        let all = (inherited + [own]).flatMap { $0.unfinished { $0 == owner } }
        return all.filter { known.insert($0.order.orderID).inserted }
    }

    private func enqueue(_ change: (inout Waiting) -> Void) {
        let isFirst = waiting.withLock { waiting in
            let isFirst = waiting.isEmpty
            change(&waiting)
            return isFirst
        }
        if isFirst { queue.async { self.flush() } }
    }

    /// Writes every request that arrived during the last write.
    private func flush() {
        let batch = waiting.withLock { waiting in
            let batch = waiting
            waiting = Waiting()
            return batch
        }
        do {
            let own = try opened()
            // The inherited files come first: a withdrawn order must be gone from all of them before any caller returns.
            let failures = settleInherited(withdrawn: batch.withdrawn.map(\.key), done: batch.done.map(\.key))
            let room = max(0, Self.ordersMax - own.count)
            let kept = batch.put.prefix(room)
            try own.write(
                put: kept.map(\.order), done: batch.withdrawn.map(\.key) + batch.done.map(\.key),
                isDurable: !batch.withdrawn.isEmpty)
            kept.forEach { $0.done.resume() }
            batch.put.dropFirst(room).forEach { $0.done.resume(throwing: OrderJournalError.full) }
            for (key, done) in batch.withdrawn {
                if let failure = failures[key] { done.resume(throwing: failure) } else { done.resume() }
            }
        } catch {
            batch.put.forEach { $0.done.resume(throwing: error) }
            batch.withdrawn.forEach { $0.done.resume(throwing: error) }
        }
        batch.done.forEach { $0.done.resume() }
    }

    /// Settles orders that are in the inherited files too, and closes the files that have no unfinished order left.
    ///
    /// - Returns: The errors of the withdrawn orders that could not be removed from such a file.
    private func settleInherited(
        withdrawn: [JournalFile.OrderKey], done: [JournalFile.OrderKey]
    ) -> [JournalFile.OrderKey: any Error] {
        var failures: [JournalFile.OrderKey: any Error] = [:]
        for file in inherited {
            let theirs = withdrawn.filter(file.holds)
            do {
                try file.write(put: [], done: theirs + done, isDurable: !theirs.isEmpty)
            } catch {
                for key in theirs { failures[key] = error }
            }
        }
        inherited.removeAll { $0.count == 0 }
        return failures
    }

    private func opened() throws -> JournalFile {
        if let file { return file }
        try disk.makeFolder((path as NSString).deletingLastPathComponent)
        for number in 0..<Self.filesMax {
            guard let own = try openFile(path(number: number)) else { continue }
            takeOverAbandoned(into: own, number: number)
            file = own
            return own
        }
        throw OrderJournalError.file("lock \(path)", errno: EWOULDBLOCK)
    }

    private func openFile(_ path: String) throws -> JournalFile? {
        try JournalFile.open(path: path, disk: disk, deadLinesMax: deadLinesMax)
    }

    /// Takes over the unfinished orders of files whose process is gone. Orders that cannot be read, or cannot be kept here, stay in their
    /// file for another time.
    private func takeOverAbandoned(into own: JournalFile, number: Int) {
        for other in 0..<Self.filesMax where other != number {
            let otherPath = path(number: other)
            guard disk.exists(otherPath), let file = try? openFile(otherPath) else { continue }
            let orders = file.unfinished { _ in true }
            guard !orders.isEmpty else { continue }
            do {
                try own.write(put: orders, done: [])
            } catch OrderJournalError.undecided {
                inherited.append(file)
                continue
            } catch {
                continue
            }
            // Remove them from the old file too. Otherwise an order that is withdrawn here would come back from there.
            let keys = orders.map { JournalFile.OrderKey(owner: $0.owner, orderID: $0.order.orderID) }
            do { try file.write(put: [], done: keys, isDurable: true) } catch { inherited.append(file) }
        }
    }

    private func path(number: Int) -> String {
        guard number > 0 else { return path }
        let name = path as NSString
        let numbered = "\(name.deletingPathExtension)-\(number)"
        return name.pathExtension.isEmpty ? numbered : "\(numbered).\(name.pathExtension)"
    }

    static func defaultPath(environment: [String: String]) -> String {
        func named(_ key: String) -> String? { environment[key].flatMap { $0.isEmpty ? nil : $0 } }
        if let path = named("OVATION_ORDER_JOURNAL") { return (path as NSString).expandingTildeInPath }
        #if canImport(Darwin)
            let folders = NSSearchPathForDirectoriesInDomains(.applicationSupportDirectory, .userDomainMask, true)
            let state = folders.first ?? NSTemporaryDirectory()
        #else
            let home = named("HOME") ?? NSHomeDirectory()
            // The XDG specification says to ignore a path that is not absolute.
            let state = named("XDG_STATE_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "\(home)/.local/state"
        #endif
        return "\(state)/ovation/orders.jsonl"
    }
}
