public import Foundation

/// A live: the settings that its owner chose, and the values that the server sets.
public struct LiveInfo: Equatable, Sendable {
    /// The id of the live: 1 to 48 bytes of printable ASCII, case-sensitive.
    public var liveID: String = ""
    /// The title, at most 100 bytes; the live's id if no title was given.
    public var liveName: String = ""
    /// The announcement, at most 100 bytes.
    public var notice: String = ""
    /// Whether messages are disabled for everybody except the owner and administrators.
    public var isMessageDisable: Bool = false
    /// Whether the live appears in the list of lives.
    public var isPublicVisible: Bool = true
    /// Whether the live has seats. It can be set at creation only.
    public var isSeatEnabled: Bool = true
    /// Whether the owner always has a seat. Set it to false for a host who streams from other software. It can be set at creation only.
    public var keepOwnerOnSeat: Bool = true
    /// The number of seats. It can be set at creation only. If the template is not the default one, the template's number is used instead.
    public var maxSeatCount: Int = 0
    /// How a viewer gets a seat.
    public var seatMode: TakeSeatMode = .apply
    /// The layout of the seats. Setting it also sets ``seatLayoutTemplateID`` and ``maxSeatCount``.
    public var seatTemplate: SeatLayoutTemplate = .videoDynamicGrid9Seats {
        didSet { takeOverTemplate() }
    }
    /// The layout number: 1 to 199 for voice, 200 to 999 for video.
    public var seatLayoutTemplateID: UInt = 0
    /// The URL of the cover, at most 200 bytes. In a list, it is that of a frame of the running picture where the host set none.
    public var coverURL: String = ""
    /// The URL of the background, at most 200 bytes.
    public var backgroundURL: String = ""
    /// At most three numbers whose meaning the app decides.
    public var categoryList: [NSNumber] = []
    /// The app's own number for the activity in the live.
    public var activityStatus: Int = 0
    /// The user who created the live. The server sets it.
    public internal(set) var liveOwner = LiveUserInfo()
    /// The time of creation, in milliseconds since 1970. The server sets it.
    public internal(set) var createTime: Int = 0
    /// The number of entries. A user who enters again counts again.
    public var totalViewerCount: Int = 0
    /// Whether gifts may be sent. It can be set at creation only.
    public var isGiftEnabled: Bool = true
    /// The app's own fields: at most 10 keys of 50 bytes, with values of 2 KB, 16 KB in total. After creation use
    /// ``LiveListStore/updateLiveMetaData(_:completion:)`` to change them.
    public var metaData: [String: String] = [:]

    /// Whether this value stands for no live, as ``LiveListState/currentLive`` does while the user is in none.
    public var isEmpty: Bool { liveID.isEmpty }

    /// Makes the settings of a new live.
    public init(seatTemplate: SeatLayoutTemplate = .videoDynamicGrid9Seats) {
        self.seatTemplate = seatTemplate
        takeOverTemplate()
    }

    private mutating func takeOverTemplate() {
        seatLayoutTemplateID = seatTemplate.templateID
        maxSeatCount = seatTemplate.seatCount
    }

    /// The fields of a live that a change sets.
    public struct ModifyFlag: OptionSet, Sendable {
        /// The bits of the set.
        public let rawValue: UInt

        /// Makes a set from bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// No field.
        public static let none: ModifyFlag = []
        /// ``LiveInfo/liveName``.
        public static let liveName = ModifyFlag(rawValue: 1 << 0)
        /// ``LiveInfo/notice``.
        public static let notice = ModifyFlag(rawValue: 1 << 1)
        /// ``LiveInfo/isMessageDisable``.
        public static let isMessageDisable = ModifyFlag(rawValue: 1 << 2)
        /// ``LiveInfo/isPublicVisible``.
        public static let isPublicVisible = ModifyFlag(rawValue: 1 << 5)
        /// ``LiveInfo/seatMode``.
        public static let seatMode = ModifyFlag(rawValue: 1 << 6)
        /// ``LiveInfo/coverURL``.
        public static let coverURL = ModifyFlag(rawValue: 1 << 7)
        /// ``LiveInfo/backgroundURL``.
        public static let backgroundURL = ModifyFlag(rawValue: 1 << 8)
        /// ``LiveInfo/categoryList``.
        public static let categoryList = ModifyFlag(rawValue: 1 << 9)
        /// ``LiveInfo/activityStatus``.
        public static let activityStatus = ModifyFlag(rawValue: 1 << 10)
        /// ``LiveInfo/seatLayoutTemplateID``.
        public static let seatLayoutTemplateID = ModifyFlag(rawValue: 1 << 11)
        /// ``LiveInfo/seatTemplate``. It is the same bit as ``seatLayoutTemplateID``.
        public static let seatTemplate = ModifyFlag(rawValue: 1 << 11)
    }
}
