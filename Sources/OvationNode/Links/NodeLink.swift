package import OvationBroker
import OvationModel
import OvationObservability
import Synchronization

/// A node's way to the others of its cluster: frames over a broker, each with the proof of its sender.
package final class NodeLink: Sendable {
    package let broker: any Broker
    let cluster: ClusterName
    /// This node.
    let node: NodeRun
    let seal: FrameSeal
    let metrics: ServerMetrics
    /// What was asked of the homes of lives, and has no answer yet.
    let calls = HomeCalls()
    /// The number of the last frame.
    private let lastNumber = Atomic<Int64>(0)

    /// How much may wait for one live, or for the home: what a node with many viewers sends in a second or two.
    static let queue = BrokerQueue.Limits(messagesMax: 4096, bytesMax: 16 << 20)

    init(_ broker: any Broker, node: NodeRun, cluster: ClusterName, secret: String, metrics: ServerMetrics) {
        self.broker = broker
        self.node = node
        self.cluster = cluster
        self.metrics = metrics
        seal = FrameSeal(secret: secret, bytesMax: BrokerFrame.bytesMax)
    }

    /// How long a crossing may be that goes over this link, in bytes. The rest is for what stands around it.
    func crossingBytesMax(_ wanted: Int) -> Int { min(wanted, seal.bodyBytesMax - 1024) }

    /// Publishes a body. What is lost on the way is missed by its receiver, which asks for it.
    func publish(_ body: [UInt8], to subject: BrokerSubject) {
        guard let bytes = sealed(body, .subject(subject)) else { return }
        try? broker.publish(bytes, to: subject)
    }

    /// Asks; the answer comes on any thread, with its sender.
    @discardableResult
    func ask(
        _ body: [UInt8], at subject: BrokerSubject,
        _ answer: @escaping @Sendable (Result<[UInt8], BrokerFailure>) -> Void
    ) -> (any BrokerRequest)? {
        guard let question = sealed(body, .subject(subject)) else {
            metrics.brokerRequest(.unsent)
            answer(.failure(.tooLong(bytes: body.count, bytesMax: seal.bodyBytesMax)))
            return nil
        }
        return broker.request(question, to: subject) { [self] result in
            let read = result.flatMap { bytes -> Result<[UInt8], BrokerFailure> in
                guard let frame = self.opened(bytes, .answer(to: question)) else { return .failure(.disconnected) }
                return .success(frame.body)
            }
            metrics.brokerRequest(read.outcome)
            answer(read)
        }
    }

    /// Asks a home, as ``ask(_:at:_:)``. Where nobody listens there, all calls to it end: none of them is answered any more.
    @discardableResult
    func ask(
        _ question: HomeQuestion, at home: NodeRun,
        _ answer: @escaping @Sendable (Result<[UInt8], BrokerFailure>) -> Void
    ) -> (any BrokerRequest)? {
        ask(question.bytes, at: .home(home, in: cluster)) { [self] result in
            answer(result)
            if case .failure(.noResponders) = result { endCalls(at: home) }
        }
    }

    /// A process answers nothing any more: what it was asked ends with an unknown outcome.
    func endCalls(at home: NodeRun) { metrics.homeCallsEnded(calls.end(at: home)) }

    /// Listens to a subject.
    ///
    /// - Parameter handler: called at the place with each frame that is a node's, and with nil for a gap.
    func listen(
        to subject: BrokerSubject, on place: @escaping BrokerPlace,
        _ handler: @escaping @Sendable (LinkFrame?) -> Void
    ) throws(BrokerFailure) -> any BrokerSubscription {
        try broker.subscribe(to: subject, queue: Self.queue, on: place) { [weak self] delivery in
            guard let self else { return }
            switch delivery {
            case .gap:
                metrics.brokerGap()
                handler(nil)
            case .message(let message):
                guard let frame = opened(message.payload, .subject(subject)) else { return }
                handler(LinkFrame(frame: frame, bytes: message.payload, reply: message.reply))
            }
        }
    }

    /// Answers a frame; does nothing where no answer is expected.
    func answer(_ body: [UInt8], to question: LinkFrame) {
        guard let reply = question.reply, let bytes = sealed(body, .answer(to: question.bytes)) else { return }
        try? broker.answer(bytes, to: reply)
    }

    private func sealed(_ body: [UInt8], _ place: FramePlace) -> [UInt8]? {
        let number = lastNumber.add(1, ordering: .relaxed).newValue
        return try? seal.seal(BrokerFrame(sender: node, number: number, body: body), for: place)
    }

    private func opened(_ bytes: [UInt8], _ place: FramePlace) -> BrokerFrame? {
        do throws(FrameRefused) { return try seal.open(bytes, at: place) } catch {
            metrics.crossingRefused(error.reason.fault)
            return nil
        }
    }
}

extension Result<[UInt8], BrokerFailure> {
    /// Under which a request is counted.
    fileprivate var outcome: ServerMetrics.BrokerOutcome {
        switch self {
        case .success: .answered
        case .failure(.noResponders): .nobody
        case .failure(.tooLong), .failure(.overloaded), .failure(.refused): .unsent
        case .failure(.disconnected), .failure(.closed): .unknown
        }
    }
}

extension FrameRefused.Reason {
    /// Under which it is counted.
    fileprivate var fault: ServerMetrics.CrossingFault {
        switch self {
        case .tooLong: .tooLong
        case .cutShort: .cutShort
        case .trailingBytes: .trailingBytes
        case .version: .version
        case .stranger: .stranger
        }
    }
}

/// A frame that came.
struct LinkFrame: Sendable {
    let frame: BrokerFrame
    /// The frame as it came, which its answer is bound to.
    let bytes: [UInt8]
    let reply: BrokerReply?
}
