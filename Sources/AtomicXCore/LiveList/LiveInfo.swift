public import Foundation

/// What a live is: what its owner chose, and what the server says of it.
public struct LiveInfo: Equatable, Sendable {
    /// Which live: 1 to 48 bytes of printable ASCII, case-sensitive.
    public var liveID: String = ""
    /// The title, at most 100 bytes; the live id where none was given.
    public var liveName: String = ""
    /// The announcement, at most 100 bytes.
    public var notice: String = ""
    /// Whether messages are disabled for everybody but owner and administrators.
    public var isMessageDisable: Bool = false
    /// Whether the live is listed.
    public var isPublicVisible: Bool = true
    /// Whether the live has seats. Only at creation.
    public var isSeatEnabled: Bool = true
    /// Whether the owner always has a seat; false for a host who streams from other software. Only at creation.
    public var keepOwnerOnSeat: Bool = true
    /// How many seats. Only at creation, where the count of a template other than the default one wins.
    public var maxSeatCount: Int = 0
    /// How a viewer comes to a seat.
    public var seatMode: TakeSeatMode = .apply
    /// How the seats are laid out. Setting it sets ``seatLayoutTemplateID`` and ``maxSeatCount``.
    public var seatTemplate: SeatLayoutTemplate = .videoDynamicGrid9Seats {
        didSet { takeOverTemplate() }
    }
    /// The number of the layout: 1 to 199 voice, 200 to 999 video.
    public var seatLayoutTemplateID: UInt = 0
    /// Where the cover is, at most 200 bytes.
    public var coverURL: String = ""
    /// Where the background is, at most 200 bytes.
    public var backgroundURL: String = ""
    /// At most three numbers that the app gives meaning to.
    public var categoryList: [NSNumber] = []
    /// The app's own number for what goes on.
    public var activityStatus: Int = 0
    /// Who created it; told by the server.
    public internal(set) var liveOwner = LiveUserInfo()
    /// When it was created, in milliseconds since 1970; told by the server.
    public internal(set) var createTime: Int = 0
    /// How many entries it has had; the same user counts again on each.
    public var totalViewerCount: Int = 0
    /// Whether gifts may be sent. Only at creation.
    public var isGiftEnabled: Bool = true
    /// The app's own fields: at most 10 keys of 50 bytes, values of 2 KB, 16 KB together. After creation they change
    /// with ``LiveListStore/updateLiveMetaData(_:completion:)``.
    public var metaData: [String: String] = [:]

    /// Whether this is no live, as ``LiveListState/currentLive`` is outside of one.
    public var isEmpty: Bool { liveID.isEmpty }

    /// Makes a live to be created.
    public init(seatTemplate: SeatLayoutTemplate = .videoDynamicGrid9Seats) {
        self.seatTemplate = seatTemplate
        takeOverTemplate()
    }

    private mutating func takeOverTemplate() {
        seatLayoutTemplateID = seatTemplate.templateID
        maxSeatCount = seatTemplate.seatCount
    }

    /// Which fields of a live a change is about.
    public struct ModifyFlag: OptionSet, Sendable {
        /// The bits.
        public let rawValue: UInt

        /// Makes a set of bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Nothing.
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
    }
}
