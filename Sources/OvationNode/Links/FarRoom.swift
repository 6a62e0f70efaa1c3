import NIOCore
import OvationBroker
import OvationModel
import OvationObservability
import OvationRules

/// A live that runs at another node, for who asks something of it and is not in it. Nothing of the live is heard here for that.
///
/// Sound as `Sendable`: nothing of it changes.
final class FarRoom: RoomPort {
    let liveID: LiveID
    private let home: NodeRun
    private let link: NodeLink
    private let eventLoop: any EventLoop
    private let bytesMax: Int
    private let onGone: @Sendable () -> Void

    /// How long the answer of a home may take. It may come later: a time-out is not the end of a home.
    private static let answerTime = TimeAmount.milliseconds(10_000)

    /// - Parameters:
    ///   - eventLoop: where answers come.
    ///   - onGone: told that the live does not run at its home any more.
    init(
        _ liveID: LiveID, at home: NodeRun, over link: NodeLink, on eventLoop: any EventLoop, bytesMax: Int,
        onGone: @escaping @Sendable () -> Void = {}
    ) {
        self.liveID = liveID
        self.home = home
        self.link = link
        self.eventLoop = eventLoop
        self.bytesMax = link.crossingBytesMax(bytesMax)
        self.onGone = onGone
    }

    /// Asks the home. An answer that does not come leaves the outcome open (`outcomeUnknown`), at once where the home is known to be gone.
    func submit(_ request: RoomRequest, _ answer: @escaping RoomCall.Answer) {
        eventLoop.execute { [self] in
            let crossing: [UInt8]
            do throws(CrossingRefused) { crossing = try request.crossing(bytesMax: bytesMax) } catch {
                link.metrics.crossingRefused(error.reason)
                return answer(.failure(.crossingRefused))
            }
            let once = AnswerOnce(answer)
            // Before it is asked: a home may go at any moment from there on.
            let call = link.calls.begin(liveID, at: home) { [eventLoop] in
                eventLoop.execute { once.answer(.failure(.crossingRefused)) }
            }
            let asked = link.ask(.ask(liveID, crossing), at: home) { [self] result in
                eventLoop.execute { [self] in once.answer(read(result)) }
            }
            let timeout = eventLoop.scheduleTask(in: Self.answerTime) {
                once.answer(.failure(.crossingRefused))
            }
            once.onAnswer { [link] in
                link.calls.finish(call)
                timeout.cancel()
                asked?.cancel()
            }
        }
    }

    private func read(_ result: Result<[UInt8], BrokerFailure>) -> Result<RoomReply, Rejection> {
        switch result.map({ try? HomeAnswer($0) }) {
        case .success(.answered(let crossing)?):
            do throws(CrossingRefused) {
                return try Result<RoomReply, Rejection>(crossing: crossing, bytesMax: bytesMax)
            } catch {
                link.metrics.crossingRefused(error.reason)
                return .failure(.crossingRefused)
            }
        case .success(.notHere?), .failure(.noResponders):
            onGone()
            return .failure(.homeAway)
        case .failure(.overloaded), .failure(.closed), .failure(.refused): return .failure(.homeAway)
        case .success, .failure: return .failure(.crossingRefused)
        }
    }

    /// Only who is in a live has anything to tell it.
    func notify(_ notice: RoomNotice) {}

    /// This node does not run it.
    func giveUp() {}

    /// What only the home knows.
    var sessionsPresent: Set<SessionID> { [] }
}
