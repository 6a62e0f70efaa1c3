/// How long the library waits for a server, in milliseconds.
package struct NATSTimings: Sendable {
    /// For a connection.
    package var connectMilliseconds: Int64 = 2000
    /// Between two tries, and up to twice as long by chance.
    package var retryMilliseconds: Int64 = 100
    /// Between two looks whether the server still answers. The connection is lost when it has not answered two.
    package var pingMilliseconds: Int64 = 1000
    /// Until a server that takes no bytes is given up.
    package var writeMilliseconds: Int64 = 2000
    /// Between two tries where the server has refused the user.
    package var refusedMilliseconds = 1000

    package init() {}
}
