/// Makes the views over and behind the pictures of a ``LiveCoreView``. All methods are called on the main actor. If one returns nil, no
/// view is added.
@MainActor
public protocol VideoViewDelegate: AnyObject {
    /// Makes a view for a seat of the view's own live. It is called for each seat, including empty ones.
    ///
    /// - Parameters:
    ///   - seatInfo: The seat and the user in it.
    ///   - viewLayer: Foreground for the view over the picture; background for the view that shows while the camera is off.
    func createCoGuestView(seatInfo: SeatInfo, viewLayer: ViewLayer) -> LiveCoreSurface?

    /// Makes a view for a seat when hosts are connected. It is called for each seat, including those of the view's own live.
    ///
    /// - Parameters:
    ///   - seatInfo: The seat and the user in it.
    ///   - viewLayer: Foreground for the view over the picture; background for a seat of another live whose camera is off.
    func createCoHostView(seatInfo: SeatInfo, viewLayer: ViewLayer) -> LiveCoreSurface?

    /// Makes a view for a seat in a battle, over the picture.
    func createBattleView(seatInfo: SeatInfo) -> LiveCoreSurface?

    /// Makes the single view over all pictures of a battle. It is called once, when there are two seats.
    func createBattleContainerView() -> LiveCoreSurface?
}
