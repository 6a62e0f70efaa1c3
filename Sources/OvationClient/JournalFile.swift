import Foundation
import OvationModel
import OvationWire

/// The file of a ``FileOrderJournal``: one JSON object a line, `put` for an order that was made and `done` for one that
/// is settled.
///
/// Only ever appended to, until so many lines are dead that it is written anew beside itself and renamed over. A line
/// that cannot be read is passed over: the last one of a crash is torn, and its order was never sent, because a `put`
/// counts as kept only when it is synchronised to the disk. Not for use from two threads at a time.
///
/// Whatever the file system does, the file and the word to the caller agree: an order that counts as kept is found by a
/// later run, one that does not is not, and where nobody can know, ``OrderJournalError/undecided(_:errno:)`` says so.
final class JournalFile {
    /// Lines that no longer mean anything before the file is written anew.
    static let deadLinesMax = 4_096
    /// A journal larger than this is not one of ours.
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
    /// The unfinished orders by key, each with its place in time.
    private var orders: [OrderKey: (place: Int, order: JournaledOrder)] = [:]
    private var places = 0
    private var deadLines = 0
    /// How many dead lines there must be before the file is written anew: more after each time that this failed, so that
    /// a full disk is not tried with every order.
    private var deadLinesDue: Int
    /// The open file; nil where it must be looked at anew which one stands at the path.
    private var descriptor: Int32?
    private let lockDescriptor: Int32
    /// How long the file is, as far as what was written to it counts.
    private var length = 0
    /// Whether the file may hold something else than what was written to it: it must be written anew before the next
    /// line. After a failed synchronisation a system forgets what it has not written, and says nothing the next time.
    private var isDamaged = false
    /// Whether a crash of the machine cannot take the file's name.
    private var isNameKept = false

    /// Opens the file, makes it where there is none, and locks it against other processes.
    ///
    /// - Returns: nil where another journal has the file locked.
    static func open(
        path: String, disk: any JournalDisk = SystemJournalDisk(), deadLinesMax: Int = JournalFile.deadLinesMax
    ) throws -> JournalFile? {
        // A file of its own beside the journal, because the journal itself is replaced when it is written anew.
        guard let lock = try disk.lock(path + ".lock") else { return nil }
        let file = JournalFile(path: path, disk: disk, lock: lock, deadLinesMax: deadLinesMax)
        try file.load()
        // Begins without dead lines. What cannot be written can be read all the same.
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

    /// The unfinished orders that the filter names, oldest first.
    func unfinished(where isWanted: (OrderOwner) -> Bool) -> [JournaledOrder] {
        orders.values.filter { isWanted($0.order.owner) }.sorted { $0.place < $1.place }.map(\.order)
    }

    /// Keeps orders and settles others with one write.
    ///
    /// - Parameter isDurable: whether to return only when a crash cannot undo it. An order that is put always counts as
    ///   kept only then.
    /// - Throws: ``OrderJournalError``. All that is put is unfinished and all that is done is not, or neither; only with
    ///   `undecided` may it be either way in the file, and the orders count as unfinished.
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
            // The orders count as not kept and will not be sent, so no later run may find them here.
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

    /// Cuts off what was written last; false where it may still be found by a later run.
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
        // The `done` and its `put`; a `done` without one is dead alone.
        deadLines += orders.removeValue(forKey: key) == nil ? 1 : 2
    }

    // MARK: - The file

    /// The file, as it can be appended to.
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
        // The next line would be glued to a torn end.
        if bytes.last.map({ $0 != UInt8(ascii: "\n") }) == true { isDamaged = true }
    }

    /// Writes the file anew where enough of it is dead. What was appended before is kept, whether this succeeds or not.
    private func compact() {
        guard deadLines > deadLinesDue else { return }
        do { try rewrite() } catch { deadLinesDue = deadLines + deadLinesStep }
    }

    /// Writes the unfinished orders to a file beside this one, and puts it in this one's place.
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
            // It may have taken place all the same. Both files have the same orders, so whichever it is will do; but the
            // next line must go to the one that is found by a later run.
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
        // The old file, which may come back until then, has everything that was kept so far; what follows counts as kept
        // only when it cannot.
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
