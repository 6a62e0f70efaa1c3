import Foundation

/// Where everything of a live stands in its view: pure arithmetic over seats, canvas and the size of the view.
struct PictureLayout: Equatable, Sendable {
    /// A seat, whichever live it belongs to.
    struct SeatKey: Hashable, Comparable, Sendable {
        /// The live of the seat.
        let liveID: String
        /// Which seat of it.
        let index: Int

        static func < (one: SeatKey, other: SeatKey) -> Bool { (one.liveID, one.index) < (other.liveID, other.index) }
    }

    /// Where a seat is.
    struct Place: Equatable, Sendable {
        let key: SeatKey
        let seat: SeatInfo
        /// In the view's points.
        let frame: CGRect
    }

    /// The layout in which a picture that is wider than high fills the view, without anything over it.
    static let landscapeTemplate: UInt = 200
    /// The layout of one large picture with small ones over it.
    static let floatingTemplate: UInt = 601
    /// How far small pictures are from the right edge in the floating layout, in points of a view that is 375 wide.
    static let floatingInset: CGFloat = 12
    private static let widthOfDesign: CGFloat = 375

    /// Where the mixed picture is.
    var stage = CGRect.zero
    /// Whether the stage fills the view.
    var isFullScreen = true
    /// The seats that have a place, from the bottom of the pile to its top.
    var places: [Place] = []
    /// Where the battle's container is; nil for none.
    var battleContainer: CGRect?
    /// Whether views stand over the seats.
    var hasForeground = true

    /// Arranges a stage.
    ///
    /// - Parameters:
    ///   - stage: who is where on the canvas.
    ///   - size: of the view, in points.
    ///   - isSeated: whether the user sits on a seat.
    ///   - seatsMax: how many seats are looked at.
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
        // The canvas is larger than the view in one direction, and half of what is too much is cut off on each side.
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

    /// Whether a region has a picture. What a server should not have sent has none.
    private static func isPlaced(_ region: RegionInfo) -> Bool {
        isLength(region.w) && isLength(region.h) && abs(region.x) <= lengthMax && abs(region.y) <= lengthMax
    }

    /// Larger and smaller numbers are no canvas. The bounds keep every product finite.
    private static let lengthMax: CGFloat = 100_000
    private static let lengthMin: CGFloat = 0.01

    private static func isLength(_ length: CGFloat) -> Bool { length >= lengthMin && length <= lengthMax }
}
