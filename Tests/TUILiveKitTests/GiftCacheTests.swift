import Foundation
import Testing

@testable import TUILiveKit

@Suite(.timeLimit(.minutes(5))) struct GiftCacheTests {
    /// A clock that a test advances by seconds.
    ///
    /// `@unchecked Sendable`: the time is under a lock.
    private final class Calendar: @unchecked Sendable {
        private let lock = NSLock()
        private var seconds = 1_000_000.0

        func now() -> Date { lock.withLock { Date(timeIntervalSince1970: seconds) } }
        func turn(_ by: Double) { lock.withLock { seconds += by } }
    }

    private let disk = TemporaryFolder()
    private let network = FileNetwork()
    private let calendar = Calendar()

    private func cache(
        bytesMax: Int = 1_000, filesMax: Int = 100, disk system: any GiftCacheDisk = SystemGiftCacheDisk(),
        hashes: [String: String] = [:]
    ) -> GiftCacheService {
        GiftCacheService(
            folder: disk.url, bytesMax: bytesMax, filesMax: filesMax, disk: system, fetch: network.fetch,
            now: calendar.now,
            hooks: {
                GiftCacheHooks(resolve: { $0 }, hash: { hashes[$0.absoluteString] }, failed: { _ in })
            })
    }

    private func url(_ path: String) throws -> URL { try #require(URL(string: "https://files.example.com/\(path)")) }

    private func put(_ path: String, bytes: Int = 10) throws {
        network.put([UInt8](repeating: 7, count: bytes), at: try url(path).absoluteString)
    }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: disk.url.path).sorted()
    }

    @Test func `a file is fetched once, then read from the folder`() async throws {
        try put("rocket.svga")
        let cache = cache()
        let address = try url("rocket.svga")
        let first = try await cache.file(for: address)
        #expect(try Data(contentsOf: first) == Data(repeating: 7, count: 10))
        #expect(first.pathExtension == "svga")
        #expect(try await cache.file(for: address) == first)
        // Another run of the app asks through the old API.
        let (code, path) = await withCheckedContinuation { done in
            self.cache().request(withURL: address) { done.resume(returning: ($0, $1)) }
        }
        #expect(code == 0 && path == first.path)
        #expect(network.requests.count == 1)
    }

    @Test func `two addresses with one file name are two files`() async throws {
        network.put([1], at: try url("a/gift.svga").absoluteString)
        network.put([2], at: try url("b/gift.svga").absoluteString)
        network.put([3], at: try url("b/gift.svga?v=2").absoluteString)
        let cache = cache()
        var seen: [UInt8] = []
        for path in ["a/gift.svga", "b/gift.svga", "b/gift.svga?v=2"] {
            seen += try Data(contentsOf: try await cache.file(for: try url(path)))
        }
        #expect(seen == [1, 2, 3])
    }

    @Test(arguments: ["..", "../../etc/passwd", "a%2F..%2Fb.svga", "x.sv%00ga", "x.\u{202E}ags", "a.looooooooong"])
    func `no address escapes the folder`(path: String) throws {
        let name = GiftCacheFolder.name(of: try url(path), hash: nil)
        #expect(name.count >= 64 && name.count <= 73 && !name.contains("/") && !name.contains(".."))
    }

    @Test func `a second request for a file shares its running download`() async throws {
        try put("rocket.svga")
        network.hold()
        let cache = cache()
        let address = try url("rocket.svga")
        async let first = cache.file(for: address)
        async let second = cache.file(for: address)
        async let third = cache.file(for: address)
        while network.requests.isEmpty { await Task.yield() }
        cache.settle()
        network.release()
        let files = try await [first, second, third]
        #expect(Set(files).count == 1 && network.requests.count == 1)
    }

    @Test func `a failed download fails every waiting request, and the next request tries again`() async throws {
        let cache = cache()
        let address = try url("missing.svga")
        for _ in 0..<2 {
            let (code, path) = await withCheckedContinuation { done in
                cache.request(withURL: address) { done.resume(returning: ($0, $1)) }
            }
            #expect(code == -1 && path.isEmpty)
        }
        #expect(network.requests.count == 2)
        try put("missing.svga")
        #expect(try await cache.file(for: address).isFileURL)
    }

    @Test func `an empty file counts as a failed download`() async throws {
        try put("empty.svga", bytes: 0)
        let address = try url("empty.svga")
        await #expect(throws: GiftCacheError.empty) { try await cache().file(for: address) }
        #expect(!FileManager.default.fileExists(atPath: disk.url.path))
    }

    @Test func `a file is kept only if it has the catalogue's hash`() async throws {
        network.put(Array("abc".utf8), at: try url("a.svga").absoluteString)
        let right = "BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD"
        let address = try url("a.svga")
        let wrong = cache(hashes: [address.absoluteString: String(repeating: "0", count: 64)])
        await #expect(throws: GiftCacheError.hashMismatch) { try await wrong.file(for: address) }
        let trusting = try await cache().file(for: address)
        // A file stored without a hash does not answer a request with one.
        let checked = try await cache(hashes: [address.absoluteString: right]).file(for: address)
        #expect(checked != trusting && network.requests.count == 3)
    }

    @Test(arguments: ["ftp://files.example.com/a.svga", "about:blank", "javascript:alert(1)", "a.svga"])
    func `an address that is not on the network is refused`(address: String) async throws {
        let url = try #require(URL(string: address))
        await #expect(throws: GiftCacheError.addressInvalid) { try await cache().file(for: url) }
    }

    @Test func `a file on the device is returned as it is`() async throws {
        try FileManager.default.createDirectory(at: disk.url, withIntermediateDirectories: true)
        let file = disk.url.appendingPathComponent("own.svga")
        await #expect(throws: GiftCacheError.empty) { try await cache().file(for: file) }
        try Data([1]).write(to: file)
        #expect(try await cache().file(for: file) == file)
    }

    @Test func `the least recently requested files are removed first`() async throws {
        for name in ["a", "b", "c", "d"] { try put(name, bytes: 400) }
        let cache = cache(bytesMax: 1_000)
        _ = try await cache.file(for: try url("a"))
        calendar.turn(1)
        _ = try await cache.file(for: try url("b"))
        calendar.turn(1)
        _ = try await cache.file(for: try url("a"))
        calendar.turn(1)
        _ = try await cache.file(for: try url("c"))
        #expect(try names().count == 2)
        _ = try await cache.file(for: try url("a"))
        #expect(network.requests.count == 3, "file a was kept, because it was requested after b")
        _ = try await cache.file(for: try url("b"))
        #expect(network.requests.count == 4)
    }

    @Test func `a folder keeps to its number of files and never removes the newest`() async throws {
        let cache = cache(bytesMax: 50, filesMax: 3)
        for number in 0..<5 {
            try put("\(number)")
            _ = try await cache.file(for: try url("\(number)"))
            calendar.turn(1)
        }
        #expect(try names().count == 3)
        try put("long", bytes: 500)
        let long = try await cache.file(for: try url("long"))
        #expect(try names() == [long.lastPathComponent])
    }

    @Test func `purge removes every file, under its old name too`() async throws {
        let cache = cache()
        for purge in [cache.purge, cache.clearCacheDirectory] {
            try put("a")
            _ = try await cache.file(for: try url("a"))
            purge()
            cache.settle()
            #expect(try names().isEmpty)
        }
    }

    @Test func `an unplayable file is fetched again, and no other file changes`() async throws {
        try put("a")
        let cache = cache()
        let file = try await cache.file(for: try url("a"))
        let other = FileManager.default.temporaryDirectory.appendingPathComponent("kit-\(UUID().uuidString)")
        try Data([1]).write(to: other)
        cache.discard(path: other.path)
        cache.discard(path: file.path)
        cache.settle()
        #expect(try names().isEmpty && FileManager.default.fileExists(atPath: other.path))
        try FileManager.default.removeItem(at: other)
    }

    @Test func `two processes share one folder's files and cope with each other's removals`() async throws {
        let (one, two) = (cache(bytesMax: 25), cache(bytesMax: 25))
        for name in ["a", "b", "c"] { try put(name) }
        let address = try url("a")
        // Both fetch the same file at the same time.
        network.hold()
        async let first = one.file(for: address)
        async let second = two.file(for: address)
        while network.requests.count < 2 { await Task.yield() }
        network.release()
        let (a, b) = try await (first, second)
        #expect(a == b)
        #expect(try names() == [a.lastPathComponent])
        // Each process removes the other's files to meet its own bound.
        calendar.turn(1)
        _ = try await two.file(for: try url("b"))
        calendar.turn(1)
        _ = try await one.file(for: try url("c"))
        #expect(try names().count == 2)
        #expect(try await two.file(for: address).isFileURL)
    }

    @Test func `a half-written file is removed an hour later`() async throws {
        try FileManager.default.createDirectory(at: disk.url, withIntermediateDirectories: true)
        let part = disk.url.appendingPathComponent("part-1")
        try Data([1]).write(to: part)
        try SystemGiftCacheDisk().touch(part, at: calendar.now())
        try put("a")
        try put("b")
        let cache = cache()
        _ = try await cache.file(for: try url("a"))
        #expect(try names().contains("part-1"))
        calendar.turn(3_601)
        _ = try await cache.file(for: try url("b"))
        #expect(try !names().contains("part-1"))
    }

    @Test func `a disk that fails at any one call answers once and leaves no partial file`() async throws {
        let whole = FailingDisk { _ in false }
        try put("a")
        try put("b")
        let cache = cache(bytesMax: 15, disk: whole)
        for name in ["a", "a", "b"] { _ = try await cache.file(for: try url(name)) }
        let calls = whole.calls
        #expect(calls > 10)
        for call in 0..<calls {
            try? FileManager.default.removeItem(at: disk.url)
            let cache = self.cache(bytesMax: 15, disk: FailingDisk { $0 == call })
            for name in ["a", "a", "b"] {
                let file = try? await cache.file(for: try url(name))
                if let file { #expect(try Data(contentsOf: file).count == 10, "call \(call)") }
            }
            // Everything works again once the disk does.
            for name in ["a", "b"] {
                let file = try await self.cache(bytesMax: 15).file(for: try url(name))
                #expect(try Data(contentsOf: file).count == 10, "call \(call)")
            }
        }
    }

    @Test func `a full disk fails each request and is used again once there is room`()
        async throws
    {
        try put("a")
        let address = try url("a")
        let cache = cache(disk: FailingDisk { $0 < 40 })
        var failures = 0
        while (try? await cache.file(for: address)) == nil { failures += 1 }
        #expect(failures > 3 && failures < 40)
        #expect(try names().count == 1)
    }

    @Test func `a read-only folder still returns its files`() async throws {
        try put("a")
        let address = try url("a")
        let file = try await cache().file(for: address)
        /// Fails everything except reading.
        struct ReadOnly: GiftCacheDisk {
            let system = SystemGiftCacheDisk()
            func makeFolder(_ folder: URL) throws { throw FailingDisk.Full() }
            func bytes(of file: URL) -> Int? { system.bytes(of: file) }
            func touch(_ file: URL, at now: Date) throws { throw FailingDisk.Full() }
            func write(_ bytes: [UInt8], to file: URL) throws { throw FailingDisk.Full() }
            func move(_ file: URL, to place: URL) throws { throw FailingDisk.Full() }
            func remove(_ file: URL) throws { throw FailingDisk.Full() }
            func files(in folder: URL) throws -> [GiftCacheFile] { try system.files(in: folder) }
        }
        try put("b")
        let other = try url("b")
        let readOnly = cache(disk: ReadOnly())
        #expect(try await readOnly.file(for: address) == file)
        await #expect(throws: FailingDisk.Full.self) { try await readOnly.file(for: other) }
        readOnly.purge()
        readOnly.settle()
        #expect(try names().count == 1)
    }

    @Test func `a cache whose folder is a file fails every request and nothing else`() async throws {
        try Data([1]).write(to: disk.url)
        try put("a")
        let address = try url("a")
        let cache = cache()
        await #expect(throws: (any Error).self) { try await cache.file(for: address) }
        cache.purge()
        cache.settle()
        #expect(try Data(contentsOf: disk.url) == Data([1]))
    }

    @Test func `requests over the limit are refused at once`() async throws {
        network.hold()
        let cache = cache()
        let told = Told()
        for number in 0..<GiftCacheService.requestsMax {
            cache.load(try url("\(number)")) { _ in told.add() }
        }
        let more = try url("more")
        await #expect(throws: GiftCacheError.busy) { try await cache.file(for: more) }
        cache.settle()
        network.release()
        while told.count < GiftCacheService.requestsMax { await Task.yield() }
    }

    /// Counts the answers.
    ///
    /// `@unchecked Sendable`: the number is under a lock.
    private final class Told: @unchecked Sendable {
        private let lock = NSLock()
        private var number = 0
        var count: Int { lock.withLock { number } }
        func add() { lock.withLock { number += 1 } }
    }
}
