import AtomicXCore
import UIKit

/// All four methods are an adopter's to write.
final class ViewsWithoutABattle: VideoViewDelegate {  // refused: does not conform to protocol
    func createCoGuestView(seatInfo: SeatInfo, viewLayer: ViewLayer) -> UIView? { nil }
    func createCoHostView(seatInfo: SeatInfo, viewLayer: ViewLayer) -> UIView? { nil }
    func createBattleView(seatInfo: SeatInfo) -> UIView? { nil }
}
