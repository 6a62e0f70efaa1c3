import Foundation
import OvationModel
import Testing

@testable import OvationWire

/// Every golden message decodes to its meaning and encodes to the same message.
@Suite struct FixtureTests {
    @Test(arguments: Fixture.of(.command)) func `a command decodes and encodes again`(fixture: Fixture) throws {
        let frame = try CommandFrame.decode(fixture.bytes).get()
        let written = try JSONDecoder().decode(JSONValue.self, from: frame.encoded())
        #expect(written == fixture.expected)
        #expect(try CommandFrame.decode(frame.encoded()) == .success(frame))
    }

    @Test(arguments: [
        #"{"id":7,"op":"barrage.send","room":"r1","data":{"text":"hi é😀"}}"#,
        #" { "data" : { "text" : "" } , "room" : "r1" , "op" : "barrage.send" , "id" : 0 } "#,
        #"{"id":9223372036854775807,"op":"like.send","room":"r1"}"#,
        #"{"id":1,"op":"like.send","room":"r1","data":{"count":12}}"#,
        #"{"id":1,"op":"like.send","room":"r1","data":{}}"#,
        #"{"id":1,"op":"session.ping"}"#, #"{"id":1,"op":"room.join","room":"r 1"}"#,
        #"{"id":1,"op":"gift.send","room":"r1","data":{"orderID":"o-1","giftID":"rose","count":-3,"to":["a","b"]}}"#,
        #"{"id":1,"op":"gift.send","room":"r1","data":{"orderID":"o-1","giftID":"rose","to":[]}}"#,
        #"{"id":1,"op":"session.open","data":{"sdkAppID":1400000001,"userID":"ada","userSig":"dev"}}"#,
        #"{"id":1,"op":"pubsub.publish","room":"r1","data":{"topic":"REACTION","message":"🔥"}}"#,
        #"{"id":1,"op":"pubsub.publish","room":"r1","data":{"message":"","count":-9,"topic":"ü"}}"#,
        #"{"id":1,"op":"seat.take","room":"r1"}"#, #"{"id":1,"op":"seat.take","room":"r1","data":{"index":-1}}"#,
        #"{"id":1,"op":"seat.take","room":"r1","data":{"seconds":0,"index":2}}"#,
        #"{"id":1,"op":"seat.leave","room":"r1"}"#,
        #"{"id":1,"op":"seat.devices","room":"r1","data":{"microphone":true,"camera": false}}"#,
        #"{"id":1,"op":"seat.devices","room":"r1","data":{}}"#,
    ])
    func `the fast decoder reads the frequent commands as the general one does`(text: String) throws {
        let frame = Array(text.utf8).withUnsafeBytes(CommandScanner.frame)
        #expect(frame != nil)
        #expect(try CommandFrame.decodeGenerally(Data(text.utf8)).get() == frame)
    }

    @Test(arguments: [
        #"{"id":1.0,"op":"session.ping"}"#, #"{"id":-1,"op":"session.ping"}"#, #"{"id":1,"id":2,"op":"session.ping"}"#,
        #"{"id":1,"op":"session.ping","x":1}"#, #"{"id":1,"op":"session\u002eping"}"#,
        #"{"id":1,"op":"session.ping"}x"#,
        #"{"id":1,"op":"barrage.send","room":"r1","data":{"text":"a\n"}}"#,
        #"{"id":1,"op":"barrage.send","room":"r1"}"#,
        #"{"id":1,"op":"barrage.send","room":"","data":{"text":"a"}}"#,
        #"{"id":1,"op":"barrage.send","data":{"text":"a"}}"#,
        #"{"id":1,"op":"barrage.send","room":"r1","data":{"text":"a","extensionInfo":{}}}"#,
        #"{"id":1,"op":"like.send","room":"r1","data":null}"#,
        #"{"id":1,"op":"pubsub.publish","room":"r1","data":{"topic":"a","message":"b","persist":true}}"#,
        #"{"id":1,"op":"pubsub.publish","room":"r1","data":{"topic":"","message":"b"}}"#,
        #"{"id":1,"op":"pubsub.publish","room":"r1","data":{"topic":"a"}}"#,
        #"{"id":1,"op":"pubsub.publish","data":{"topic":"a","message":"b"}}"#,
        #"{"id":1,"op":"like.send","room":"r1","data":{"count":1e2}}"#,
        #"{"id":1,"op":"seat.devices","room":"r1"}"#, #"{"id":1,"op":"seat.devices","data":{"camera":true}}"#,
        #"{"id":1,"op":"seat.devices","room":"r1","data":{"microphone":null}}"#,
        #"{"id":1,"op":"seat.devices","room":"r1","data":{"microphone":1}}"#,
        #"{"id":1,"op":"seat.devices","room":"r1","data":{"microphone":truex}}"#,
        #"{"id":1,"op":"seat.devices","room":"r1","data":{"camera":true,"camera":true}}"#,
        #"{"id":1,"op":"seat.take","room":"r1","data":null}"#,
        #"{"id":1,"op":"seat.take","room":"r1","data":{"index":1,"extraInfo":"x"}}"#,
        #"{"id":1,"op":"gift.send","room":"r1","data":{"orderID":"o 1","giftID":"rose"}}"#, "", "[]", "{}", "{",
    ])
    func `the fast decoder leaves unusual frames to the general one`(text: String) {
        #expect(Array(text.utf8).withUnsafeBytes(CommandScanner.frame) == nil)
    }

    @Test(arguments: Fixture.of(.invalidCommand)) func `an invalid command is refused with its code`(fixture: Fixture)
        throws
    {
        let code = ErrorCode(rawValue: try #require(fixture.errorCode))
        guard case .failure(let failure) = CommandFrame.decode(try fixture.bytes) else {
            Issue.record("the invalid command was accepted")
            return
        }
        #expect(failure.rejection.code == code)
        #expect(!failure.rejection.message.isEmpty)
        #expect(failure.isMalformed == (code == .malformedFrame))
        // A command with a bad argument gets an error with its id. A frame that is not a command gets one without an id.
        #expect((failure.id == nil) == (code == .malformedFrame))
    }

    @Test(arguments: Fixture.of(.reply)) func `a reply decodes and encodes again`(fixture: Fixture) throws {
        let written: [UInt8]
        switch try ServerFrame.decode(fixture.bytes) {
        case .reply(let id, .success(let bytes)):
            written = try Self.rewrite(id: id, op: try #require(fixture.op), bytes)
        case .reply(let id, .failure(let rejection)): written = FrameEncoder.reply(id: id, error: rejection)
        case .failure(let rejection): written = FrameEncoder.reply(id: nil, error: rejection)
        case .event(let event):
            Issue.record("the reply was read as the event \(event)")
            return
        }
        #expect(try JSONDecoder().decode(JSONValue.self, from: Data(written)) == fixture.expected)
    }

    @Test(arguments: Fixture.of(.event)) func `an event decodes and encodes again`(fixture: Fixture) throws {
        guard case .event(let event) = try ServerFrame.decode(fixture.bytes) else {
            Issue.record("the event was read as a reply")
            return
        }
        let written: [UInt8]
        switch event {
        case .room(let room, let position, let event):
            written = FrameEncoder.event(room: room, position: position, name: event.name, data: event.encodedData)
            #expect(try RoomEvent.decode(event.name, data: event.encodedData) == event, "the text is as stored")
        case .walletChanged(let wallet): written = FrameEncoder.walletChanged(wallet)
        case .catalogueChanged: written = FrameEncoder.catalogueChanged()
        case .unknown(let name):
            #expect(fixture.unknown == true, "\(name) is unknown")
            return
        }
        #expect(fixture.unknown == nil)
        #expect(try JSONDecoder().decode(JSONValue.self, from: Data(written)) == fixture.expected)
    }

    @Test(arguments: Fixture.of(.invalidServerFrame)) func `an invalid server frame throws`(fixture: Fixture) throws {
        let bytes = try fixture.bytes
        #expect(throws: DecodingError.self) { try ServerFrame.decode(bytes) }
    }

    /// Decodes a reply's content as that of the operation and encodes the reply again.
    private static func rewrite(id: Int64, op: String, _ bytes: Data) throws -> [UInt8] {
        func rewrite<Value: Codable>(_ type: Value.Type) throws -> [UInt8] {
            FrameEncoder.reply(id: id, ok: try ServerFrame.decodeOK(type, from: bytes))
        }
        return switch op {
        case "session.open": try rewrite(SessionOpened.self)
        case "room.create", "room.join": try rewrite(RoomJoined.self)
        case "room.end": try rewrite(RoomStatistics.self)
        case "room.earnings": try rewrite(EarnedCoins.self)
        case "room.metadata": try rewrite(MetadataPage.self)
        case "room.list": try rewrite(RoomPage.self)
        case "room.info": try rewrite(RoomListing.self)
        case "audience.list": try rewrite(AudiencePage.self)
        case "audience.log": try rewrite(ModerationPage.self)
        case "barrage.send": try rewrite(BarrageAccepted.self)
        case "gift.list": try rewrite(GiftPanel.self)
        case "gift.send": try rewrite(GiftCharged.self)
        case "wallet.get", "wallet.topUp": try rewrite(Wallet.self)
        case "board.list": try rewrite(BoardPage.self)
        case "media.publish": try rewrite(MediaPublishing.self)
        case "room.words": try rewrite(RoomWordList.self)
        case "file.ticket": try rewrite(FileUploading.self)
        case "media.test": try rewrite(UplinkTesting.self)
        case "media.encoder": try rewrite(EncoderSetup.self)
        case "seat.list": try rewrite(SeatPage.self)
        case "seat.take", "seat.move", "seat.answer": try rewrite(SeatTaken.self)
        case "cohost.list": try rewrite(CoHostPage.self)
        case "cohost.request": try rewrite(CoHostAsked.self)
        case "battle.request": try rewrite(BattleAsked.self)
        case "pubsub.publish": try rewrite(TopicAccepted.self)
        case "pubsub.subscribe", "pubsub.messages": try rewrite(TopicPage.self)
        default: try rewrite(Empty.self)
        }
    }
}

/// The fixtures cover the whole protocol.
@Suite struct FixtureCoverageTests {
    @Test func `every operation of the protocol has a command, a reply and an invalid command`() throws {
        let operations = try Self.names(inSection: "Commands")
        #expect(operations == Set(Command.Operation.allCases.map(\.rawValue)))
        let sent = try Fixture.of(.command).map { try CommandFrame.decode($0.bytes).get().command.op }
        #expect(Set(sent) == operations)
        let answered = Fixture.of(.reply).compactMap { $0.op.flatMap { $0.isEmpty ? nil : $0 } }
        #expect(Set(answered) == operations)
        let refused = try Fixture.of(.invalidCommand).filter { $0.errorCode == ErrorCode.illegalParameter.rawValue }
            .map { String(decoding: try $0.bytes, as: UTF8.self) }
        let alwaysValid: Set<String> = ["session.ping"]
        for operation in operations.subtracting(alwaysValid) {
            #expect(refused.contains { $0.contains("\"\(operation)\"") }, "\(operation)")
        }
    }

    @Test func `every event of the protocol has a fixture and a name in Swift`() throws {
        let events = try Self.names(inSection: "Events")
        #expect(events == Set(RoomEventName.allCases.map(\.rawValue)).union(["wallet.changed", "catalogue.changed"]))
        let shown = try Fixture.of(.event).filter { $0.unknown == nil }.map { fixture in
            guard case .event(let event) = try ServerFrame.decode(fixture.bytes) else { return "" }
            return switch event {
            case .room(_, _, let event): event.name.rawValue
            case .walletChanged: "wallet.changed"
            case .catalogueChanged: "catalogue.changed"
            case .unknown(let name): name
            }
        }
        #expect(Set(shown) == events)
    }

    @Test func `at least a hundred invalid commands cover every kind of refusal`() {
        let codes = Fixture.of(.invalidCommand).compactMap(\.errorCode)
        #expect(codes.count >= 100)
        #expect(Set(codes) == [110_000, 110_001, 100_002])
    }

    @Test func `fixture names are unique, and each file is named after its message`() {
        for (file, fixture) in Fixture.all {
            let words = "\(fixture.kind.rawValue) \(fixture.name)".lowercased()
                .split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
            #expect(file == words.joined(separator: "-") + ".json")
            #expect((fixture.frame == nil) == (fixture.raw != nil), "\(file) has frame or raw")
            #expect(!fixture.note.isEmpty, "\(file) says what it shows")
            #expect((fixture.errorCode != nil) == (fixture.kind == .invalidCommand), "\(file)")
        }
    }

    /// The names in the first column of the table under a heading of PROTOCOL.md.
    private static func names(inSection heading: String) throws -> Set<String> {
        let file = Fixture.repository.appending(path: "Protocol/PROTOCOL.md")
        let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        let section = try #require(text.components(separatedBy: "\n## \(heading)\n").last).components(
            separatedBy: "\n## ")[0]
        return Set(section.matches(of: /(?m)^\| `([a-z]+\.[a-zA-Z]+)` \|/).map { String($0.1) })
    }
}
