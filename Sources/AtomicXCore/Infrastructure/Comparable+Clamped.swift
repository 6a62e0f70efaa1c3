extension Comparable {
    /// Returns the nearest value in a range. A value that cannot be compared, such as NaN, becomes the lower bound.
    func clamped(to range: ClosedRange<Self>) -> Self { min(range.upperBound, max(range.lowerBound, self)) }
}
