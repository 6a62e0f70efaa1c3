/// In which steps a node hands over what it has, so that not everybody comes to the other nodes at the same moment.
package struct DrainPlan: Equatable, Sendable {
    /// The time between two steps.
    package static let stepMilliseconds: Int64 = 100

    /// How many are handed over in a step; at least 1.
    package let perStep: Int
    /// How many steps there are; 0 where there is nothing to hand over.
    package let steps: Int

    /// Makes a plan.
    ///
    /// - Parameters:
    ///   - count: how many there are to hand over.
    ///   - milliseconds: how long that may take. Less than a step is one step.
    package init(_ count: Int, within milliseconds: Int64) {
        let stepsMax = Int(max(1, milliseconds / Self.stepMilliseconds))
        perStep = max(1, (count + stepsMax - 1) / stepsMax)
        steps = (count + perStep - 1) / perStep
    }
}
