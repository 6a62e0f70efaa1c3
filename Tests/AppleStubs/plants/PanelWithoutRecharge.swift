import OvationClient
import SwiftUI
import TUILiveKit

/// The panel has a way to more coins.
@available(iOS 17, tvOS 17, *)
struct PanelWithoutRecharge: View {
    let room: LiveRoom

    var body: some View { TUILiveKit.GiftPanel(room) }  // refused: missing argument for parameter 'onRecharge'
}
