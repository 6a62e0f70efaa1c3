public import OvationModel

/// The picture of a live whose publisher is at another server. It is what the picture there is, and tells nobody.
extension Picture {
    /// Becomes what the picture at the other server has become.
    ///
    /// - Parameter isWhole: True for the first update of a stream, which has everything.
    /// - Returns: False if the update does not fit what is here, so that everything has to be sent anew.
    public mutating func follow(_ update: RingUpdate<Payload>, isWhole: Bool, _ newStatus: PictureStatus) -> Bool {
        guard isFetched, !isEnded, ring.follow(update, isWhole: isWhole) else { return false }
        status = newStatus
        return true
    }

    /// Handles the loss of the other server. Viewers keep what is here, and see that the picture is interrupted.
    public mutating func loseSight(at now: Timestamp) {
        guard isFetched, !isEnded, status.state == .live else { return }
        status = PictureStatus(state: .interrupted, since: now, info: status.info)
    }

    /// Goes on as a picture of this server: the live runs here from now on, and its publisher comes here. What is kept stays, and numbers
    /// continue, so that viewers who have come from the other server go on.
    public mutating func becomeOwn(at now: Timestamp) -> [PictureAction] {
        guard isFetched else { return [] }
        isFetched = false
        ring.stopFollowing()
        guard !isEnded, status.state != .none else { return [] }
        return change(to: .interrupted, info: status.info, at: now)
    }
}
