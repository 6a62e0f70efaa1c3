import OvationNode

#if Server && (os(macOS) || os(Linux))
    public import OvationModel
    import OvationServer
    import Synchronization

    /// The app's own billing, controlled by the test. It can accept, refuse, stay silent, fail or answer late, and it records the
    /// questions.
    ///
    /// The server asks it about every gift if it was started with `payer: .biller()`. It accepts everything unless a test says otherwise.
    /// It may be used from any thread.
    public final class TestBiller: Sendable {
        /// A reaction to a question.
        public indirect enum Answer: Hashable, Sendable {
            /// Take the coins and confirm.
            case accept
            /// Take nothing and refuse, with a code other than 0.
            case refuse(code: Int = 1, message: String = "refused")
            /// Take nothing and never answer.
            case silence
            /// Take the coins, and lose the answer.
            case acceptInSilence
            /// React in this way after a delay.
            case late(Duration, Answer)
            /// Be unreachable: the question does not arrive.
            case unreachable
            /// Take nothing and fail with an HTTP status outside 2xx.
            case failure(status: Int = 500)
            /// Take nothing and answer with an invalid text.
            case nonsense(String = "<html>502</html>")
        }

        private struct State {
            var script: [Answer] = []
            var standing = Answer.accept
            var questions: [BillerQuestion] = []
            var cancels: [BillerQuestion] = []
            var taken: [String: BillerQuestion] = [:]
            var waiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
        }

        private let state = Mutex(State())

        init() {}

        // MARK: - Scripting

        /// Scripts reactions to the next questions, one for each. They follow those that are already scripted.
        public func next(_ answers: Answer...) { state.withLock { $0.script += answers } }

        /// Sets the reaction to all questions that ``next(_:)`` does not cover.
        public func otherwise(_ answer: Answer) { state.withLock { $0.standing = answer } }

        // MARK: - Recorded questions

        /// The questions so far, in order. If the server asks again about an order, the order appears again.
        public var questions: [BillerQuestion] { state.withLock { $0.questions } }

        /// The orders whose coins the server asked to return, in order.
        public var cancels: [BillerQuestion] { state.withLock { $0.cancels } }

        /// Returns the coins that were taken from a user and not returned.
        public func coinsTaken(from user: UserID) -> Int64 {
            state.withLock { state in state.taken.values.filter { $0.sender == user }.reduce(0) { $0 + $1.coins } }
        }

        /// Waits until this many questions have arrived since the server started.
        public func waitForQuestions(_ count: Int = 1) async {
            await withCheckedContinuation { continuation in
                let isThere = state.withLock { state in
                    if state.questions.count >= count { return true }
                    state.waiters.append((count, continuation))
                    return false
                }
                if isThere { continuation.resume() }
            }
        }

        // MARK: - The server's side

        /// Makes the backend that a server asks.
        ///
        /// - Parameter pause: Waits for some milliseconds of the server's time. It returns false if the server is gone.
        func backend(pause: @escaping @Sendable (_ milliseconds: Int) async -> Bool) -> some HostedBackend {
            Line(biller: self, pause: pause)
        }

        private struct Line: HostedBackend {
            let biller: TestBiller
            let pause: @Sendable (Int) async -> Bool

            func post(_ command: String, body: [UInt8], milliseconds: Int) async -> HostedAnswer {
                guard let question = BillerQuestion(body) else { return .status(400) }
                guard command == BillerQuestion.command else {
                    biller.giveBack(question)
                    return .answered(Self.yes)
                }
                return await answer(question, biller.ask(question), milliseconds)
            }

            private func answer(_ question: BillerQuestion, _ answer: Answer, _ left: Int) async -> HostedAnswer {
                switch answer {
                case .accept:
                    biller.take(question)
                    return .answered(Self.yes)
                case .refuse(let code, let message): return .answered(Self.no(code, message))
                case .silence: return await patience(left)
                case .acceptInSilence:
                    biller.take(question)
                    return await patience(left)
                case .late(let delay, let answer):
                    let milliseconds = max(0, delay.milliseconds)
                    guard milliseconds < left else {
                        // The billing acts anyway, although the server has given up by then.
                        if answer.takesCoins { biller.take(question) }
                        return await patience(left)
                    }
                    guard await pause(milliseconds) else { return .lost }
                    return await self.answer(question, answer, left - milliseconds)
                case .unreachable: return .notConnected
                case .failure(let status): return .status(status)
                case .nonsense(let text): return .answered(Array(text.utf8))
                }
            }

            private func patience(_ milliseconds: Int) async -> HostedAnswer {
                await pause(milliseconds) ? .timedOut : .lost
            }

            private static let yes = Array(#"{"ActionStatus":"OK","ErrorInfo":"","ErrorCode":0}"#.utf8)

            private static func no(_ code: Int, _ message: String) -> [UInt8] { BillerRefusal(code, message).bytes }
        }

        private func ask(_ question: BillerQuestion) -> Answer {
            let (answer, waiters) = state.withLock { state in
                state.questions.append(question)
                let count = state.questions.count
                let waiters = state.waiters.filter { $0.count <= count }.map(\.continuation)
                state.waiters.removeAll { $0.count <= count }
                return (state.script.isEmpty ? state.standing : state.script.removeFirst(), waiters)
            }
            for waiter in waiters { waiter.resume() }
            return answer
        }

        private func take(_ question: BillerQuestion) { state.withLock { $0.taken[question.orderID] = question } }

        private func giveBack(_ question: BillerQuestion) {
            state.withLock { state in
                state.cancels.append(question)
                state.taken[question.orderID] = nil
            }
        }
    }

    extension TestBiller.Answer {
        fileprivate var takesCoins: Bool {
            switch self {
            case .accept, .acceptInSilence: true
            case .late(_, let answer): answer.takesCoins
            case .refuse, .silence, .unreachable, .failure, .nonsense: false
            }
        }
    }
#endif
