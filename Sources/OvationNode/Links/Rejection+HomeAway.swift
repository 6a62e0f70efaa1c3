import OvationModel

extension Rejection {
    /// The home of a live cannot be asked. Nothing was done.
    static let homeAway = Rejection(.homeAway)
}
