import Foundation

@testable import TUILiveKit

/// A file system that fails at one call, counted from 0, or at every call from there on.
///
/// `@unchecked Sendable`: everything is under a lock.
final class FailingDisk: GiftCacheDisk, @unchecked Sendable {
    struct Full: Error {}

    private let system = SystemGiftCacheDisk()
    private let lock = NSLock()
    private var count = 0
    private let fails: (Int) -> Bool

    init(fails: @escaping (Int) -> Bool) { self.fails = fails }

    /// The number of calls so far.
    var calls: Int { lock.withLock { count } }

    private func passes() -> Bool {
        lock.withLock {
            count += 1
            return !fails(count - 1)
        }
    }

    private func call<Value>(_ body: () throws -> Value) throws -> Value {
        guard passes() else { throw Full() }
        return try body()
    }

    func makeFolder(_ folder: URL) throws { try call { try system.makeFolder(folder) } }
    func bytes(of file: URL) -> Int? { passes() ? system.bytes(of: file) : nil }
    func touch(_ file: URL, at now: Date) throws { try call { try system.touch(file, at: now) } }
    func move(_ file: URL, to place: URL) throws { try call { try system.move(file, to: place) } }
    func remove(_ file: URL) throws { try call { try system.remove(file) } }
    func files(in folder: URL) throws -> [GiftCacheFile] { try call { try system.files(in: folder) } }

    func write(_ bytes: [UInt8], to file: URL) throws {
        guard passes() else {
            // A full disk has stored the first part.
            try? system.write(Array(bytes.prefix(bytes.count / 2)), to: file)
            throw Full()
        }
        try system.write(bytes, to: file)
    }
}
