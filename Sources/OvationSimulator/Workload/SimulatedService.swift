/// What a workload uses: one server, or a cluster of them.
protocol SimulatedService: AnyObject {
    /// Whether everything that should run accepts connections.
    var isUp: Bool { get }
    /// How many times a process was killed.
    var crashes: Int { get }

    /// Opens a connection for a client. Returns nil if nobody accepts it.
    func connect(_ client: Int, _ user: String) -> Link?

    /// Kills a process.
    func crash()

    /// Sets a clock forwards or backwards.
    func setClock(by milliseconds: Int64)

    /// Credits a user's wallet, like the app's backend. `done` is called when the credit is known to be stored.
    func credit(_ user: String, _ coins: Int64, reference: String, _ done: @escaping () -> Void)

    /// Plays an operator, who looks up the orders whose outcome the server cannot find out.
    func reconcile(_ done: @escaping () -> Void)
}
