import OvationBackend
import OvationModel
import OvationObservability
import OvationRules
import OvationStorage
import OvationWire

/// The way of a live to the app's backend: callbacks, and the review of messages.
///
/// ``RoomTellings`` decides on the callbacks and their order. Sound as `Sendable` because it is confined to the event loop of its live.
final class RoomBackend: @unchecked Sendable {
    private let store: RoomStore
    private var tellings: RoomTellings

    init(_ store: RoomStore) {
        self.store = store
        tellings = RoomTellings(store.liveID, store.services)
    }

    /// The callbacks to store with a change. Callbacks that go before them are submitted here.
    func callbacks(
        telling event: RoomEvent, by request: RoomRequest, _ info: RoomInfo, at now: Timestamp
    ) -> [CallbackDraft] {
        tellFirst(tellings.take(telling: event, by: request, info, at: now))
    }

    /// The callbacks to store with a message of a topic. Callbacks that go before them are submitted here.
    func callbacks(telling commit: TopicCommit, by client: Callback.Client, at now: Timestamp) -> [CallbackDraft] {
        tellFirst(tellings.take(telling: commit, by: client, at: now))
    }

    private func tellFirst(_ told: RoomTellings.Told) -> [CallbackDraft] {
        store.tellBackend(told.before)
        return told.with
    }

    /// Reports a message that was published under a number.
    func tell(_ barrage: Barrage, seq: Int64, by request: RoomRequest, at now: Timestamp) {
        store.tellBackend(
            tellFirst(
                tellings.take(telling: barrage, seq: seq, request.message, by: request.client, at: now)))
    }

    /// A user came or went. Reported together with others of about the same time.
    func noteMember(_ user: UserID, _ cause: MemberStateCause, at now: Timestamp) {
        guard tellings.noteMember(user, cause, at: now) else { return }
        store.loop.run(after: RoomTellings.memberDelayMilliseconds) { self.tellMembers() }
    }

    /// Reports who came and went.
    func tellMembers() { store.tellBackend(tellings.takeMembers()) }
}

// MARK: - Messages under review

extension RoomBackend {
    /// Whether it is asked about a message first.
    func reviews(_ command: RoomCommand, _ request: RoomRequest) -> Bool {
        command.written != nil && request.message == nil && request.actor.user != nil
            && store.services.callbacks.wants(.beforeSendMessage)
    }

    /// Asks about a message. The live goes on; the message takes its place when it is let through.
    ///
    /// - Parameters:
    ///   - lastSeq: the number that a message is answered with that only its sender sees.
    ///   - pass: called with a message that is let through, as the backend leaves it.
    func review(
        _ command: RoomCommand, _ call: RoomCall, at now: Timestamp, lastSeq: @escaping @Sendable () -> Int64,
        pass: @escaping @Sendable (RoomCall) -> Void
    ) {
        guard let sender = call.actor.user?.userID, let kind = command.written else {
            return call.reply(.failure(Rejection(.roomNotFound)))
        }
        let (callbacks, loop) = (store.services.callbacks, store.loop)
        let tag = callbacks.makeTag()
        let body = CallbackBodies.message(kind, tag, from: sender, in: store.liveID, at: now)
        let isAccepted = store.services.reviews.submit(
            {
                let answer: Result<CallbackAnswer, CallbackFailure>
                do throws(CallbackFailure) {
                    answer = .success(try await callbacks.ask(.beforeSendMessage, id: tag.id, by: call.client, body))
                } catch {
                    answer = .failure(error)
                }
                let passesOnSilence = callbacks.configuration.messagesPassOnSilence
                loop.run {
                    switch MessageVerdict(answer, about: command, passesOnSilence: passesOnSilence) {
                    case .passes(let command):
                        var reviewed = call
                        reviewed.request.message = tag
                        reviewed.request.body = .command(command)
                        pass(reviewed)
                    case .vanishes: call.reply(.success(.barrage(BarrageAccepted(seq: lastSeq()))))
                    case .refused(let rejection): call.reply(.failure(rejection))
                    }
                }
            }, of: sender)
        guard !isAccepted else { return }
        callbacks.metrics.notReviewed()
        store.services.metrics.dropped(.userFreqCtrl)
        call.reply(.success(.barrage(BarrageAccepted(dropped: .userFreqCtrl))))
    }
}
