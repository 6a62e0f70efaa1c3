/// A bug that a host plants inside of a node, to show that it would find it. No server has one.
package enum HostedBug: Hashable, Sendable {
    /// Whatever connection asks for a session goes on with it, though it was replaced by another one.
    case lateReplay
    /// A creation that is refused takes its session out of the live in which it was before.
    case forgottenPlace
    /// A refusal of the app's billing that the disk did not take is forgotten.
    case forgottenRefusal
    /// An edge passes over what it has missed of a live at another node.
    case gapUnseen
    /// An edge lets viewers in before it has what came before them.
    case earlyAdmit
    /// A node refuses an order for good by what it knows itself, of a live that runs elsewhere.
    case refusedElsewhere
    /// The node that takes an order in says what it costs, and not the home of the live.
    case priceAtEdge
    /// A stream key that was read counts until the node ends.
    case oldKey
    /// An edge goes on writing to who was taken out of a live.
    case removalUnseen
    /// A room takes what who was taken out of it says for what the app's backend says for them.
    case strangerSpeaks
    /// A room keeps sessions that are over.
    case goneCounts
    /// A call to a home that is gone waits for as long as an answer may take.
    case callForgotten
}
