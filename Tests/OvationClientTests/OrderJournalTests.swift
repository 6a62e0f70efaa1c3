import Foundation
import OvationModel
import OvationTestKit
import OvationWire
import Testing

@testable import OvationClient

@Suite(.timeLimit(.minutes(5))) struct OrderJournalTests {
    private let owner = OrderOwner(serverURL: "ws://a/v1/ws", userID: UserID(unchecked: "alice"))

    /// A temporary folder that is deleted with the test.
    private final class Folder {
        let path = NSTemporaryDirectory() + "ovation-journal-\(UUID().uuidString)"
        var journal: String { path + "/state/orders.jsonl" }
        deinit { try? FileManager.default.removeItem(atPath: path) }

        /// Copies a file in its current state, which is what a crash would leave.
        func copy(of file: String) throws -> String {
            let copy = path + "/\(UUID().uuidString).jsonl"
            try FileManager.default.copyItem(atPath: file, toPath: copy)
            return copy
        }
    }

    private func entry(_ id: String, _ owner: OrderOwner? = nil) -> JournaledOrder {
        JournaledOrder(
            owner: owner ?? self.owner, liveID: LiveID(unchecked: "live 1/ü".filter(\.isASCII)),
            order: GiftSend(
                orderID: OrderID(unchecked: id), giftID: GiftID(unchecked: "玫瑰"), count: 2,
                to: [UserID(unchecked: "bob")]))
    }

    private func ids(_ journal: some OrderJournal) async throws -> [String] {
        try await journal.unfinished(of: owner).map(\.order.orderID.rawValue)
    }

    /// Returns once nobody holds the file's lock.
    private func unlocked(_ path: String) async throws {
        let disk = SystemJournalDisk()
        while true {
            if let descriptor = try disk.lock(path) { return disk.close(descriptor) }
            await Task.yield()
        }
    }

    @Test func `orders come back unchanged, in order, and only to their owner`() async throws {
        let folder = Folder()
        for journal in [FileOrderJournal(path: folder.journal), InMemoryOrderJournal()] as [any OrderJournal] {
            let stranger = OrderOwner(serverURL: "ws://b/v1/ws", userID: owner.userID)
            let orders = [entry("c"), entry("a"), entry("b")]
            for order in orders { try await journal.append(order) }
            try await journal.append(entry("x", stranger))
            #expect(try await journal.unfinished(of: owner) == orders)
            await journal.remove(OrderID(unchecked: "a"), of: owner)
            await journal.remove(OrderID(unchecked: "x"), of: owner)
            await journal.remove(OrderID(unchecked: "never"), of: owner)
            #expect(try await journal.unfinished(of: owner) == [orders[0], orders[2]])
            #expect(try await journal.unfinished(of: stranger).count == 1)
        }
    }

    @Test func `a crash keeps unfinished orders and brings no settled one back`() async throws {
        let folder = Folder()
        let journal = FileOrderJournal(path: folder.journal)
        for id in ["a", "b", "c"] { try await journal.append(entry(id)) }
        await journal.remove(OrderID(unchecked: "b"), of: owner)
        // The copy is what a crash leaves while the journal still holds the file.
        let crashed = folder.path + "/crashed.jsonl"
        try FileManager.default.copyItem(atPath: folder.journal, toPath: crashed)
        #expect(try await ids(FileOrderJournal(path: crashed)) == ["a", "c"])
    }

    @Test func `a file torn at any byte returns its whole orders and takes new ones`() async throws {
        let folder = Folder()
        let source = FileOrderJournal(path: folder.journal)
        for id in ["a", "b"] { try await source.append(entry(id)) }
        let bytes = try #require(FileManager.default.contents(atPath: folder.journal))
        let firstLine = try #require(bytes.firstIndex(of: UInt8(ascii: "\n"))) + 1
        for length in stride(from: 0, through: bytes.count, by: 7) {
            let torn = folder.path + "/torn-\(length).jsonl"
            try bytes.prefix(length).write(to: URL(fileURLWithPath: torn))
            // The last line may be complete except for its line end.
            let whole = length >= bytes.count - 1 ? ["a", "b"] : length >= firstLine - 1 ? ["a"] : []
            let journal = FileOrderJournal(path: torn)
            #expect(try await ids(journal) == whole, "torn at \(length)")
            try await journal.append(entry("new"))
            let reread = folder.path + "/reread-\(length).jsonl"
            try FileManager.default.copyItem(atPath: torn, toPath: reread)
            #expect(try await ids(FileOrderJournal(path: reread)) == whole + ["new"], "torn at \(length)")
        }
    }

    @Test func `foreign lines are skipped`() async throws {
        let folder = Folder()
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        let source = FileOrderJournal(path: folder.journal)
        try await source.append(entry("a"))
        var bytes = try #require(FileManager.default.contents(atPath: folder.journal))
        for _ in 0..<200 {
            let count = Int.random(in: 0...80, using: &random)
            bytes.append(
                contentsOf: (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) } + [UInt8(ascii: "\n")])
        }
        bytes.append(contentsOf: Data("{\"put\":{}}\n{\"done\":7}\n[]\nnull\n".utf8))
        let damaged = folder.path + "/damaged.jsonl"
        try bytes.write(to: URL(fileURLWithPath: damaged))
        #expect(try await ids(FileOrderJournal(path: damaged)) == ["a"], "seed \(seed)")
    }

    @Test func `a full journal refuses an order with an error`() async throws {
        let folder = Folder()
        let journal = FileOrderJournal(path: folder.journal)
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<FileOrderJournal.ordersMax {
                group.addTask { try? await journal.append(entry("o\(number)")) }
            }
        }
        #expect(try await ids(journal).count == FileOrderJournal.ordersMax)
        await #expect(throws: OrderJournalError.full) { try await journal.append(entry("more")) }
        await journal.remove(OrderID(unchecked: "o5"), of: owner)
        try await journal.append(entry("more"))
    }

    @Test func `a journal rewrites its file, which stays small`() async throws {
        let folder = Folder()
        let journal = FileOrderJournal(path: folder.journal)
        try await journal.append(entry("stays"))
        for round in 0..<24 {
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<200 {
                    group.addTask {
                        let id = "o\(round)-\(number)"
                        try? await journal.append(entry(id))
                        await journal.remove(OrderID(unchecked: id), of: owner)
                    }
                }
            }
        }
        let size = try #require(FileManager.default.contents(atPath: folder.journal)).count
        // 4,800 orders make 9,600 lines, and at most about 4,100 dead ones are kept.
        #expect(size < (JournalFile.deadLinesMax + 500) * 250)
        let crashed = folder.path + "/crashed.jsonl"
        try FileManager.default.copyItem(atPath: folder.journal, toPath: crashed)
        #expect(try await ids(FileOrderJournal(path: crashed)) == ["stays"])
    }

    @Test func `a journal that cannot rewrite its file still takes orders`() async throws {
        let folder = Folder()
        let journal = FileOrderJournal(path: folder.journal, disk: SystemJournalDisk(), deadLinesMax: 8)
        try await journal.append(entry("first"))
        // A folder stands where the new file would be.
        let obstacle = folder.journal + ".new"
        try FileManager.default.createDirectory(atPath: obstacle, withIntermediateDirectories: false)
        func play(_ name: String) async throws {
            for number in 0..<10 {
                try await journal.append(entry("\(name)\(number)"))
                await journal.remove(OrderID(unchecked: "\(name)\(number)"), of: owner)
            }
        }
        func lines() throws -> Int {
            try #require(FileManager.default.contents(atPath: folder.journal)).count { $0 == UInt8(ascii: "\n") }
        }
        try await play("a")
        #expect(try await ids(journal) == ["first"])
        #expect(try lines() == 21)
        #expect(try await ids(FileOrderJournal(path: folder.copy(of: folder.journal))) == ["first"])
        // The journal rewrites the file as soon as it can.
        try FileManager.default.removeItem(atPath: obstacle)
        try await play("b")
        #expect(try lines() < 12)
        #expect(try await ids(FileOrderJournal(path: folder.copy(of: folder.journal))) == ["first"])
    }

    @Test func `two journals of one path use two files, and a later journal takes over an abandoned one`()
        async throws
    {
        let folder = Folder()
        do {
            let one = FileOrderJournal(path: folder.journal)
            try await one.append(entry("a"))
            let two = FileOrderJournal(path: folder.journal)
            try await two.append(entry("b"))
            #expect(try await ids(one) == ["a"])
            #expect(try await ids(two) == ["b"])
        }
        #expect(FileManager.default.fileExists(atPath: folder.path + "/state/orders-1.jsonl"))
        // A process that another test starts right now holds a copy of the locks until it executes its own program.
        for name in ["orders", "orders-1"] { try await unlocked(folder.path + "/state/\(name).jsonl.lock") }
        let three = FileOrderJournal(path: folder.journal)
        #expect(try await ids(three) == ["a", "b"])
        let four = FileOrderJournal(path: folder.journal)
        #expect(try await ids(four).isEmpty)
    }

    @Test func `only the owner can read the file`() async throws {
        let folder = Folder()
        let journal = FileOrderJournal(path: folder.journal)
        try await journal.append(entry("a"))
        let mode = try FileManager.default.attributesOfItem(atPath: folder.journal)[.posixPermissions] as? Int
        #expect(mode.map { $0 & 0o077 } == 0)
    }

    @Test func `a path that cannot be written throws`() async {
        let journal = FileOrderJournal(path: "/dev/null/orders.jsonl")
        await #expect(throws: (any Error).self) { try await journal.append(entry("a")) }
        await #expect(throws: (any Error).self) { try await journal.unfinished(of: owner) }
        await journal.remove(OrderID(unchecked: "a"), of: owner)
    }

    #if os(Linux)
        @Test func `the default path follows the environment`() {
            #expect(FileOrderJournal.defaultPath(environment: ["OVATION_ORDER_JOURNAL": "/x/y.jsonl"]) == "/x/y.jsonl")
            #expect(
                FileOrderJournal.defaultPath(environment: ["XDG_STATE_HOME": "/s", "HOME": "/h"])
                    == "/s/ovation/orders.jsonl")
            #expect(
                FileOrderJournal.defaultPath(environment: ["XDG_STATE_HOME": "relative", "HOME": "/h"])
                    == "/h/.local/state/ovation/orders.jsonl")
        }
    #endif

    @Test func `an order left by a crash is settled after the restart`() async throws {
        let folder = Folder()
        let before = ClientFixture(journal: FileOrderJournal(path: folder.journal))
        let connection = try await before.logIn()
        async let _ = rejection {
            try await before.client.sendGift(ClientFixture.giftID, count: 1, to: [], in: ClientFixture.liveID)
        }
        guard case .giftSend(let order) = await connection.nextCommand().command else {
            Issue.record("the order was not sent")
            return
        }
        let crashed = folder.path + "/crashed.jsonl"
        try FileManager.default.copyItem(atPath: folder.journal, toPath: crashed)

        let after = ClientFixture(journal: FileOrderJournal(path: crashed))
        let next = try await after.logIn()
        let again = await next.nextCommand()
        #expect(again.command == .giftSend(order))
        next.reply(to: again, ClientFixture.charged(order))
        while true {
            guard case .orderSettled(let liveID, let settled, let result) = await after.events.next() else { continue }
            #expect(liveID == ClientFixture.liveID)
            #expect(settled == order)
            #expect(try result.get() == ClientFixture.charged(order))
            break
        }
        await before.client.logOut()
    }
}
