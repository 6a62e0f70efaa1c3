import Foundation

/// Easing functions.
enum Ease {
    /// Returns the elapsed share of a time span: 0 before it, 1 after it.
    static func share(_ time: Float, _ from: Float, _ to: Float) -> Float {
        min(1, max(0, (time - from) / max(1e-6, to - from)))
    }

    /// Starts and ends slowly.
    static func inOut(_ share: Float) -> Float { share * share * (3 - 2 * share) }
    /// Starts fast and ends slowly.
    static func out(_ share: Float) -> Float { 1 - pow(1 - share, 3) }
    /// Starts slowly and ends fast.
    static func into(_ share: Float) -> Float { share * share * share }

    /// Starts fast, overshoots and returns.
    static func outBack(_ share: Float) -> Float {
        let rest = share - 1
        return 1 + 2.4 * rest * rest * rest + 1.4 * rest * rest
    }

    /// Rises from 0 to 1 in one time span and falls back in another.
    static func fade(_ time: Float, in first: (Float, Float), out last: (Float, Float)) -> Float {
        inOut(share(time, first.0, first.1)) * (1 - inOut(share(time, last.0, last.1)))
    }
}
