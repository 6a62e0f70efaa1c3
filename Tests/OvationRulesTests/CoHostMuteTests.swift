import Foundation
import OvationModel
import OvationRules
import Testing

/// The host of another live is muted for those in this one.
@Suite struct CoHostMuteTests {
    private static func mute(_ number: Int, _ isMuted: Bool = true) -> CoHostCommand {
        .mute(NeighbouringLives.id(number), isMuted: isMuted)
    }

    @Test func `those in the own live are told who is muted, and the other live is not`() throws {
        let lives = try NeighbouringLives()
        try lives.join(1, 2, 3)
        for number in 1...3 { _ = (lives.takeChanges(number), lives.takeLog(number)) }
        try lives.perform(Self.mute(3), in: 1)
        try lives.perform(Self.mute(2), in: 1)
        let changes = lives.takeChanges(1)
        #expect(changes.map(\.mutedLives) == [[NeighbouringLives.id(3)], [3, 2].map(NeighbouringLives.id)])
        #expect(changes.allSatisfy { $0.joined.isEmpty && $0.left.isEmpty && $0.link?.hosts.count == 3 })
        #expect(lives[1].room.coHostBoard?.mutedLives == [3, 2].map(NeighbouringLives.id))
        #expect(lives.takeChanges(2).isEmpty && lives.takeChanges(3).isEmpty)
        #expect(lives[2].room.coHostBoard?.mutedLives == nil)
        try lives.perform(Self.mute(3, false), in: 1)
        #expect(lives.takeChanges(1).map(\.mutedLives) == [[NeighbouringLives.id(2)]])
        #expect(
            lives.takeLog(1) == [
                "hostMute by host1 host3 r3", "hostMute by host1 host2 r2", "hostUnmute by host1 host3 r3",
            ])
    }

    @Test func `muting who is muted changes and tells nothing`() throws {
        let lives = try NeighbouringLives()
        try lives.join(1, 2)
        try lives.perform(Self.mute(2), in: 1)
        _ = (lives.takeChanges(1), lives.takeLog(1))
        try lives.perform(Self.mute(2), in: 1)
        #expect(lives.takeChanges(1).isEmpty && lives.takeLog(1).isEmpty)
        try lives.perform(Self.mute(2, false), in: 1)
        try lives.perform(Self.mute(2, false), in: 1)
        #expect(lives.takeChanges(1).map(\.mutedLives) == [nil])
    }

    @Test func `only the owner mutes, only hosts of the link, and not the own one`() throws {
        let lives = try NeighbouringLives()
        #expect(lives.refusal(Self.mute(2), in: 1) == .connectionNotExist)
        try lives.join(1, 2)
        #expect(lives.refusal(Self.mute(3), in: 1) == .connectionNotExist)
        #expect(lives.refusal(Self.mute(3, false), in: 1) == .connectionNotExist)
        #expect(lives.refusal(Self.mute(1), in: 1) == .illegalParameter)
        #expect(lives.refusal(Self.mute(2), in: 1, as: "stranger") == .notMember)
        try lives[1].enter("viewer")
        #expect(lives.refusal(Self.mute(2), in: 1, as: "viewer") == .ownerRequired)
        #expect(lives[1].room.coHostBoard?.mutedLives == nil)
    }

    @Test func `who leaves the link and comes back is heard, on both sides`() throws {
        let lives = try NeighbouringLives()
        try lives.join(1, 2, 3)
        try lives.perform(Self.mute(2), in: 1)
        try lives.perform(Self.mute(3), in: 1)
        _ = lives.takeChanges(1)
        try lives.perform(.exit, in: 2)
        #expect(lives.takeChanges(1).map(\.mutedLives) == [[NeighbouringLives.id(3)]])
        try lives.join(1, 2)
        #expect(lives[1].room.coHostBoard?.mutedLives == [NeighbouringLives.id(3)])
        try lives.perform(.exit, in: 1)
        try lives.perform(.exit, in: 3)
        try lives.pass(seconds: 2)
        try lives.join(1, 3)
        #expect(lives[1].room.coHostBoard?.link?.hosts.count == 2)
        #expect(lives[1].room.coHostBoard?.mutedLives == nil)
    }

    @Test func `a record of before hosts could be muted is read, and one with muted hosts is what it was`() throws {
        var record = CoHostRecord()
        #expect(try record.rewritten() == record)
        let text = String(decoding: try JSONEncoder().encode(record), as: UTF8.self)
        #expect(!text.contains("mutedLives"))
        record.mutedLives = [NeighbouringLives.id(2)]
        #expect(try record.rewritten() == record)
    }
}

extension CoHostRecord {
    fileprivate func rewritten() throws -> CoHostRecord {
        try JSONDecoder().decode(CoHostRecord.self, from: try JSONEncoder().encode(self))
    }
}
