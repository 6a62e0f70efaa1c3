/// Makes the views that stand over and behind the pictures of a ``LiveCoreView``. All methods are called on the main actor; where one
/// returns nil, nothing is added.
@MainActor
public protocol VideoViewDelegate: AnyObject {
    /// Makes the view of a seat of the view's own live. It is asked for each seat, empty ones too.
    ///
    /// - Parameters:
    ///   - seatInfo: the seat and who sits on it.
    ///   - viewLayer: foreground for what stands over the picture; background where the camera is off.
    func createCoGuestView(seatInfo: SeatInfo, viewLayer: ViewLayer) -> LiveCoreSurface?

    /// Makes the view of a connected host. It is asked for each seat, also of the own live.
    ///
    /// - Parameters:
    ///   - seatInfo: the seat and who sits on it.
    ///   - viewLayer: foreground for what stands over the picture; background for a seat of another live whose camera is off.
    func createCoHostView(seatInfo: SeatInfo, viewLayer: ViewLayer) -> LiveCoreSurface?

    /// Makes the view of a seat in a battle, over the picture.
    func createBattleView(seatInfo: SeatInfo) -> LiveCoreSurface?

    /// Makes the one view over all pictures of a battle. It is asked once, when there are two seats.
    func createBattleContainerView() -> LiveCoreSurface?
}
