import Foundation

@testable import OvationClient

/// A file system in memory that fails at one call, or from one call on, and that can crash in several ways.
///
/// It is as unkind as a real one may be. A crash may keep or lose bytes and names that were not synchronised. A file whose
/// synchronisation failed counts as synchronised, but may hold zeros.
///
/// `@unchecked Sendable`: everything that changes is under a lock.
final class FaultyJournalDisk: JournalDisk, @unchecked Sendable {
    /// How a call fails.
    enum Fault: CaseIterable {
        /// The call fails and does nothing.
        case before
        /// The call fails after doing its work; a write does half of it.
        case after
    }

    private final class File {
        /// The bytes that a process reads.
        var bytes: [UInt8] = []
        /// Marks the bytes that are not on the disk yet.
        var isDirty: [Bool] = []
        /// The bytes that surely survive a crash of the machine.
        var kept: [UInt8] = []
    }

    /// What a crash leaves of the files.
    enum Crash: CaseIterable {
        /// The process crashes alone, and the files stay.
        case process
        /// The machine crashes. The disk has the new names with the old bytes, the old names with the new bytes, or neither.
        case newNames, newBytes, nothingNew
    }

    private let lock = NSLock()
    private var names: [String: File] = [:]
    private var keptNames: [String: File] = [:]
    private var open: [Int32: File] = [:]
    private var locked: [Int32: String] = [:]
    private var nextDescriptor: Int32 = 3
    private var fault: Fault?
    private var failsAt = 0
    private var failsOn = false
    private var calls = 0
    /// The calls that failed, as text.
    private(set) var failures: [String] = []

    init() {}

    /// Fails at the given call, counted from now, and with `goesOn` at every later one.
    func fail(at call: Int, _ fault: Fault, goesOn: Bool) {
        lock.withLock {
            self.fault = fault
            failsAt = calls + call
            failsOn = goesOn
        }
    }

    /// Ends all failures.
    func heal() { lock.withLock { fault = nil } }

    /// The number of calls so far.
    var callCount: Int { lock.withLock { calls } }

    /// A copy of the disk after a crash at this moment. The copy does not fail.
    func crashed(_ crash: Crash) -> FaultyJournalDisk {
        lock.withLock {
            let disk = FaultyJournalDisk()
            let names = crash == .process || crash == .newNames ? names : keptNames
            for (name, file) in names {
                let copy = File()
                copy.bytes = crash == .process || crash == .newBytes ? file.bytes : file.kept
                copy.isDirty = copy.bytes.map { _ in false }
                copy.kept = copy.bytes
                disk.names[name] = copy
                disk.keptNames[name] = copy
            }
            return disk
        }
    }

    /// Makes a call, or fails it.
    private func call<Value>(_ what: String, halfDone: (() -> Void)? = nil, _ body: () throws -> Value) throws -> Value
    {
        try lock.withLock {
            calls += 1
            guard let fault, calls == failsAt || (failsOn && calls > failsAt) else { return try body() }
            failures.append(what)
            if fault == .after { if let halfDone { halfDone() } else { _ = try body() } }
            throw OrderJournalError.file(what, errno: EIO)
        }
    }

    private func file(_ descriptor: Int32) -> File {
        guard let file = open[descriptor] else { preconditionFailure("the journal uses a file that it has closed") }
        return file
    }

    // MARK: - JournalDisk

    func makeFolder(_ path: String) throws { try call("make \(path)") {} }

    func exists(_ path: String) -> Bool { lock.withLock { names[path] != nil } }

    func open(_ path: String, isEmpty: Bool) throws -> Int32 {
        // A failed open leaves no descriptor, but may have created the file or emptied it.
        try call("open \(path)", halfDone: { _ = self.make(path, isEmpty: isEmpty) }) {
            nextDescriptor += 1
            open[nextDescriptor] = make(path, isEmpty: isEmpty)
            return nextDescriptor
        }
    }

    private func make(_ path: String, isEmpty: Bool) -> File {
        let file = names[path] ?? File()
        names[path] = file
        if isEmpty { (file.bytes, file.isDirty) = ([], []) }
        return file
    }

    func lock(_ path: String) throws -> Int32? {
        try call("lock \(path)", halfDone: {}) {
            if locked.values.contains(path) { return nil }
            nextDescriptor += 1
            locked[nextDescriptor] = path
            return nextDescriptor
        }
    }

    func read(_ descriptor: Int32, bytesMax: Int) throws -> Data { try call("read") { Data(file(descriptor).bytes) } }

    func write(_ bytes: Data, to descriptor: Int32) throws {
        func append(_ bytes: Data) {
            file(descriptor).bytes += bytes
            file(descriptor).isDirty += bytes.map { _ in true }
        }
        try call("write", halfDone: { append(bytes.prefix(bytes.count / 2)) }) { append(bytes) }
    }

    func synchronize(_ descriptor: Int32) throws {
        var isDone = false
        defer { if !isDone { lock.withLock { forgetWhatIsDirty(file(descriptor)) } } }
        try call("synchronize") {
            let file = file(descriptor)
            file.kept = zip(file.bytes.indices, file.bytes).map { index, byte in
                file.isDirty[index] ? byte : index < file.kept.count ? file.kept[index] : 0
            }
            file.isDirty = file.bytes.map { _ in false }
            isDone = true
        }
        isDone = true
    }

    /// A system that failed to write bytes treats them as written.
    private func forgetWhatIsDirty(_ file: File) { file.isDirty = file.bytes.map { _ in false } }

    func truncate(_ descriptor: Int32, to length: Int) throws {
        try call("truncate") {
            let file = file(descriptor)
            file.bytes = Array(file.bytes.prefix(length))
            file.isDirty = Array(file.isDirty.prefix(length))
        }
    }

    func rename(_ path: String, to other: String) throws {
        try call("rename") {
            names[other] = names[path]
            names[path] = nil
        }
    }

    func synchronizeFolder(of path: String) throws { try call("synchronize folder") { keptNames = names } }

    func close(_ descriptor: Int32) {
        lock.withLock {
            open[descriptor] = nil
            locked[descriptor] = nil
        }
    }
}
