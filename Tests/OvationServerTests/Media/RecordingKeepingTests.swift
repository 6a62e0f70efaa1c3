import NIOCore
import OvationMedia
import OvationMediaSamples
import OvationModel
import OvationRules
import OvationStorage
import OvationTestKit
import Testing

@testable import OvationBackend
@testable import OvationNode
@testable import OvationPictures
@testable import OvationSupport

/// Recordings that are there: their bounds, crashes, and being deleted.
@Suite(.timeLimit(.minutes(5)))
struct RecordingKeepingTests {
    private let sample = SampleStream()

    /// Records so many lives' worth of one live.
    private func record(_ count: Int, in world: RecordingWorld) async throws {
        for _ in 0..<count {
            try await world.publish(sample.bytes(fragments: 1))
            _ = try await world.desk.stop(try world.session())
            world.desk.begin(try world.session())
            world.media.clock.advance(seconds: 1)
        }
        try await world.settle()
    }

    @Test func `who reads a recording far more slowly than it plays does not keep a place`() {
        var recording = Recording(
            id: Samples.id("a"), live: Samples.id("r1"), session: Samples.id("r1-1"), owner: Samples.host.userID,
            liveName: "", isPublic: true, startedAt: Samples.time, codecs: "avc1.42C01F", width: 160, height: 90)
        (recording.durationMilliseconds, recording.byteCount) = (600_000, 60_000_000)
        func reads(_ byteCount: Int, everySeconds seconds: Int64) -> Bool {
            var pace = RecordingRoutes.pace(of: recording)
            return (1...40).allSatisfy { pace.take(byteCount, at: $0 * seconds * 1_000) }
        }
        #expect(!reads(262_144, everySeconds: 29))
        #expect(reads(262_144, everySeconds: 3), "as it plays")
        #expect(reads(262_144, everySeconds: 10), "a slow connection")
        #expect(reads(5_000_000, everySeconds: 50), "in large parts")
    }

    @Test func `the oldest recordings give way, and those that are kept stay`() async throws {
        try await RecordingWorld.run { world async throws in
            try await record(4, in: world)
            let all = try await world.recordings()
            try await world.desk.keep(all[0].id, true)
            world.configuration.bytesTotalMax = Int(all[0].byteCount) * 2
            let desk = world.other()
            await desk.makeRoom()
            #expect(try await world.recordings().map(\.id) == [all[0].id, all[3].id])
            #expect(world.disk[all[1].id] == nil && world.disk[all[0].id] != nil)
            try await world.desk.keep(all[0].id, false)
            await desk.makeRoom()
            #expect(try await world.recordings().count == 2)
        }
    }

    @Test func `the recordings of a user's lives go with their files, those that are kept too, and no others`()
        async throws
    {
        try await RecordingWorld.run { world async throws in
            try await record(3, in: world)
            let all = try await world.recordings()
            try await world.desk.keep(all[1].id, true)
            let isDoneForOther = try await world.desk.deleteAll(of: [Samples.id("somebody")], isLate: { false })
            #expect(isDoneForOther)
            #expect(try await world.recordings().count == 3)
            let owners = [Samples.id("erased_1"), all[0].owner]
            // A call that is late from its beginning deletes one all the same, and another call goes on.
            let isDoneAtFirst = try await world.desk.deleteAll(of: owners, isLate: { true })
            #expect(!isDoneAtFirst)
            #expect(try await world.recordings().map(\.id) == [all[0].id, all[1].id])
            let isDone = try await world.desk.deleteAll(of: owners, isLate: { false })
            #expect(isDone)
            #expect(try await world.recordings().isEmpty)
            #expect(try world.disk.list().isEmpty)
        }
    }

    @Test func `a recording that goes on stays when its owner's others are deleted`() async throws {
        try await RecordingWorld.run { world async throws in
            try await record(1, in: world)
            try await world.publish(sample.bytes(fragments: 1))
            let all = try await world.recordings()
            #expect(all.map(\.isComplete) == [true, false])
            let isDone = try await world.desk.deleteAll(of: [all[0].owner], isLate: { false })
            #expect(isDone)
            #expect(try await world.recordings().map(\.id) == [all[1].id])
            try await world.end()
            #expect(try world.fragments(of: try #require(try await world.recordings().first)).count == 1)
        }
    }

    @Test func `a recording that was kept since it was listed does not give way`() async throws {
        try await RecordingWorld.run { world async throws in
            try await record(2, in: world)
            let all = try await world.recordings()
            world.configuration.bytesTotalMax = 1
            let desk = world.other()
            world.media.storage.script(.hold)
            async let removed: Void = desk.makeRoom()
            await world.media.storage.waitUntilHeld()
            // The list is read, and the first of it is kept before its turn.
            _ = try await world.media.storage.base.commit([.recording(.keep(all[0].id, true))])
            world.media.storage.release()
            await removed
            #expect(try await world.recordings().map(\.id) == [all[0].id])
            #expect(world.disk[all[0].id] != nil && world.disk[all[1].id] == nil)
        }
    }

    @Test func `recordings go when they are old, or when the database needs the disk`() async throws {
        try await RecordingWorld.run { world async throws in
            try await record(2, in: world)
            world.configuration.daysMax = 1
            world.media.clock.advance(seconds: 86_399)
            await world.other().makeRoom()
            #expect(try await world.recordings().count == 1)
            world.configuration.daysMax = 0
            world.configuration.freeBytesMin = 1 << 41
            await world.other().makeRoom()
            #expect(try await world.recordings().isEmpty)
            #expect(try world.disk.list().isEmpty)
        }
    }

    @Test func `nothing begins while what is kept takes all the room`() async throws {
        try await RecordingWorld.run {
            $0.bytesTotalMax = 1
        } _: { world async throws in
            try await world.publish(sample.bytes(fragments: 1))
            world.media.clock.advance(seconds: 60)
            await world.desk.round()
            try await world.settle()
            #expect(try await world.recordings().map(\.end) == [.disk])
            world.media.clock.advance(seconds: 60)
            try await world.publish(sample.bytes(fragments: 1))
            #expect(try await world.recordings().count == 1)
        }
    }

    @Test func `after kill -9 a recording is whole up to where it was written`() async throws {
        try await RecordingWorld.run { world async throws in
            try await world.publish(sample.bytes(fragments: 3))
            let id = try #require(try await world.recordings().first).id
            // A fragment of which only a part was written.
            world.disk.append(Array(sample.fragment(startMilliseconds: 3_000).prefix(500)), to: id)
            world.crash()
            await world.desk.repair()
            try await world.settle()
            let recording = try #require(try await world.recordings().first)
            #expect(recording.end == .crash)
            #expect((2_950...3_050).contains(recording.durationMilliseconds))
            #expect(try world.fragments(of: recording).count == 3)
            // The live goes on in the next one.
            try await world.publish(sample.bytes(fragments: 1))
            #expect(try await world.recordings().count == 2)
        }
    }

    @Test
    func `a recording under way whose file is elsewhere stays until it is deleted, and a file without a row goes`()
        async throws
    {
        try await RecordingWorld.run { world async throws in
            try await world.publish(sample.bytes(fragments: 1))
            let id = try #require(try await world.recordings().first).id
            world.crash()
            try world.disk.remove(id)
            let stray: RecordingID = Samples.id("stray")
            try world.disk.make(stray).close()
            await world.desk.repair()
            #expect(try await world.recordings().map(\.end) == [nil])
            #expect(try world.disk.list().isEmpty)
            try await world.desk.delete(id)
            #expect(try await world.recordings().isEmpty)
        }
    }

    @Test func `what another server writes is left alone`() async throws {
        try await RecordingWorld.run { world async throws in
            try await world.publish(sample.bytes(fragments: 1))
            let other = world.other()
            await other.repair()
            let id = try #require(try await world.recordings().first).id
            #expect(try await world.recordings().map(\.end) == [nil])
            await #expect(throws: RecordingProblem.underWay) { try await other.delete(id) }
            try await world.publish(sample.bytes(fragments: 1))
            try await world.end()
            let recording = try #require(try await world.recordings().first)
            #expect(try world.fragments(of: recording).count == 2)
        }
    }

    @Test func `a recording that is deleted is gone at once, and who is reading it gets it to its end`() async throws {
        try await RecordingWorld.run { world async throws in
            try await record(1, in: world)
            let recording = try #require(try await world.recordings().first)
            let file = try #require(try world.disk.open(recording.id))
            let before = try file.read(at: 0, count: 100)
            try await world.desk.delete(recording.id)
            #expect(before.readableBytes == 100)
            #expect(try file.read(at: 0, count: .max).readableBytes == Int(recording.byteCount))
            #expect(try await world.recordings().isEmpty)
            await #expect(throws: RecordingProblem.notFound) { try await world.desk.delete(recording.id) }
            await #expect(throws: RecordingProblem.notFound) { try await world.desk.keep(recording.id, true) }
        }
    }

    @Test func `of two who delete a recording at once one has deleted it, and who keeps it meanwhile finds none`()
        async throws
    {
        try await RecordingWorld.run { world async throws in
            try await record(1, in: world)
            let recording = try #require(try await world.recordings().first)
            let desk = world.desk
            @Sendable func outcome(_ work: @Sendable () async throws -> Void) async -> RecordingProblem? {
                do { try await work() } catch { return error as? RecordingProblem }
                return nil
            }
            world.media.storage.script(.hold)
            async let first = outcome { try await desk.delete(recording.id) }
            await world.media.storage.waitUntilHeld()
            // All of them have found the row, which goes with the commit that is held.
            async let second = outcome { try await desk.delete(recording.id) }
            async let kept = outcome { try await desk.keep(recording.id, true) }
            while world.media.node.services.journal.pendingCount < 2 { await Task.yield() }
            world.media.storage.release()
            #expect(await [first, second, kept] == [nil, .notFound, .notFound])
            #expect(world.disk[recording.id] == nil)
            #expect(try await world.recordings().isEmpty)
        }
    }

    @Test func `a storage that fails at the beginning of a recording gets its row later`() async throws {
        try await RecordingWorld.run { world async throws in
            world.media.storage.refuse { if case .recording = $0 { true } else { false } }
            try world.hand(sample.bytes(fragments: 1))
            try? await world.settle()
            world.media.storage.refuse { _ in false }
            try await world.end()
            #expect(try await world.recordings().map(\.end) == [.liveEnded])
        }
    }

    @Test func `one address takes an eighth of the places for players, and others find the rest`() async throws {
        try await RecordingWorld.run {
            $0.readersMax = 16
        } _: { world async throws in
            let (greedy, other) = (AddressKey("192.0.2.1"), AddressKey("192.0.2.2"))
            #expect((0..<3).map { _ in world.desk.takeReader(from: greedy) } == [true, true, false])
            #expect(world.desk.takeReader(from: other))
            #expect(world.desk.takeReader(from: nil))
            world.desk.giveBackReader(from: greedy)
            #expect(world.desk.takeReader(from: greedy))
            for place in 0..<12 { #expect(world.desk.takeReader(from: AddressKey("198.51.100.\(place)"))) }
            #expect(!world.desk.takeReader(from: AddressKey("203.0.113.1")), "all places are taken")
        }
    }

    @Test func `an address holds for its recording and its time, and for no other`() throws {
        let addresses = RecordingAddress(secret: "s", seconds: 600)
        let now = Samples.time
        let (path, expiry) = addresses.address(of: Samples.id("a"), at: now)
        let signature = try #require(path.split(separator: "=").last.map(String.init))
        #expect(path.hasPrefix("/v1/recordings/a.mp4?t=\(expiry)."))
        #expect(addresses.holds(signature, for: Samples.id("a"), at: now))
        #expect(!addresses.holds(signature, for: Samples.id("b"), at: now))
        #expect(!addresses.holds(signature, for: Samples.id("a"), at: now.adding(seconds: 700)))
        #expect(!RecordingAddress(secret: "other", seconds: 600).holds(signature, for: Samples.id("a"), at: now))
        for bad in [
            nil, "", ".", "1", "99999999999.", "\(expiry).00", "\(expiry + 60).\(signature.dropFirst(11))", "x.y",
        ] {
            #expect(!addresses.holds(bad, for: Samples.id("a"), at: now))
        }
    }
}
