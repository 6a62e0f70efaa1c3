/// Receives the events of a meeting, on the main queue. Every method has an empty default.
public protocol MeetingEventListener: AnyObject {
    /// The user entered the meeting and can now subscribe to topics.
    func onMeetingJoined()
    /// The user is no longer in the meeting, for whatever reason.
    func onMeetingLeft()
    /// Comes right after the method without a reason, and adds the reason.
    func onMeetingLeft(reason: LeaveReason)
    /// A participant entered. In a meeting of more than 500, some are not reported.
    func onParticipantJoined(_ participant: Participant)
    /// A participant left. In a meeting of more than 500, some are not reported.
    func onParticipantLeft(_ participant: Participant)
    /// Comes right after the method without a reason, and adds the reason.
    func onParticipantLeft(_ participant: Participant, reason: LeaveReason)
    /// The state of the meeting's connection changed.
    func onMeetingStateChanged(meetingState: MeetingState)
    /// The connection failed. The message is meant for a log.
    func onSocketError(message: String)
    /// A call failed.
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
