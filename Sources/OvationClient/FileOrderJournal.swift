import Foundation
public import OvationModel
import OvationWire

/// A journal in a file: a crash of the app or of the machine takes no order out of it.
///
/// Orders that are appended at the same time share one synchronisation of the disk. Where another process has the file,
/// this one uses `…-1`, `…-2` and so on beside it, and whoever comes later takes over the unfinished orders of files
/// that nobody holds.
///
/// `@unchecked Sendable` is sound because the journal file is touched on `queue` only, which is serial, and what waits
/// is behind a lock.
public final class FileOrderJournal: OrderJournal, @unchecked Sendable {
    /// The most unfinished orders, of all users and servers.
    public static let ordersMax = 1_024
    /// How many processes may have a journal of their own at the same path.
    static let filesMax = 16

    /// The journal of this app, at ``defaultPath``.
    public static let shared = FileOrderJournal(path: defaultPath)

    /// Where the journal of an app is: what the environment's `OVATION_ORDER_JOURNAL` names, else
    /// `ovation/orders.jsonl` in the folder for an app's state, which is Application Support on Apple's systems and
    /// `$XDG_STATE_HOME` or `~/.local/state` elsewhere.
    public static var defaultPath: String { defaultPath(environment: ProcessInfo.processInfo.environment) }

    /// Where the journal is.
    public let path: String

    private struct Waiting {
        var put: [(order: JournaledOrder, done: CheckedContinuation<Void, any Error>)] = []
        var done: [(key: JournalFile.OrderKey, done: CheckedContinuation<Void, Never>)] = []
        var isEmpty: Bool { put.isEmpty && done.isEmpty }
    }

    private let queue = DispatchQueue(label: "ovation.order-journal", qos: .userInitiated)
    private let waiting = Locked(Waiting())
    private var file: JournalFile?

    /// Makes a journal. The file is opened when it is first needed.
    ///
    /// - Parameter path: Where it is. Folders that are missing are made.
    public init(path: String) { self.path = path }

    /// Keeps an order. Returns when it is on the disk.
    ///
    /// - Throws: ``OrderJournalError``.
    public func append(_ order: JournaledOrder) async throws {
        try await withCheckedThrowingContinuation { continuation in
            enqueue { $0.put.append((order, continuation)) }
        }
    }

    /// Forgets an order. Not synchronised: an order that comes back after a crash only gets its answer again.
    public func remove(_ orderID: OrderID, of owner: OrderOwner) async {
        await withCheckedContinuation { continuation in
            enqueue { $0.done.append((JournalFile.OrderKey(owner: owner, orderID: orderID), continuation)) }
        }
    }

    /// The orders of a user that were not removed, oldest first.
    ///
    /// - Throws: ``OrderJournalError``.
    public func unfinished(of owner: OrderOwner) async throws -> [JournaledOrder] {
        try await withCheckedThrowingContinuation { continuation in
            queue.async {
                continuation.resume(with: Result { try self.opened().unfinished { $0 == owner } })
            }
        }
    }

    private func enqueue(_ change: (inout Waiting) -> Void) {
        let isFirst = waiting.withLock { waiting in
            let isFirst = waiting.isEmpty
            change(&waiting)
            return isFirst
        }
        if isFirst { queue.async { self.flush() } }
    }

    /// Writes everything that came while the last write was under way.
    private func flush() {
        let batch = waiting.withLock { waiting in
            let batch = waiting
            waiting = Waiting()
            return batch
        }
        do {
            let file = try opened()
            let room = max(0, Self.ordersMax - file.count)
            let kept = batch.put.prefix(room)
            try file.write(put: kept.map(\.order), done: batch.done.map(\.key))
            kept.forEach { $0.done.resume() }
            batch.put.dropFirst(room).forEach { $0.done.resume(throwing: OrderJournalError.full) }
        } catch {
            batch.put.forEach { $0.done.resume(throwing: error) }
        }
        batch.done.forEach { $0.done.resume() }
    }

    private func opened() throws -> JournalFile {
        if let file { return file }
        let folder = (path as NSString).deletingLastPathComponent
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        for number in 0..<Self.filesMax {
            guard let own = try JournalFile.open(path: path(number: number)) else { continue }
            takeOverAbandoned(into: own, number: number)
            file = own
            return own
        }
        throw OrderJournalError.file("lock \(path)", errno: EWOULDBLOCK)
    }

    /// Takes the unfinished orders of files whose process is gone. What cannot be read stays where it is for another
    /// time.
    private func takeOverAbandoned(into own: JournalFile, number: Int) {
        for other in 0..<Self.filesMax where other != number {
            let otherPath = path(number: other)
            guard FileManager.default.fileExists(atPath: otherPath), let file = try? JournalFile.open(path: otherPath)
            else { continue }
            let orders = file.unfinished { _ in true }
            guard !orders.isEmpty, (try? own.write(put: orders, done: [])) != nil else { continue }
            let keys = orders.map { JournalFile.OrderKey(owner: $0.owner, orderID: $0.order.orderID) }
            try? file.write(put: [], done: keys)
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
            // The specification says to ignore one that is not absolute.
            let state = named("XDG_STATE_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "\(home)/.local/state"
        #endif
        return "\(state)/ovation/orders.jsonl"
    }
}
