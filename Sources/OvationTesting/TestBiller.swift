#if Server && (os(macOS) || os(Linux))
    public import OvationModel
    import OvationServer
    import Synchronization

    /// The app's own billing, played by the test: it accepts, refuses, says nothing, fails or answers late, and notes what it was asked.
    ///
    /// The server asks it about every gift when it was started with `payer: .biller()`. It accepts everything until a test says
    /// otherwise. May be used from any thread.
    public final class TestBiller: Sendable {
        /// What it does about a question.
        public indirect enum Answer: Hashable, Sendable {
            /// It takes the coins and says so.
            case accept
            /// It takes nothing and says so, with a number of its own, which is not 0.
            case refuse(code: Int = 1, message: String = "refused")
            /// It takes nothing and never answers.
            case silence
            /// It takes the coins, and its answer is lost.
            case acceptInSilence
            /// It does the same, but so much later.
            case late(Duration, Answer)
            /// Nothing reaches it.
            case unreachable
            /// It takes nothing and fails, with a status of HTTP that is not 2xx.
            case failure(status: Int = 500)
            /// It takes nothing and answers with a text that is none of its answers.
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

        // MARK: - What it does

        /// Says what it does about the next questions, one answer each. What was said before comes first.
        public func next(_ answers: Answer...) { state.withLock { $0.script += answers } }

        /// Says what it does about all questions for which ``next(_:)`` says nothing.
        public func otherwise(_ answer: Answer) { state.withLock { $0.standing = answer } }

        // MARK: - What it was asked

        /// What it was asked, in order. An order that the server asks about again is there again.
        public var questions: [BillerQuestion] { state.withLock { $0.questions } }

        /// The orders whose coins it was told to give back, in order.
        public var cancels: [BillerQuestion] { state.withLock { $0.cancels } }

        /// The coins that it has taken from a user and not given back.
        public func coinsTaken(from user: UserID) -> Int64 {
            state.withLock { state in state.taken.values.filter { $0.sender == user }.reduce(0) { $0 + $1.coins } }
        }

        /// Comes back when it was asked so often, since the server was started.
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

        // MARK: - What the server sees

        /// The backend that a server asks.
        ///
        /// - Parameter pause: comes back after so many milliseconds of the server's time; false where the server is gone.
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
                        // It acts all the same; the server has given up by then.
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
