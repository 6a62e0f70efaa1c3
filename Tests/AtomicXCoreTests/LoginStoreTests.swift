import Foundation
import OvationClient
import OvationModel
import OvationWire
import Testing

@testable import AtomicXCore

@Suite(.timeLimit(.minutes(5))) struct LoginStoreTests {
    @Test func `a login publishes the user's profile and sends the app's credentials`() async throws {
        let world = World()
        try await world.logIn()
        let state = world.hub.login.state.value
        #expect(state.loginStatus == .logined)
        #expect(state.loginUserInfo?.userID == "viewer")
        #expect(state.loginUserInfo?.nickname == "Nick")
        #expect(state.loginUserInfo?.gender == .female)
        #expect(world.hub.login.sdkAppID == 1_400_000_001)
        guard case .sessionOpen(let open)? = world.server.commands.first?.command else {
            Issue.record("the first command was not the login")
            return
        }
        #expect(open.sdkAppID == 1_400_000_001 && open.userID.rawValue == "viewer" && open.userSig == "dev")
    }

    @Test func `a refused login fails with the server's code and leaves nobody logged in`() async throws {
        let world = World()
        world.server.on("session.open", error: Rejection(.userSigExpired))
        await #expect(throws: ErrorInfo.self) { try await world.logIn() }
        do {
            try await world.logIn()
        } catch let error as ErrorInfo {
            #expect(error.code == 70001)
            #expect(error.message == ErrorCode.userSigExpired.defaultMessage)
        }
        #expect(world.hub.login.state.value.loginStatus == .unlogin)
    }

    @Test(arguments: ["", "a b", "ä", "x\u{0}", String(repeating: "x", count: 33)])
    func `an invalid user id is refused with -1001`(userID: String) async throws {
        let world = World()
        do {
            try await world.logIn(userID)
            Issue.record("an invalid user id was accepted")
        } catch let error as ErrorInfo {
            #expect(error.code == -1001)
        }
        #expect(world.server.commands.isEmpty)
    }

    @Test func `without a login every call fails with -1002`() async throws {
        let world = World()
        let list = world.hub.liveList
        var codes: [Int] = []
        do { try await list.fetchLiveList(cursor: "", count: 20) } catch { codes.append(error.code) }
        do { try await list.joinLive(liveID: "l") } catch { codes.append(error.code) }
        do { try await world.barrage.sendTextMessage(text: "t") } catch { codes.append(error.code) }
        do { try await world.gift.sendGift(giftID: "g", count: 1) } catch { codes.append(error.code) }
        do { try await world.like.sendLike() } catch { codes.append(error.code) }
        do { try await world.audience.fetchAudienceList() } catch { codes.append(error.code) }
        do { try await world.hub.login.setSelfInfo(userProfile: UserProfile(userID: "u")) } catch {
            codes.append(error.code)
        }
        #expect(codes == Array(repeating: -1002, count: 7))
    }

    @Test func `a user who logs in again renews the UserSig and stays in the live`() async throws {
        let world = World()
        try await world.enter()
        try await world.logIn()
        #expect(world.server.commands("session.open").count == 1)
        #expect(world.hub.liveList.state.value.currentLive.liveID == "live_1")
    }

    @Test func `another user's login replaces the first and leaves the live`() async throws {
        let world = World()
        try await world.enter()
        try await world.logIn("other")
        #expect(world.hub.login.state.value.loginUserInfo?.userID == "other")
        #expect(world.hub.liveList.state.value.currentLive.isEmpty)
        #expect(world.server.closes == [.normal])
    }

    @Test func `a logout closes the connection with 1000 and forgets the user and the live`() async throws {
        let world = World()
        try await world.enter()
        try await world.hub.login.logout()
        #expect(world.server.closes == [.normal])
        #expect(world.hub.login.state.value.loginStatus == .unlogin)
        #expect(world.hub.login.state.value.loginUserInfo == nil)
        #expect(world.hub.login.sdkAppID == 0)
        #expect(world.hub.liveList.state.value.currentLive.isEmpty)
        try await world.hub.login.logout()
    }

    @Test func `setSelfInfo sends only the changed fields and then updates the own profile`() async throws {
        let world = World()
        try await world.logIn()
        var profile = UserProfile(userID: "viewer", nickname: "Ada")
        profile.gender = .male
        profile.level = 7
        profile.allowType = .denyAny
        profile.customInfo = ["k": Data([1, 2, 3])]
        try await world.hub.login.setSelfInfo(userProfile: profile)
        guard case .userUpdate(let change)? = world.server.commands.last?.command else {
            Issue.record("the profile change was not sent")
            return
        }
        #expect(change.nickname == "Ada" && change.gender == 1 && change.level == 7 && change.allowType == 2)
        #expect(change.customInfo == ["k": "AQID"] && change.avatarURL == nil && change.birthday == nil)
        let own = world.hub.login.state.value.loginUserInfo
        #expect(own?.nickname == "Ada" && own?.level == 7 && own?.customInfo == ["k": Data([1, 2, 3])])
    }

    @Test func `changing another user's profile is refused with -1001`() async throws {
        let world = World()
        try await world.logIn()
        do {
            try await world.hub.login.setSelfInfo(userProfile: UserProfile(userID: "other"))
            Issue.record("another user's profile was changed")
        } catch {
            #expect(error.code == -1001)
        }
    }

    @Test(arguments: [
        (CloseCode.kickedOffline, LoginEvent?.some(.kickedOffline), LiveKickedOutReason.byLoggedOnOtherDevice),
        (.loginExpired, .some(.loginExpired), .byServer), (.unauthorized, .some(.loginExpired), .byServer),
        (.tooManyMalformedFrames, nil, .forNetworkDisconnected),
    ])
    func `a final close by the server ends the login and the live with its reason`(
        code: CloseCode, told: LoginEvent?, reason: LiveKickedOutReason
    ) async throws {
        let world = World()
        try await world.enter()
        let login = Recorder(world.hub.login.loginEventPublisher)
        let lives = Recorder(world.hub.liveList.liveListEventPublisher)
        try await world.server.disconnect(code)
        try await world.queue.settle()
        #expect(world.hub.login.state.value.loginStatus == .unlogin)
        #expect(world.hub.liveList.state.value.currentLive.isEmpty)
        #expect(login.values == [told].compactMap { $0 })
        guard case .onKickedOutOfLive(let liveID, let toldReason, _)? = lives.values.first, lives.values.count == 1
        else {
            Issue.record("\(lives.values)")
            return
        }
        #expect(liveID == "live_1" && toldReason == reason)
    }

    @Test func `a new server address takes effect at the next login`() async throws {
        let world = World()
        world.runtime.configure { $0.serverURL = "ws://one.example:1" }
        try await world.logIn()
        world.runtime.configure { $0.serverURL = "wss://two.example" }
        try await world.logIn()
        #expect(world.server.endpoints.map(\.description) == ["ws://one.example:1/v1/ws", "wss://two.example/v1/ws"])
        #expect(world.hub.login.state.value.loginStatus == .logined)
    }

    @Test func `an app that returns to the foreground pings the server`() async throws {
        let world = World()
        let center = NotificationCenter()
        world.runtime.wakeOnForeground(center)
        world.server.on("session.ping", ok: Empty())
        try await world.logIn()
        center.post(name: StoreRuntime.willEnterForeground, object: nil)
        // The like is sent after the ping.
        try await world.like.sendLike()
        #expect(world.server.commands.map(\.command.op) == ["session.open", "session.ping", "like.send"])
    }
}
