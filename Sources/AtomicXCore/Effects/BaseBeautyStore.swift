/// The beauty filter of the user's camera.
///
/// Not yet: the filter changes no picture. The setters keep their levels in ``state``, so that an app's sliders show what the user chose.
///
/// Methods may be called on any thread. The state changes on the main queue. If a method is called there, the state already has the change
/// when the method returns.
///
/// `@unchecked Sendable` is sound because no property ever changes, and the state is changed on the main queue only.
public class BaseBeautyStore: @unchecked Sendable {
    /// The only store of the beauty filter.
    public static let shared = BaseBeautyStore()

    /// The levels that are set.
    public let state = StatePublisher(initialState: BaseBeautyState())

    init() {}

    /// Sets how much the skin is smoothed. Not yet: the picture stays as it is.
    ///
    /// - Parameter smoothLevel: The level, 0 (not at all) to 9. A value outside the range becomes the nearest one in it; NaN becomes 0.
    public func setSmoothLevel(smoothLevel: Float) { change { $0.smoothLevel = smoothLevel.clamped(to: 0...9) } }

    /// Sets how much the skin is whitened. Not yet: the picture stays as it is.
    ///
    /// - Parameter whitenessLevel: The level, 0 (not at all) to 9. A value outside the range becomes the nearest one in it; NaN becomes 0.
    public func setWhitenessLevel(whitenessLevel: Float) {
        change { $0.whitenessLevel = whitenessLevel.clamped(to: 0...9) }
    }

    /// Sets how ruddy the skin becomes. Not yet: the picture stays as it is.
    ///
    /// - Parameter ruddyLevel: The level, 0 (no change) to 9. A value outside the range becomes the nearest one in it; NaN becomes 0.
    public func setRuddyLevel(ruddyLevel: Float) { change { $0.ruddyLevel = ruddyLevel.clamped(to: 0...9) } }

    /// Sets all levels to 0.
    public func reset() { change { $0 = BaseBeautyState() } }

    private func change(_ change: @escaping @Sendable (inout BaseBeautyState) -> Void) {
        MainQueue.run { [state] in state.update(change) }
    }
}
