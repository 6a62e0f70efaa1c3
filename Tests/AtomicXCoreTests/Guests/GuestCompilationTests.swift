// Uses every member of the stores of guests, hosts and battles, and of the view's delegate, under the names, labels and types that apps
// know. The file only has to compile. It imports what an app imports, and does without `@testable`.

import AtomicXCore
import Testing

@Suite struct GuestCompilationTests {
    @Test func `the stores of guests, hosts and battles have every member that apps name`() {
        // These never run, because the calls would go to a server.
        let uses: [() -> Void] = [useCoGuests, useGuestEvents, useCoHosts, useBattles, useBattleEvents]
        let leave: (CoHostStore) async -> Void = leaveConnection
        let show: @MainActor (LiveCoreView, any VideoViewDelegate) -> Void = useView
        _ = (leave, show)
        #expect(uses.count == 5)
    }
}

private func useCoGuests() {
    let store: CoGuestStore = CoGuestStore.create(liveID: "l")
    let state: StatePublisher<CoGuestState> = store.state
    store.applyForSeat(timeout: 60, extraInfo: nil, completion: nil)
    store.applyForSeat(seatIndex: -1, timeout: TimeInterval(60), extraInfo: "e") { (_: Result<Void, ErrorInfo>) in }
    store.cancelApplication(completion: nil)
    store.acceptApplication(userID: "u", completion: nil)
    store.rejectApplication(userID: "u", completion: nil)
    store.inviteToSeat(userID: "u", timeout: 10, extraInfo: nil, completion: nil)
    store.inviteToSeat(userID: "u", seatIndex: 2, timeout: 10, extraInfo: nil) { _ in }
    store.cancelInvitation(inviteeID: "u", completion: nil)
    store.acceptInvitation(inviterID: "u", completion: nil)
    store.rejectInvitation(inviterID: "u", completion: nil)
    store.disConnect(completion: nil)
    var guests = CoGuestState()
    guests.connected = [SeatUserInfo()]
    guests.invitees = [LiveUserInfo()]
    guests.applicants = [LiveUserInfo]()
    guests.candidates = [LiveUserInfo]()
    let connected: AnyPublisher<[SeatUserInfo], Never> = state.subscribe(
        StatePublisherSelector(keyPath: \CoGuestState.connected))
    func encode(_ value: some JSONCodable) { _ = value.toJsonString() }
    encode(guests)
    _ = connected
}

private func useGuestEvents() {
    let store = CoGuestStore.create(liveID: "l")
    let hostEvents: PassthroughSubject<HostEvent, Never> = store.hostEventPublisher
    let guestEvents: PassthroughSubject<GuestEvent, Never> = store.guestEventPublisher
    func name(_ event: HostEvent) -> String {
        switch event {
        case .onGuestApplicationReceived(guestUser: let user), .onGuestApplicationCancelled(guestUser: let user):
            user.userName
        case .onGuestApplicationProcessedByOtherHost(guestUser: let guest, hostUser: let host):
            guest.userName + host.userName
        case .onHostInvitationResponded(isAccept: let isAccept, guestUser: let user):
            "\(isAccept as Bool) \(user.userID)"
        case .onHostInvitationNoResponse(guestUser: let user, reason: let reason):
            "\(user.userID) \(reason as NoResponseReason)"
        }
    }
    func name(_ event: GuestEvent) -> String {
        switch event {
        case .onHostInvitationReceived(hostUser: let user), .onHostInvitationCancelled(hostUser: let user):
            user.userName
        case .onGuestApplicationResponded(isAccept: let isAccept, hostUser: let user): "\(isAccept) \(user.userID)"
        case .onGuestApplicationNoResponse(reason: let reason): reason == .timeout ? "late" : "seated"
        case .onKickedOffSeat(seatIndex: let index, hostUser: let user): "\(index as Int) \(user.userID)"
        }
    }
    _ = (hostEvents.sink { print(name($0)) }, guestEvents.sink { print(name($0)) })
}

private func useCoHosts() {
    let store: CoHostStore = CoHostStore.create(liveID: "l")
    let state: StatePublisher<CoHostState> = store.state
    let events: PassthroughSubject<CoHostEvent, Never> = store.coHostEventPublisher
    store.requestHostConnection(targetHost: "m", layoutTemplate: .hostDynamicGrid, timeout: 30, completion: nil)
    store.requestHostConnection(
        targetHost: "m", layoutTemplate: .hostVoiceConnection, timeout: TimeInterval(30), extraInfo: "{}"
    ) { _ in }
    store.cancelHostConnection(toHostLiveID: "m", completion: nil)
    store.acceptHostConnection(fromHostLiveID: "m", completion: nil)
    store.rejectHostConnection(fromHostLiveID: "m") { _ in }
    store.exitHostConnection()
    store.exitHostConnection(completion: nil)
    store.exitHostConnection { _ in }
    store.getCoHostCandidates(cursor: "", completion: nil)
    store.muteRemoteHostAudio(liveID: "m", isMuted: true, completion: nil)
    var hosts = CoHostState()
    hosts.coHostStatus = CoHostStatus.connected
    hosts.connected = [SeatUserInfo()]
    hosts.invitees = [SeatUserInfo]()
    hosts.applicant = SeatUserInfo()
    hosts.applicant = nil
    hosts.candidates = [SeatUserInfo]()
    hosts.candidatesCursor = String()
    func name(_ event: CoHostEvent) -> String {
        switch event {
        case .onCoHostRequestReceived(inviter: let user, extensionInfo: let text): user.userID + text
        case .onCoHostRequestCancelled(inviter: let user, invitee: let invitee): user.userID + (invitee?.userID ?? "")
        case .onCoHostRequestAccepted(invitee: let user), .onCoHostRequestRejected(invitee: let user): user.userID
        case .onCoHostRequestTimeout(inviter: let inviter, invitee: let invitee): inviter.userID + invitee.userID
        case .onCoHostUserJoined(userInfo: let user), .onCoHostUserLeft(userInfo: let user): user.userID
        }
    }
    _ = (state, hosts, events.sink { print(name($0)) })
}

/// An app may call a method without its completion in an asynchronous function too.
private func leaveConnection(_ store: CoHostStore) async {
    store.exitHostConnection()
}

private func useBattles() {
    let store: BattleStore = BattleStore.create(liveID: "l")
    let state: StatePublisher<BattleState> = store.state
    var config = BattleConfig(duration: TimeInterval(30), needResponse: true, extensionInfo: "")
    config = BattleConfig()
    config.duration = TimeInterval(30)
    config.needResponse = false
    config.extensionInfo = ""
    store.requestBattle(config: config, userIDList: ["u"], timeout: 10, completion: nil)
    store.requestBattle(config: config, userIDList: ["u"], timeout: 0) { result in
        switch result {
        case .success((let battle, let codes)): print((battle as BattleInfo).battleID, codes as [String: Int])
        case .failure(let error): print(error.message)
        }
    }
    let closure: BattleRequestClosure = { (_: Result<(BattleInfo, [String: Int]), ErrorInfo>) in }
    store.cancelBattleRequest(battleId: "b", userIdList: ["u"], completion: nil)
    store.acceptBattle(battleID: "b", completion: nil)
    store.rejectBattle(battleID: "b", completion: nil)
    store.exitBattle(battleID: "b") { _ in }
    var battle = BattleInfo(battleID: "b", config: config, startTime: UInt(1), endTime: UInt(2))
    battle = BattleInfo()
    battle.battleID = ""
    battle.config = config
    battle.startTime = UInt(1)
    battle.endTime = UInt(2)
    var battles = BattleState()
    battles.currentBattleInfo = battle
    battles.currentBattleInfo = nil
    battles.battleUsers = [SeatUserInfo()]
    battles.battleScore = ["u": UInt(1)]
    func encode(_ value: some JSONCodable & Equatable) { _ = value.toJsonString() }
    encode(battle)
    encode(config)
    _ = (state, closure, battles)
}

private func useBattleEvents() {
    let events: PassthroughSubject<BattleEvent, Never> = BattleStore.create(liveID: "l").battleEventPublisher
    func name(_ event: BattleEvent) -> String {
        switch event {
        case .onBattleStarted(battleInfo: let battle, inviter: let inviter, invitees: let invitees):
            battle.battleID + inviter.userID + "\(invitees as [SeatUserInfo])"
        case .onBattleEnded(battleInfo: let battle, reason: let reason):
            "\(battle.battleID) \(reason as BattleEndedReason)"
        case .onUserJoinBattle(battleID: let id, battleUser: let user),
            .onUserExitBattle(battleID: let id, battleUser: let user):
            id + user.userID
        case .onBattleRequestReceived(battleID: let id, inviter: let inviter, invitee: let invitee),
            .onBattleRequestCancelled(battleID: let id, inviter: let inviter, invitee: let invitee),
            .onBattleRequestTimeout(battleID: let id, inviter: let inviter, invitee: let invitee),
            .onBattleRequestAccept(battleID: let id, inviter: let inviter, invitee: let invitee),
            .onBattleRequestReject(battleID: let id, inviter: let inviter, invitee: let invitee):
            id + inviter.userID + invitee.userID
        }
    }
    _ = events.sink { print(name($0)) }
}

@MainActor
private func useView(_ view: LiveCoreView, _ delegate: any VideoViewDelegate) {
    view.setLiveID("l")
    view.videoViewDelegate = delegate
    view.startPreviewLiveStream(roomId: "l", isMuteAudio: true)
    view.startPreviewLiveStream(
        roomId: "l", isMuteAudio: false, onPlaying: { (_: String) in }, onLoading: { (_: String) in },
        onError: { (_: String, _: TUIError, _: String) in })
    view.stopPreviewLiveStream(roomId: "l")
    view.setLocalVideoMuteImage(bigImage: nil, smallImage: nil)
    view.didMoveToWindow()
    LiveCoreView.callExperimentalAPI("{}")
    let layers: [ViewLayer] = [.foreground, .background]
    let types: [CoreViewType] = [.playView, .pushView]
    for layer in layers {
        let views: [LiveCoreSurface?] = [
            delegate.createCoGuestView(seatInfo: SeatInfo(), viewLayer: layer),
            delegate.createCoHostView(seatInfo: SeatInfo(), viewLayer: layer),
            delegate.createBattleView(seatInfo: SeatInfo()), delegate.createBattleContainerView(),
        ]
        _ = (views, types.map { LiveCoreView(viewType: $0) }, ViewLayer(rawValue: 0))
    }
}
