public import OvationModel

/// Something that an operator changed, as the log of operators has it.
///
/// It never has a secret: no UserSig, no token, no key.
public struct OperatorAct: Hashable, Sendable {
    /// The way on which an operator changed something.
    public enum Way: String, Hashable, Sendable, CaseIterable {
        /// A call of the REST API with a UserSig: the app's backend, or a program of the operator.
        case rest
        /// The command `ovation`, which calls the REST API and says so of itself.
        case cli
        /// A session of the console.
        case console
        /// The command `ovation` beside the server, in the database itself.
        case local
    }

    /// When.
    public var at: Timestamp
    /// Who: an administrator of the app; of ``Way/local`` the user of the machine.
    public var by: String
    /// How.
    public var way: Way
    /// Where the call came from, behind the proxies that are trusted; empty if that is not known.
    public var address: String
    /// What was called: `live_engine_http_srv/destroy_room`.
    public var command: String
    /// What it was done to: the id of a live, a gift or a user; empty where a call names none.
    public var object: String
    /// What the call said, as a JSON object without what must not be kept.
    public var details: String
    /// 0, or the number of the server's own failure, after which it is not known whether the change was made.
    public var code: Int
    /// The id of the call, as its answer and the server's log have it.
    public var requestID: String

    /// Makes an act.
    public init(
        at: Timestamp, by: String, way: Way, address: String, command: String, object: String, details: String,
        code: Int, requestID: String
    ) {
        self.at = at
        self.by = by
        self.way = way
        self.address = address
        self.command = command
        self.object = object
        self.details = details
        self.code = code
        self.requestID = requestID
    }
}

/// A line of the log of operators.
public struct OperatorLogEntry: Hashable, Sendable {
    /// Its number. Numbers grow, and may have gaps.
    public var number: Int64
    /// What was done.
    public var act: OperatorAct

    /// Makes an entry.
    public init(number: Int64, act: OperatorAct) {
        self.number = number
        self.act = act
    }
}

/// Which lines of the log of operators are asked for.
public struct OperatorLogQuery: Hashable, Sendable {
    /// Only what this operator did; nil for all.
    public var by: String?
    /// Only what was done to this; nil for all.
    public var object: String?
    /// Only lines with a smaller number; nil for the newest.
    public var before: Int64?
    /// The most lines to return.
    public var limit: Int

    /// Makes a query.
    public init(by: String? = nil, object: String? = nil, before: Int64? = nil, limit: Int) {
        self.by = by
        self.object = object
        self.before = before
        self.limit = limit
    }
}
