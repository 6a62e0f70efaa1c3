import TUILiveKit
import UIKit

final class OwnSettlement: TUIGiftListViewDelegate {
    let balance = 0

    // document: Sending, with own settlement

    func onSendGift(giftListView view: TUIGiftListView, giftModel: TUIGift, giftCount: Int) {
        //... Here, connect to the customer's own business server to complete balance verification, gift billing, consumption statistics, etc
        let receiver = TUIGiftUser()
        //...Here set the gift recipient information
        view.sendGift(giftModel: giftModel, giftCount: giftCount, receiver: receiver)
    }

    // document: Own recharge

    func onRecharge(giftListView view: TUIGiftListView) {
        //...go to recharge
        //Set the latest balance
        view.setBalance(balance)
    }
}  // added: the end of the class

final class OwnCheck: TUIGiftListViewDelegate {  // added: a place for the next block
    func onRecharge(giftListView view: TUIGiftListView) {}  // added: the protocol wants it

    // document: Sending, with a check of one's own

    func onSendGift(giftListView view: TUIGiftListView, giftModel: TUIGift, giftCount: Int) {
        //...Here is the pre-processing, such as verifying the current user's balance, etc
        let receiver = TUIGiftUser()
        //...Here set the gift recipient information
        view.sendGift(giftModel: giftModel, giftCount: giftCount, receiver: receiver)
    }
}  // added: the end of the class
