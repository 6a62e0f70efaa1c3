import Foundation
import OvationModel
import OvationWire
import Testing

@testable import OvationClient

/// The order journal on a file system that fails at each call in turn. A later run must find what the caller was told.
@Suite(.timeLimit(.minutes(5))) struct OrderJournalFaultTests {
    private static let owner = OrderOwner(serverURL: "ws://a/v1/ws", userID: UserID(unchecked: "alice"))
    private static let path = "/state/orders.jsonl"

    /// What the caller was last told about an order.
    private enum Word: Equatable {
        /// The order is stored: a later run finds it.
        case kept
        /// The order is not stored: no later run finds it.
        case notKept
        /// The order was charged and forgotten. It does not matter whether a later run finds it.
        case charged
        /// The order was refused and forgotten: no later run finds it.
        case withdrawn
        /// Nobody can tell.
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

    /// A journal and what its caller was told.
    private final class Run {
        let journal: FileOrderJournal
        var words: [String: Word] = [:]
        /// The number of failed calls.
        var failures = 0

        init(_ disk: FaultyJournalDisk) {
            // Three dead lines are enough to make the journal rewrite the file.
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

        /// Removes an order whose answer is final, as a client does.
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
                // The order stays as it was, and is sent again.
                failures += 1
            }
        }

        /// Does everything that a journal can do, and makes it rewrite the file twice.
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
        // The process itself forgets nothing, and sends no order again that the caller was told is finished.
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
    func `a file system that fails at any call leaves the file in agreement with the caller`(
        _ fault: FaultyJournalDisk.Fault, _ goesOn: Bool
    ) async throws {
        let sound = FaultyJournalDisk()
        let whole = Run(sound)
        await whole.play()
        #expect(whole.words.values.allSatisfy { $0 != .undecided && $0 != .notKept })
        #expect(sound.callCount > 30, "the test makes enough calls that can fail")
        var undecided = 0
        for call in 1...sound.callCount {
            let disk = FaultyJournalDisk()
            disk.fail(at: call, fault, goesOn: goesOn)
            let run = Run(disk)
            await run.play()
            let place = "call \(call) failed \(fault)\(goesOn ? " and all after it" : ""): \(disk.failures)"
            try await Self.check(run, disk, place)
            undecided += run.words.values.count { $0 == .undecided }
            // The journal works again once the disk does.
            await run.append("later")
            #expect(run.words["later"] == .kept, "\(place)")
            try await Self.check(run, disk, "\(place), then healed")
        }
        #expect((undecided > 0) == goesOn, "an outcome is unknown only if the disk keeps failing")
    }

    @Test func `an order succeeds even if the file cannot be rewritten`() async throws {
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
    func `a failed takeover of another journal's orders loses none and revives no withdrawn one`(
        _ fault: FaultyJournalDisk.Fault, _ goesOn: Bool
    ) async throws {
        /// A disk on which a journal has left two orders in a second file.
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
            // A client withdraws only orders that the journal handed out. An order that could not be taken over is not sent here.
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

    // MARK: - What the app is told

    @Test func `an order that may be stored ends with outcomeUnknown, and the next session settles it`()
        async throws
    {
        let disk = FaultyJournalDisk()
        let journal = FileOrderJournal(path: Self.path, disk: disk)
        let fixture = ClientFixture(journal: journal)
        let first = try await fixture.logIn()
        _ = try await journal.unfinished(of: Self.owner)
        // The first write succeeds and everything after it fails, so nobody knows what is on the disk.
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
            Issue.record("the order was not sent again")
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

    @Test func `an order is reported as refused only once it cannot be sent again`() async throws {
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
        // The same order, refused again, is now finished.
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
