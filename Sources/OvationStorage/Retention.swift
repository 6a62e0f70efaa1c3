public import OvationModel

/// One step of forgetting what is older than it may be: some rows of each kind, oldest first. A caller repeats it until it is done.
public struct RetentionStep: Hashable, Sendable {
    /// Texts of the chat of lives that ended before this time, and callbacks that were given up before it; nil to keep them.
    public var chatBefore: Timestamp?
    /// Visits to lives that ended before this time; nil to keep them.
    public var visitsBefore: Timestamp?
    /// Lines of moderation logs older than this; nil to keep them. The newest line of each live stays, because numbers go on behind it.
    public var moderationBefore: Timestamp?
    /// Lines of the log of operators older than this; nil to keep them. The newest line stays.
    public var operatorsBefore: Timestamp?
    /// The most rows of each kind.
    public var rowsMax: Int

    /// Makes a step.
    public init(
        chatBefore: Timestamp? = nil, visitsBefore: Timestamp? = nil, moderationBefore: Timestamp? = nil,
        operatorsBefore: Timestamp? = nil, rowsMax: Int
    ) {
        self.chatBefore = chatBefore
        self.visitsBefore = visitsBefore
        self.moderationBefore = moderationBefore
        self.operatorsBefore = operatorsBefore
        self.rowsMax = rowsMax
    }
}

/// What a step has forgotten.
public struct ForgottenRows: Hashable, Sendable {
    /// What is forgotten.
    public enum Kind: String, CaseIterable, Sendable {
        /// Texts of the chat, and callbacks that were given up.
        case chat
        /// Visits to lives.
        case visits
        /// Lines of moderation logs.
        case moderation
        /// Lines of the log of operators.
        case operators
    }

    /// How many rows of each kind were forgotten.
    public var counts: [Kind: Int]
    /// True if nothing is left that is too old.
    public var isDone: Bool

    /// Makes a result.
    public init(counts: [Kind: Int] = [:], isDone: Bool) {
        self.counts = counts
        self.isDone = isDone
    }
}

extension ForgottenRows {
    /// What is left of a pinned message whose text is forgotten: the event, because events are numbered without a gap.
    package static let emptyPins = #"{"pinned":[]}"#
}
