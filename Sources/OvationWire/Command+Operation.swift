extension Command {
    /// All operations of this version, by their names on the wire.
    public enum Operation: String, CaseIterable, Hashable, Sendable {
        /// See ``Command/sessionOpen(_:)``.
        case sessionOpen = "session.open"
        /// See ``Command/sessionPing``.
        case sessionPing = "session.ping"
        /// See ``Command/roomCreate(_:)``.
        case roomCreate = "room.create"
        /// See ``Command/roomJoin``.
        case roomJoin = "room.join"
        /// See ``Command/roomLeave``.
        case roomLeave = "room.leave"
        /// See ``Command/roomEnd``.
        case roomEnd = "room.end"
        /// See ``Command/roomEarnings(_:)``.
        case roomEarnings = "room.earnings"
        /// See ``Command/roomUpdate(_:)``.
        case roomUpdate = "room.update"
        /// See ``Command/roomMetadata(_:)``.
        case roomMetadata = "room.metadata"
        /// See ``Command/roomWords(_:)``.
        case roomWords = "room.words"
        /// See ``Command/roomList(_:)``.
        case roomList = "room.list"
        /// See ``Command/roomInfo``.
        case roomInfo = "room.info"
        /// See ``Command/audienceList(_:)``.
        case audienceList = "audience.list"
        /// See ``Command/audienceKick(_:)``.
        case audienceKick = "audience.kick"
        /// See ``Command/audienceMute(_:)``.
        case audienceMute = "audience.mute"
        /// See ``Command/audienceBan(_:)``.
        case audienceBan = "audience.ban"
        /// See ``Command/audienceAdmin(_:)``.
        case audienceAdmin = "audience.admin"
        /// See ``Command/audienceLog(_:)``.
        case audienceLog = "audience.log"
        /// See ``Command/userUpdate(_:)``.
        case userUpdate = "user.update"
        /// See ``Command/barrageSend(_:)``.
        case barrageSend = "barrage.send"
        /// See ``Command/barrageDelete(_:)``.
        case barrageDelete = "barrage.delete"
        /// See ``Command/barragePin(_:)``.
        case barragePin = "barrage.pin"
        /// See ``Command/giftList(_:)``.
        case giftList = "gift.list"
        /// See ``Command/giftSend(_:)``.
        case giftSend = "gift.send"
        /// See ``Command/walletGet``.
        case walletGet = "wallet.get"
        /// See ``Command/walletTopUp(_:)``.
        case walletTopUp = "wallet.topUp"
        /// See ``Command/likeSend(_:)``.
        case likeSend = "like.send"
        /// See ``Command/boardList(_:)``.
        case boardList = "board.list"
        /// See ``Command/pubsubPublish(_:)``.
        case pubsubPublish = "pubsub.publish"
        /// See ``Command/pubsubSubscribe(_:)``.
        case pubsubSubscribe = "pubsub.subscribe"
        /// See ``Command/pubsubUnsubscribe(_:)``.
        case pubsubUnsubscribe = "pubsub.unsubscribe"
        /// See ``Command/pubsubMessages(_:)``.
        case pubsubMessages = "pubsub.messages"
        /// See ``Command/mediaPublish``.
        case mediaPublish = "media.publish"
        /// See ``Command/fileTicket``.
        case fileTicket = "file.ticket"
        /// See ``Command/mediaTest``.
        case mediaTest = "media.test"
        /// See ``Command/mediaEncoder``.
        case mediaEncoder = "media.encoder"
        /// See ``Command/seatList``.
        case seatList = "seat.list"
        /// See ``Command/seatTake(_:)``.
        case seatTake = "seat.take"
        /// See ``Command/seatLeave``.
        case seatLeave = "seat.leave"
        /// See ``Command/seatMove(_:)``.
        case seatMove = "seat.move"
        /// See ``Command/seatKick(_:)``.
        case seatKick = "seat.kick"
        /// See ``Command/seatLock(_:)``.
        case seatLock = "seat.lock"
        /// See ``Command/seatAllow(_:)``.
        case seatAllow = "seat.allow"
        /// See ``Command/seatFeature(_:)``.
        case seatFeature = "seat.feature"
        /// See ``Command/seatDevices(_:)``.
        case seatDevices = "seat.devices"
        /// See ``Command/seatInvite(_:)``.
        case seatInvite = "seat.invite"
        /// See ``Command/seatCancel(_:)``.
        case seatCancel = "seat.cancel"
        /// See ``Command/seatAnswer(_:)``.
        case seatAnswer = "seat.answer"
        /// See ``Command/coHostList``.
        case coHostList = "cohost.list"
        /// See ``Command/coHostRequest(_:)``.
        case coHostRequest = "cohost.request"
        /// See ``Command/coHostCancel(_:)``.
        case coHostCancel = "cohost.cancel"
        /// See ``Command/coHostAnswer(_:)``.
        case coHostAnswer = "cohost.answer"
        /// See ``Command/coHostExit``.
        case coHostExit = "cohost.exit"
        /// See ``Command/coHostMute(_:)``.
        case coHostMute = "cohost.mute"
        /// See ``Command/battleRequest(_:)``.
        case battleRequest = "battle.request"
        /// See ``Command/battleCancel(_:)``.
        case battleCancel = "battle.cancel"
        /// See ``Command/battleAnswer(_:)``.
        case battleAnswer = "battle.answer"
        /// See ``Command/battleExit(_:)``.
        case battleExit = "battle.exit"
        /// See ``Command/seatSignal(_:)``.
        case seatSignal = "seat.signal"
    }

    /// The operation of the command.
    public var operation: Operation {
        switch self {
        case .sessionOpen: .sessionOpen
        case .sessionPing: .sessionPing
        case .roomCreate: .roomCreate
        case .roomJoin: .roomJoin
        case .roomLeave: .roomLeave
        case .roomEnd: .roomEnd
        case .roomEarnings: .roomEarnings
        case .roomUpdate: .roomUpdate
        case .roomMetadata: .roomMetadata
        case .roomWords: .roomWords
        case .roomList: .roomList
        case .roomInfo: .roomInfo
        case .audienceList: .audienceList
        case .audienceKick: .audienceKick
        case .audienceMute: .audienceMute
        case .audienceBan: .audienceBan
        case .audienceAdmin: .audienceAdmin
        case .audienceLog: .audienceLog
        case .userUpdate: .userUpdate
        case .barrageSend: .barrageSend
        case .barrageDelete: .barrageDelete
        case .barragePin: .barragePin
        case .giftList: .giftList
        case .giftSend: .giftSend
        case .walletGet: .walletGet
        case .walletTopUp: .walletTopUp
        case .likeSend: .likeSend
        case .boardList: .boardList
        case .pubsubPublish: .pubsubPublish
        case .pubsubSubscribe: .pubsubSubscribe
        case .pubsubUnsubscribe: .pubsubUnsubscribe
        case .pubsubMessages: .pubsubMessages
        case .mediaPublish: .mediaPublish
        case .fileTicket: .fileTicket
        case .mediaTest: .mediaTest
        case .mediaEncoder: .mediaEncoder
        case .seatList: .seatList
        case .seatTake: .seatTake
        case .seatLeave: .seatLeave
        case .seatMove: .seatMove
        case .seatKick: .seatKick
        case .seatLock: .seatLock
        case .seatAllow: .seatAllow
        case .seatFeature: .seatFeature
        case .seatDevices: .seatDevices
        case .seatInvite: .seatInvite
        case .seatCancel: .seatCancel
        case .seatAnswer: .seatAnswer
        case .coHostList: .coHostList
        case .coHostRequest: .coHostRequest
        case .coHostCancel: .coHostCancel
        case .coHostAnswer: .coHostAnswer
        case .coHostExit: .coHostExit
        case .coHostMute: .coHostMute
        case .battleRequest: .battleRequest
        case .battleCancel: .battleCancel
        case .battleAnswer: .battleAnswer
        case .battleExit: .battleExit
        case .seatSignal: .seatSignal
        }
    }

    /// The operation's name on the wire, such as `room.join`.
    public var op: String { operation.rawValue }
}
