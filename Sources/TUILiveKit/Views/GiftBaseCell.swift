public import AtomicXCore
public import Foundation

#if canImport(UIKit)
    public import UIKit
#endif

/// A cell of ``GiftListView`` that shows a gift, with a button while it is selected. Subclass it for a custom cell.
open class GiftBaseCell: GiftKitCell {
    /// The gift of the cell; nil for none.
    public private(set) var giftInfo: Gift?
    var onSend: ((Gift, UInt) -> Void)?
    var clock: any GiftClock = SystemGiftClock()
    var texts = GiftTexts()
    var resolve: (String) -> String = { $0 }

    #if canImport(UIKit)
        /// The view that draws the gift.
        public let giftView = TUIGiftView(frame: .zero)
    #endif

    /// Makes a cell.
    public override init(frame: CGRect) {
        super.init(frame: frame)
        #if canImport(UIKit)
            place()
        #endif
    }

    /// Makes a cell from a storyboard.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        #if canImport(UIKit)
            place()
        #endif
    }

    /// True if the button is visible while the cell is selected. The default is true.
    open var isActionStyle: Bool { true }

    /// True if the cell appears as selected.
    open override var isSelected: Bool {
        didSet { if isSelected != oldValue { updateSelectionState() } }
    }

    /// Orders a number of the gift.
    public final func sendGift(count: UInt = 1) {
        guard let giftInfo, count > 0 else { return }
        onSend?(giftInfo, count)
    }

    /// Sets the gift of the cell.
    public func configure(with gift: Gift) {
        giftInfo = gift
        updateContent(gift: gift)
        updateSelectionState()
    }

    /// Handles a tap while the cell is selected. The default implementation does nothing.
    open func handleHitWhenSelected() {}

    /// Handles a tap on the button. The default implementation orders one gift.
    open func performSendAction() { sendGift() }

    /// Updates the cell for a new gift.
    open func updateContent(gift: Gift) {
        #if canImport(UIKit)
            giftView.show(
                name: gift.name, price: Int(clamping: gift.coins), imageAddress: resolve(gift.iconURL), texts: texts)
        #endif
    }

    /// Updates the cell after its selection has changed.
    open func updateSelectionState() {
        #if canImport(UIKit)
            giftView.setSelected(isSelected, hasButton: isActionStyle)
        #endif
    }

    /// Resets the cell for reuse.
    open override func prepareForReuse() {
        super.prepareForReuse()
        giftInfo = nil
    }
}

/// A cell whose button orders one gift, for gifts with an effect.
open class GiftSingleCell: GiftBaseCell {}

/// A cell that orders one gift with each tap and counts the combo, for gifts without an effect.
open class GiftComboCell: GiftBaseCell {
    /// The number of gifts in the current combo; 0 if there is none.
    public var comboCount: UInt { combo.count }

    private(set) var combo = GiftComboCounter(
        comboMilliseconds: Int64(GiftCellConfiguration.comboDuration * 1_000))
    private lazy var alarm = GiftAlarm(clock: clock) { [weak self] in
        guard let self else { return }
        combo.tick(at: clock.nowMilliseconds)
        showCombo()
    }

    /// Orders one more gift.
    open override func handleHitWhenSelected() { hit() }

    /// Orders one more gift.
    open override func performSendAction() { hit() }

    /// Ends the combo if the cell is no longer selected.
    open override func updateSelectionState() {
        super.updateSelectionState()
        if !isSelected { endCombo() }
    }

    /// Ends the combo.
    open override func prepareForReuse() {
        super.prepareForReuse()
        endCombo()
    }

    /// Updates the cell after the count of the combo has changed.
    open func updateCombo(count: UInt) {
        #if canImport(UIKit)
            giftView.showBadge(count > 0 ? "x \(count)" : nil)
            giftView.showCountdown(seconds: count > 0 ? GiftCellConfiguration.comboDuration : nil)
        #endif
    }

    private func hit() {
        guard giftInfo != nil else { return }
        combo.hit(at: clock.nowMilliseconds)
        showCombo()
        sendGift()
    }

    private func endCombo() {
        combo.reset()
        showCombo()
    }

    private func showCombo() {
        alarm.set(combo.deadline)
        updateCombo(count: combo.count)
    }
}

/// A cell that counts up with taps or a long press, and orders all of them with its button.
open class GiftBatchCell: GiftBaseCell {
    /// The number of gifts that the button orders.
    public var batchCount: UInt { batch.count }

    private var batch = GiftBatchCounter()
    private lazy var alarm = GiftAlarm(clock: clock) { [weak self] in self?.countHeld() }

    /// Makes a cell.
    public override init(frame: CGRect) {
        super.init(frame: frame)
        countWhilePressed()
    }

    /// Makes a cell from a storyboard.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        countWhilePressed()
    }

    private func countWhilePressed() {
        #if canImport(UIKit)
            let press = UILongPressGestureRecognizer(target: self, action: #selector(pressed(_:)))
            press.minimumPressDuration = GiftCellConfiguration.longPressSeconds
            addGestureRecognizer(press)
        #endif
    }

    #if canImport(UIKit)
        @objc private func pressed(_ press: UILongPressGestureRecognizer) {
            switch press.state {
            case .began: beginHold()
            case .ended, .cancelled, .failed: endHold()
            default: break
            }
        }
    #endif

    /// Counts up.
    open override func handleHitWhenSelected() {
        batch.step()
        updateBatch(count: batch.count)
    }

    /// Handles the start of a long press, which counts up automatically while the cell is selected.
    func beginHold() { if isSelected { countHeld() } }

    /// Handles the end of a long press.
    func endHold() { alarm.set(nil) }

    private func countHeld() {
        handleHitWhenSelected()
        alarm.set(clock.nowMilliseconds + Int64(GiftCellConfiguration.repeatSeconds * 1_000))
    }

    /// Orders the counted gifts, and starts again with one.
    open override func performSendAction() {
        sendGift(count: batch.count)
        batch.begin()
        updateBatch(count: batch.count)
    }

    /// Starts with one if the cell is selected.
    open override func updateSelectionState() {
        super.updateSelectionState()
        endHold()
        if isSelected { batch.begin() } else { batch.reset() }
        updateBatch(count: batch.count)
    }

    /// Resets the count.
    open override func prepareForReuse() {
        super.prepareForReuse()
        endHold()
        batch.reset()
        updateBatch(count: 0)
    }

    /// Updates the cell after the count has changed.
    open func updateBatch(count: UInt) {
        #if canImport(UIKit)
            giftView.showBadge(count > 0 ? "x \(count)" : nil)
        #endif
    }
}
