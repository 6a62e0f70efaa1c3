#if canImport(UIKit) && !os(tvOS) && !os(visionOS)
    import Foundation
    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    /// Sends fragments over the system's own WebSocket.
    @MainActor
    final class SystemPublishSocket: NSObject, PublishSocket {
        /// The WebSocket subprotocol of the server's relay.
        private static let subprotocol = "ovation.media.v1"

        private lazy var session = URLSession(configuration: .ephemeral, delegate: self, delegateQueue: .main)
        private var task: URLSessionWebSocketTask?
        private var events: (@MainActor @Sendable (PublishSocketEvent) -> Void)?

        func connect(_ address: String, events: @escaping @MainActor @Sendable (PublishSocketEvent) -> Void) {
            close(1_001)
            self.events = events
            // The system crashes the app if a WebSocket has another scheme.
            guard let url = URL(string: address), ["ws", "wss"].contains(url.scheme?.lowercased()),
                url.host?.isEmpty == false
            else {
                DispatchQueue.main.async {
                    MainActor.assumeIsolated {
                        events(.closed(1_006, reason: "The address of the relay is not valid."))
                    }
                }
                return
            }
            let task = session.webSocketTask(with: url, protocols: [Self.subprotocol])
            self.task = task
            task.resume()
            Self.read(task)
        }

        func send(_ bytes: [UInt8]) {
            guard let task else { return }
            let number = task.taskIdentifier
            task.send(.data(Data(bytes))) { [weak self] error in
                // If there is an error, the end of the task reports it.
                guard error == nil else { return }
                DispatchQueue.main.async { [weak self] in
                    MainActor.assumeIsolated {
                        guard let self, self.task?.taskIdentifier == number else { return }
                        self.events?(.sent(bytes.count))
                    }
                }
            }
        }

        func close(_ code: UInt16) {
            events = nil
            task?.cancel(with: URLSessionWebSocketTask.CloseCode(rawValue: Int(code)) ?? .goingAway, reason: nil)
            task = nil
        }

        /// Reads and drops everything that the relay sends, so that nothing piles up and a close is noticed.
        private nonisolated static func read(_ task: URLSessionWebSocketTask) {
            task.receive { [weak task] result in
                if case .success = result, let task { read(task) }
            }
        }

        private func opened(_ number: Int) {
            guard task?.taskIdentifier == number else { return }
            events?(.opened)
        }

        private func closed(_ number: Int, _ code: UInt16, _ reason: String) {
            guard task?.taskIdentifier == number else { return }
            let events = events
            self.events = nil
            task = nil
            events?(.closed(code, reason: reason))
        }
    }

    extension SystemPublishSocket: URLSessionWebSocketDelegate {
        nonisolated func urlSession(
            _ session: URLSession, webSocketTask: URLSessionWebSocketTask, didOpenWithProtocol protocol: String?
        ) {
            let number = webSocketTask.taskIdentifier
            MainActor.assumeIsolated { opened(number) }
        }

        nonisolated func urlSession(
            _ session: URLSession, webSocketTask: URLSessionWebSocketTask,
            didCloseWith closeCode: URLSessionWebSocketTask.CloseCode,
            reason: Data?
        ) {
            let (number, code) = (webSocketTask.taskIdentifier, UInt16(clamping: closeCode.rawValue))
            let words = reason.map { String(decoding: $0, as: UTF8.self) } ?? ""
            MainActor.assumeIsolated { closed(number, code, words) }
        }

        nonisolated func urlSession(
            _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
        ) {
            let number = task.taskIdentifier
            let status = (task.response as? HTTPURLResponse)?.statusCode ?? 0
            let words = status >= 400 ? "The relay answered \(status)." : error?.localizedDescription ?? ""
            MainActor.assumeIsolated { closed(number, 1_006, words) }
        }
    }
#endif
