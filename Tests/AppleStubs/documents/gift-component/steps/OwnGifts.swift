import TUILiveKit
import UIKit

@MainActor func ownGifts(roomId: String) {
    // document: Own gift materials

    let view = TUIGiftListView(groupId: roomId)  // Create gift panel object
    let giftList: [TUIGift] = []  // Replace this with your own gift materials array
    // instead of: giftList.setGiftList(giftList) // Set the materials for the gift panel
    view.setGiftList(giftList)  // added: the panel has the method, not the array
}  // added: the end of the function

@MainActor func playView(roomId: String) -> TUIGiftPlayView {  // added: a place for the next block
    // document: Receiving gifts

    let giftPlayView = TUIGiftPlayView(groupId: roomId)
    return giftPlayView  // added: the document keeps it
}  // added: the end of the function

@MainActor func setBalance(_ giftListView: TUIGiftListView, _ xxx: Int) {  // added: a place for the next block
    // document: Own balance

    giftListView.setBalance(xxx);
}  // added: the end of the function
