import OvationBroker

/// The processes that have sent something, by slot, and which of their frames have come.
struct KnownSenders {
    private struct Sender {
        var run: NodeRun
        var window = ReplayWindow()
    }

    private var senders: [UInt16: Sender] = [:]

    /// The process that has a slot, as far as it has sent something.
    func run(of slot: UInt16) -> NodeRun? { senders[slot]?.run }

    /// Notes a frame; false where it has come before, and where its sender had the slot before another process that has sent something.
    mutating func take(_ frame: BrokerFrame) -> Bool {
        var sender = senders[frame.sender.slot] ?? Sender(run: frame.sender)
        guard sender.run.incarnation <= frame.sender.incarnation else { return false }
        if sender.run != frame.sender { sender = Sender(run: frame.sender) }
        defer { senders[frame.sender.slot] = sender }
        return sender.window.take(frame.number)
    }
}
