public import AtomicXCore
public import Foundation

#if canImport(UIKit)
    public import UIKit
#endif

/// A cell of ``GiftListView``: shows a gift, and its button while it is chosen. Make a subclass for a cell of one's own.
open class GiftBaseCell: GiftKitCell {
    /// The gift that it shows; nil for none.
    public private(set) var giftInfo: Gift?
    var onSend: ((Gift, UInt) -> Void)?
    var clock: any GiftClock = SystemGiftClock()
    var texts = GiftTexts()
    var resolve: (String) -> String = { $0 }

    #if canImport(UIKit)
        /// What draws the gift.
        public let giftView = TUIGiftView(frame: .zero)
    #endif

    /// Makes a cell.
    public override init(frame: CGRect) {
        super.init(frame: frame)
        #if canImport(UIKit)
            place()
        #endif
    }

    /// Makes a cell of a storyboard.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        #if canImport(UIKit)
            place()
        #endif
    }

    /// Whether the button is seen while the cell is chosen. Unless overridden it is.
    open var isActionStyle: Bool { true }

    /// Whether the cell shows what is chosen.
    open override var isSelected: Bool {
        didSet { if isSelected != oldValue { updateSelectionState() } }
    }

    /// Orders a number of the gift.
    public final func sendGift(count: UInt = 1) {
        guard let giftInfo, count > 0 else { return }
        onSend?(giftInfo, count)
    }

    /// Has the cell show a gift.
    public func configure(with gift: Gift) {
        giftInfo = gift
        updateContent(gift: gift)
        updateSelectionState()
    }

    /// The user touched the cell while it was chosen. Unless overridden nothing happens.
    open func handleHitWhenSelected() {}

    /// The user touched the button. Unless overridden one gift is ordered.
    open func performSendAction() { sendGift() }

    /// The cell shows another gift.
    open func updateContent(gift: Gift) {
        #if canImport(UIKit)
            giftView.show(
                name: gift.name, price: Int(clamping: gift.coins), imageAddress: resolve(gift.iconURL), texts: texts)
        #endif
    }

    /// The cell was chosen, or is not any more.
    open func updateSelectionState() {
        #if canImport(UIKit)
            giftView.setSelected(isSelected, hasButton: isActionStyle)
        #endif
    }

    /// Makes the cell ready for another gift.
    open override func prepareForReuse() {
        super.prepareForReuse()
        giftInfo = nil
    }
}

/// A cell whose button orders one gift: for gifts with an effect.
open class GiftSingleCell: GiftBaseCell {}

/// A cell that orders one gift at each touch, and counts them while the user goes on: for gifts without an effect.
open class GiftComboCell: GiftBaseCell {
    /// How many were ordered in a row; 0 outside of one.
    public var comboCount: UInt { combo.count }

    private(set) var combo = GiftComboCounter(
        comboMilliseconds: Int64(GiftCellConfiguration.comboDuration * 1_000))
    private lazy var alarm = GiftAlarm(clock: clock) { [weak self] in
        guard let self else { return }
        combo.tick(at: clock.nowMilliseconds)
        showCombo()
    }

    /// Orders one more.
    open override func handleHitWhenSelected() { hit() }

    /// Orders one more.
    open override func performSendAction() { hit() }

    /// Ends the row where the cell is chosen no longer.
    open override func updateSelectionState() {
        super.updateSelectionState()
        if !isSelected { endCombo() }
    }

    /// Ends the row.
    open override func prepareForReuse() {
        super.prepareForReuse()
        endCombo()
    }

    /// The row has another count.
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

/// A cell that collects a number by touches, or by a finger that rests on it, and orders them at once by its button.
open class GiftBatchCell: GiftBaseCell {
    /// How many the button orders.
    public var batchCount: UInt { batch.count }

    private var batch = GiftBatchCounter()
    private lazy var alarm = GiftAlarm(clock: clock) { [weak self] in self?.countHeld() }

    /// Makes a cell.
    public override init(frame: CGRect) {
        super.init(frame: frame)
        countWhilePressed()
    }

    /// Makes a cell of a storyboard.
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

    /// Counts.
    open override func handleHitWhenSelected() {
        batch.step()
        updateBatch(count: batch.count)
    }

    /// A finger has rested on the cell for long enough: it counts by itself while the cell is chosen.
    func beginHold() { if isSelected { countHeld() } }

    /// The finger is gone.
    func endHold() { alarm.set(nil) }

    private func countHeld() {
        handleHitWhenSelected()
        alarm.set(clock.nowMilliseconds + Int64(GiftCellConfiguration.repeatSeconds * 1_000))
    }

    /// Orders the number, and begins with one again.
    open override func performSendAction() {
        sendGift(count: batch.count)
        batch.begin()
        updateBatch(count: batch.count)
    }

    /// Begins with one where the cell is chosen.
    open override func updateSelectionState() {
        super.updateSelectionState()
        endHold()
        if isSelected { batch.begin() } else { batch.reset() }
        updateBatch(count: batch.count)
    }

    /// Forgets the number.
    open override func prepareForReuse() {
        super.prepareForReuse()
        endHold()
        batch.reset()
        updateBatch(count: 0)
    }

    /// The number is another.
    open func updateBatch(count: UInt) {
        #if canImport(UIKit)
            giftView.showBadge(count > 0 ? "x \(count)" : nil)
        #endif
    }
}
