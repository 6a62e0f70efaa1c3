package import OvationModel
package import OvationWire

extension BarrageAccepted {
    /// Makes sure that the message was not dropped.
    ///
    /// - Throws: `frequencyLimited` if it was dropped, with the reason in its message.
    package func requireDelivered() throws(Rejection) {
        if let dropped { throw Rejection(.frequencyLimited, "The message was dropped: \(dropped.rawValue).") }
    }
}
