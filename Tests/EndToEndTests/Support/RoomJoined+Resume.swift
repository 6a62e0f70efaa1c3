import OvationModel
import OvationWire

extension RoomJoined {
    /// What a client sends to resume a live that it has just entered.
    ///
    /// - Parameters:
    ///   - epoch: the epoch of the last event that the client saw; nil means that of the entry.
    ///   - seq: the `seq` of that event; nil means that of the entry.
    ///   - durable: the number of the last stored event that the client saw; nil means that of the entry.
    func resume(
        _ session: SessionID, epoch: String? = nil, seq: Int64? = nil, durable: Int64? = nil
    ) -> SessionOpen.Resume {
        let place = SessionOpen.Position(
            room: liveID, epoch: epoch ?? self.epoch, seq: seq ?? self.seq, durable: durable ?? self.durable,
            sessionID: nil)
        return SessionOpen.Resume(session: session, rooms: [place])
    }
}
