import Foundation

/// Ways to get from 0 to 1.
enum Ease {
    /// The share of a stretch of time, from 0 before it to 1 after it.
    static func share(_ time: Float, _ from: Float, _ to: Float) -> Float {
        min(1, max(0, (time - from) / max(1e-6, to - from)))
    }

    /// Slow at both ends.
    static func inOut(_ share: Float) -> Float { share * share * (3 - 2 * share) }
    /// Fast at first.
    static func out(_ share: Float) -> Float { 1 - pow(1 - share, 3) }
    /// Slow at first.
    static func into(_ share: Float) -> Float { share * share * share }

    /// Fast at first, beyond the end and back.
    static func outBack(_ share: Float) -> Float {
        let rest = share - 1
        return 1 + 2.4 * rest * rest * rest + 1.4 * rest * rest
    }

    /// Up in one stretch of time, down in another.
    static func fade(_ time: Float, in first: (Float, Float), out last: (Float, Float)) -> Float {
        inOut(share(time, first.0, first.1)) * (1 - inOut(share(time, last.0, last.1)))
    }
}
