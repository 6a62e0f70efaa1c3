public import OvationModel

/// Takes a seat, or applies for one where seats are by application and the caller is a viewer.
public struct SeatTake: Hashable, Codable, Sendable {
    /// The number of the seat, from 0; nil or -1 for any.
    public var index: Int?
    /// For how many seconds an application waits, 0 to 1,800; nil means 60, 0 as long as the caller is in the live.
    public var seconds: Int?
    /// The app's own text with an application, at most 1,024 bytes; nil for none.
    public var extraInfo: String?

    /// Makes a command.
    public init(index: Int? = nil, seconds: Int? = nil, extraInfo: String? = nil) {
        self.index = index
        self.seconds = seconds
        self.extraInfo = extraInfo
    }
}

/// Moves a user to another seat.
public struct SeatMove: Hashable, Codable, Sendable {
    /// The number of the seat, from 0.
    public var index: Int
    /// The user to move; nil for the caller.
    public var userID: UserID?
    /// What happens if the seat is taken; nil for `abort`. Callers who move themselves take only a free seat.
    public var policy: SeatMovePolicy?

    /// Makes a command.
    public init(index: Int, userID: UserID? = nil, policy: SeatMovePolicy? = nil) {
        self.index = index
        self.userID = userID
        self.policy = policy
    }
}

/// Takes a user off a seat.
public struct SeatKick: Hashable, Codable, Sendable {
    /// The user.
    public var userID: UserID

    /// Makes a command.
    public init(userID: UserID) { self.userID = userID }
}

/// Locks or unlocks a seat, its microphone and its camera. Fields that are nil change nothing.
public struct SeatLock: Hashable, Codable, Sendable {
    /// The number of the seat, from 0.
    public var index: Int
    /// True to lock the seat. Its user is taken off it first.
    public var isLocked: Bool?
    /// True to lock the microphone.
    public var isMicrophoneLocked: Bool?
    /// True to lock the camera.
    public var isCameraLocked: Bool?

    /// Makes a command.
    public init(
        index: Int, isLocked: Bool? = nil, isMicrophoneLocked: Bool? = nil, isCameraLocked: Bool? = nil
    ) {
        self.index = index
        self.isLocked = isLocked
        self.isMicrophoneLocked = isMicrophoneLocked
        self.isCameraLocked = isCameraLocked
    }
}

/// Lets a user in a seat open microphone and camera, or closes and locks them. Fields that are nil change nothing.
public struct SeatAllow: Hashable, Codable, Sendable {
    /// The user.
    public var userID: UserID
    /// True if the user may open the microphone.
    public var microphone: Bool?
    /// True if the user may open the camera.
    public var camera: Bool?

    /// Makes a command.
    public init(userID: UserID, microphone: Bool? = nil, camera: Bool? = nil) {
        self.userID = userID
        self.microphone = microphone
        self.camera = camera
    }
}

/// Features a user in a seat, or no longer.
public struct SeatFeature: Hashable, Codable, Sendable {
    /// The user.
    public var userID: UserID
    /// True to feature the user.
    public var isFeatured: Bool

    /// Makes a command.
    public init(userID: UserID, isFeatured: Bool) {
        self.userID = userID
        self.isFeatured = isFeatured
    }
}

/// Says whether the caller's microphone and camera are open. Fields that are nil change nothing.
public struct SeatDevices: Hashable, Codable, Sendable {
    /// True if the microphone is open.
    public var microphone: Bool?
    /// True if the camera is open.
    public var camera: Bool?

    /// Makes a command.
    public init(microphone: Bool? = nil, camera: Bool? = nil) {
        self.microphone = microphone
        self.camera = camera
    }
}

/// Invites a member to a seat.
public struct SeatInvite: Hashable, Codable, Sendable {
    /// The member.
    public var userID: UserID
    /// The number of the seat, from 0; nil or -1 for any.
    public var index: Int?
    /// For how many seconds the invitation waits, 0 to 1,800; nil means 60, 0 as long as both are in the live.
    public var seconds: Int?
    /// The app's own text, at most 1,024 bytes; nil for none.
    public var extraInfo: String?

    /// Makes a command.
    public init(userID: UserID, index: Int? = nil, seconds: Int? = nil, extraInfo: String? = nil) {
        self.userID = userID
        self.index = index
        self.seconds = seconds
        self.extraInfo = extraInfo
    }
}

/// Takes back the caller's application, or the invitation of a user.
public struct SeatCancel: Hashable, Codable, Sendable {
    /// The user who was invited; nil for the caller's application.
    public var userID: UserID?

    /// Makes a command.
    public init(userID: UserID? = nil) { self.userID = userID }
}

/// Answers an application or an invitation. Either the guest or the inviter is named.
public struct SeatAnswer: Hashable, Codable, Sendable {
    /// True to accept.
    public var isAccepted: Bool
    /// The user who applied; nil to answer an invitation.
    public var userID: UserID?
    /// The user who invited the caller; nil to answer an application.
    public var inviterID: UserID?

    /// Makes an answer to an application.
    public init(applicant: UserID, isAccepted: Bool) {
        self.isAccepted = isAccepted
        userID = applicant
    }

    /// Makes an answer to an invitation.
    public init(inviter: UserID, isAccepted: Bool) {
        self.isAccepted = isAccepted
        inviterID = inviter
    }
}

/// Sends something to another user in a seat. Both sit, or it is refused.
public struct SeatSignal: Hashable, Codable, Sendable {
    /// The user whom it is for.
    public var to: UserID
    /// What the two apps agree on, such as a session description (SDP) or a candidate (ICE), at most `limits.seatSignalBytesMax` bytes.
    public var data: String

    /// Makes a command.
    public init(to: UserID, data: String) {
        self.to = to
        self.data = data
    }
}

// MARK: - Replies

/// A server that helps two users in seats to find a way to each other: STUN or TURN, as `RTCIceServer` of WebRTC has it.
public struct ICEServer: Hashable, Codable, Sendable {
    /// Its addresses, such as `turn:turn.example.com:3478`.
    public var urls: [String]
    /// The name to log in with; nil if none is needed. It is valid for a limited time.
    public var username: String?
    /// The password to log in with; nil if none is needed.
    public var credential: String?

    /// Makes the description of a server.
    public init(urls: [String], username: String? = nil, credential: String? = nil) {
        self.urls = urls
        self.username = username
        self.credential = credential
    }
}

/// Where a user in a seat sends and takes others, where a media server carries what users in seats say and show.
public struct SeatMediaServer: Hashable, Codable, Sendable {
    /// The address on the server: `/v1/rtc/<live>/seats`.
    public var address: String
    /// What to show there: `Authorization: Bearer <ticket>`. It holds for an hour; ask `seat.list` for another one.
    public var ticket: String

    /// Makes the description of a media server.
    public init(address: String, ticket: String) {
        self.address = address
        self.ticket = ticket
    }
}

/// The reply to `seat.take`, `seat.move` and `seat.answer`.
public struct SeatTaken: Hashable, Codable, Sendable {
    /// The number of the seat that the user has now; nil if an application waits, or nobody sits because of the command.
    public var index: Int?
    /// The servers that help the caller, who now has a seat, to reach others in seats; nil for other callers, and if there are none.
    public var iceServers: [ICEServer]?
    /// Where the caller, who now has a seat, sends and takes others; nil for other callers, and where users in seats send to each other.
    public var mediaServer: SeatMediaServer?

    /// Makes a reply.
    public init(index: Int?, iceServers: [ICEServer]? = nil, mediaServer: SeatMediaServer? = nil) {
        self.index = index
        self.iceServers = iceServers
        self.mediaServer = mediaServer
    }
}

/// The reply to `seat.list`.
public struct SeatPage: Hashable, Codable, Sendable {
    /// The seats; nil for a live without seats.
    public var seats: SeatBoard?
    /// The applications and invitations that wait, in the order in which they came: all for the owner and administrators, the caller's own
    /// for a viewer.
    public var requests: [SeatRequest]
    /// How the caller's last application or invitation ended; nil if none has ended since the caller entered and the server was started.
    public var last: SeatRequestEnded?
    /// The servers that help the caller to reach others in seats; nil for callers without a seat, and if there are none.
    public var iceServers: [ICEServer]?
    /// Where the caller sends and takes others; nil for callers without a seat, and where users in seats send to each other.
    public var mediaServer: SeatMediaServer?

    /// Makes a reply.
    public init(
        seats: SeatBoard?, requests: [SeatRequest], last: SeatRequestEnded?, iceServers: [ICEServer]? = nil,
        mediaServer: SeatMediaServer? = nil
    ) {
        self.seats = seats
        self.requests = requests
        self.last = last
        self.iceServers = iceServers
        self.mediaServer = mediaServer
    }
}
