// Uses every member of the API under the names, labels and types that apps know. The file only has to compile: a change that breaks an
// app's source breaks it too. It imports what an app imports, and does without `@testable`.

import AtomicXCore
import OpenCombineShim
import Testing

@Suite struct CompilationTests {
    @Test func `the API has every member that apps name`() {
        // These never run, because the calls would go to a server.
        let uses: [() -> Void] = [
            useInfrastructure, useLogin, useLiveList, useLiveInfo, useAudience, useGifts, useBarrage, useLikes,
            useSummary,
        ]
        #expect(uses.count == 9)
    }

    @Test func `Foundation comes with the module`() {
        #expect(Date(timeIntervalSince1970: 0) < Date.distantFuture)
    }
}

private func useInfrastructure() {
    let publisher: StatePublisher<BarrageState> = StatePublisher(initialState: BarrageState())
    let value: BarrageState = publisher.value
    publisher.value = value
    let change: StatePublisher<BarrageState>.StatePublisherUpdateClosure = { $0.messageList = [] }
    _ = change
    let whole: AnyPublisher<BarrageState, Never> = publisher.subscribe()
    let byPath = StatePublisherSelector<LiveAudienceState, UInt>(keyPath: \LiveAudienceState.audienceCount)
    let byClosure = StatePublisherSelector<BarrageState, Int>(projector: { $0.messageList.count })
    let part: AnyPublisher<Int, Never> = publisher.subscribe(byClosure)
    let messages: AnyPublisher<[Barrage], Never> = publisher.subscribe(
        StatePublisherSelector(keyPath: \BarrageState.messageList))
    let count: Int = byClosure.map(value)
    let again: Int = byClosure.map(value, stateHash: UUID())
    byClosure.setResult(value: 3, forStateHash: UUID())
    func select<Selector: StatePropertySelector>(_ selector: Selector, _ state: Selector.State) -> Selector.Value {
        selector.map(state)
    }
    _ = select(byPath, LiveAudienceState())
    func observe(_ object: some ObservableObject) { _ = object }
    observe(publisher)
    _ = (whole, part, messages, count, again)

    let error: any Error & Sendable & JSONCodable = ErrorInfo(code: -1, message: "m")
    let info = ErrorInfo(code: -1, message: "m")
    let texts: (Int, String, String) = (info.code, info.message, info.localizedDescription)
    let json: [String: Any]? = info.toJson()
    let data: Data? = info.toJsonData()
    let string: String? = info.toJsonString()
    let read: [ErrorInfo?] = [.fromJson(json ?? [:]), .fromJsonData(data ?? Data()), .fromJsonString(string ?? "")]
    let closures: (CompletionClosure, LiveInfoCompletionClosure, StopLiveCompletionClosure, MetaDataCompletionClosure) =
        (
            { (_: Result<Void, ErrorInfo>) in }, { (_: Result<LiveInfo, ErrorInfo>) in },
            { (_: Result<TUILiveStatisticsData, ErrorInfo>) in }, { (_: Result<[String: String], ErrorInfo>) in }
        )
    let list: ListResultCompletionClosure<LiveInfo> = { (_: Result<([LiveInfo], String), ErrorInfo>) in }
    _ = (error, texts, read, closures, list)
    Ovation.configure(serverURL: "ws://127.0.0.1:8080")
    Ovation.configure(serverURL: "ws://127.0.0.1:8080", messageListMax: 200)
}

private func useLogin() {
    let store: LoginStore = LoginStore.shared
    let events: PassthroughSubject<LoginEvent, Never> = store.loginEventPublisher
    let appID: Int32 = store.sdkAppID
    let state: StatePublisher<LoginState> = store.state
    store.login(sdkAppID: 1, userID: "u", userSig: "s", completion: nil)
    store.login(sdkAppID: 1, userID: "u", userSig: "s") { result in
        switch result {
        case .success: break
        case .failure(let error): print(error.localizedDescription)
        }
    }
    store.logout(completion: nil)
    store.logout { _ in }
    var profile = UserProfile(userID: "u", nickname: nil, avatarURL: nil)
    profile = UserProfile(userID: "u")
    profile.allowType = AllowType.allowAny
    profile.avatarURL = ""
    profile.birthday = UInt32(1)
    profile.customInfo = ["k": Data()]
    profile.gender = Gender.unknown
    profile.level = UInt32(1)
    profile.nickname = ""
    profile.role = UInt32(1)
    profile.selfSignature = ""
    profile.userID = "u"
    store.setSelfInfo(userProfile: profile, completion: nil)
    let status: LoginStatus = state.value.loginStatus
    let user: UserProfile? = state.value.loginUserInfo
    func name(_ event: LoginEvent) -> String {
        switch event {
        case .kickedOffline: "kicked"
        case .loginExpired: "expired"
        }
    }
    _ = (events, appID, status, user, name)
    Task {
        try await store.login(sdkAppID: 1, userID: "u", userSig: "s")
        try await store.setSelfInfo(userProfile: profile)
        try await store.logout()
    }
}

private func useLiveList() {
    let store: LiveListStore = LiveListStore.shared
    let events: PassthroughSubject<LiveListEvent, Never> = store.liveListEventPublisher
    let state: StatePublisher<LiveListState> = store.state
    let info = LiveInfo()
    store.createLive(info, completion: nil)
    store.startLive(info, completion: nil)
    store.createLive(info) { result in if case .success(let live) = result { print(live.liveID) } }
    store.startLive(info) { (_: Result<LiveInfo, ErrorInfo>) in }
    store.endLive(completion: nil)
    store.endLive { result in
        guard case .success(let statistics) = result else { return }
        let numbers: [Int] = [
            statistics.totalViewers, statistics.totalGiftsSent, statistics.totalGiftCoins,
            statistics.totalUniqueGiftSenders, statistics.totalLikesReceived, statistics.totalMessageCount,
            statistics.liveDuration,
        ]
        statistics.totalViewers = 0
        print(numbers)
    }
    store.fetchLiveInfo(liveID: "l", completion: nil)
    store.fetchLiveList(cursor: "", count: 20, completion: nil)
    store.fetchLiveList(cursor: "", count: 20) { _ in }
    store.joinLive(liveID: "l", completion: nil)
    store.joinLive(liveID: "l") { (_: Result<LiveInfo, ErrorInfo>) in }
    store.leaveLive(completion: nil)
    store.queryMetaData(keys: ["k"], completion: nil)
    store.queryMetaData(keys: ["k"]) { (_: Result<[String: String], ErrorInfo>) in }
    store.reset()
    store.updateLiveInfo(info, modifyFlag: [.liveName, .notice], completion: nil)
    store.updateLiveInfo(info, modifyFlag: .isMessageDisable) { _ in }
    store.updateLiveMetaData(["k": "v"], completion: nil)
    var list = LiveListState()
    list.currentLive = LiveInfo()
    list.liveList = [LiveInfo]()
    list.liveListCursor = String()
    func name(_ event: LiveListEvent) -> String {
        switch event {
        case .onLiveEnded(let liveID, let reason, let message): "\(liveID) \(reason as LiveEndedReason) \(message)"
        case .onKickedOutOfLive(liveID: let liveID, reason: let reason, message: let message):
            "\(liveID) \(reason as LiveKickedOutReason) \(message)"
        }
    }
    _ = (events, state, list, name)
    Task {
        let live: LiveInfo = try await store.joinLive(liveID: "l")
        let started: LiveInfo = try await store.startLive(live)
        let created: LiveInfo = try await store.createLive(started)
        let fetched: LiveInfo = try await store.fetchLiveInfo(liveID: created.liveID)
        let statistics: TUILiveStatisticsData = try await store.endLive()
        let metaData: [String: String] = try await store.queryMetaData(keys: [])
        try await store.updateLiveInfo(fetched, modifyFlag: .notice)
        try await store.updateLiveMetaData(metaData)
        try await store.fetchLiveList(cursor: "", count: statistics.totalViewers)
        try await store.leaveLive()
    }
}

/// An app can read `code` in a plain `catch`: the throws are typed.
private func codeOfLeaving(_ store: LiveListStore) async -> Int {
    do {
        try await store.leaveLive()
        return 0
    } catch {
        return error.code
    }
}

private func useLiveInfo() {
    var info = LiveInfo()
    info = LiveInfo(seatTemplate: .karaoke(seatCount: 6))
    info.liveID = "l"
    info.liveName = "n"
    info.notice = "n"
    info.isMessageDisable = true
    info.isPublicVisible = true
    info.isSeatEnabled = true
    info.keepOwnerOnSeat = true
    info.maxSeatCount = Int(9)
    info.seatMode = TakeSeatMode.apply
    info.seatMode = TakeSeatMode.free
    let templates: [SeatLayoutTemplate] = [
        .videoDynamicGrid9Seats, .videoDynamicFloat7Seats, .videoFixedGrid9Seats, .videoFixedFloat7Seats,
        .videoLandscape4Seats, .audioSalon(seatCount: 8), .karaoke(seatCount: 8),
    ]
    info.seatTemplate = templates[0]
    info.seatLayoutTemplateID = UInt(600)
    info.coverURL = ""
    info.backgroundURL = ""
    info.categoryList = [NSNumber(value: 1), 2]
    info.activityStatus = Int(0)
    let owner: LiveUserInfo = info.liveOwner
    let created: Int = info.createTime
    info.totalViewerCount = Int(0)
    info.isGiftEnabled = true
    info.metaData = ["k": "v"]
    let empty: Bool = info.isEmpty
    let same: Bool = info == LiveInfo() && templates[0] == templates[1]
    func encode(_ value: some JSONCodable & Equatable) { _ = value.toJsonString() }
    encode(info)
    let flags: LiveInfo.ModifyFlag = [
        .none, .liveName, .notice, .isMessageDisable, .isPublicVisible, .seatMode, .coverURL, .backgroundURL,
        .categoryList,
        .activityStatus, .seatLayoutTemplateID,
    ]
    _ = (owner, created, empty, same, flags, LiveInfo.ModifyFlag(rawValue: UInt(1)))
}

private func useAudience() {
    let store: LiveAudienceStore = LiveAudienceStore.create(liveID: "l")
    let events: PassthroughSubject<LiveAudienceEvent, Never> = store.liveAudienceEventPublisher
    let state: StatePublisher<LiveAudienceState> = store.state
    store.disableSendMessage(userID: "u", isDisable: true, completion: nil)
    store.fetchAudienceList(completion: nil)
    store.fetchAudienceList { _ in }
    store.kickUserOutOfRoom(userID: "u", completion: nil)
    store.revokeAdministrator(userID: "u", completion: nil)
    store.setAdministrator(userID: "u", completion: nil)
    var audience = LiveAudienceState()
    audience.audienceCount = UInt(1)
    audience.audienceList = [LiveUserInfo()]
    audience.messageBannedUserList = [LiveUserInfo]()
    audience.adminList = [LiveUserInfo]()
    var user = LiveUserInfo()
    user.avatarURL = ""
    user.userID = ""
    user.userName = ""
    func name(_ event: LiveAudienceEvent) -> String {
        switch event {
        case .onAudienceJoined(let audience): audience.userName
        case .onAudienceLeft(audience: let audience): audience.userName
        case .onAudienceMessageDisabled(audience: let audience, isDisable: let isDisable): "\(audience) \(isDisable)"
        case .onOwnerJoined(owner: let owner), .onOwnerLeft(owner: let owner): owner.userName
        case .onAdminJoined(admin: let admin), .onAdminLeft(admin: let admin): admin.userName
        }
    }
    let roles: [Role] = [.owner, .admin, .generalUser]
    _ = (events, state, user == LiveUserInfo(), name, roles)
    Task {
        try await store.disableSendMessage(userID: "u", isDisable: true)
        try await store.fetchAudienceList()
        try await store.kickUserOutOfRoom(userID: "u")
        try await store.revokeAdministrator(userID: "u")
        try await store.setAdministrator(userID: "u")
    }
}

private func useGifts() {
    let store: GiftStore = GiftStore.create(liveID: "l")
    let events: PassthroughSubject<GiftEvent, Never> = store.giftEventPublisher
    let state: StatePublisher<GiftState> = store.state
    store.refreshUsableGifts(completion: nil)
    store.sendGift(giftID: "g", count: UInt(1), completion: nil)
    store.sendGift(giftID: "g", count: 1) { _ in }
    store.setLanguage("en")
    let gift = Gift(
        giftID: "g", name: "n", desc: "d", iconURL: "", resourceURL: "", level: UInt(0), coins: UInt(1),
        extensionInfo: ["k": "v"])
    let category = GiftCategory(categoryID: "c", name: "n", desc: "d", extensionInfo: [:], giftList: [gift])
    let panel: [GiftCategory] = state.value.usableGifts
    let texts: [String] = [gift.giftID, gift.name, gift.desc, gift.iconURL, gift.resourceURL, category.categoryID]
    let numbers: [UInt] = [gift.level, gift.coins]
    let more: [String: String] = gift.extensionInfo.merging(category.extensionInfo) { $1 }
    func name(_ event: GiftEvent) -> String {
        switch event {
        case .onReceiveGift(let liveID, let gift, let count, let sender):
            "\(liveID) \(gift.name) \(count as UInt) \(sender.userName)"
        }
    }
    _ = (events, category.name, category.desc, category.giftList, panel, texts, numbers, more, name)
    Task {
        try await store.refreshUsableGifts()
        try await store.sendGift(giftID: "g", count: 1)
    }
}

private func useBarrage() {
    let store: BarrageStore = BarrageStore.create(liveID: "l")
    let state: StatePublisher<BarrageState> = store.state
    let custom = store.CustomMessageEventPublisher.sink { event in
        switch event {
        case .customMessageReceived(barrage: let barrage): print(barrage.data)
        }
    }
    store.sendCustomMessage(businessID: "b", data: "{}", completion: nil)
    store.sendTextMessage(text: "t", extensionInfo: nil, completion: nil)
    store.sendTextMessage(text: "t", extensionInfo: ["k": "v"]) { _ in }
    var barrage = Barrage()
    barrage.liveID = ""
    barrage.sender = LiveUserInfo()
    barrage.sequence = Int(0)
    barrage.timestampInSecond = TimeInterval(0)
    barrage.messageType = BarrageType.text
    barrage.messageType = .custom
    barrage.textContent = ""
    barrage.extensionInfo = nil
    barrage.extensionInfo = ["k": "v"]
    barrage.businessID = ""
    barrage.data = ""
    store.appendLocalTip(message: barrage)
    var list = BarrageState()
    list.messageList = [barrage]
    _ = (state, custom, list)
    Task {
        try await store.sendTextMessage(text: "t", extensionInfo: nil)
        try await store.sendCustomMessage(businessID: "b", data: "{}")
    }
}

private func useLikes() {
    let store: LikeStore = LikeStore.create(liveID: "l")
    let events: PassthroughSubject<LikeEvent, Never> = store.likeEventPublisher
    let state: StatePublisher<LikeState> = store.state
    store.sendLike(completion: nil)
    store.sendLike { _ in }
    store.sendLike(count: 3, completion: nil)
    store.sendLike(count: UInt(3)) { _ in }
    let total: UInt = state.value.totalLikeCount
    func name(_ event: LikeEvent) -> String {
        switch event {
        case .onReceiveLikesMessage(let liveID, let totalLikesReceived, let sender):
            "\(liveID) \(totalLikesReceived as UInt) \(sender.userName)"
        }
    }
    _ = (events, total, name)
    Task {
        try await store.sendLike()
        try await store.sendLike(count: 3)
    }
}

private func useSummary() {
    let store: LiveSummaryStore = LiveSummaryStore.create(liveID: "l")
    let state: StatePublisher<LiveSummaryState> = store.state
    var summary = LiveSummaryState()
    summary.summaryData = LiveSummaryData()
    summary.summaryData.totalDuration = UInt(1)
    summary.summaryData.totalGiftCoins = UInt(1)
    summary.summaryData.totalGiftUniqueSenders = UInt(1)
    summary.summaryData.totalGiftsSent = UInt(1)
    summary.summaryData.totalLikesReceived = UInt(1)
    summary.summaryData.totalMessageSent = UInt(1)
    summary.summaryData.totalViewers = UInt(1)
    _ = (state, summary)
}
