import TUILiveKit
import UIKit

final class AudienceView: UIView, TUIGiftListViewDelegate {
    let roomId: String
    let store: RoomStore
    init(roomId: String, store: RoomStore) {
        (self.roomId, self.store) = (roomId, store)
        super.init(frame: .zero)
    }
    required init?(coder: NSCoder) { nil }
    func onRecharge(giftListView view: TUIGiftListView) {}

    // document: The panel's gifts

    // File Location: iOS/TUILiveKit/Source/View/LiveRoom/View/Audience/AudienceView.swift
    func getRouteView(route: Route) -> UIView? {
        if route == .giftView {
            giftPanelView.setGiftList(TUIGiftStore.shared.giftList)
            return giftPanelView
        } else {
            return nil
        }
    }

    // document: The balance

    // File Location: iOS/TUILiveKit/Source/View/LiveRoom/View/Audience/AudienceView.swift
    lazy var giftPanelView: TUIGiftListView = {
        let view = TUIGiftListView(groupId: roomId)
        view.delegate = self
        TUIGiftStore.shared.giftCloudServer.queryBalance { error, balance in
            if error == .noError {
                view.setBalance(balance)
            }
        }
        return view
    }()

    // document: Sending

    // File Location: iOS/TUILiveKit/Source/View/LiveRoom/View/Audience/AudienceView.swift
    func onSendGift(giftListView view: TUIGiftListView, giftModel: TUIGift, giftCount: Int) {
        let anchorInfo = store.selectCurrent(RoomSelectors.getRoomOwnerInfo)
        let receiver = TUIGiftUser()
        receiver.userId = anchorInfo.userId
        receiver.userName = anchorInfo.name
        receiver.avatarUrl = anchorInfo.avatarUrl
        receiver.level = "0"
        let selfInfo = store.selectCurrent(UserSelectors.getSelfInfo)
        TUIGiftStore.shared.giftCloudServer.sendGift(
            sender: selfInfo.userId,
            receiver: receiver.userId,
            giftModel: giftModel,
            giftCount: giftCount
        ) { [weak self] error, balance in
            guard let self = self else { return }
            if error == .noError {
                view.sendGift(giftModel: giftModel, giftCount: giftCount, receiver: receiver)
                view.setBalance(balance)
            } else {
                let toastInfo = ToastInfo(message: .balanceInsufficientText)
                // instead of: store.dispatch(action: ViewActions.toastEvent(payload: toastInfo))
                self.store.dispatch(action: ViewActions.toastEvent(payload: toastInfo))  // added: closures name self
            }
        }
    }

}  // added: the end of the class
