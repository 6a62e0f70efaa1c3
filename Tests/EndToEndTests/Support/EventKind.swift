import OvationModel
import OvationWire

/// A kind of event and the type of its content.
struct EventKind<Content>: Sendable {
    /// The content of an event of this kind; nil for another kind.
    let content: @Sendable (ServerEvent) -> Content?

    /// A kind of event that belongs to a live.
    static func inLive(_ content: @escaping @Sendable (RoomEvent) -> Content?) -> Self {
        Self { if case .room(_, _, let event) = $0 { content(event) } else { nil } }
    }
}

/// An event that a robot received. The members of its content are its own.
@dynamicMemberLookup
struct Heard<Content> {
    let content: Content
    /// The event's live; nil if it concerns the user alone.
    let live: LiveID?
    /// The event's position among the events of its live.
    let position: EventPosition?

    /// The event's number among the live's stored events; nil if it is not stored.
    var durable: Int64? { position?.durable }

    subscript<Value>(dynamicMember path: KeyPath<Content, Value>) -> Value { content[keyPath: path] }
}

extension Heard: Sendable where Content: Sendable {}

extension EventKind where Content == Barrage {
    static var barrage: Self { inLive { if case .barrageSent(let said) = $0 { said } else { nil } } }
}

extension EventKind where Content == BarrageDeleted {
    static var deleted: Self { inLive { if case .barrageDeleted(let deleted) = $0 { deleted } else { nil } } }
}

extension EventKind where Content == BarragePinned {
    static var pinned: Self { inLive { if case .barragePinned(let pinned) = $0 { pinned } else { nil } } }
}

extension EventKind where Content == GiftReceived {
    static var gift: Self { inLive { if case .giftReceived(let gift) = $0 { gift } else { nil } } }
}

extension EventKind where Content == LikeReceived {
    static var likes: Self { inLive { if case .likeReceived(let likes) = $0 { likes } else { nil } } }
}

extension EventKind where Content == AudienceJoined {
    static var joined: Self { inLive { if case .audienceJoined(let joined) = $0 { joined } else { nil } } }
}

extension EventKind where Content == AudienceLeft {
    static var left: Self { inLive { if case .audienceLeft(let left) = $0 { left } else { nil } } }
}

extension EventKind where Content == OwnerJoined {
    static var ownerJoined: Self { inLive { if case .ownerJoined(let joined) = $0 { joined } else { nil } } }
}

extension EventKind where Content == OwnerLeft {
    static var ownerLeft: Self { inLive { if case .ownerLeft(let left) = $0 { left } else { nil } } }
}

extension EventKind where Content == AudienceMuted {
    static var muted: Self { inLive { if case .audienceMuted(let muted) = $0 { muted } else { nil } } }
}

extension EventKind where Content == AudienceKicked {
    static var kicked: Self { inLive { if case .audienceKicked(let kicked) = $0 { kicked } else { nil } } }
}

extension EventKind where Content == AudienceBanned {
    static var banned: Self { inLive { if case .audienceBanned(let banned) = $0 { banned } else { nil } } }
}

extension EventKind where Content == RoomUpdated {
    static var updated: Self { inLive { if case .roomUpdated(let updated) = $0 { updated } else { nil } } }
}

extension EventKind where Content == RoomEnded {
    static var ended: Self { inLive { if case .roomEnded(let ended) = $0 { ended } else { nil } } }
}

extension EventKind where Content == RoomSnapshot {
    static var snapshot: Self { inLive { if case .roomSnapshot(let snapshot) = $0 { snapshot } else { nil } } }
}

extension EventKind where Content == ComboEnded {
    static var comboEnded: Self { inLive { if case .comboEnded(let ended) = $0 { ended } else { nil } } }
}

extension EventKind where Content == BoardChanged {
    static var board: Self { inLive { if case .boardChanged(let board) = $0 { board } else { nil } } }
}

extension EventKind where Content == TopicPublished {
    static var topic: Self { inLive { if case .topicPublished(let published) = $0 { published } else { nil } } }
}

extension EventKind where Content == AudienceAppointed {
    static var appointed: Self { inLive { if case .audienceAppointed(let appointed) = $0 { appointed } else { nil } } }
}

extension EventKind where Content == MediaChanged {
    /// The picture of a live started, stopped or was interrupted.
    static var picture: Self { inLive { if case .mediaChanged(let changed) = $0 { changed } else { nil } } }
}

extension EventKind where Content == Void {
    /// The gift catalogue changed. The event has no content.
    static var catalogue: Self { Self { if case .catalogueChanged = $0 { () } else { nil } } }
}

extension EventKind where Content == Wallet {
    static var wallet: Self { Self { if case .walletChanged(let wallet) = $0 { wallet } else { nil } } }
}

extension Barrage {
    /// The text; nil for custom data.
    var text: String? { if case .text(let text, _) = kind { text } else { nil } }

    /// The app's own fields beside a text; nil for custom data.
    var extensionInfo: [String: String]? { if case .text(_, let fields) = kind { fields } else { nil } }
}
