import Foundation
import OpenCombineShim
import OvationClient
import OvationModel
import OvationWire
import RTCRoomEngine

/// Carries out the calls of RTCRoomEngine's engine with the stores, and passes the stores' events on to the engine's observers.
///
/// `@unchecked Sendable` is sound because mutable properties are used on the stores' queue only.
final class EngineBridge: @unchecked Sendable {
    let runtime: StoreRuntime
    let login: LoginStore
    let liveList: LiveListStore
    let audience: StoreRegistry<LiveAudienceStore>
    let gifts: StoreRegistry<GiftStore>
    let likes: StoreRegistry<LikeStore>
    let summaries: StoreRegistry<LiveSummaryStore>
    let seats: StoreRegistry<LiveSeatStore>
    let center: RoomEngineCenter

    /// The values that observers last got for the live that the user is in. Only differences are reported.
    private struct Reported {
        var metaData: [String: String]
        var people: Int
        var statistics: RoomStatistics
    }

    private var reported: Reported?
    /// The seats that observers last got.
    var reportedSeats: [SeatInfo] = []
    private var subscriptions: Set<AnyCancellable> = []
    private var subscriptionsToLive: Set<AnyCancellable> = []

    init(
        runtime: StoreRuntime, login: LoginStore, liveList: LiveListStore, audience: StoreRegistry<LiveAudienceStore>,
        gifts: StoreRegistry<GiftStore>, likes: StoreRegistry<LikeStore>, summaries: StoreRegistry<LiveSummaryStore>,
        seats: StoreRegistry<LiveSeatStore>, center: RoomEngineCenter
    ) {
        self.runtime = runtime
        self.login = login
        self.liveList = liveList
        self.audience = audience
        self.gifts = gifts
        self.likes = likes
        self.summaries = summaries
        self.seats = seats
        self.center = center
        subscribe()
        center.install(self)
    }

    private func subscribe() {
        login.loginEventPublisher.sink { [weak self] in self?.handle($0) }.store(in: &subscriptions)
        liveList.liveListEventPublisher.sink { [weak self] in self?.handle($0) }.store(in: &subscriptions)
        liveList.state.subscribe(StatePublisherSelector(keyPath: \LiveListState.currentLive.liveID))
            .sink { [weak self] in self?.follow($0) }.store(in: &subscriptions)
    }

    /// Follows the live that the user is in from now on. The id is empty for none.
    private func follow(_ liveID: String) {
        reported = nil
        reportedSeats = []
        subscriptionsToLive = []
        guard !liveID.isEmpty else { return }
        gifts.store(for: liveID).giftEventPublisher.sink { [weak self] in self?.handle($0) }
            .store(in: &subscriptionsToLive)
        likes.store(for: liveID).likeEventPublisher.sink { [weak self] in self?.handle($0) }
            .store(in: &subscriptionsToLive)
        seats.store(for: liveID).state.subscribe(StatePublisherSelector(keyPath: \LiveSeatState.speakingUsers))
            .dropFirst().sink { [weak self] in self?.heard($0) }.store(in: &subscriptionsToLive)
    }

    // MARK: Events of the stores

    private func handle(_ event: LoginEvent) {
        switch event {
        case .kickedOffline:
            center.roomObservers.tell { $0.onKickedOffLine(message: "The user logged in on another device.") }
        case .loginExpired: center.roomObservers.tell { $0.onUserSigExpired() }
        }
    }

    private func handle(_ event: LiveListEvent) {
        switch event {
        case .onLiveEnded(let liveID, let reason, _):
            center.roomObservers.tell { $0.onRoomDismissed(roomId: liveID, reason: TUIRoomDismissedReason(reason)) }
        case .onKickedOutOfLive(let liveID, let reason, let message):
            let reason = TUIKickedOutOfRoomReason(reason)
            center.roomObservers.tell { $0.onKickedOutOfRoom(roomId: liveID, reason: reason, message: message) }
        }
    }

    private func handle(_ event: GiftEvent) {
        guard case .onReceiveGift(let liveID, let gift, let count, let sender) = event else { return }
        center.giftObservers.tell {
            $0.onReceiveGiftMessage(
                roomId: liveID, giftInfo: TUIGiftInfo(gift), giftCount: count, sender: userInfo(sender, in: liveID))
        }
    }

    private func handle(_ event: LikeEvent) {
        guard case .onReceiveLikesMessage(let liveID, let count, let sender) = event else { return }
        center.giftObservers.tell {
            $0.onReceiveLikesMessage(
                roomId: liveID, totalLikesReceived: count, sender: userInfo(sender, in: liveID))
        }
    }

    /// Handles an event of a live. The stores already have its change.
    func handle(_ event: RoomEvent, in live: LiveID) {
        let current = liveList.state.value.currentLive
        let liveID = live.rawValue
        guard current.liveID == liveID else { return }
        switch event {
        case .roomSnapshot(let snapshot):
            entered(snapshot, liveID)
            seatsChanged(liveID, by: nil, removed: [])
        case .seatChanged(let changed): seatsChanged(liveID, by: changed.by, removed: changed.removed ?? [])
        case .roomUpdated(let updated): changed(updated.changes, current)
        case .audienceJoined(let joined):
            reportUser(joined.user, liveID) { $0.onRemoteUserEnterRoom(roomId: liveID, userInfo: $1) }
            counted(joined.count, liveID)
        case .audienceLeft(let left): userLeft(left.user, left.count, liveID)
        case .audienceKicked(let kicked): userLeft(kicked.user, kicked.count, liveID)
        case .audienceBanned(let banned) where banned.banned: userLeft(banned.user, banned.count, liveID)
        case .ownerJoined(let joined):
            reportUser(joined.user, liveID) { $0.onRemoteUserEnterRoom(roomId: liveID, userInfo: $1) }
        case .ownerLeft(let left):
            reportUser(left.user, liveID) { $0.onRemoteUserLeaveRoom(roomId: liveID, userInfo: $1) }
        case .audienceCounted(let numbers):
            counted(numbers.count, liveID)
            counted(numbers.statistics, liveID)
        case .audienceMuted(let muted):
            center.roomObservers.tell {
                $0.OnSendMessageForUserDisableChanged(
                    roomId: liveID, userId: muted.user.userID.rawValue, isDisable: muted.muted)
            }
        case .audienceAppointed(let appointed):
            let user = userInfo(LiveUserInfo(appointed.user), in: liveID)
            center.roomObservers.tell { $0.onUserInfoChanged(userInfo: user, modifyFlag: .userRole) }
        default: break
        }
    }

    // MARK: Calls of the observers

    private func entered(_ snapshot: RoomSnapshot, _ liveID: String) {
        guard reported != nil else {
            reported = Reported(
                metaData: snapshot.info.metaData, people: snapshot.audienceCount, statistics: snapshot.statistics)
            return
        }
        // This snapshot comes after a lost connection, so report what changed meanwhile.
        changed(snapshot.info.metaData)
        counted(snapshot.audienceCount, liveID)
        counted(snapshot.statistics, liveID)
    }

    private func changed(_ changes: RoomSettings, _ live: LiveInfo) {
        if let metaData = changes.metaData { changed(metaData) }
        let flags = TUILiveModifyFlag(changes)
        guard !flags.isEmpty else { return }
        center.liveObservers.tell { $0.onLiveInfoChanged(liveInfo: TUILiveInfo(live), modifyFlag: flags) }
        center.roomObservers.tell {
            if flags.contains(.name) { $0.onRoomNameChanged(roomId: live.liveID, roomName: live.liveName) }
            if flags.contains(.disableMessage) {
                $0.onSendMessageForAllUserDisableChanged(roomId: live.liveID, isDisable: live.isMessageDisable)
            }
            if flags.contains(.takeSeatMode) {
                $0.onRoomSeatModeChanged(roomId: live.liveID, seatMode: TUISeatMode(live.seatMode))
            }
        }
    }

    private func changed(_ metaData: [String: String]) {
        guard let before = reported?.metaData else { return }
        reported?.metaData = metaData
        for key in Set(before.keys).union(metaData.keys).sorted() where before[key] != metaData[key] {
            center.roomObservers.tell { $0.onRoomMetadataChanged(key: key, value: metaData[key] ?? "") }
        }
    }

    private func userLeft(_ user: UserInfo, _ count: Int, _ liveID: String) {
        reportUser(user, liveID) { $0.onRemoteUserLeaveRoom(roomId: liveID, userInfo: $1) }
        counted(count, liveID)
    }

    private func reportUser(
        _ user: UserInfo, _ liveID: String, _ call: (any TUIRoomObserver, TUIUserInfo) -> Void
    ) {
        guard user.userID.rawValue != login.state.value.loginUserInfo?.userID else { return }
        center.roomObservers.tell { call($0, userInfo(LiveUserInfo(user), in: liveID)) }
    }

    private func counted(_ viewers: Int, _ liveID: String) {
        guard let before = reported?.people, before != viewers else { return }
        reported?.people = viewers
        center.roomObservers.tell {
            $0.onRoomUserCountChanged(roomId: liveID, userCount: viewers == .max ? .max : viewers + 1)
        }
    }

    private func counted(_ statistics: RoomStatistics, _ liveID: String) {
        guard let before = reported?.statistics else { return }
        reported?.statistics = statistics
        let flags = TUILiveStatisticsModifyFlag(from: before, to: statistics)
        guard !flags.isEmpty else { return }
        center.liveObservers.tell {
            $0.onLiveStatisticsChanged(
                roomId: liveID, statisticData: TUILiveStatisticsData(statistics), modifyFlag: flags)
        }
        guard !flags.isDisjoint(with: [.totalGiftsSent, .totalGiftCoins, .totalUniqueGiftSenders]) else { return }
        center.giftObservers.tell {
            $0.onGiftCountChanged(
                roomId: liveID, totalGiftsSent: UInt(clamping: statistics.totalGiftsSent),
                totalGiftCoins: UInt(clamping: statistics.totalGiftCoins),
                totalUniqueGiftSenders: UInt(clamping: statistics.totalUniqueGiftSenders))
        }
    }

    /// Makes the description of a user in a live. Each observer gets a new object, because observers can change it.
    func userInfo(_ user: LiveUserInfo, in liveID: String) -> TUIUserInfo {
        let info = TUIUserInfo()
        info.userId = user.userID
        info.userName = user.userName
        info.avatarUrl = user.avatarURL
        let known = audience.store(for: liveID).state.value
        if liveList.state.value.currentLive.liveOwner.userID == user.userID {
            info.userRole = .roomOwner
        } else if known.adminList.contains(where: { $0.userID == user.userID }) {
            info.userRole = .administrator
        }
        let seat = seats.store(for: liveID).state.value.seatList.first {
            $0.userInfo.userID == user.userID && !user.userID.isEmpty
        }
        info.hasAudioStream = seat?.userInfo.microphoneStatus == .on
        info.hasVideoStream = seat?.userInfo.cameraStatus == .on
        info.isMessageDisabled = known.messageBannedUserList.contains { $0.userID == user.userID }
        return info
    }
}
