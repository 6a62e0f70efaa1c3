/// The right of a server to serve what a database keeps, while another stands by to take over.
///
/// Money needs none of it: every commit is checked by the database. It is for what is not kept, such as chat: a server that was frozen
/// does not know whether another serves by now.
public struct ServingRight: Sendable {
    /// How long ago it was certain that no other server serves. May be called on any thread.
    public let age: @Sendable () -> Duration
    /// Asks the database whether no other server serves. Returns false if one does, or if the database does not answer.
    public let confirm: @Sendable () async -> Bool

    /// Makes a right of two functions.
    public init(age: @escaping @Sendable () -> Duration, confirm: @escaping @Sendable () async -> Bool) {
        self.age = age
        self.confirm = confirm
    }
}
