import OvationModel
import OvationWire
import Testing

@testable import AtomicXCore

@Suite(.timeLimit(.minutes(5))) struct BarrageStoreTests {
    private func tip(_ text: String) -> AtomicXCore.Barrage {
        var tip = AtomicXCore.Barrage()
        tip.textContent = text
        return tip
    }

    private func texts(_ world: World) -> [String] { world.barrage.state.value.messageList.map(\.textContent) }

    @Test func `a message carries its sender, its place in the live and its time`() async throws {
        let world = World()
        try await world.enter()
        let event = RoomEvent.barrageSent(
            OvationModel.Barrage(sender: World.other, kind: .text("hi", extensionInfo: ["k": "v"])))
        try await world.send(event, seq: 101)
        try await world.queue.advance(milliseconds: 300)
        let message = try #require(world.barrage.state.value.messageList.first)
        #expect(message.liveID == "live_1" && message.textContent == "hi" && message.messageType == .text)
        #expect(message.sequence == 101 && message.timestampInSecond == 1_700_000_000)
        #expect(message.sender.userName == "Other" && message.extensionInfo == ["k": "v"])
    }

    @Test func `the list is published at once, then at most every 300 ms`() async throws {
        let world = World()
        try await world.enter()
        try await world.queue.advance(milliseconds: 1_000)
        let lists = Recorder(world.barrage.state.subscribe())
        for number in 1...40 { try await world.send(World.text("\(number)"), seq: Int64(100 + number)) }
        #expect(lists.values.map(\.messageList.count) == [0, 1])
        try await world.queue.advance(milliseconds: 300)
        #expect(lists.values.map(\.messageList.count) == [0, 1, 40])
        #expect(texts(world) == (1...40).map { "\($0)" })
    }

    @Test func `the list discards the oldest messages beyond the configured bound`() async throws {
        let world = World()
        world.runtime.configure { $0.messageListMax = 10 }
        try await world.enter()
        for number in 1...25 { try await world.send(World.text("\(number)"), seq: Int64(100 + number)) }
        try await world.queue.advance(milliseconds: 300)
        #expect(texts(world) == (16...25).map { "\($0)" })
    }

    @Test func `the list holds 500 messages by default`() {
        #expect(World().runtime.messageListMax == 500)
    }

    @Test func `history fills the list on entering and appears once`() async throws {
        let world = World()
        try await world.logIn()
        world.server.on("room.join") { _ in
            let history = [World.record("a", seq: 50), World.record("b", seq: 51)]
            return World.entering(World.live, role: .viewer, snapshot: World.snapshot(history: history))
        }
        try await world.hub.liveList.joinLive(liveID: "live_1")
        #expect(texts(world) == ["a", "b"])
        try await world.send(World.text("c"), seq: 101)
        try await world.hub.liveList.leaveLive()
        try await world.hub.liveList.joinLive(liveID: "live_1")
        #expect(texts(world) == ["a", "b", "c"])
    }

    @Test func `a new live of the same id does not show the messages of the earlier one`() async throws {
        let world = World()
        try await world.enter()
        try await world.send(World.text("old"), seq: 101)
        try await world.hub.liveList.leaveLive()
        world.server.on("room.join") { _ in World.entering(World.live, role: .viewer, session: "start_2") }
        try await world.hub.liveList.joinLive(liveID: "live_1")
        #expect(texts(world).isEmpty)
    }

    @Test func `tips are appended in order and are never sent`() async throws {
        let world = World()
        try await world.enter()
        try await world.send(World.text("1"), seq: 101)
        world.barrage.appendLocalTip(message: tip("tip a"))
        world.barrage.appendLocalTip(message: tip("tip b"))
        try await world.queue.settle()
        try await world.send(World.text("2"), seq: 102)
        try await world.queue.advance(milliseconds: 300)
        #expect(texts(world) == ["1", "tip a", "tip b", "2"])
        #expect(world.server.commands.map(\.command.op) == ["session.open", "room.join"])
    }

    @Test func `a text appears when its echo arrives, not when the call succeeds`() async throws {
        let world = World()
        try await world.enter()
        world.server.on("barrage.send", ok: BarrageAccepted(seq: 101))
        try await world.barrage.sendTextMessage(text: "hi", extensionInfo: ["k": "v"])
        #expect(world.server.commands.last?.command == .barrageSend(BarrageSend(text: "hi", extensionInfo: ["k": "v"])))
        #expect(world.server.commands.last?.room == World.live)
        #expect(texts(world).isEmpty)
        try await world.send(World.text("hi", from: World.viewer), seq: 101)
        try await world.queue.advance(milliseconds: 300)
        #expect(texts(world) == ["hi"])
    }

    @Test func `messages are sent in the order of the calls`() async throws {
        let world = World()
        try await world.enter()
        world.server.on("barrage.send", ok: BarrageAccepted(seq: 101))
        for number in 0..<30 { world.barrage.sendTextMessage(text: "\(number)", extensionInfo: nil, completion: nil) }
        try await world.barrage.sendTextMessage(text: "30")
        let sent = world.server.commands("barrage.send").compactMap { command -> String? in
            if case .barrageSend(let barrage) = command { barrage.text } else { nil }
        }
        #expect(sent == (0...30).map { "\($0)" })
    }

    @Test(arguments: [DropReason(rawValue: "UserFreqCtrl"), DropReason(rawValue: "MsgFreqCtrl")])
    func `a message that the server drops fails with -2`(reason: DropReason) async throws {
        let world = World()
        try await world.enter()
        world.server.on("barrage.send", ok: BarrageAccepted(dropped: reason))
        do {
            try await world.barrage.sendTextMessage(text: "hi")
            Issue.record("a dropped message was reported as sent")
        } catch {
            #expect(error.code == -2 && error.message.contains(reason.rawValue))
        }
    }

    @Test(arguments: [ErrorCode.memberMuted, .roomMuted, .notMember])
    func `a refused message fails with the server's code`(code: ErrorCode) async throws {
        let world = World()
        try await world.enter()
        world.server.on("barrage.send", error: Rejection(code))
        do {
            try await world.barrage.sendTextMessage(text: "hi")
            Issue.record("a refused message was reported as sent")
        } catch {
            #expect(error.code == code.rawValue)
        }
    }

    @Test func `a custom message joins the list and raises an event`() async throws {
        let world = World()
        try await world.enter()
        world.server.on("barrage.send", ok: BarrageAccepted(seq: 101))
        let events = Recorder(world.barrage.CustomMessageEventPublisher)
        try await world.barrage.sendCustomMessage(businessID: "vote", data: "{}")
        #expect(world.server.commands.last?.command == .barrageSend(BarrageSend(businessID: "vote", data: "{}")))
        let echo = RoomEvent.barrageSent(
            OvationModel.Barrage(sender: World.viewer, kind: .custom(businessID: "vote", data: "{}")))
        try await world.send(echo, seq: 101)
        try await world.send(World.text("text"), seq: 102)
        try await world.queue.advance(milliseconds: 300)
        guard case .customMessageReceived(let barrage)? = events.values.first, events.values.count == 1 else {
            Issue.record("\(events.values)")
            return
        }
        #expect(barrage.messageType == .custom && barrage.businessID == "vote" && barrage.data == "{}")
        #expect(world.barrage.state.value.messageList.first?.messageType == .custom)
    }

    @Test func `a deleted message vanishes, and only it`() async throws {
        let world = World()
        try await world.enter()
        for number in 1...3 { try await world.send(World.text("\(number)"), seq: Int64(100 + number)) }
        world.barrage.appendLocalTip(message: tip("tip"))
        try await world.queue.advance(milliseconds: 300)
        let deleted = BarrageDeleted(seq: 102, sender: World.other.userID, by: nil)
        try await world.send(.barrageDeleted(deleted), seq: 104, durable: 1)
        try await world.send(
            .barrageDeleted(BarrageDeleted(seq: .max, sender: World.other.userID, by: nil)), seq: 105, durable: 2)
        try await world.send(
            .barrageDeleted(BarrageDeleted(seq: 0, sender: World.other.userID, by: nil)), seq: 106, durable: 3)
        try await world.queue.advance(milliseconds: 300)
        #expect(texts(world) == ["1", "3", "tip"])
    }

    @Test func `pinned messages are those of the snapshot, then those of the last event`() async throws {
        let world = World()
        try await world.logIn()
        @Sendable func pinned(_ text: String, seq: Int64) -> PinnedBarrage {
            PinnedBarrage(World.record(text, seq: seq), by: nil, at: World.record(text, seq: seq).at)
        }
        world.server.on("room.join") { _ in
            var snapshot = World.snapshot()
            snapshot.pinned = [pinned("a", seq: 50)]
            return World.entering(World.live, role: .viewer, snapshot: snapshot)
        }
        try await world.hub.liveList.joinLive(liveID: "live_1")
        func pins() -> [String] { world.barrage.state.value.pinnedMessageList.map(\.textContent) }
        #expect(pins() == ["a"])
        let event = BarragePinned(pinned: [pinned("b", seq: 51), pinned("c", seq: 52)], by: nil)
        try await world.send(.barragePinned(event), seq: 101, durable: 1)
        #expect(pins() == ["b", "c"])
        try await world.send(.barragePinned(BarragePinned(pinned: [], by: nil)), seq: 102, durable: 2)
        #expect(pins() == [])
    }

    @Test func `a message is deleted and pinned by its sequence number`() async throws {
        let world = World()
        try await world.enter()
        for op in ["barrage.delete", "barrage.pin"] { world.server.on(op, ok: Empty()) }
        var message = AtomicXCore.Barrage()
        message.sequence = 101
        try await world.barrage.deleteMessage(message, reason: "spam")
        try await world.barrage.pinMessage(message)
        try await world.barrage.unpinMessage(message)
        #expect(
            world.server.commands.suffix(3).map(\.command) == [
                .barrageDelete(BarrageDelete(seq: 101, reason: "spam")),
                .barragePin(BarragePin(seq: 101, isPinned: true)), .barragePin(BarragePin(seq: 101, isPinned: false)),
            ])
        world.server.on("barrage.delete", error: Rejection(.messageNotFound))
        do {
            try await world.barrage.deleteMessage(message)
            Issue.record("a refused deletion was reported as done")
        } catch {
            #expect(error.code == 100_002 && error.ovationCode == 110_090)
        }
    }

    @Test func `a moderator reads the words of the live, and the list is the server's after each change`() async throws
    {
        let world = World()
        try await world.enter()
        func words() -> [BarrageFilterWord] { world.barrage.state.value.filterWordList }
        world.server.on("room.words", ok: RoomWordList(words: [FilterWord("spoiler")]))
        try await world.barrage.fetchFilterWords()
        #expect(words() == [BarrageFilterWord(text: "spoiler")])
        let heck = FilterWord("heck", action: .log)
        let masked = FilterWord("darn", action: .mask, wholeWord: true)
        world.server.on("room.words", ok: RoomWordList(words: [heck, masked]))
        let darn = BarrageFilterWord(text: "darn", action: .mask, wholeWord: true)
        try await world.barrage.changeFilterWords(add: [darn], remove: ["spoiler"])
        #expect(words() == [BarrageFilterWord(text: "heck", action: .log), darn])
        let added = RoomWords.Word("darn", action: .mask, wholeWord: true)
        #expect(
            world.server.commands.suffix(2).map(\.command) == [
                .roomWords(RoomWords()), .roomWords(RoomWords(add: [added], remove: ["spoiler"])),
            ])
    }

    @Test func `a refused change of the words leaves the list as it was`() async throws {
        let world = World()
        try await world.enter()
        world.server.on("room.words", ok: RoomWordList(words: [FilterWord("spoiler")]))
        try await world.barrage.fetchFilterWords()
        world.server.on("room.words", error: Rejection(.wordListInvalid))
        do {
            try await world.barrage.changeFilterWords(add: [BarrageFilterWord(text: "...")])
            Issue.record("a refused change was reported as done")
        } catch {
            #expect(error.ovationCode == 110_102)
        }
        #expect(world.barrage.state.value.filterWordList.map(\.text) == ["spoiler"])
    }

    @Test(arguments: ["", "{", "[]", #"{"event":"barrage.sent"}"#, #"{"event":"future.event","data":{}}"#])
    func `a malformed or unknown frame is ignored`(frame: String) async throws {
        let world = World()
        try await world.enter()
        try await world.server.send(frame: Array(frame.utf8))
        try await world.send(World.text("still here"), seq: 101)
        try await world.queue.advance(milliseconds: 300)
        #expect(texts(world) == ["still here"])
    }
}
