/// Watches whether lives are over for a user who was taken out of them: nothing of such a live is shown to them, and nothing that they
/// ask for there is done, until they enter again. Of one connection.
///
/// A removal that comes with a replay may be one of long ago, and one that comes while an entry is under way may be behind it. Neither
/// counts.
struct RemovalWatch {
    /// The lives that the user was taken out of over this connection.
    private var lives: Set<String> = []
    /// The lives that came with the connection, where replays tell what was.
    private var resumed: Set<String> = []

    /// The user comes back to a live with a new connection.
    mutating func resumes(_ live: String) { resumed.insert(live) }

    /// The user was told of having been taken out.
    ///
    /// - Parameter isEntering: whether a request to enter has no answer yet.
    mutating func takenOut(of live: String, isEntering: Bool) {
        if !isEntering, !resumed.contains(live) { lives.insert(live) }
    }

    /// The user has entered, as the server says.
    mutating func entered(_ live: String) {
        lives.remove(live)
        resumed.remove(live)
    }

    /// The connection is over: the next one begins with what the server says then.
    mutating func disconnected() { self = RemovalWatch() }

    /// Whether the user was taken out of a live and has not entered it since.
    func isOut(of live: String) -> Bool { lives.contains(live) }
}
