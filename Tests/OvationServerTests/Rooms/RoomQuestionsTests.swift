import OvationModel
import OvationRules
import OvationTestKit
import OvationWire
import Testing

@testable import OvationNode
@testable import OvationPictures

/// Requests that a live answers from its own state, and their access rules.
struct RoomQuestionsTests {
    private static let room = Room(Samples.room(), limits: Limits(), at: Samples.time)
    private static let addresses = PlayAddresses(MediaConfiguration(), secret: "secret")

    private static func request(_ body: RoomRequest.Body, by actor: RoomActor = RoomActor(user: Samples.alice))
        -> RoomRequest
    {
        RoomRequest(actor: actor, body: body)
    }

    @Test func `only the owner and administrators may moderate and see sanctions in the list of viewers`() {
        let actors: [(RoomActor, Bool)] = [
            (RoomActor(user: Samples.host), true), (RoomActor(user: Samples.alice), false), (.server, true),
            (RoomActor(user: Samples.alice, isAdministrator: true), true),
        ]
        for (actor, mayModerate) in actors {
            #expect(Self.request(.info, by: actor).mayModerate(Self.room) == mayModerate)
            let audience = Self.request(.audience(offset: 0, count: 10), by: actor)
            #expect(audience.listsSanctions(of: Self.room) == mayModerate)
        }
        #expect(Self.request(.roster(.muted)).listsSanctions(of: Self.room))
        #expect(Self.request(.roster(.banned(offset: 0, count: 1))).listsSanctions(of: Self.room))
        #expect(!Self.request(.roster(.admins)).listsSanctions(of: Self.room))
    }

    @Test func `only questions are answered from the state, and a page beyond the end is refused`() {
        let questions: [RoomRequest.Body] = [
            .info, .audience(offset: 0, count: 1), .board(count: 3), .metadata(keys: ["a"]), .roster(.robots),
            .statistics, .words,
        ]
        for body in questions {
            let answer = Self.request(body).answer(from: Self.room, Self.addresses, at: Samples.time)
            guard case .success? = answer else {
                Issue.record("\(body) must be answered")
                continue
            }
        }
        #expect(Self.request(.leave).answer(from: Self.room, Self.addresses, at: Samples.time) == nil)
        #expect(Self.request(.shutDown).answer(from: Self.room, Self.addresses, at: Samples.time) == nil)
        for body in [RoomRequest.Body.audience(offset: 9, count: 1), .roster(.banned(offset: 9, count: 1))] {
            let answer = Self.request(body).answer(from: Self.room, Self.addresses, at: Samples.time)
            guard case .failure(let rejection)? = answer else {
                Issue.record("\(body) begins beyond the end and must be refused")
                continue
            }
            #expect(rejection.code == .pageBeyondEnd)
        }
    }

    @Test func `a live's description has its last messages, and none of them for a banned user`() throws {
        var record = Samples.room()
        record.bans[Samples.bob.userID] = RoomRecord.Until(nil)
        let room = Room(record, limits: Limits(), at: Samples.time)
        let said = BarrageRecord(
            seq: 7, at: Samples.time,
            barrage: Barrage(sender: Samples.alice, kind: .text("hello", extensionInfo: [:])))
        func messages(for actor: RoomActor) throws -> [BarrageRecord]? {
            let answer = Self.request(.info, by: actor).answer(
                from: room, Self.addresses, telling: [said], at: Samples.time)
            guard case .listing(let listing) = try #require(answer).get() else { return [] }
            return listing.messages
        }
        #expect(try messages(for: RoomActor(user: Samples.alice)) == [said])
        #expect(try messages(for: RoomActor(user: Samples.bob)) == nil)
        #expect(try messages(for: RoomActor(user: Samples.bob, isAdministrator: true)) == [said])
        guard
            case .listing(let quiet) = try Self.request(.info).answer(from: room, Self.addresses, at: Samples.time)?
                .get()
        else {
            Issue.record("a description must be answered")
            return
        }
        #expect(quiet.messages == nil)
    }

    @Test func `only an administrator of the app may set words, within the limits and before the live ends`() {
        let limits = Limits()
        let many = (0...limits.wordFilterRoomWordsMax).map { FilterWord("word\($0)") }
        let cases: [(RoomActor, [FilterWord], isEnding: Bool, ErrorCode?)] = [
            (RoomActor(user: Samples.host), [], false, .adminRequired), (.server, [], true, .roomNotFound),
            (.server, [], false, nil),
        ]
        for (actor, words, isEnding, code) in cases {
            let request = Self.request(.setWords(words), by: actor)
            #expect(request.refusal(ofSetting: words, isEnding: isEnding, limits)?.code == code)
        }
        #expect(Self.request(.setWords(many), by: .server).refusal(ofSetting: many, isEnding: false, limits) != nil)
    }

    @Test func `who keeps order in a live may change its words, within the limits and before it ends`() {
        let limits = Limits()
        let room = Self.room
        let edit = WordEdit(added: [FilterWord("spoiler")])
        let many = (0...limits.wordFilterRoomWordsMax).map { FilterWord("word\($0)") }
        let cases: [(RoomActor, [FilterWord], WordEdit, isEnding: Bool, ErrorCode?)] = [
            (RoomActor(user: Samples.host), edit.added, edit, false, nil), (.server, edit.added, edit, false, nil),
            (RoomActor(user: Samples.alice), edit.added, edit, false, .adminRequired),
            (RoomActor(user: Samples.host), edit.added, edit, true, .roomNotFound),
            (RoomActor(user: Samples.host), many, edit, false, .wordListInvalid),
            (RoomActor(user: Samples.host), [], WordEdit(removed: many.map(\.text)), false, .wordListInvalid),
            (RoomActor(user: Samples.host), [], WordEdit(added: [FilterWord("...")]), false, .wordListInvalid),
        ]
        for (actor, words, edit, isEnding, code) in cases {
            let request = Self.request(.editWords(edit), by: actor)
            #expect(
                request.refusal(ofEditing: words, by: edit, in: room, isEnding: isEnding, limits)?.code == code,
                "\(edit)")
        }
    }
}
