import AtomicXCore
public import Observation
public import OvationClient
import OvationModel
import OvationWire

/// The model of `GiftStage`: the gifts of a live in bullets and effects. It uses the queues, engines and files of the kit, and must be used
/// on the main actor.
@available(iOS 17, tvOS 17, *)
@MainActor
@Observable
public final class GiftStageModel {
    /// A gift that is visible in a bullet.
    struct Bullet: Identifiable, Equatable, Sendable {
        let id: Int
        let sender: String
        let senderPicture: String
        let gift: String
        let giftPicture: String
        var count: UInt
    }

    /// The live.
    public let room: LiveRoom
    /// The bullets by track; nil for an empty track.
    private(set) var bullets: [Bullet?] = [nil, nil]
    /// The view that fills the screen; nil for none.
    private(set) var effect: GiftKitView?
    /// True if effects are played. Otherwise gifts with effects are shown in bullets.
    @ObservationIgnored var playsEffects = true
    private let kit: GiftKit
    private let play: GiftPlayModel
    @ObservationIgnored private var shown = 0

    /// Makes a model for a live.
    public convenience init(_ room: LiveRoom) { self.init(room, kit: .shared) }

    init(_ room: LiveRoom, kit: GiftKit) {
        self.room = room
        self.kit = kit
        play = GiftPlayModel(roomID: room.liveID.rawValue, kit: kit)
        play.surface = Surface(self)
        play.startPlaying()
    }

    /// Shows the gifts of the live until the user leaves it or the task is cancelled.
    public func run() async { await run(room.events()) }

    func run(_ events: LiveRoomEvents) async {
        for await event in events {
            if case .gift(let received) = event { take(received) }
        }
    }

    private func take(_ received: GiftReceived) {
        let client = room.client
        let gift = received.gift
        let info = AtomicXCore.Gift(
            giftID: gift.giftID.rawValue, name: name(of: gift), desc: gift.desc, iconURL: gift.iconURL,
            resourceURL: gift.resourceURL, level: UInt(clamping: gift.level), coins: UInt(clamping: gift.coins.amount),
            extensionInfo: gift.extensionInfo)
        let data = TUIGiftData(
            giftInfo: info, gift: kit.store.material(of: info.giftID) ?? TUIGift(info, resolve: client.resolved),
            count: UInt(clamping: received.count),
            sender: Self.user(received.sender), receiver: received.to.first.map(Self.user) ?? LiveUserInfo(),
            isOwn: received.sender.userID == client.session?.user.userID)
        play.take(data, playsEffect: playsEffects)
    }

    /// Returns the name in the language of the panel, if the panel was loaded. Events contain only the default name.
    private func name(of gift: OvationModel.Gift) -> String {
        room.giftCategories.lazy.flatMap(\.giftList).first { $0.giftID == gift.giftID }?.name ?? gift.name
    }

    private static func user(_ user: UserInfo) -> LiveUserInfo {
        var info = LiveUserInfo()
        info.userID = user.userID.rawValue
        info.userName = user.userName
        info.avatarURL = user.avatarURL
        return info
    }

    private func draw(_ action: GiftBulletTracks<TUIGiftData>.Action) {
        switch action {
        case .show(let track, let data):
            guard bullets.indices.contains(track) else { return }
            shown += 1
            bullets[track] = Bullet(
                id: shown, sender: data.sender.userName, senderPicture: room.client.resolved(data.sender.avatarURL),
                gift: data.gift.giftName, giftPicture: data.gift.imageUrl, count: data.count)
        case .count(let track, let data):
            guard bullets.indices.contains(track) else { return }
            bullets[track]?.count = data.count
        case .hide(let track):
            guard bullets.indices.contains(track) else { return }
            bullets[track] = nil
        }
    }

    /// Receives the drawing calls of the kit's queues.
    private final class Surface: GiftPlaySurface {
        private weak var stage: GiftStageModel?

        init(_ stage: GiftStageModel) { self.stage = stage }

        func draw(_ action: GiftBulletTracks<TUIGiftData>.Action) { stage?.draw(action) }
        func fill(with view: GiftKitView?) { stage?.effect = view }
        // The stage gets no likes, and places its bullets itself.
        func draw(_ hearts: [HeartField.Heart]) {}
        func placeBullets(above bottom: Double) {}
    }
}
