public import OvationModel

/// A notification for the app's backend, stored together with the change that it reports.
public struct CallbackDraft: Hashable, Sendable {
    /// The id. It is sent with every attempt, so that the receiver can detect repetitions.
    public var id: String
    /// The live. Callbacks of one live are delivered in order.
    public var liveID: LiveID
    /// The command's name on the wire.
    public var command: String
    /// When it happened.
    public var at: Timestamp
    /// The body, as JSON.
    public var body: [UInt8]
    /// The address of the user who caused it; empty if no user did.
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

/// A callback that waits for delivery.
public struct StoredCallback: Hashable, Sendable {
    /// The number among all callbacks. Later callbacks have larger numbers.
    public var number: Int64
    /// The content.
    public var draft: CallbackDraft

    /// Makes a callback.
    public init(number: Int64, draft: CallbackDraft) {
        self.number = number
        self.draft = draft
    }
}

/// A live with undelivered callbacks.
public struct CallbackLane: Hashable, Sendable {
    /// The live.
    public var liveID: LiveID
    /// How many times its first callback was tried.
    public var attempts: Int
    /// When the next attempt is due.
    public var dueAt: Timestamp

    /// Makes a lane.
    public init(liveID: LiveID, attempts: Int, dueAt: Timestamp) {
        self.liveID = liveID
        self.attempts = attempts
        self.dueAt = dueAt
    }
}

/// A callback that the server has given up on.
public struct DeadCallback: Hashable, Sendable {
    /// The callback.
    public var callback: StoredCallback
    /// How many times it was tried.
    public var attempts: Int
    /// Why the last attempt failed.
    public var failure: String
    /// When the server gave up.
    public var diedAt: Timestamp

    /// Makes a dead callback.
    public init(callback: StoredCallback, attempts: Int, failure: String, diedAt: Timestamp) {
        self.callback = callback
        self.attempts = attempts
        self.failure = failure
        self.diedAt = diedAt
    }
}

/// The numbers of stored callbacks.
public struct CallbackCounts: Hashable, Sendable {
    /// Callbacks that wait for delivery.
    public var waiting: Int
    /// Callbacks that the server has given up on.
    public var dead: Int

    /// Makes counts.
    public init(waiting: Int = 0, dead: Int = 0) {
        self.waiting = waiting
        self.dead = dead
    }
}

/// A change to stored callbacks.
public enum CallbackChange: Hashable, Sendable {
    /// The first callbacks of a live were delivered, up to this number.
    case delivered(LiveID, through: Int64)
    /// The first callback of a live failed and is postponed.
    case postponed(LiveID, attempts: Int, dueAt: Timestamp)
    /// All postponed callbacks are due now, because the obstacle may be gone.
    case hurried
    /// The server gives up on the first callback of a live, and the next one is due at once. Only the newest `deadMax` dead callbacks are
    /// kept.
    case gaveUp(LiveID, number: Int64, attempts: Int, failure: String, at: Timestamp, deadMax: Int)
    /// Dead callbacks are queued again, behind those that wait. Unknown numbers are ignored.
    case revived([Int64], at: Timestamp)
    /// Dead callbacks are deleted. Unknown numbers are ignored.
    case dropped([Int64])
}
