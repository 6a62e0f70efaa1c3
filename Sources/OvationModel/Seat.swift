/// A seat of a live, from which a guest is seen or heard.
public struct Seat: Hashable, Sendable {
    /// The number of the seat, from 0.
    public var index: Int
    /// The user in it; nil for an empty seat.
    public var user: UserInfo?
    /// True if nobody may take it.
    public var isLocked = false
    /// True if its user may not open the microphone.
    public var isMicrophoneLocked = false
    /// True if its user may not open the camera.
    public var isCameraLocked = false
    /// True if the user says that the microphone is open.
    public var isMicrophoneOn = false
    /// True if the user says that the camera is open.
    public var isCameraOn = false
    /// True if the user is shown in the large region of a layout that has one.
    public var isFeatured = false
    /// Where the picture is on the canvas; nil if the seat has none.
    public var region: SeatRegion?

    /// Makes an empty seat.
    public init(index: Int) { self.index = index }

    /// True if somebody may take it.
    public var isFree: Bool { user == nil && !isLocked }
}

/// A seat as JSON: what is false or nil is left out.
extension Seat: Codable {
    private enum CodingKeys: String, CodingKey {
        case index, user, isLocked, isMicrophoneLocked, isCameraLocked, isMicrophoneOn, isCameraOn, isFeatured, region
    }

    /// Decodes a seat. A flag that is missing is false.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func flag(_ key: CodingKeys) throws -> Bool { try container.decodeIfPresent(Bool.self, forKey: key) ?? false }
        index = try container.decode(Int.self, forKey: .index)
        user = try container.decodeIfPresent(UserInfo.self, forKey: .user)
        isLocked = try flag(.isLocked)
        isMicrophoneLocked = try flag(.isMicrophoneLocked)
        isCameraLocked = try flag(.isCameraLocked)
        isMicrophoneOn = try flag(.isMicrophoneOn)
        isCameraOn = try flag(.isCameraOn)
        isFeatured = try flag(.isFeatured)
        region = try container.decodeIfPresent(SeatRegion.self, forKey: .region)
    }

    /// Encodes what is set.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        func encode(_ flag: Bool, _ key: CodingKeys) throws { if flag { try container.encode(true, forKey: key) } }
        try container.encode(index, forKey: .index)
        try container.encodeIfPresent(user, forKey: .user)
        try encode(isLocked, .isLocked)
        try encode(isMicrophoneLocked, .isMicrophoneLocked)
        try encode(isCameraLocked, .isCameraLocked)
        try encode(isMicrophoneOn, .isMicrophoneOn)
        try encode(isCameraOn, .isCameraOn)
        try encode(isFeatured, .isFeatured)
        try container.encodeIfPresent(region, forKey: .region)
    }
}

/// All seats of a live, and the canvas on which their pictures are.
public struct SeatBoard: Hashable, Codable, Sendable {
    /// The layout; see ``RoomInfo/seatLayoutTemplateID``.
    public var templateID: Int
    /// The canvas on which the regions are.
    public var canvas: SeatCanvas
    /// The seats in the order of their numbers; empty for a live without seats.
    public var seats: [Seat]

    /// Makes the seats of a live.
    public init(templateID: Int, canvas: SeatCanvas, seats: [Seat]) {
        self.templateID = templateID
        self.canvas = canvas
        self.seats = seats
    }
}

/// What happens to somebody in the seat to which another user is moved.
public enum SeatMovePolicy: Int, Codable, Sendable, CaseIterable {
    /// Nobody is moved.
    case abort = 0
    /// The user there is taken off the seat.
    case replace = 1
    /// Both change their seats.
    case swap = 2
}

/// Why a seat changed.
public enum SeatChangeReason: String, Codable, Sendable, CaseIterable {
    /// A user took a seat, or was put on it.
    case taken
    /// A user left the seat by their own wish, or left the live.
    case left
    /// A user was taken off the seat.
    case kicked
    /// A user changed the seat.
    case moved
    /// A seat was locked or unlocked, or the camera or microphone of it.
    case locked
    /// A user opened or closed the camera or microphone.
    case devices
    /// Another user is featured, or none.
    case featured
    /// The live has another layout.
    case layout
}

/// Seats of a live changed.
public struct SeatChanged: Hashable, Codable, Sendable {
    /// Why.
    public var reason: SeatChangeReason
    /// The seats that changed, as they are now, in the order of their numbers.
    public var seats: [Seat]
    /// The users who were taken off their seats, and did not wish it.
    public var removed: [Removal]?
    /// The user who changed it; nil for the server's administrators and the server itself.
    public var by: UserInfo?
    /// The whole layout, where that changed; `seats` then has all of them.
    public var templateID: Int?

    /// A user who was taken off a seat.
    public struct Removal: Hashable, Codable, Sendable {
        /// The user.
        public var userID: UserID
        /// The number of the seat.
        public var index: Int

        /// Makes a removal.
        public init(userID: UserID, index: Int) {
            self.userID = userID
            self.index = index
        }
    }

    /// Makes the event.
    public init(
        reason: SeatChangeReason, seats: [Seat], removed: [Removal]? = nil, by: UserInfo? = nil, templateID: Int? = nil
    ) {
        self.reason = reason
        self.seats = seats
        self.removed = removed
        self.by = by
        self.templateID = templateID
    }
}

/// What a user in a seat sends to another user in a seat, so that their pictures and voices reach each other.
public struct SeatSignalled: Hashable, Codable, Sendable {
    /// The user who sent it.
    public var from: UserID
    /// What the two apps agree on, such as a session description (SDP) or a candidate (ICE). The server does not read it.
    public var data: String

    /// Makes a signal.
    public init(from: UserID, data: String) {
        self.from = from
        self.data = data
    }
}

// MARK: - Applications and invitations

/// An application for a seat, or an invitation to one, that waits for an answer. A user has at most one of both.
public struct SeatRequest: Hashable, Codable, Sendable {
    /// Who asks whom.
    public enum Kind: String, Codable, Sendable, CaseIterable {
        /// A viewer asks the owner and the administrators.
        case application
        /// The owner or an administrator asks a viewer.
        case invitation
    }

    /// Who asks whom.
    public var kind: Kind
    /// The user who is to sit.
    public var guest: UserInfo
    /// Who invited; nil for an application.
    public var inviter: UserInfo?
    /// The number of the seat; nil for any.
    public var index: Int?
    /// When it was sent.
    public var at: Timestamp
    /// When it ends without an answer; nil for never.
    public var deadline: Timestamp?
    /// The app's own text; empty for none.
    public var extraInfo: String

    /// Makes a request.
    public init(
        _ kind: Kind, guest: UserInfo, inviter: UserInfo? = nil, index: Int? = nil, at: Timestamp,
        deadline: Timestamp?, extraInfo: String = ""
    ) {
        self.kind = kind
        self.guest = guest
        self.inviter = inviter
        self.index = index
        self.at = at
        self.deadline = deadline
        self.extraInfo = extraInfo
    }
}

/// How an application or an invitation ended.
public enum SeatRequestOutcome: String, Codable, Sendable, CaseIterable {
    /// The guest has a seat.
    case accepted
    /// The answer was no.
    case rejected
    /// Who sent it took it back, or somebody it needs has left.
    case cancelled
    /// Nobody answered in time.
    case timedOut
    /// The guest got a seat in another way.
    case alreadySeated
}

/// An application or an invitation that ended.
public struct SeatRequestEnded: Hashable, Codable, Sendable {
    /// The request.
    public var request: SeatRequest
    /// How it ended.
    public var outcome: SeatRequestOutcome
    /// Who ended it; nil for the server.
    public var by: UserInfo?

    /// Makes the event.
    public init(_ request: SeatRequest, _ outcome: SeatRequestOutcome, by: UserInfo?) {
        self.request = request
        self.outcome = outcome
        self.by = by
    }
}
