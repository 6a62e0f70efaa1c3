import Foundation

/// The layout of a live in its view. It is computed from the seats, the canvas and the size of the view, without side effects.
struct PictureLayout: Equatable, Sendable {
    /// Identifies a seat among the seats of all connected lives.
    struct SeatKey: Hashable, Comparable, Sendable {
        /// The id of the seat's live.
        let liveID: String
        /// The number of the seat in that live.
        let index: Int

        static func < (one: SeatKey, other: SeatKey) -> Bool { (one.liveID, one.index) < (other.liveID, other.index) }
    }

    /// A seat with its frame.
    struct Place: Equatable, Sendable {
        let key: SeatKey
        let seat: SeatInfo
        /// The frame in the view, in points.
        let frame: CGRect
    }

    /// The layout in which a landscape picture fills the view, with no views over it.
    static let landscapeTemplate: UInt = 200
    /// The layout with one large picture and small ones over it.
    static let floatingTemplate: UInt = 601
    /// The distance of small pictures from the right edge in the floating layout, in points of a view that is 375 points wide.
    static let floatingInset: CGFloat = 12
    private static let widthOfDesign: CGFloat = 375

    /// The frame of the live's mixed picture.
    var stage = CGRect.zero
    /// Whether the stage fills the view.
    var isFullScreen = true
    /// The seats that have a region, from bottom to top.
    var places: [Place] = []
    /// The frame of the battle's container; nil for none.
    var battleContainer: CGRect?
    /// Whether the app's views over the seats are shown.
    var hasForeground = true

    /// Lays out a stage.
    ///
    /// - Parameters:
    ///   - stage: The seats and their canvas.
    ///   - size: The size of the view, in points.
    ///   - isSeated: Whether the user is in a seat.
    ///   - seatsMax: The most seats to lay out.
    init(_ stage: PictureStage, in size: CGSize, isSeated: Bool, seatsMax: Int = PictureLimits().seatsMax) {
        self.stage = CGRect(origin: .zero, size: size)
        let canvas = stage.canvas
        hasForeground = canvas.templateID != Self.landscapeTemplate
        let seats = stage.seats.prefix(seatsMax).filter { Self.isPlaced($0.region) }
        guard Self.isLength(canvas.w), Self.isLength(canvas.h), Self.isLength(size.width), Self.isLength(size.height)
        else { return }
        isFullScreen = seats.count <= 1 || seats.contains { Self.covers($0.region, canvas) }
        if !isFullScreen { self.stage.size.height = size.width * canvas.h / canvas.w }
        let arranged = seats.map { seat in
            Place(
                key: SeatKey(liveID: seat.userInfo.liveID, index: seat.index), seat: seat,
                frame: Self.frame(of: seat.region, canvas, size, isAlone: seats.count == 1, isSeated: isSeated))
        }
        places = arranged.sorted { ($0.seat.region.zorder, $0.key) < ($1.seat.region.zorder, $1.key) }
        if hasForeground, places.count >= 2 { battleContainer = Self.container(of: places, width: size.width) }
    }

    private static func frame(
        of region: RegionInfo, _ canvas: LiveCanvas, _ size: CGSize, isAlone: Bool, isSeated: Bool
    ) -> CGRect {
        if isAlone || covers(region, canvas) { return CGRect(origin: .zero, size: size) }
        let isFloating = canvas.templateID == floatingTemplate
        let scale = isFloating ? max(size.width / canvas.w, size.height / canvas.h) : size.width / canvas.w
        var frame = CGRect(x: region.x * scale, y: region.y * scale, width: region.w * scale, height: region.h * scale)
        guard isFloating else { return frame }
        // The canvas is larger than the view in one direction. Half of the excess is cut off on each side.
        frame.origin.y -= (canvas.h * scale - size.height) / 2
        frame.origin.x =
            isSeated
            ? size.width - frame.width - floatingInset * size.width / widthOfDesign
            : frame.origin.x - (canvas.w * scale - size.width) / 2
        return frame
    }

    private static func container(of places: [Place], width: CGFloat) -> CGRect? {
        guard let top = places.map(\.frame.minY).min(), let bottom = places.map(\.frame.maxY).max() else { return nil }
        return CGRect(x: 0, y: top, width: width, height: bottom - top)
    }

    private static func covers(_ region: RegionInfo, _ canvas: LiveCanvas) -> Bool {
        region.x <= 0 && region.y <= 0 && region.x + region.w >= canvas.w && region.y + region.h >= canvas.h
    }

    /// Whether a region has a picture. A region with values that no server should send has none.
    private static func isPlaced(_ region: RegionInfo) -> Bool {
        isLength(region.w) && isLength(region.h) && abs(region.x) <= lengthMax && abs(region.y) <= lengthMax
    }

    /// The bounds of valid lengths. They keep every product finite.
    private static let lengthMax: CGFloat = 100_000
    private static let lengthMin: CGFloat = 0.01

    private static func isLength(_ length: CGFloat) -> Bool { length >= lengthMin && length <= lengthMax }
}
