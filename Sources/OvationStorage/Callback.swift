public import OvationModel

/// Something that the app's backend is to be told, recorded with the change that it tells.
public struct CallbackDraft: Hashable, Sendable {
    /// Which it is. It travels with every attempt, so that a receiver can tell a repetition.
    public var id: String
    /// Which live it is about; those of one live are delivered in their order.
    public var liveID: LiveID
    /// The command's name on the wire.
    public var command: String
    /// When it happened.
    public var at: Timestamp
    /// The body, JSON.
    public var body: [UInt8]
    /// The address of the user who caused it; empty where there is none.
    public var clientAddress: String
    /// The platform of the user who caused it, as the API names it.
    public var clientPlatform: String

    /// Makes a draft.
    public init(
        id: String, liveID: LiveID, command: String, at: Timestamp, body: [UInt8], clientAddress: String,
        clientPlatform: String
    ) {
        self.id = id
        self.liveID = liveID
        self.command = command
        self.at = at
        self.body = body
        self.clientAddress = clientAddress
        self.clientPlatform = clientPlatform
    }
}

/// A callback that waits for its delivery.
public struct StoredCallback: Hashable, Sendable {
    /// Its number among all callbacks; a later one has a greater number.
    public var number: Int64
    /// What is to be told.
    public var draft: CallbackDraft

    /// Makes a callback.
    public init(number: Int64, draft: CallbackDraft) {
        self.number = number
        self.draft = draft
    }
}

/// A live that has callbacks to be delivered.
public struct CallbackLane: Hashable, Sendable {
    /// Which live.
    public var liveID: LiveID
    /// How often its first callback was tried.
    public var attempts: Int
    /// When it is to be tried again.
    public var dueAt: Timestamp

    /// Makes a lane.
    public init(liveID: LiveID, attempts: Int, dueAt: Timestamp) {
        self.liveID = liveID
        self.attempts = attempts
        self.dueAt = dueAt
    }
}

/// A callback that was given up.
public struct DeadCallback: Hashable, Sendable {
    /// What was to be told, with its number.
    public var callback: StoredCallback
    /// How often it was tried.
    public var attempts: Int
    /// Why the last attempt failed.
    public var failure: String
    /// When it was given up.
    public var diedAt: Timestamp

    /// Makes a dead callback.
    public init(callback: StoredCallback, attempts: Int, failure: String, diedAt: Timestamp) {
        self.callback = callback
        self.attempts = attempts
        self.failure = failure
        self.diedAt = diedAt
    }
}

/// How many callbacks there are.
public struct CallbackCounts: Hashable, Sendable {
    /// Those that wait.
    public var waiting: Int
    /// Those that were given up.
    public var dead: Int

    /// Makes counts.
    public init(waiting: Int = 0, dead: Int = 0) {
        self.waiting = waiting
        self.dead = dead
    }
}

/// What becomes of callbacks.
public enum CallbackChange: Hashable, Sendable {
    /// The first callbacks of a live were delivered, up to this number.
    case delivered(LiveID, through: Int64)
    /// The first callback of a live was not delivered, and is tried again later.
    case postponed(LiveID, attempts: Int, dueAt: Timestamp)
    /// Every live has its turn now, because what hindered them may be over.
    case hurried
    /// The first callback of a live is given up; the next one has its turn at once. Of the dead, the newest so many are kept.
    case gaveUp(LiveID, number: Int64, attempts: Int, failure: String, at: Timestamp, deadMax: Int)
    /// Dead callbacks are to be tried again, behind what waits already. An id that is not there is passed over.
    case revived([Int64], at: Timestamp)
    /// Dead callbacks are no longer of interest. An id that is not there is passed over.
    case dropped([Int64])
}
