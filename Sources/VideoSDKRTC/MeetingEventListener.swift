/// Hears what happens in a meeting, on the main queue. Every method has an empty default.
public protocol MeetingEventListener: AnyObject {
    /// The meeting was entered: topics can be listened to.
    func onMeetingJoined()
    /// The meeting was left, by a wish of the user or without one.
    func onMeetingLeft()
    /// The same, with the reason.
    func onMeetingLeft(reason: LeaveReason)
    /// Somebody came. In a meeting of more than 500 some are not told.
    func onParticipantJoined(_ participant: Participant)
    /// Somebody went. In a meeting of more than 500 some are not told.
    func onParticipantLeft(_ participant: Participant)
    /// The same, with the reason.
    func onParticipantLeft(_ participant: Participant, reason: LeaveReason)
    /// The meeting stands otherwise with its server.
    func onMeetingStateChanged(meetingState: MeetingState)
    /// The connection failed; the message is for a log.
    func onSocketError(message: String)
    /// Something was not done that was asked for.
    func onError(error: VideoSDKError)
}

extension MeetingEventListener {
    /// Does nothing.
    public func onMeetingJoined() {}
    /// Does nothing.
    public func onMeetingLeft() {}
    /// Does nothing.
    public func onMeetingLeft(reason: LeaveReason) {}
    /// Does nothing.
    public func onParticipantJoined(_ participant: Participant) {}
    /// Does nothing.
    public func onParticipantLeft(_ participant: Participant) {}
    /// Does nothing.
    public func onParticipantLeft(_ participant: Participant, reason: LeaveReason) {}
    /// Does nothing.
    public func onMeetingStateChanged(meetingState: MeetingState) {}
    /// Does nothing.
    public func onSocketError(message: String) {}
    /// Does nothing.
    public func onError(error: VideoSDKError) {}
}
