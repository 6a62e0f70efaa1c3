import Foundation
import OvationModel
import OvationRules
import OvationTestKit
import Synchronization
import Testing

@testable import OvationREST
@testable import OvationSupport

/// The folder of uploaded files, as one server and as several see it.
@Suite struct FileFolderTests {
    private static let owner = UploadOwner(UserID(unchecked: "host"))

    /// Runs with a folder that is removed afterwards.
    private func withFolder(_ body: (_ path: String) async throws -> Void) async throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("ovation-folder-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await body(path)
    }

    /// A folder on a disk with room.
    private func folder(_ path: String, _ change: (inout Limits) -> Void = { _ in }) -> FileFolder {
        var limits = Limits()
        limits.userFilesPercentMax = 100
        change(&limits)
        return FileFolder(path: path, quota: FileQuota(limits)) { 1 << 40 }
    }

    private func name(_ bytes: [UInt8]) throws -> FileName {
        try #require(FileName(digits: Digest.hexadecimal(Digest.sha256(bytes)), type: .png))
    }

    @Test func `a file that one server keeps is read by another, and lost by none with a restart`() async throws {
        try await withFolder { path in
            let bytes = Array("picture".utf8)
            let name = try name(bytes)
            #expect(try await folder(path).byteCount(of: name) == nil)
            #expect(try await folder(path).keep(bytes, as: name, of: Self.owner, at: Samples.time) == .kept)
            let other = folder(path)
            #expect(try await other.byteCount(of: name) == bytes.count)
            #expect(try await other.read(name, 2..<5) == Array(bytes[2..<5]))
            #expect(try await other.keep(bytes, as: name, of: Self.owner, at: Samples.time) == .known)
            await #expect(throws: FileStorageError.self) { try await other.read(name, 0..<100) }
        }
    }

    @Test func `a ticket is used once among all servers, and forgotten when it has expired`() async throws {
        try await withFolder { path in
            let (one, other) = (folder(path), folder(path))
            let end = Samples.time.adding(seconds: 300)
            #expect(try await one.redeem("ticket", until: end))
            #expect(try await !other.redeem("ticket", until: end))
            #expect(try await other.redeem("another", until: end))
            let before = try FileManager.default.contentsOfDirectory(atPath: path + "/tickets").count
            #expect(before == 2)
            _ = try await one.sweep(inUse: [], unusedSince: nil, sparedSince: Samples.time, at: end)
            #expect(try FileManager.default.contentsOfDirectory(atPath: path + "/tickets").count == 2)
            _ = try await one.sweep(inUse: [], unusedSince: nil, sparedSince: Samples.time, at: end.adding(seconds: 1))
            #expect(try FileManager.default.contentsOfDirectory(atPath: path + "/tickets").isEmpty)
        }
    }

    @Test func `a file that nothing uses is deleted after its time, and one that is used or uploaded again stays`()
        async throws
    {
        try await withFolder { path in
            let folder = folder(path) { $0.userFilesMax = 3 }
            let files = ["used", "again", "unused"].map { Array($0.utf8) }
            for bytes in files {
                _ = try await folder.keep(bytes, as: try name(bytes), of: Self.owner, at: Samples.time)
            }
            let later = Samples.time.adding(seconds: 1_000)
            _ = try await folder.keep(files[1], as: try name(files[1]), of: Self.owner, at: later)
            let counts = try await folder.sweep(
                inUse: [try name(files[0])], unusedSince: Samples.time.adding(seconds: 500),
                sparedSince: Samples.time, at: later)
            #expect([Int64(counts.files), counts.bytes, Int64(counts.deleted)] == [2, 9, 1])
            #expect(try await folder.byteCount(of: try name(files[2])) == nil)
            // Its owner has room again.
            let next = Array("next".utf8)
            #expect(try await folder.keep(next, as: try name(next), of: Self.owner, at: later) == .kept)
            // What was used a moment ago is not old, although nothing names it now.
            let again = try await folder.sweep(
                inUse: [], unusedSince: Samples.time.adding(seconds: 900), sparedSince: Samples.time, at: later)
            #expect(again.deleted == 0)
        }
    }

    @Test func `quotas count the bytes of one user and of all, after a restart too`() async throws {
        try await withFolder { path async throws in
            let quota: (inout Limits) -> Void = {
                $0.userFileBytesMax = 600_000
                $0.filesMebibytesMax = 1
            }
            func keep(_ text: String, of user: String) async throws -> KeptFile {
                let bytes = Array(text.utf8) + [UInt8](repeating: 0, count: 500_000)
                return try await folder(path, quota).keep(
                    bytes, as: try name(bytes), of: UploadOwner(UserID(unchecked: user)), at: Samples.time)
            }
            #expect(try await keep("a", of: "one") == .kept)
            #expect(try await keep("b", of: "one") == .ownerIsFull)
            #expect(try await keep("b", of: "two") == .kept)
            #expect(try await keep("c", of: "three") == .allIsFull)
        }
    }

    @Test
    func `users who fill their part of the room leave the rest to administrators, and the oldest unused give way`()
        async throws
    {
        try await withFolder { path async throws in
            let folder = folder(path) {
                $0.filesMebibytesMax = 1
                $0.userFilesPercentMax = 50
            }
            let full = Mutex(0)
            folder.whenFull { full.withLock { $0 += 1 } }
            func file(_ text: String) throws -> (bytes: [UInt8], name: FileName) {
                let bytes = Array(text.utf8) + [UInt8](repeating: 0, count: 130_000)
                return (bytes, try name(bytes))
            }
            func keep(_ text: String, isAdministrator: Bool = false, after seconds: Int64 = 0) async throws -> KeptFile
            {
                let file = try file(text)
                return try await folder.keep(
                    file.bytes, as: file.name,
                    of: UploadOwner(UserID(unchecked: text), isAdministrator: isAdministrator),
                    at: Samples.time.adding(seconds: seconds))
            }
            for (index, text) in ["a", "b", "c", "d"].enumerated() {
                #expect(try await keep(text, after: Int64(index)) == .kept)
            }
            #expect(try await keep("e") == .allIsFull)
            #expect(full.withLock { $0 } == 1)
            #expect(try await keep("admin", isAdministrator: true, after: 100) == .kept)
            // What a live names, and what came lately, stays whatever happens.
            let counts = try await folder.sweep(
                inUse: [file("b").name], unusedSince: nil, sparedSince: Samples.time.adding(seconds: 3),
                at: Samples.time.adding(seconds: 100))
            #expect(counts.displaced == 2 && counts.files == 3)
            for (text, isThere) in [("a", false), ("b", true), ("c", false), ("d", true), ("admin", true)] {
                let byteCount = try await folder.byteCount(of: file(text).name)
                #expect((byteCount != nil) == isThere, "\(text)")
            }
            #expect(try await keep("e") == .kept)
        }
    }

    @Test func `a full disk takes no file, and unused ones give way until there is room`() async throws {
        try await withFolder { path async throws in
            var limits = Limits()
            limits.filesFreeMebibytesMin = 1
            let free = Mutex<Int64>(10 << 20)
            let folder = FileFolder(path: path, quota: FileQuota(limits)) { free.withLock { $0 } }
            func keep(_ text: String) async throws -> KeptFile {
                let bytes = Array(text.utf8) + [UInt8](repeating: 0, count: 200_000)
                return try await folder.keep(bytes, as: try name(bytes), of: Self.owner, at: Samples.time)
            }
            for text in ["a", "b", "c"] { #expect(try await keep(text) == .kept) }
            free.withLock { $0 = 1 << 20 }
            #expect(try await keep("d") == .diskIsFull)
            let counts = try await folder.sweep(
                inUse: [], unusedSince: nil, sparedSince: Samples.time.adding(seconds: 1), at: Samples.time)
            // A fifth of what has to be free is 209,715 bytes.
            #expect([counts.displaced, counts.files] == [2, 1] && counts.freeBytes == 1 << 20)
        }
    }

    @Test func `however many read slowly, the files that are sent to them take little memory`() {
        let underWay = FilesUnderWay()
        let connections = 20_000
        for _ in 0..<FilesUnderWay.fewMax { underWay.begin() }
        #expect(underWay.partBytes == FilesUnderWay.partBytes)
        var bytes = FilesUnderWay.fewMax * underWay.partBytes
        for _ in FilesUnderWay.fewMax..<connections {
            underWay.begin()
            bytes += underWay.partBytes
        }
        #expect(bytes < 256 << 20)
        for _ in FilesUnderWay.fewMax..<connections { underWay.end() }
        #expect(underWay.partBytes == FilesUnderWay.partBytes)
    }

    @Test func `places of uploads are few, and neither a user nor an address takes them all`() {
        var limits = Limits()
        (limits.uploadsMax, limits.userUploadsMax, limits.addressUploadsMax) = (4, 1, 2)
        let gate = UploadGate(limits: limits)
        let users = (0..<6).map { UserID(unchecked: "u\($0)") }
        let (home, other) = (AddressKey("192.0.2.1"), AddressKey("192.0.2.2"))
        #expect(gate.enter(users[0], from: home) && !gate.enter(users[0], from: other))
        #expect(gate.enter(users[1], from: home) && !gate.enter(users[2], from: home))
        #expect(gate.enter(users[2], from: nil) && gate.enter(users[3], from: other))
        #expect(gate.count == 4 && !gate.enter(users[4], from: other))
        gate.leave(users[0], from: home)
        // While half of the places are taken, an address that has one gets no other.
        #expect(!gate.enter(users[5], from: home) && gate.enter(users[5], from: AddressKey("192.0.2.3")))
        gate.leave(users[5], from: AddressKey("192.0.2.3"))
        for (user, address) in [(1, home), (2, nil), (3, other)] { gate.leave(users[user], from: address) }
        #expect(gate.count == 0 && gate.enter(users[0], from: home))
    }

    @Test func `sixteen users of a few addresses leave places to those who have none`() {
        let gate = UploadGate(allMax: 16, ofUserMax: 1, ofAddressMax: 4)
        let addresses = (1...4).compactMap { AddressKey("192.0.2.\($0)") }
        let taken = (0..<16).filter { gate.enter(UserID(unchecked: "u\($0)"), from: addresses[$0 / 4]) }
        #expect(taken.count == 10)
        let honest = (0..<6).filter { gate.enter(UserID(unchecked: "h\($0)"), from: AddressKey("198.51.100.\($0)")) }
        #expect(honest.count == 6 && gate.count == 16)
    }

    @Test func `what a crash left of an unfinished file is deleted after a day, and nothing else is touched`()
        async throws
    {
        try await withFolder { path in
            let folder = folder(path)
            let bytes = Array("picture".utf8)
            let name = try name(bytes)
            _ = try await folder.keep(bytes, as: name, of: Self.owner, at: Samples.time)
            let draft = "\(path)/\(FileFolder.content(name)).7.draft"
            let stranger = "\(path)/content/\(name.digits.prefix(2))/README"
            for place in [draft, stranger] {
                #expect(FileManager.default.createFile(atPath: place, contents: Data("x".utf8)))
                try FileManager.default.setAttributes(
                    [.modificationDate: Date(timeIntervalSince1970: 1_000)], ofItemAtPath: place)
            }
            _ = try await folder.sweep(inUse: [], unusedSince: nil, sparedSince: Samples.time, at: Samples.time)
            #expect(!FileManager.default.fileExists(atPath: draft))
            #expect(FileManager.default.fileExists(atPath: stranger))
            #expect(try await folder.byteCount(of: name) == bytes.count)
        }
    }

    @Test func `a folder that cannot be written to is the server's fault, and says why`() async throws {
        try await withFolder { path in
            #expect(FileManager.default.createFile(atPath: path, contents: Data()))
            let bytes = Array("picture".utf8)
            let name = try name(bytes)
            let folder = folder(path)
            await #expect(throws: FileStorageError.self) {
                try await folder.keep(bytes, as: name, of: Self.owner, at: Samples.time)
            }
            await #expect(throws: FileStorageError.self) { try await folder.redeem("ticket", until: Samples.time) }
        }
    }

    @Test func `the files that lives and gifts name are found in any of their fields`() throws {
        let names = try (0..<3).map { try name([$0]) }
        let gift = Gift(
            giftID: GiftID(unchecked: "rose"), name: "Rose", iconURL: "https://live.example.com\(names[0].path)",
            coins: .zero, extensionInfo: ["poster": names[1].path])
        let catalogue = GiftCatalogue(
            items: [GiftCatalogue.Item(gift: gift, createdAt: Samples.time)], sections: [])
        #expect(FilesInUse.names(catalogue, []) == [names[0], names[1]])
        #expect(!FilesInUse.names(catalogue, []).contains(names[2]))
    }
}
