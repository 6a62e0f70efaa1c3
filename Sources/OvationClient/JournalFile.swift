import Foundation
import OvationModel
import OvationWire

/// The file of a ``FileOrderJournal``. Each line is a JSON object: `put` adds an order, and `done` settles one.
///
/// The file only grows, until so many lines are dead that a compacted copy replaces it. A line that cannot be read is skipped. A crash can
/// tear the last line, but its order was never sent, because a `put` counts as kept only after the disk sync. A journal file must not be
/// used from two threads at the same time.
///
/// Whatever the file system does, the file agrees with what the caller was told. A later run finds an order that counts as kept, and does
/// not find one that counts as not kept. If nobody can know, ``OrderJournalError/undecided(_:errno:)`` says so.
final class JournalFile {
    /// The number of dead lines after which the file is compacted.
    static let deadLinesMax = 4_096
    /// The size limit of a journal, in bytes. A larger file is not one of ours.
    static let bytesMax = 64 * 1_024 * 1_024

    private enum Line: Codable {
        case put(JournaledOrder)
        case done(OrderKey)

        private enum CodingKeys: String, CodingKey { case put, done }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            if let order = try container.decodeIfPresent(JournaledOrder.self, forKey: .put) {
                self = .put(order)
            } else {
                self = .done(try container.decode(OrderKey.self, forKey: .done))
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            switch self {
            case .put(let order): try container.encode(order, forKey: .put)
            case .done(let key): try container.encode(key, forKey: .done)
            }
        }
    }

    struct OrderKey: Hashable, Codable {
        let owner: OrderOwner
        let orderID: OrderID
    }

    let path: String
    private let disk: any JournalDisk
    private let deadLinesStep: Int
    /// The unfinished orders by key, each with its place in the order of writing.
    private var orders: [OrderKey: (place: Int, order: JournaledOrder)] = [:]
    private var places = 0
    private var deadLines = 0
    /// The number of dead lines at which the file is compacted next. It grows after each failure, so that a full disk is not tried with
    /// every order.
    private var deadLinesDue: Int
    /// The open file; nil if the file at the path has to be opened again.
    private var descriptor: Int32?
    private let lockDescriptor: Int32
    /// The length of the part of the file that counts, in bytes.
    private var length = 0
    /// Whether the file may differ from what was written to it. Then it must be rewritten before the next line. After a failed sync, a
    /// system drops what it has not written, and the next sync reports no error.
    private var isDamaged = false
    /// Whether the file's name survives a crash of the machine.
    private var isNameKept = false

    /// Opens the file, creates it if it is missing, and locks it against other processes.
    ///
    /// - Returns: The file; nil if another journal has it locked.
    static func open(
        path: String, disk: any JournalDisk = SystemJournalDisk(), deadLinesMax: Int = JournalFile.deadLinesMax
    ) throws -> JournalFile? {
        // The lock is a separate file, because a rewrite replaces the journal itself.
        guard let lock = try disk.lock(path + ".lock") else { return nil }
        let file = JournalFile(path: path, disk: disk, lock: lock, deadLinesMax: deadLinesMax)
        try file.load()
        // Begin without dead lines. If the rewrite fails, the orders can still be read.
        if file.deadLines > 0 || file.isDamaged { try? file.rewrite() }
        return file
    }

    private init(path: String, disk: any JournalDisk, lock: Int32, deadLinesMax: Int) {
        self.path = path
        self.disk = disk
        deadLinesStep = deadLinesMax
        deadLinesDue = deadLinesMax
        lockDescriptor = lock
    }

    deinit {
        if let descriptor { disk.close(descriptor) }
        disk.close(lockDescriptor)
    }

    var count: Int { orders.count }

    /// Whether an order is unfinished.
    func holds(_ key: OrderKey) -> Bool { orders[key] != nil }

    /// The unfinished orders whose owners the filter accepts, oldest first.
    func unfinished(where isWanted: (OrderOwner) -> Bool) -> [JournaledOrder] {
        orders.values.filter { isWanted($0.order.owner) }.sorted { $0.place < $1.place }.map(\.order)
    }

    /// Adds orders and settles others with one write.
    ///
    /// - Parameter isDurable: Whether to return only when a crash cannot undo the change. Adding an order always waits for that.
    /// - Throws: ``OrderJournalError``. Then the change was not made at all. Only with `undecided` may the file have it or not, and the
    ///   added orders count as unfinished.
    func write(put: [JournaledOrder], done: [OrderKey], isDurable: Bool = false) throws {
        let settled = done.filter { orders[$0] != nil }
        let bytes = try Self.encode(put.map(Line.put) + settled.map(Line.done))
        guard !bytes.isEmpty else { return }
        let descriptor = try ready()
        guard length + bytes.count <= Self.bytesMax else { throw OrderJournalError.full }
        do {
            try disk.write(bytes, to: descriptor)
            if !put.isEmpty || isDurable {
                try disk.synchronize(descriptor)
                if !isNameKept { try disk.synchronizeFolder(of: path) }
                isNameKept = true
            }
        } catch {
            isDamaged = true
            // The orders count as not kept and will not be sent, so no later run may find them in the file.
            guard takeBack(from: descriptor) else {
                put.forEach(insert)
                throw OrderJournalError.leftUndecided(by: error)
            }
            throw error
        }
        length += bytes.count
        put.forEach(insert)
        settled.forEach(forget)
        compact()
    }

    /// Cuts off the last write. Returns false if a later run may still find it.
    private func takeBack(from descriptor: Int32) -> Bool {
        do {
            try disk.truncate(descriptor, to: length)
            try disk.synchronize(descriptor)
            return true
        } catch {
            return false
        }
    }

    private func insert(_ order: JournaledOrder) {
        let key = OrderKey(owner: order.owner, orderID: order.order.orderID)
        if orders[key] != nil { deadLines += 1 }
        orders[key] = (places, order)
        places += 1
    }

    private func forget(_ key: OrderKey) {
        // The `done` and its `put` are both dead. A `done` without a `put` is one dead line.
        deadLines += orders.removeValue(forKey: key) == nil ? 1 : 2
    }

    // MARK: - The file

    /// Returns the file, ready for the next line.
    private func ready() throws -> Int32 {
        if descriptor == nil { try load() }
        if isDamaged { try rewrite() }
        guard let descriptor else { throw OrderJournalError.file("open \(path)", errno: ENOENT) }
        return descriptor
    }

    private func load() throws {
        let opened = try disk.open(path, isEmpty: false)
        let bytes: Data
        do {
            bytes = try disk.read(opened, bytesMax: Self.bytesMax)
        } catch {
            disk.close(opened)
            throw error
        }
        descriptor = opened
        length = bytes.count
        isNameKept = false
        (orders, places, deadLines) = ([:], 0, 0)
        for text in bytes.split(separator: UInt8(ascii: "\n")) {
            switch try? WireJSON.decode(Line.self, from: text) {
            case .put(let order): insert(order)
            case .done(let key): forget(key)
            case nil: deadLines += 1
            }
        }
        // The next line would be glued to a torn last line.
        if bytes.last.map({ $0 != UInt8(ascii: "\n") }) == true { isDamaged = true }
    }

    /// Rewrites the file if enough of it is dead. Orders that were kept before stay kept, even if the rewrite fails.
    private func compact() {
        guard deadLines > deadLinesDue else { return }
        do { try rewrite() } catch { deadLinesDue = deadLines + deadLinesStep }
    }

    /// Writes the unfinished orders to a new file, and renames it over this one.
    private func rewrite() throws {
        let fresh = path + ".new"
        let bytes = try Self.encode(unfinished { _ in true }.map(Line.put))
        let new = try disk.open(fresh, isEmpty: true)
        do {
            try disk.write(bytes, to: new)
            try disk.synchronize(new)
        } catch {
            disk.close(new)
            throw error
        }
        let old = descriptor
        do {
            try disk.rename(fresh, to: path)
        } catch {
            // The rename may have happened all the same. Both files have the same orders, so either will do. But the next line must go to
            // the file that a later run finds, so the path is opened again.
            descriptor = nil
            disk.close(new)
            if let old { disk.close(old) }
            throw error
        }
        if let old { disk.close(old) }
        descriptor = new
        length = bytes.count
        deadLines = 0
        deadLinesDue = deadLinesStep
        isDamaged = false
        // Until the folder is synced, a crash may bring the old file back. It has every order that was kept so far. Later orders count as
        // kept only after that sync.
        isNameKept = (try? disk.synchronizeFolder(of: path)) != nil
    }

    private static func encode(_ lines: [Line]) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try lines.reduce(into: Data()) { bytes, line in
            bytes.append(try encoder.encode(line))
            bytes.append(UInt8(ascii: "\n"))
        }
    }
}
