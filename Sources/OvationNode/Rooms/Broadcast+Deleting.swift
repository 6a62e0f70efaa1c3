import OvationModel
import OvationWire

extension Broadcast {
    /// A message was deleted: nobody who enters or comes back is sent it any more.
    ///
    /// Its deletion takes its place among the numbered events, so that who comes back misses no number.
    mutating func forget(_ deleted: BarrageDeleted, at now: Timestamp) {
        messages.remove(deleted.seq)
        let position = EventPosition(epoch: epoch, seq: deleted.seq, durable: nil, at: now)
        ring.replace(
            FrameEncoder.event(
                room: liveID, position: position, name: .barrageDeleted,
                data: RoomEvent.barrageDeleted(deleted).encodedData),
            seq: deleted.seq)
    }
}
