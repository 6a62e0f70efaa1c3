/// The key of a stored event: the row of its live and its number in the live.
///
/// The live is above the number, so that the events of a live are next to each other in the order of their keys.
package struct EventKey {
    /// The number that a row has.
    package let id: Int64

    package init(id: Int64) { self.id = id }

    package init(room: Int64, durable: Int64) { id = room << 32 | durable }

    /// The number among the stored events of the live.
    package var durable: Int64 { id & 0xFFFF_FFFF }
}
