import Foundation
import OvationModel
import OvationWire

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// `open` of the system, which ``JournalFile/open(path:)`` hides. What it makes is readable by its owner only: who sent
/// which gift is nobody else's business.
private func openDescriptor(_ path: String, _ flags: Int32) -> Int32 { open(path, flags, mode_t(0o600)) }

/// `write` of the system, which ``JournalFile/write(put:done:)`` hides.
private func writeBytes(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}

/// The file of a ``FileOrderJournal``: one JSON object a line, `put` for an order that was made and `done` for one that
/// is settled.
///
/// Only ever appended to, until so many lines are dead that it is written anew beside itself and renamed over. A line
/// that cannot be read is passed over: the last one of a crash is torn, and its order was never sent, because a `put`
/// counts as kept only when it is synchronised to the disk. Not for use from two threads at a time.
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
    /// The unfinished orders by key, each with its place in time.
    private var orders: [OrderKey: (place: Int, order: JournaledOrder)] = [:]
    private var places = 0
    private var deadLines = 0
    private var descriptor: Int32 = -1
    private var lockDescriptor: Int32 = -1

    /// Opens the file, makes it where there is none, and locks it against other processes.
    ///
    /// - Returns: nil where another journal has the file locked.
    static func open(path: String) throws -> JournalFile? {
        let file = JournalFile(path: path)
        guard try file.lock() else { return nil }
        try file.load()
        return file
    }

    private init(path: String) { self.path = path }

    deinit {
        if descriptor >= 0 { close(descriptor) }
        if lockDescriptor >= 0 { close(lockDescriptor) }
    }

    var count: Int { orders.count }

    /// The unfinished orders that the filter names, oldest first.
    func unfinished(where isWanted: (OrderOwner) -> Bool) -> [JournaledOrder] {
        orders.values.filter { isWanted($0.order.owner) }.sorted { $0.place < $1.place }.map(\.order)
    }

    /// Keeps orders and settles others with one write, and one synchronisation where there is anything to keep.
    func write(put: [JournaledOrder], done: [OrderKey]) throws {
        let settled = done.filter { orders[$0] != nil }
        let bytes = try Self.encode(put.map(Line.put) + settled.map(Line.done))
        guard !bytes.isEmpty else { return }
        let end = lseek(descriptor, 0, SEEK_END)
        do {
            try Self.writeAll(bytes, to: descriptor)
            if !put.isEmpty { try Self.synchronize(descriptor) }
        } catch {
            // The orders count as not kept and will not be sent, so no later run may find them here.
            if end >= 0 { _ = ftruncate(descriptor, end) }
            throw error
        }
        put.forEach(insert)
        settled.forEach(forget)
        if deadLines > Self.deadLinesMax { try rewrite() }
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

    /// Locks a file of its own beside the journal, because the journal itself is replaced when it is written anew.
    private func lock() throws -> Bool {
        lockDescriptor = openDescriptor(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC)
        guard lockDescriptor >= 0 else { throw OrderJournalError.file("open \(path).lock", errno: errno) }
        if flock(lockDescriptor, LOCK_EX | LOCK_NB) == 0 { return true }
        if errno == EWOULDBLOCK { return false }
        throw OrderJournalError.file("lock \(path).lock", errno: errno)
    }

    private func load() throws {
        descriptor = openDescriptor(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC)
        guard descriptor >= 0 else { throw OrderJournalError.file("open \(path)", errno: errno) }
        let bytes = try Self.readAll(descriptor, path: path)
        for text in bytes.split(separator: UInt8(ascii: "\n")) {
            switch try? WireJSON.decode(Line.self, from: text) {
            case .put(let order): insert(order)
            case .done(let key): forget(key)
            case nil: deadLines += 1
            }
        }
        // Begins without dead lines and without a torn end that the next line would be glued to.
        if deadLines > 0 || bytes.last.map({ $0 != UInt8(ascii: "\n") }) == true { try rewrite() }
    }

    /// Writes the unfinished orders to a file beside this one, and puts it in this one's place.
    private func rewrite() throws {
        let fresh = path + ".new"
        let new = openDescriptor(fresh, O_RDWR | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC)
        guard new >= 0 else { throw OrderJournalError.file("open \(fresh)", errno: errno) }
        do {
            try Self.writeAll(Self.encode(unfinished { _ in true }.map(Line.put)), to: new)
            try Self.synchronize(new)
            guard rename(fresh, path) == 0 else { throw OrderJournalError.file("rename \(fresh)", errno: errno) }
        } catch {
            close(new)
            throw error
        }
        close(descriptor)
        descriptor = new
        deadLines = 0
        // The rename itself must survive, or the old file would come back. Where the folder cannot be opened there is
        // nothing to do.
        let folder = openDescriptor((path as NSString).deletingLastPathComponent, O_RDONLY | O_CLOEXEC)
        if folder >= 0 {
            _ = fsync(folder)
            close(folder)
        }
    }

    private static func encode(_ lines: [Line]) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try lines.reduce(into: Data()) { bytes, line in
            bytes.append(try encoder.encode(line))
            bytes.append(UInt8(ascii: "\n"))
        }
    }

    // MARK: - The system

    private static func writeAll(_ bytes: Data, to descriptor: Int32) throws {
        try bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let count = writeBytes(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count < 0 {
                    if errno == EINTR { continue }
                    throw OrderJournalError.file("write", errno: errno)
                }
                rest = rest.dropFirst(count)
            }
        }
    }

    private static func readAll(_ descriptor: Int32, path: String) throws -> Data {
        var bytes = Data()
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(descriptor, &chunk, chunk.count)
            if count < 0 {
                if errno == EINTR { continue }
                throw OrderJournalError.file("read \(path)", errno: errno)
            }
            if count == 0 { return bytes }
            bytes.append(contentsOf: chunk[..<count])
            if bytes.count > bytesMax { throw OrderJournalError.file("read \(path)", errno: EFBIG) }
        }
    }

    private static func synchronize(_ descriptor: Int32) throws {
        #if canImport(Darwin)
            // There, fsync leaves the bytes in the drive's cache.
            if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
        #endif
        guard fsync(descriptor) == 0 else { throw OrderJournalError.file("fsync", errno: errno) }
    }
}
