import OvationClient
import OvationModel
import OvationWire
import Testing

@testable import AtomicXCore

/// What an app's WebRTC library is told, and what it gives back.
@Suite(.timeLimit(.minutes(5))) struct SeatCallsTests {
    /// Records what it is told.
    private final class RecordedRTC: OvationRTC {
        private let told = Locked<[String]>([])
        private let last = Locked<OvationRTCLive?>(nil)

        var lines: [String] { told.withLock { $0 } }
        var live: OvationRTCLive? { last.withLock { $0 } }

        private func add(_ line: String) { told.withLock { $0.append(line) } }

        func connect(to peers: [SeatUserInfo], as user: SeatUserInfo, in live: OvationRTCLive) {
            last.withLock { $0 = live }
            let names = peers.map { $0.userID + ($0.allowOpenMicrophone ? "" : " muted") }
            add("\(user.userID) with \(names) by \(live.iceServers.flatMap(\.urls))")
        }
        func receive(_ signal: String, from userID: String, in live: OvationRTCLive) { add("\(signal) of \(userID)") }
        func disconnect(from live: OvationRTCLive) { add("over") }
    }

    private let stage = SeatStage()
    private let rtc = RecordedRTC()

    init() { stage.world.hub.calls.setLibrary(rtc) }

    private func serve(_ address: String, _ mediaServer: SeatMediaServer? = nil) {
        var page = SeatPage(seats: nil, requests: [], last: nil, iceServers: [ICEServer(urls: [address])])
        page.mediaServer = mediaServer
        stage.world.server.on("seat.list", ok: page)
    }

    /// Takes a seat beside those who sit, and waits until the library knows it.
    private func sit(beside others: [Seat] = []) async throws {
        stage.serve(others, templateID: 70)
        try await stage.enter()
        serve("stun:a")
        try await stage.change([SeatStage.seat(1, World.viewer)], number: 1)
        try await told(1)
    }

    /// Waits until the library was told so many things.
    private func told(_ count: Int) async throws {
        while rtc.lines.count < count { try await stage.settle() }
    }

    private func signal(from user: UserInfo) -> RoomEvent {
        .seatSignalled(SeatSignalled(from: user.userID, data: "offer"))
    }

    @Test func `who sits down is connected to those who sit, with the servers, and is told of every change`()
        async throws
    {
        try await sit(beside: [SeatStage.seat(0, World.owner)])
        #expect(rtc.lines == [#"viewer with ["host"] by ["stun:a"]"#])
        try await stage.change([SeatStage.seat(0, World.owner) { $0.isMicrophoneLocked = true }], .locked, number: 2)
        #expect(rtc.lines.last == #"viewer with ["host muted"] by ["stun:a"]"#)
        serve("stun:b")
        try await stage.change([SeatStage.seat(3, World.other)], number: 3)
        try await told(3)
        #expect(rtc.lines.last == #"viewer with ["host muted", "other"] by ["stun:b"]"#, "a login may be too old")
        try await stage.change([SeatStage.seat(1)], .left, number: 4)
        #expect(rtc.lines.last == "over" && rtc.lines.count == 4)
        try await stage.change([SeatStage.seat(3)], .left, number: 5)
        #expect(rtc.lines.count == 4, "who does not sit is told nothing")
    }

    @Test func `where a media server carries the seats, the library has its address and a ticket that is renewed`()
        async throws
    {
        try await sit(beside: [SeatStage.seat(0, World.owner)])
        let live = try #require(rtc.live)
        #expect(live.mediaServer == nil, "apps send to each other")
        serve("stun:a", SeatMediaServer(address: "/v1/rtc/r1/seats", ticket: "t1"))
        try await stage.change([SeatStage.seat(3, World.other)], number: 2)
        try await told(2)
        let first = try #require(live.mediaServer)
        #expect(first.ticket == "t1")
        #expect(first.address.hasPrefix("http") && first.address.hasSuffix("/v1/rtc/r1/seats"), "\(first.address)")
        try await stage.change([SeatStage.seat(3)], .left, number: 3)
        try await told(3)
        serve("stun:a", SeatMediaServer(address: "https://media.example.com/v1/rtc/r1/seats", ticket: "t2"))
        try await stage.change([SeatStage.seat(3, World.other)], number: 4)
        try await told(4)
        let second = OvationMediaServer(address: "https://media.example.com/v1/rtc/r1/seats", ticket: "t2")
        #expect(live.mediaServer == second)
    }

    @Test func `signals of those who sit are passed on, and of nobody else`() async throws {
        try await sit(beside: [SeatStage.seat(0, World.owner)])
        try await stage.world.send(signal(from: World.owner))
        try await stage.world.send(signal(from: World.other))
        #expect(Array(rtc.lines.dropFirst()) == ["offer of host"])
    }

    @Test func `a signal is sent as it is, in order, and a refusal reaches the library`() async throws {
        try await sit(beside: [SeatStage.seat(0, World.owner)])
        stage.world.server.on("seat.signal", ok: Empty())
        let live = try #require(rtc.live)
        #expect(await stage.code { live.send("one", to: "host", completion: $0) } == 0)
        stage.world.server.on("seat.signal", error: Rejection(.seatSignalTooLong))
        #expect(await stage.code { live.send("two", to: "host", completion: $0) } == 100_002)
        stage.world.server.on("seat.signal", error: Rejection(.seatSignalsTooFrequent))
        #expect(await stage.code { live.send("three", to: "host", completion: $0) } == -2)
        #expect(await stage.code { live.send("four", to: "", completion: $0) } == -1_001)
        #expect(
            stage.world.server.commands("seat.signal")
                == ["one", "two", "three"].map { .seatSignal(SeatSignal(to: World.owner.userID, data: $0)) })
    }

    @Test func `volumes and statistics are in the state until the user leaves the seat`() async throws {
        try await sit(beside: [SeatStage.seat(0, World.owner)])
        let live = try #require(rtc.live)
        live.report(volumes: ["host": 140, "stranger": 9])
        live.report(statistics: [AVStatistics(userID: "host", frameRate: 15)])
        try await stage.world.queue.settle()
        #expect(stage.world.seat.state.value.speakingUsers == ["host": 100])
        #expect(stage.world.seat.state.value.avStatistics.map(\.frameRate) == [15])
        try await stage.change([SeatStage.seat(1)], .left, number: 2)
        #expect(stage.world.seat.state.value.speakingUsers.isEmpty)
        #expect(stage.world.seat.state.value.avStatistics.isEmpty)
        live.report(volumes: ["host": 40])
        try await stage.world.queue.settle()
        #expect(stage.world.seat.state.value.speakingUsers.isEmpty, "what comes late changes nothing")
    }

    @Test func `leaving the live ends the connections`() async throws {
        try await sit()
        try await stage.world.hub.liveList.leaveLive()
        try await stage.world.queue.settle()
        #expect(rtc.lines.last == "over")
    }
}
