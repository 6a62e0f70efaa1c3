import NIOCore
import OvationModel
import OvationRules
import OvationStorage
import OvationStorageSQLite
import OvationTestKit
import OvationWire
import Synchronization
import Testing

@testable import OvationNode
@testable import OvationSupport

/// The stored events that a returning client has missed.
struct StoredReplayTests {
    private static let live: LiveID = Samples.id("live")
    private static let session: LiveSessionID = Samples.id("live-1")
    private static let me = Samples.alice

    /// A kind of stored event. A removal of the client ends the replay.
    private enum Kind: CaseIterable {
        case update, kickOfAnother, unban, fromANewerServer, kick, ban

        var isRemoval: Bool { self == .kick || self == .ban }

        var draft: EventDraft {
            let event: RoomEvent =
                switch self {
                case .update, .fromANewerServer: .roomUpdated(RoomUpdated(changes: RoomSettings(), by: nil))
                case .kickOfAnother:
                    .audienceKicked(AudienceKicked(user: Samples.bob, by: nil, reason: "", count: 1))
                case .kick: .audienceKicked(AudienceKicked(user: me, by: nil, reason: "rude", count: 1))
                case .ban, .unban:
                    .audienceBanned(
                        AudienceBanned(user: me, banned: self == .ban, until: nil, by: nil, reason: "", count: 1))
                }
            let name = self == .fromANewerServer ? "room.painted" : event.name.rawValue
            return EventDraft(name: name, about: nil, at: Samples.time, data: event.encodedData)
        }
    }

    /// A storage with a live that has these events, numbered from 1.
    private static func storage(_ kinds: [Kind]) async throws -> SQLiteStorage {
        let storage = try SQLiteStorage(inMemory: LedgerPolicy())
        _ = try await storage.commit([.createRoom(Samples.room())])
        _ = try await storage.commit(kinds.map { .changeRoom(session, [], [$0.draft]) })
        return storage
    }

    private static func frame(_ kind: Kind, _ durable: Int64) -> ByteBuffer {
        let position = EventPosition(epoch: "e", seq: nil, durable: durable, at: Samples.time)
        let draft = kind.draft
        guard let name = RoomEventName(rawValue: draft.name) else { return ByteBuffer() }
        return Framing.text(FrameEncoder.event(room: live, position: position, name: name, data: draft.data))
    }

    private static func read(
        _ storage: any Storage, after durable: Int64, upTo lastMax: Int64? = nil, bytesMax: Int = .max,
        pageMax: Int = 3,
        while isWanted: @Sendable () -> Bool = { true }
    ) async throws -> StoredReplay {
        var replay = StoredReplay(after: durable, for: me.userID)
        try await replay.read(
            storage, of: live, session, upTo: lastMax, epoch: "e", bytesMax: bytesMax, pageMax: pageMax, while: isWanted
        )
        return replay
    }

    @Test func `a replay does not depend on the size of its pages, and stops at each bound`() async throws {
        var random = SeededGenerator.printed()
        for round in 0..<60 {
            let plain: [Kind] = [.update, .update, .kickOfAnother, .unban, .fromANewerServer]
            var kinds = (0..<random.number(0...25)).map { _ in random.pick(plain) }
            if !kinds.isEmpty, random.chance(0.3) {
                kinds[random.number(0...kinds.count - 1)] = random.pick([.kick, .ban])
            }
            let storage = try await Self.storage(kinds)
            let after = Int64(random.number(0...kinds.count))
            let lastMax = random.chance(0.4) ? Int64(random.number(0...kinds.count + 2)) : nil
            let bytesMax = random.chance(0.5) ? random.number(0...2_000) : .max

            // The model takes one event after another under the rules of the type's documentation.
            var (frames, last, isCut, isRemoval) = (ByteBuffer(), after, false, false)
            for (index, kind) in kinds.enumerated() where index >= Int(after) {
                let durable = Int64(index + 1)
                if let lastMax, durable > lastMax { break }
                isCut = frames.readableBytes >= bytesMax
                if isCut { break }
                frames.writeImmutableBuffer(Self.frame(kind, durable))
                last = durable
                isRemoval = kind.isRemoval
                if isRemoval { break }
            }
            for pageMax in [1, 2, 7, 100] {
                let replay = try await Self.read(
                    storage, after: after, upTo: lastMax, bytesMax: bytesMax, pageMax: pageMax)
                let comment: Comment = "seed \(random.seed), round \(round), pages of \(pageMax)"
                #expect(replay.frames == frames, comment)
                #expect(replay.last == last, comment)
                #expect(replay.isCut == isCut, comment)
                #expect(replay.isRemoval == isRemoval, comment)
            }
            try await storage.close()
        }
    }

    @Test(arguments: [1, 150, 400, 1_000])
    func `a client that comes back as long as there is more gets every event once`(bytesMax: Int) async throws {
        let kinds = Array(repeating: Kind.update, count: 17)
        let storage = try await Self.storage(kinds)
        var frames = ByteBuffer()
        var last: Int64 = 0
        while true {
            let replay = try await Self.read(storage, after: last, bytesMax: bytesMax)
            frames.writeImmutableBuffer(replay.frames)
            #expect(replay.last > last, "each replay goes further than the one before")
            last = replay.last
            guard replay.isCut else { break }
        }
        var all = ByteBuffer()
        for number in 1...17 { all.writeImmutableBuffer(Self.frame(.update, Int64(number))) }
        #expect(frames == all)
    }

    @Test func `a replay that fills its bound exactly is cut only if there is more`() async throws {
        let bytesMax = Self.frame(.update, 1).readableBytes
        #expect(try await !Self.read(Self.storage([.update]), after: 0, bytesMax: bytesMax).isCut)
        let replay = try await Self.read(Self.storage([.update, .update]), after: 0, bytesMax: bytesMax)
        #expect(replay.isCut && replay.last == 1)
    }

    @Test(arguments: [0, 1, 2])
    func `reading stops when nobody waits for the replay any more`(pages: Int) async throws {
        let storage = try await Self.storage(Array(repeating: .update, count: 9))
        let asked = Atomic<Int>(0)
        let replay = try await Self.read(storage, after: 0, pageMax: 2) {
            asked.add(1, ordering: .relaxed).newValue <= pages
        }
        #expect(replay.last == Int64(pages * 2))
        #expect(asked.load(ordering: .relaxed) == pages + 1)
    }

    @Test func `a replay throws if the storage cannot be read, because a partial one would look complete`()
        async throws
    {
        let storage = FaultyStorage(try await Self.storage([.update]))
        storage.setDown(true)
        await #expect(throws: StorageError.self) { try await Self.read(storage, after: 0) }
    }
}
