import AsyncHTTPClient
import Foundation
import NIOCore
import NIOFoundationCompat
import NIOHTTP1
import OvationClient
import OvationModel
import OvationNode
import OvationSupport
import OvationWire

/// A client of the server's REST API, for the commands of operators.
struct RESTClient: Sendable {
    /// The part of the API with lives, members and gifts.
    static let liveEngine = "live_engine_http_srv"
    /// The part of the API with wallets.
    static let wallet = "ovation_wallet_srv"

    /// The part of the API with the log of operators.
    static let operators = "ovation_operator_srv"
    /// The part of the API with what is kept about a user.
    static let userData = "ovation_user_srv"
    /// The part of the API with accounts.
    static let login = "im_open_login_svc"

    /// How long a call may take. The server itself answers within three seconds or not at all.
    private static let timeoutSeconds: Int64 = 10
    /// The longest answer that is read: a catalogue at its limits is far below.
    private static let answerBytesMax = 16 * 1_024 * 1_024
    /// Long enough for clocks that differ.
    private static let userSigSeconds: Int64 = 600

    let address: RESTAddress
    let sdkAppID: Int
    let secret: String
    let administrator: UserID
    private let http: HTTPClient

    /// Makes a client. The caller closes it.
    init(address: RESTAddress, sdkAppID: Int, secret: String, administrator: UserID, trust: ServerTrust) {
        self.address = address
        self.sdkAppID = sdkAppID
        self.secret = secret
        self.administrator = administrator
        var configuration = HTTPClient.Configuration()
        // A redirect of a POST would become a GET elsewhere; the operator shall name the right server instead.
        configuration.redirectConfiguration = .disallow
        // A server that is not there is said at once.
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.tlsConfiguration = trust.tlsConfiguration
        http = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    /// Lets go of its connections.
    func close() async { try? await http.shutdown() }

    /// A call without parameters.
    struct Nothing: Codable, Sendable {}

    /// What every answer has, and what a command answers under `Response`.
    private struct Envelope<Payload: Decodable>: Decodable {
        let actionStatus: String
        let errorCode: Int
        let errorInfo: String
        let response: Payload?

        enum CodingKeys: String, CodingKey {
            case actionStatus = "ActionStatus"
            case errorCode = "ErrorCode"
            case errorInfo = "ErrorInfo"
            case response = "Response"
        }
    }

    /// Calls a command whose answer is under `Response`.
    ///
    /// - Throws: ``RESTProblem``.
    func call<Payload: Decodable>(
        _ command: String, _ body: some Encodable, of service: String = liveEngine, answer: Payload.Type = Payload.self
    ) async throws -> Payload {
        let bytes = try await send(service, command, body)
        guard let payload = try read(Envelope<Payload>.self, command, bytes).response else {
            throw RESTProblem.notOurs(server: address.base, what: "the answer to \(command) has no \"Response\"")
        }
        return payload
    }

    /// Calls a command that answers nothing but that it is done.
    ///
    /// - Throws: ``RESTProblem``.
    func perform(_ command: String, _ body: some Encodable, of service: String = liveEngine) async throws {
        _ = try read(Envelope<Nothing>.self, command, try await send(service, command, body))
    }

    private func read<Payload>(
        _ type: Envelope<Payload>.Type, _ command: String, _ bytes: Data
    ) throws -> Envelope<Payload> {
        let status = try decode(Envelope<Nothing>.self, command, bytes)
        guard status.errorCode == 0 else {
            throw RESTProblem.refused(command: command, code: status.errorCode, message: status.errorInfo)
        }
        return try decode(type, command, bytes)
    }

    private func decode<Value: Decodable>(_ type: Value.Type, _ command: String, _ bytes: Data) throws -> Value {
        do {
            return try WireJSON.decode(type, from: bytes)
        } catch {
            throw RESTProblem.notOurs(server: address.base, what: "the answer to \(command) cannot be read")
        }
    }

    private func send(_ service: String, _ command: String, _ body: some Encodable) async throws -> Data {
        var request = HTTPClientRequest(url: try url(service, command))
        request.method = .POST
        request.headers.add(name: "Content-Type", value: "application/json")
        // By this the log of operators tells this command from other callers.
        request.headers.add(name: "User-Agent", value: "ovation/\(OvationCommand.version)")
        request.body = .bytes(ByteBuffer(data: try JSONEncoder().encode(body)))
        let (status, answer) = try await execute(
            request, seconds: Self.timeoutSeconds, answerBytesMax: Self.answerBytesMax)
        guard status == .ok else {
            throw RESTProblem.notOurs(server: address.base, what: "the answer is HTTP \(status)")
        }
        return answer
    }

    /// Sends a request, and returns the status and the body of its answer.
    ///
    /// - Throws: ``RESTProblem``.
    func execute(
        _ request: HTTPClientRequest, seconds: Int64, answerBytesMax: Int
    ) async throws -> (status: HTTPResponseStatus, answer: Data) {
        do {
            let response = try await http.execute(request, timeout: .seconds(seconds))
            return (response.status, Data(buffer: try await response.body.collect(upTo: answerBytesMax)))
        } catch {
            throw problem(of: error, seconds: seconds)
        }
    }

    private func url(_ service: String, _ command: String) throws -> String {
        let userSig = UserSigMaker.make(
            userID: administrator, sdkAppID: sdkAppID, secret: secret, issuedAt: ServerClock.system.wall(),
            validForSeconds: Self.userSigSeconds)
        var parts = URLComponents()
        parts.queryItems = [
            URLQueryItem(name: "sdkappid", value: String(sdkAppID)),
            URLQueryItem(name: "identifier", value: administrator.rawValue),
            URLQueryItem(name: "usersig", value: userSig),
            URLQueryItem(name: "random", value: String(UInt32.random(in: 0...UInt32.max))),
            URLQueryItem(name: "contenttype", value: "json"),
        ]
        return "\(address.base)/v4/\(service)/\(command)?\(parts.percentEncodedQuery ?? "")"
    }

    private func problem(of error: any Error, seconds: Int64) -> any Error {
        switch error {
        case is RESTProblem, is CancellationError: error
        case let error as HTTPClientError where error == .deadlineExceeded || error == .readTimeout:
            RESTProblem.timedOut(server: address.base, seconds: seconds)
        default:
            switch ConnectionFailure(error) {
            case .untrusted, .wrongName:
                RESTProblem.untrusted(server: address.base, reason: ConnectionFailure(error).description)
            case .closed where !address.base.hasPrefix("https:"):
                RESTProblem.unreachable(
                    server: address.base,
                    reason:
                        "it closes the connection without an answer; if it speaks TLS, its address begins with https://"
                )
            case let failure: RESTProblem.unreachable(server: address.base, reason: failure.description)
            }
        }
    }
}
