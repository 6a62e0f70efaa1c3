import Foundation
import OvationModel
import OvationWire
import Testing

@testable import OvationClient

/// The order journal on a file system that fails at each call in turn: what the caller is told and what a later run finds agree.
@Suite(.timeLimit(.minutes(5))) struct OrderJournalFaultTests {
    private static let owner = OrderOwner(serverURL: "ws://a/v1/ws", userID: UserID(unchecked: "alice"))
    private static let path = "/state/orders.jsonl"

    /// What the caller was told of an order last.
    private enum Word: Equatable {
        /// It is kept: a later run finds it.
        case kept
        /// It is not: no later run finds it.
        case notKept
        /// It was charged and forgotten; whether a later run finds it does not matter.
        case charged
        /// It was refused and forgotten: no later run finds it.
        case withdrawn
        /// Nobody knows.
        case undecided
    }

    private static func entry(_ id: String) -> JournaledOrder {
        JournaledOrder(
            owner: owner, liveID: LiveID(unchecked: "live"),
            order: GiftSend(orderID: OrderID(unchecked: id), giftID: GiftID(unchecked: "rose")))
    }

    private static func ids(_ journal: FileOrderJournal) async throws -> Set<String> {
        Set(try await journal.unfinished(of: owner).map(\.order.orderID.rawValue))
    }

    /// A journal, and what its caller was told.
    private final class Run {
        let journal: FileOrderJournal
        var words: [String: Word] = [:]
        /// How many calls of the journal failed.
        var failures = 0

        init(_ disk: FaultyJournalDisk) {
            // Three dead lines are enough to write the file anew.
            journal = FileOrderJournal(path: path, disk: disk, deadLinesMax: 3)
        }

        func append(_ id: String) async {
            do {
                try await journal.append(entry(id))
                words[id] = .kept
            } catch OrderJournalError.undecided {
                failures += 1
                words[id] = .undecided
            } catch {
                failures += 1
                words[id] = .notKept
            }
        }

        /// What a client does with an order whose answer is definite.
        func remove(_ id: String) async {
            guard words[id] == .kept else { return }
            await journal.remove(OrderID(unchecked: id), of: owner)
            words[id] = .charged
        }

        func withdraw(_ id: String) async {
            guard words[id] == .kept else { return }
            do {
                try await journal.withdraw(OrderID(unchecked: id), of: owner)
                words[id] = .withdrawn
            } catch OrderJournalError.undecided {
                failures += 1
                words[id] = .undecided
            } catch {
                // It stays as it was, and is sent again.
                failures += 1
            }
        }

        /// Everything that a journal does, with the file written anew twice.
        func play() async {
            await append("a")
            await append("b")
            await remove("a")
            await append("c")
            await withdraw("b")
            await append("d")
            await remove("c")
            await append("e")
            await withdraw("e")
            await append("f")
        }
    }

    /// Compares what every kind of crash leaves with what the caller was told.
    private static func check(_ run: Run, _ disk: FaultyJournalDisk, _ place: String) async throws {
        for crash in FaultyJournalDisk.Crash.allCases {
            let found = try await ids(FileOrderJournal(path: path, disk: disk.crashed(crash)))
            for (id, word) in run.words {
                switch word {
                case .kept: #expect(found.contains(id), "\(id) is lost; \(place), \(crash)")
                case .notKept, .withdrawn: #expect(!found.contains(id), "\(id) comes back; \(place), \(crash)")
                case .charged, .undecided: break
                }
            }
        }
        // In the process itself nothing is forgotten, and nothing is sent again of which the word was that it is over.
        disk.heal()
        let unfinished = try await ids(run.journal)
        for (id, word) in run.words {
            switch word {
            case .kept: #expect(unfinished.contains(id), "\(id) is forgotten; \(place)")
            case .notKept, .withdrawn: #expect(!unfinished.contains(id), "\(id) is sent again; \(place)")
            case .charged, .undecided: break
            }
        }
    }

    @Test(arguments: FaultyJournalDisk.Fault.allCases, [false, true])
    func `wherever the file system fails, the file and the word to the caller agree`(
        _ fault: FaultyJournalDisk.Fault, _ goesOn: Bool
    ) async throws {
        let sound = FaultyJournalDisk()
        let whole = Run(sound)
        await whole.play()
        #expect(whole.words.values.allSatisfy { $0 != .undecided && $0 != .notKept })
        #expect(sound.callCount > 30, "the scene has something to fail at")
        var undecided = 0
        for call in 1...sound.callCount {
            let disk = FaultyJournalDisk()
            disk.fail(at: call, fault, goesOn: goesOn)
            let run = Run(disk)
            await run.play()
            let place = "call \(call) failed \(fault)\(goesOn ? " and all after it" : ""): \(disk.failures)"
            try await Self.check(run, disk, place)
            undecided += run.words.values.count { $0 == .undecided }
            // When the disk is back, so is the journal.
            await run.append("later")
            #expect(run.words["later"] == .kept, "\(place)")
            try await Self.check(run, disk, "\(place), then healed")
        }
        #expect((undecided > 0) == goesOn, "one failure is never more than the journal can find out about")
    }

    @Test func `a file that cannot be written anew fails nobody's order`() async throws {
        let sound = FaultyJournalDisk()
        let whole = Run(sound)
        await whole.play()
        for call in 1...sound.callCount {
            let disk = FaultyJournalDisk()
            disk.fail(at: call, .before, goesOn: false)
            let run = Run(disk)
            await run.play()
            let isOfRewriting = disk.failures.contains { $0 == "rename" || $0.hasSuffix(".new") }
            #expect(!isOfRewriting || run.failures == 0, "call \(call): \(disk.failures)")
        }
    }

    @Test(arguments: FaultyJournalDisk.Fault.allCases, [false, true])
    func `wherever the taking over of another's orders fails, none is lost and none comes back that was withdrawn`(
        _ fault: FaultyJournalDisk.Fault, _ goesOn: Bool
    ) async throws {
        /// A journal that leaves two orders behind in a second file, and the disk as it is then.
        func abandoned() async -> FaultyJournalDisk {
            let disk = FaultyJournalDisk()
            let first = Run(disk)
            await first.append("own")
            let second = Run(disk)
            await second.append("x")
            await second.append("y")
            return withExtendedLifetime((first, second)) { disk.crashed(.nothingNew) }
        }
        let sound = await abandoned()
        let whole = Run(sound)
        whole.words = ["own": .kept, "x": .kept, "y": .kept]
        await whole.withdraw("x")
        await whole.append("new")
        #expect(whole.failures == 0)
        for call in 1...sound.callCount {
            let disk = await abandoned()
            disk.fail(at: call, fault, goesOn: goesOn)
            let run = Run(disk)
            run.words = ["own": .kept, "x": .kept, "y": .kept]
            // A client withdraws only what the journal has handed it: an order that could not be taken over is not sent here.
            let handedOut = (try? await Self.ids(run.journal)) ?? []
            if handedOut.contains("x") { await run.withdraw("x") }
            await run.append("new")
            let place = "call \(call) failed \(fault)\(goesOn ? " and all after it" : ""): \(disk.failures)"
            for crash in FaultyJournalDisk.Crash.allCases {
                let found = try await Self.ids(FileOrderJournal(path: Self.path, disk: disk.crashed(crash)))
                for (id, word) in run.words {
                    switch word {
                    case .kept: #expect(found.contains(id), "\(id) is lost; \(place), \(crash)")
                    case .notKept, .withdrawn: #expect(!found.contains(id), "\(id) comes back; \(place), \(crash)")
                    case .charged, .undecided: break
                    }
                }
            }
        }
    }

    // MARK: - The word to the app

    @Test func `an order that may be kept or not is not said to be unsent, and is settled by the next session`()
        async throws
    {
        let disk = FaultyJournalDisk()
        let journal = FileOrderJournal(path: Self.path, disk: disk)
        let fixture = ClientFixture(journal: journal)
        let first = try await fixture.logIn()
        _ = try await journal.unfinished(of: Self.owner)
        // The first write is done, and everything after it fails: nobody can tell what the disk has.
        disk.fail(at: 2, .before, goesOn: true)
        let told = await rejection {
            try await fixture.client.sendGift(ClientFixture.giftID, count: 1, to: [], in: ClientFixture.liveID)
        }
        #expect(told?.code == .outcomeUnknown, "\(String(describing: told))")
        try await fixture.settle()
        #expect(first.sentCommands().isEmpty)
        disk.heal()
        let (second, _) = try await fixture.reconnect(from: first, answering: ClientFixture.opened(resumed: true))
        let frame = await second.nextCommand()
        guard case .giftSend(let order) = frame.command else {
            Issue.record("no order")
            return
        }
        second.reply(to: frame, ClientFixture.charged(order))
        while true {
            guard case .orderSettled(_, let settled, let result) = await fixture.events.next() else { continue }
            #expect(settled == order)
            #expect(try result.get() == ClientFixture.charged(order))
            break
        }
    }

    @Test func `an order is said to be refused only where it cannot be sent again`() async throws {
        let disk = FaultyJournalDisk()
        let fixture = ClientFixture(journal: FileOrderJournal(path: Self.path, disk: disk))
        let connection = try await fixture.logIn()
        async let told = rejection {
            try await fixture.client.sendGift(ClientFixture.giftID, count: 1, to: [], in: ClientFixture.liveID)
        }
        let frame = await connection.nextCommand()
        disk.fail(at: 1, .before, goesOn: true)
        connection.refuse(frame, Rejection(.insufficientBalance))
        #expect(await told?.code == .outcomeUnknown)
        disk.heal()
        // The same order, refused again, is then over.
        let (second, _) = try await fixture.reconnect(from: connection, answering: ClientFixture.opened(resumed: true))
        let again = await second.nextCommand()
        #expect(again.command == frame.command)
        second.refuse(again, Rejection(.insufficientBalance))
        while true {
            guard case .orderSettled(_, _, let result) = await fixture.events.next() else { continue }
            #expect(result == .failure(Rejection(.insufficientBalance)))
            break
        }
        let left = FileOrderJournal(path: Self.path, disk: disk.crashed(.nothingNew))
        let owner = OrderOwner(serverURL: "ws://server.test/v1/ws", userID: ClientFixture.userID)
        #expect(try await left.unfinished(of: owner).isEmpty)
    }
}
