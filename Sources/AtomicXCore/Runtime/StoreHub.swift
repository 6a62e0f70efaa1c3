import OvationClient
import OvationModel
import OvationWire
import RTCRoomEngine

/// Owns all stores of an app, and passes the client's events to them.
final class StoreHub: Sendable {
    /// The hub behind `LoginStore.shared` and every `create(liveID:)`.
    static let shared: StoreHub = {
        let runtime = StoreRuntime { OvationClient(configuration: ClientConfiguration(serverURL: $0)) }
        runtime.wakeOnForeground()
        return StoreHub(runtime: runtime, center: .shared)
    }()

    let runtime: StoreRuntime
    let login: LoginStore
    let liveList: LiveListStore
    let audience: StoreRegistry<LiveAudienceStore>
    let gift: StoreRegistry<GiftStore>
    let barrage: StoreRegistry<BarrageStore>
    let like: StoreRegistry<LikeStore>
    let summary: StoreRegistry<LiveSummaryStore>
    let leaderboard: StoreRegistry<LeaderboardStore>
    let seat: StoreRegistry<LiveSeatStore>
    let coGuest: StoreRegistry<CoGuestStore>
    let coHost: StoreRegistry<CoHostStore>
    let battle: StoreRegistry<BattleStore>
    let music: StoreRegistry<MusicStore>
    let transcriber: AITranscriberStore
    let giftDesk: GiftDesk
    let seatDevices: SeatedDevices
    let calls: SeatCalls
    let engine: EngineBridge
    /// Passes on which lives have a picture that began, stopped or was interrupted.
    let pictureNews = PictureNews()

    private let departures: LiveDepartures

    /// - Parameters:
    ///   - center: The engine that uses these stores.
    ///   - devices: The camera and the microphone that go with a seat.
    init(runtime: StoreRuntime, center: RoomEngineCenter = RoomEngineCenter(), devices: DeviceStore = .shared) {
        self.runtime = runtime
        let liveList = LiveListStore(runtime: runtime)
        let login = LoginStore(runtime: runtime, liveList: liveList)
        self.liveList = liveList
        self.login = login
        audience = StoreRegistry { LiveAudienceStore(liveID: $0, runtime: runtime) }
        gift = StoreRegistry { GiftStore(liveID: $0, runtime: runtime) }
        barrage = StoreRegistry { BarrageStore(liveID: $0, runtime: runtime) }
        like = StoreRegistry { LikeStore(liveID: $0, runtime: runtime) }
        summary = StoreRegistry { LiveSummaryStore(liveID: $0, runtime: runtime) }
        leaderboard = StoreRegistry { LeaderboardStore(liveID: $0, runtime: runtime) }
        let seatDevices = SeatedDevices(runtime: runtime, devices: devices)
        let calls = SeatCalls(runtime: runtime)
        let guests = StoreRegistry {
            CoGuestStore(liveID: $0, runtime: runtime, login: login, liveList: liveList)
        }
        let seats = StoreRegistry {
            LiveSeatStore(
                attendance: LiveAttendance(liveID: $0, login: login, liveList: liveList), runtime: runtime,
                guests: guests.store(for: $0), devices: seatDevices, calls: calls)
        }
        self.seatDevices = seatDevices
        self.calls = calls
        seat = seats
        coGuest = guests
        departures = LiveDepartures(liveList, runtime)
        coHost = StoreRegistry { CoHostStore(liveID: $0, runtime: runtime, login: login, liveList: liveList) }
        battle = StoreRegistry { BattleStore(liveID: $0, runtime: runtime, login: login, liveList: liveList) }
        music = StoreRegistry { MusicStore(liveID: $0, runtime: runtime) }
        transcriber = AITranscriberStore(runtime: runtime)
        giftDesk = GiftDesk(runtime: runtime, login: login, liveList: liveList, gifts: gift, likes: like)
        engine = EngineBridge(
            runtime: runtime, login: login, liveList: liveList, audience: audience, gifts: gift, likes: like,
            summaries: summary, seats: seats, center: center)
        runtime.setHandler { [weak self] in self?.handle($0) }
        seatDevices.setHeard { [weak seats] liveID, volume in seats?.store(for: liveID).heard(own: volume) }
        calls.setReports(
            SeatCalls.Reports(
                heard: { [weak seats] in seats?.store(for: $0).heard(others: $1) },
                measured: { [weak seats] in seats?.store(for: $0).measured($1) }))
        departures.setHandler { [weak self] in self?.left($0) }
    }

    /// Handles that the user is no longer in a live, after everybody was told. It is called on the stores' queue only.
    private func left(_ liveID: String) {
        seat.store(for: liveID).left()
        coGuest.store(for: liveID).left()
        battle.store(for: liveID).left()
        coHost.store(for: liveID).left()
    }

    /// Handles an event. It is called on the stores' queue only.
    private func handle(_ event: ClientEvent) {
        switch event {
        case .room(let liveID, let position, let event): handle(event, in: liveID, at: position)
        case .removed(let liveID, let rejection): liveList.removed(from: liveID, rejection)
        case .catalogueChanged:
            gift.all.forEach { $0.catalogueChanged() }
            giftDesk.catalogueChanged()
        case .kickedOffline: login.kickedOffline()
        case .loginExpired: login.loginExpired()
        case .connection(.closed(let code)): login.connectionClosed(code)
        case .orderSettled(_, let order, _): giftDesk.settled(order)
        case .resumed(let liveID, recovered: true):
            coGuest.store(for: liveID.rawValue).resumed()
            seatDevices.resumed(liveID.rawValue)
            coHost.store(for: liveID.rawValue).resumed()
            battle.store(for: liveID.rawValue).resumed()
        case .connection, .resumed, .walletChanged:
            // Most stores need no event for a resume itself: the missed events follow, and a snapshot if some of them are lost.
            break
        }
    }

    /// Passes an event to the stores of its live. The list of lives comes after the other stores, so that an app that learns of a live's
    /// end finds the final numbers in them. The engine comes last, because it reports what all of them know.
    private func handle(_ event: RoomEvent, in liveID: LiveID, at position: EventPosition) {
        let id = liveID.rawValue
        audience.store(for: id).handle(event)
        gift.store(for: id).handle(event)
        barrage.store(for: id).handle(event, at: position)
        like.store(for: id).handle(event)
        summary.store(for: id).handle(event, at: position)
        leaderboard.store(for: id).handle(event)
        seat.store(for: id).handle(event)
        coGuest.store(for: id).handle(event)
        coHost.store(for: id).handle(event)
        battle.store(for: id).handle(event)
        if case .mediaChanged = event { pictureNews.tell(id) }
        liveList.handle(event, in: liveID)
        engine.handle(event, in: liveID)
    }
}
