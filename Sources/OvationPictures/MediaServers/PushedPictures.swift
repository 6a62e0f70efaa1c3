import OvationModel
import Synchronization

/// Pictures that nginx took by RTMP and a program beside it hands to the relay: the way to send their publishers away.
///
/// The relay can end the connection of that program, which nginx would start again. The publisher goes when nginx asks about it. May be
/// used from any thread.
package final class PushedPictures: Sendable {
    private let obey = Mutex<(@Sendable (LiveID) -> Void)?>(nil)

    /// Makes it without anybody who obeys.
    package init() {}

    /// Names who sends publishers away.
    func use(_ work: @escaping @Sendable (LiveID) -> Void) { obey.withLock { $0 = work } }

    /// The relay takes the picture of a live no more; its publisher at nginx has to go.
    func sentAway(_ live: LiveID) { obey.withLock { $0 }?(live) }
}
