import NIOCore
import OvationBroker
import OvationModel

/// The notices of an edge to the home of a live, in their order.
///
/// Those that must arrive are sent again until the home says that it has heard them, whatever else comes back: a home that is in doubt, or
/// whose broker is just back, says that it does not run the live.
///
/// Confined to the event loop of the live.
final class HomeNotices: @unchecked Sendable {
    private struct Waiting {
        let number: Int
        let question: HomeQuestion
        /// The last time that it was sent; nil before.
        var request: (any BrokerRequest)?
    }

    /// How many may wait. The oldest give way: what a home has missed of them it finds out by ``LinkedRoom``'s renewals.
    static let waitingMax = 1024
    private static let resendMilliseconds: Int64 = 500

    private let link: NodeLink
    private let home: NodeRun
    private let loop: RoomLoop
    private var waiting: [Waiting] = []
    private var lastNumber = 0
    private var isResendDue = false

    init(to home: NodeRun, over link: NodeLink, on loop: RoomLoop) {
        self.home = home
        self.link = link
        self.loop = loop
    }

    /// Whether everything that must arrive has arrived.
    var isEmpty: Bool { waiting.isEmpty }

    /// Sends a notice.
    ///
    /// - Parameter mustArrive: false where the next one of its kind says the same.
    func send(_ question: HomeQuestion, mustArrive: Bool) {
        guard mustArrive else { return link.publish(question.bytes, to: .home(home, in: link.cluster)) }
        lastNumber += 1
        if waiting.count >= Self.waitingMax { waiting.removeFirst().request?.cancel() }
        waiting.append(Waiting(number: lastNumber, question: question))
        tell(lastNumber)
        resendSoon()
    }

    /// Sends nothing again any more.
    func stop() {
        for notice in waiting { notice.request?.cancel() }
        waiting = []
    }

    private func tell(_ number: Int) {
        guard let place = waiting.firstIndex(where: { $0.number == number }) else { return }
        // Nobody waits for the answer to what is sent anew.
        waiting[place].request?.cancel()
        waiting[place].request = nil
        let request = link.ask(waiting[place].question, at: home) { [weak self, loop] result in
            loop.eventLoop.execute { [weak self] in self?.heard(number, result) }
        }
        // The answer comes in a later turn of the loop, so it is in the same place.
        waiting[place].request = request
    }

    private func heard(_ number: Int, _ result: Result<[UInt8], BrokerFailure>) {
        guard case .success(let bytes) = result, case .answered? = try? HomeAnswer(bytes) else { return }
        waiting.removeAll { $0.number == number }
    }

    private func resendSoon() {
        guard !isResendDue, !waiting.isEmpty else { return }
        isResendDue = true
        loop.run(after: Self.resendMilliseconds) { [self] in
            isResendDue = false
            for number in waiting.map(\.number) { tell(number) }
            resendSoon()
        }
    }
}

extension RoomNotice {
    /// Whether a home that has not heard it would be wrong for long.
    var mustArrive: Bool {
        switch self {
        case .connectionLost, .sessionEnded, .subscribed, .pictureChanged, .coinsTakenBack: true
        case .edgeReported: false
        }
    }
}
