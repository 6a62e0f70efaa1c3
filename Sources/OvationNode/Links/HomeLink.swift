import NIOCore
import OvationBroker
import OvationModel
import OvationObservability
import OvationPictures
import OvationRules
import OvationWire
import Synchronization

/// What a node answers to others about the lives that run here.
package final class HomeLink: Sendable {
    private struct State {
        /// The nodes that have asked.
        var askers = KnownSenders()
        var lives: [LiveID: FarEdges] = [:]
        var subscription: (any BrokerSubscription)?
        var settle: OrderLookUp?
        var picture: PictureLookUp?
        var isInDoubt: @Sendable () -> Bool = { false }
    }

    /// Looks up what an order was answered first that the rules refuse by now; see `Node.answer(to:refused:)`.
    typealias OrderLookUp =
        @Sendable (
            OrderWish, _ refused: Rejection, _ done: @escaping @Sendable (Result<GiftCharged, Rejection>) -> Void
        ) -> Void

    /// Where the picture of a live is that runs here; nil where none is relayed.
    typealias PictureLookUp = @Sendable (LiveID) -> PictureOrigin?

    let link: NodeLink
    private let bytesMax: Int
    /// The live with an id, where it runs here.
    let room: @Sendable (LiveID) -> (any RoomPort)?
    private let state = Mutex(State())

    /// - Parameter room: the live with an id, where it runs here.
    init(_ link: NodeLink, bytesMax: Int, room: @escaping @Sendable (LiveID) -> (any RoomPort)?) {
        self.link = link
        self.bytesMax = link.crossingBytesMax(bytesMax)
        self.room = room
    }

    /// Begins to answer.
    ///
    /// - Parameters:
    ///   - eventLoop: where questions are read.
    ///   - settle: looks up orders that the rules refuse, because only this node, the home, may refuse them for good; nil where nobody
    ///     orders.
    ///   - picture: where the pictures of lives are that run here; nil where nobody fetches any.
    ///   - isInDoubt: whether this node was frozen, and another one may be the home by now. Nothing is done for others then.
    func start(
        on eventLoop: any EventLoop, settle: OrderLookUp? = nil, picture: PictureLookUp? = nil,
        isInDoubt: @escaping @Sendable () -> Bool = { false }
    ) throws(BrokerFailure) {
        let subscription = try link.listen(
            to: .home(link.node, in: link.cluster), on: { eventLoop.execute($0) },
            { [weak self] frame in if let frame { self?.take(frame) } })
        state.withLock { state in
            (state.subscription, state.settle, state.isInDoubt) = (subscription, settle, isInDoubt)
            state.picture = picture
        }
    }

    /// Answers nothing any more.
    func stop() {
        let subscription = state.withLock { state in
            defer { (state.subscription, state.lives) = (nil, [:]) }
            return state.subscription
        }
        subscription?.cancel()
    }

    /// The process that has a slot, as far as it has asked something.
    func run(of slot: UInt16) -> NodeRun? { state.withLock { $0.askers.run(of: slot) } }

    /// How many lives other nodes may ask about.
    var livesCount: Int { state.withLock { $0.lives.count } }

    /// A live runs here from now on.
    func add(_ far: FarEdges) { state.withLock { $0.lives[far.liveID] = far } }

    /// Whether these are the edges of a live that runs here.
    func has(_ far: FarEdges) -> Bool { state.withLock { $0.lives[far.liveID] === far } }

    /// A live is over. Another start of it may run under its name.
    func forget(_ far: FarEdges) {
        state.withLock { state in
            if state.lives[far.liveID] === far { state.lives[far.liveID] = nil }
        }
    }

    /// A message for an edge as bytes: in several where its members do not fit into one crossing.
    func crossings(of message: EdgeMessage, bytesMax: Int) -> [[UInt8]] {
        do throws(CrossingRefused) { return [try message.crossing(bytesMax: bytesMax)] } catch {
            if error.reason == .tooLong, let (first, second) = message.halves {
                return crossings(of: first, bytesMax: bytesMax) + crossings(of: second, bytesMax: bytesMax)
            }
            link.metrics.crossingRefused(error.reason)
            guard message.isAwaited else { return [] }
            // Clients that wait for it come back, and are told anew.
            return message.connections.compactMap { try? EdgeMessage.sendBack($0).crossing(bytesMax: bytesMax) }
        }
    }
}

// MARK: - Questions

extension HomeLink {
    private func take(_ received: LinkFrame) {
        let sender = received.frame.sender
        guard state.withLock({ $0.askers.take(received.frame) }) else { return link.metrics.crossingRefused(.repeated) }
        guard let question = try? HomeQuestion(received.frame.body) else {
            link.metrics.crossingRefused(.malformed)
            return
        }
        guard !state.withLock({ $0.isInDoubt })() else { return answer(.notHere, to: received) }
        switch question {
        case .missing(let liveID, let batch, let message):
            guard let far = state.withLock({ $0.lives[liveID] }) else { return answer(.notHere, to: received) }
            link.metrics.brokerAskedAgain()
            far.loop.run { [self] in
                answer(far.missing(at: sender.slot, batch: batch, message: message), to: received)
            }
        case .renew(let liveID):
            guard let far = state.withLock({ $0.lives[liveID] }) else { return answer(.notHere, to: received) }
            far.loop.run { [self] in answer(far.renew(sender), to: received) }
        case .picture(let liveID):
            let origin = state.withLock { $0.picture }?(liveID)
            answer(origin.map { .picture($0) } ?? .notHere, to: received)
        case .runs(let liveID): answer(room(liveID) == nil ? .notHere : .answered([]), to: received)
        case .ask(let liveID, let crossing):
            guard let room = room(liveID) else { return answer(.notHere, to: received) }
            guard let request = read(crossing, as: RoomRequest.self), isOf(sender, request.origin?.connection) else {
                return answer(.failure(.crossingRefused), to: received)
            }
            // Links and battles are between lives of one node; see `CoHostHome.post(_:)`.
            if case .command(.coHost(.receive)) = request.body {
                return answer(.failure(Rejection(.roomNotFound)), to: received)
            }
            room.submit(request) { [self] result in
                guard case .failure(let rejection) = result, let wish = request.order(in: liveID),
                    let settle = state.withLock({ $0.settle })
                else { return answer(result, to: received) }
                settle(wish, rejection) { [self] settled in
                    answer(.success(settled.standing), to: received)
                }
            }
        case .tell(let liveID, let crossing):
            guard let room = room(liveID) else { return answer(.notHere, to: received) }
            if let notice = read(crossing, as: RoomNotice.self) { room.notify(notice) }
            answer(.answered([]), to: received)
        }
    }

    /// Whether a connection is one of the sender's.
    private func isOf(_ sender: NodeRun, _ connection: ConnectionAddress?) -> Bool {
        guard let connection, connection.edge.number != sender.slot else { return true }
        link.metrics.crossingRefused(.badValue)
        return false
    }

    private func read<Value: CrossingValue>(_ bytes: [UInt8], as type: Value.Type) -> Value? {
        do throws(CrossingRefused) { return try Value(crossing: bytes, bytesMax: bytesMax) } catch {
            link.metrics.crossingRefused(error.reason)
            return nil
        }
    }

    private func answer(_ result: Result<RoomReply, Rejection>, to received: LinkFrame) {
        do throws(CrossingRefused) {
            answer(.answered(try result.crossing(bytesMax: bytesMax)), to: received)
        } catch {
            link.metrics.crossingRefused(error.reason)
            let refusal = Result<RoomReply, Rejection>.failure(.crossingRefused)
            if let crossing = try? refusal.crossing(bytesMax: bytesMax) { answer(.answered(crossing), to: received) }
        }
    }

    private func answer(_ answer: HomeAnswer, to received: LinkFrame) { link.answer(answer.bytes, to: received) }
}

extension RoomRequest {
    /// The order that it asks for; nil for any other request.
    fileprivate func order(in liveID: LiveID) -> OrderWish? {
        guard case .command(.gift(let orderID, let giftID, _, let count, let to)) = body,
            let sender = actor.user?.userID
        else { return nil }
        return OrderWish(
            key: OrderKey(sender: sender, orderID: orderID), liveID: liveID, giftID: giftID, count: count, to: to)
    }
}

extension Result<GiftCharged, Rejection> {
    /// The reply of a home to an order: nothing has to be looked up about it elsewhere.
    fileprivate var standing: RoomReply {
        switch self {
        case .success(let charged): .charged(charged)
        case .failure(let rejection): .orderRefused(rejection)
        }
    }
}
