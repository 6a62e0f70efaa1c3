import OvationModel
import OvationWire
import Testing

@testable import AtomicXCore

@Suite(.timeLimit(.minutes(5))) struct LiveAudienceStoreTests {
    private func user(_ number: Int) -> UserInfo { UserInfo(userID: UserID(unchecked: "user_\(number)")) }

    @Test func `the snapshot fills the audience, and each join or leave changes it and raises an event`() async throws {
        let world = World()
        try await world.enter()
        let events = Recorder(world.audience.liveAudienceEventPublisher)
        #expect(world.audience.state.value.audienceList.map(\.userID) == ["viewer"])
        #expect(world.audience.state.value.audienceCount == 1)
        try await world.send(.audienceJoined(AudienceJoined(user: World.other, count: 2, totalViewers: 2)), seq: 101)
        #expect(world.audience.state.value.audienceList.map(\.userID) == ["viewer", "other"])
        #expect(world.audience.state.value.audienceCount == 2)
        try await world.send(.audienceLeft(AudienceLeft(user: World.other, count: 1)), seq: 102)
        #expect(world.audience.state.value.audienceList.map(\.userID) == ["viewer"])
        #expect(world.audience.state.value.audienceCount == 1)
        guard events.values.count == 2, case .onAudienceJoined(let joined) = events.values[0],
            case .onAudienceLeft(let left) = events.values[1]
        else {
            Issue.record("\(events.values)")
            return
        }
        #expect(joined.userName == "Other" && left.userID == "other")
    }

    @Test func `the owner's joins and leaves raise events and change neither list nor count`() async throws {
        let world = World()
        try await world.enter()
        let before = world.audience.state.value
        let events = Recorder(world.audience.liveAudienceEventPublisher)
        try await world.send(.ownerLeft(OwnerLeft(user: World.other)), seq: 101)
        try await world.send(.ownerJoined(OwnerJoined(user: World.other)), seq: 102)
        guard events.values.count == 2, case .onOwnerLeft(let left) = events.values[0],
            case .onOwnerJoined(let joined) = events.values[1]
        else {
            Issue.record("\(events.values)")
            return
        }
        #expect(left.userName == "Other" && joined.userID == "other")
        #expect(world.audience.state.value.audienceList == before.audienceList)
        #expect(world.audience.state.value.audienceCount == before.audienceCount)
    }

    @Test
    func `an administrator's join raises a viewer's and an administrator's event, a viewer's join only the first`()
        async throws
    {
        let world = World()
        try await world.enter()
        try await world.send(
            .audienceAppointed(AudienceAppointed(user: World.other, isAdmin: true, by: nil)), seq: 101, durable: 1)
        let events = Recorder(world.audience.liveAudienceEventPublisher)
        try await world.send(.audienceJoined(AudienceJoined(user: World.other, count: 2, totalViewers: 2)), seq: 102)
        try await world.send(.audienceLeft(AudienceLeft(user: World.other, count: 1)), seq: 103)
        try await world.send(.audienceJoined(AudienceJoined(user: user(1), count: 2, totalViewers: 3)), seq: 104)
        let told = events.values.map { event in
            switch event {
            case .onAudienceJoined(let audience): "joined \(audience.userID)"
            case .onAudienceLeft(let audience): "left \(audience.userID)"
            case .onAdminJoined(let admin): "admin joined \(admin.userID)"
            case .onAdminLeft(let admin): "admin left \(admin.userID)"
            default: "\(event)"
            }
        }
        #expect(told == ["joined other", "admin joined other", "left other", "admin left other", "joined user_1"])
    }

    @Test func `a kick and a ban raise a leave event, an unban raises none`() async throws {
        let world = World()
        try await world.enter()
        let events = Recorder(world.audience.liveAudienceEventPublisher)
        try await world.send(
            .audienceKicked(AudienceKicked(user: user(1), by: nil, reason: "", count: 5)), seq: 101, durable: 1)
        try await world.send(
            .audienceBanned(AudienceBanned(user: user(2), banned: true, until: nil, by: nil, reason: "", count: 4)),
            seq: 102, durable: 2)
        try await world.send(
            .audienceBanned(AudienceBanned(user: user(2), banned: false, until: nil, by: nil, reason: "", count: 4)),
            seq: 103, durable: 3)
        let left = events.values.compactMap { event -> String? in
            if case .onAudienceLeft(let audience) = event { audience.userID } else { nil }
        }
        #expect(left == ["user_1", "user_2"] && events.values.count == 2)
        #expect(world.audience.state.value.audienceCount == 4)
    }

    @Test func `a muted viewer is listed until unmuted, and each change raises an event`() async throws {
        let world = World()
        try await world.enter()
        let events = Recorder(world.audience.liveAudienceEventPublisher)
        for (number, muted) in [true, false].enumerated() {
            try await world.send(
                .audienceMuted(AudienceMuted(user: World.other, muted: muted, until: nil, by: nil)),
                seq: Int64(101 + number), durable: Int64(1 + number))
            #expect(world.audience.state.value.messageBannedUserList.map(\.userID) == (muted ? ["other"] : []))
            guard case .onAudienceMessageDisabled(let audience, muted)? = events.values.last else {
                Issue.record("\(events.values)")
                return
            }
            #expect(audience.userID == "other")
        }
    }

    @Test func `an appointed administrator is listed once and leaves the list when revoked`() async throws {
        let world = World()
        try await world.enter()
        for (number, isAdmin) in [true, true, false].enumerated() {
            try await world.send(
                .audienceAppointed(AudienceAppointed(user: World.other, isAdmin: isAdmin, by: nil)),
                seq: Int64(101 + number), durable: Int64(1 + number))
            #expect(world.audience.state.value.adminList.map(\.userID) == (isAdmin ? ["other"] : []))
        }
    }

    @Test func `fetching follows the cursor and takes administrators and muted viewers from the pages`() async throws {
        let world = World()
        try await world.enter()
        world.server.on("audience.list") { [user = user] frame in
            guard case .audienceList(let list) = frame.command else { return [] }
            let page = list.cursor == nil ? 0..<200 : 200..<250
            return [
                .ok(
                    AudiencePage(
                        audience: page.map(user), count: 250, admins: [World.other], muted: [World.viewer],
                        cursor: list.cursor == nil ? "2" : ""))
            ]
        }
        try await world.audience.fetchAudienceList()
        let state = world.audience.state.value
        #expect(state.audienceList.map(\.userID) == (0..<250).map { "user_\($0)" })
        #expect(state.audienceCount == 250)
        #expect(state.adminList.map(\.userID) == ["other"] && state.messageBannedUserList.map(\.userID) == ["viewer"])
        #expect(
            world.server.commands("audience.list") == [
                .audienceList(AudienceList(count: 200)), .audienceList(AudienceList(cursor: "2", count: 200)),
            ])
    }

    @Test func `an endless audience is fetched and kept up to a bound`() async throws {
        let world = World()
        try await world.enter()
        world.server.on("audience.list") { [user = user] frame in
            guard case .audienceList(let list) = frame.command else { return [] }
            let first = Int(list.cursor ?? "0") ?? 0
            return [
                .ok(
                    AudiencePage(
                        audience: (first..<first + 200).map(user), count: 100_000, admins: [], muted: [],
                        cursor: "\(first + 200)"))
            ]
        }
        try await world.audience.fetchAudienceList()
        #expect(world.audience.state.value.audienceList.count == LiveAudienceStore.audienceListMax)
        #expect(world.audience.state.value.audienceCount == 100_000)
        #expect(world.server.commands("audience.list").count == 5)
        try await world.send(.audienceJoined(AudienceJoined(user: World.other, count: 100_001, totalViewers: 1)))
        #expect(world.audience.state.value.audienceList.count == LiveAudienceStore.audienceListMax)
        #expect(world.audience.state.value.audienceList.last?.userID == "other")
    }

    @Test func `a page that has vanished ends the fetch without an error`() async throws {
        let world = World()
        try await world.enter()
        world.server.on("audience.list") { [user = user] frame in
            guard case .audienceList(let list) = frame.command else { return [] }
            guard list.cursor == nil else { return [.error(Rejection(.pageBeyondEnd))] }
            return [
                .ok(
                    AudiencePage(
                        audience: (0..<200).map(user), count: 250, admins: [], muted: [World.viewer], cursor: "200"))
            ]
        }
        try await world.audience.fetchAudienceList()
        let state = world.audience.state.value
        #expect(state.audienceList.count == 200)
        #expect(state.messageBannedUserList.map(\.userID) == ["viewer"])
    }

    @Test func `joins and leaves during a fetch are not lost`() async throws {
        let world = World()
        try await world.enter()
        let left = RoomEvent.audienceLeft(AudienceLeft(user: user(1), count: 2))
        let joined = RoomEvent.audienceJoined(AudienceJoined(user: World.other, count: 3, totalViewers: 3))
        world.server.on("audience.list") { [user = user] frame in
            [
                .event(World.live, left, seq: 101, durable: nil), .event(World.live, joined, seq: 102, durable: nil),
                .ok(AudiencePage(audience: [user(1), user(2)], count: 2, admins: [], muted: [], cursor: "")),
            ]
        }
        try await world.audience.fetchAudienceList()
        #expect(world.audience.state.value.audienceList.map(\.userID) == ["user_2", "other"])
        #expect(world.audience.state.value.audienceCount == 3)
    }

    @Test func `each moderation call sends its own command`() async throws {
        let world = World()
        try await world.create()
        let store = world.audience
        try await store.kickUserOutOfRoom(userID: "other")
        try await store.disableSendMessage(userID: "other", isDisable: true)
        try await store.disableSendMessage(userID: "other", isDisable: false)
        try await store.setAdministrator(userID: "other")
        try await store.revokeAdministrator(userID: "other")
        let other = World.other.userID
        let sent = world.server.commands.dropFirst(2)
        #expect(
            sent.map(\.command) == [
                .audienceKick(AudienceKick(userID: other)), .audienceMute(AudienceMute(userID: other, muted: true)),
                .audienceMute(AudienceMute(userID: other, muted: false)),
                .audienceAdmin(AudienceAdmin(userID: other, isAdmin: true)),
                .audienceAdmin(AudienceAdmin(userID: other, isAdmin: false)),
            ])
        #expect(sent.allSatisfy { $0.room == World.live })
        do {
            try await store.kickUserOutOfRoom(userID: "not valid")
            Issue.record("an invalid user id was accepted")
        } catch {
            #expect(error.code == -1001)
        }
        world.server.on("audience.kick", error: Rejection(.permissionDenied))
        do {
            try await store.kickUserOutOfRoom(userID: "other")
            Issue.record("a refused kick succeeded")
        } catch {
            #expect(error.code == 100006)
        }
    }
}
