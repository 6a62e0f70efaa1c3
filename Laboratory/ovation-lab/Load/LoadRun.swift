import Foundation
import NIOCore
import NIOSSL
import OvationClient
import OvationModel
import OvationNode
import OvationSupport

/// One run of a scenario: a server where one is to be started, the lives, the viewers, the report.
struct LoadRun: Sendable {
    /// Where to.
    enum Destination: Sendable, Equatable {
        /// A server that is there.
        case server(String)
        /// One that is started for the run, with limits of its own.
        case own(limits: [String: Int], options: [String])
    }

    /// Who the viewers are.
    enum Identity: Sendable, Equatable {
        /// Everybody has the UserSig `dev`.
        case dev
        /// UserSigs are made with the app's secret.
        case secret(String)
    }

    var destination: Destination
    var identity: Identity
    var sdkAppID: Int
    var rooms: Int
    var eventLoops: Int
    /// The server's process, to look at what it uses; known for one that is started here.
    var serverPID: Int32?
    /// Whether server and tool get processors of their own.
    var pins: Bool
    var showsProgress: Bool
    var colors: TerminalColors
    /// What users, lives and messages of this run are called.
    var mark: StampMark

    /// Files besides the connections.
    private static let otherFiles = 256

    /// Runs a scenario.
    ///
    /// - Throws: ``LoadProblem`` where it cannot be run at all.
    func run(_ scenario: any LoadScenario, plan: LoadPlan, connections: Int) async throws -> LoadReport {
        try Machine.allowOpenFiles(connections + Self.otherFiles)
        switch destination {
        case .server(let url):
            return try await run(scenario, plan: plan, url: url, serverPID: serverPID)
        case .own(let limits, let options):
            let processors = pins && Machine.taskset != nil ? Machine.processors : []
            let isSplit = processors.count > 1
            let server = try await LoadServer.start(
                limits: limits, options: options, processors: isSplit ? [processors[0]] : [])
            if isSplit { Machine.pin(to: Array(processors.dropFirst())) }
            do {
                let report = try await run(scenario, plan: plan, url: server.url, serverPID: server.pid)
                await server.stop()
                return report
            } catch {
                await server.stop()
                throw error
            }
        }
    }

    private func run(_ scenario: any LoadScenario, plan: LoadPlan, url: String, serverPID: Int32?) async throws
        -> LoadReport
    {
        let fleet = LoadFleet(target: try target(url, scenario.roomSettings), eventLoops: eventLoops)
        let progress = LoadProgress(isShown: showsProgress, colors: colors)
        let line = Task { await progress.run(fleet, serverPID: serverPID) }
        let report: Result<LoadReport, any Error>
        do {
            progress.begin("creating lives")
            let gift = try await fleet.createRooms()
            if plan.giftsPerSecond > 0, gift == nil {
                throw LoadProblem(
                    "The server's catalogue has no gift to send. Fill it, or ask for none with --gifts 0.")
            }
            let bench = LoadBench(fleet: fleet, plan: plan, gift: gift, serverPID: serverPID, progress: progress)
            report = .success(try await scenario.run(bench))
        } catch {
            report = .failure(error)
        }
        line.cancel()
        await line.value
        await fleet.shutDown()
        return try report.get()
    }

    private func target(_ url: String, _ settings: RoomSettings) throws -> LoadTarget {
        guard let endpoint = TransportEndpoint(serverURL: url) else {
            throw LoadProblem("\"\(url)\" is no URL of a server. It looks like ws://127.0.0.1:8080.")
        }
        let address: SocketAddress
        do {
            address = try SocketAddress.makeAddressResolvingHost(endpoint.host, port: endpoint.port)
        } catch {
            throw LoadProblem("The host \(endpoint.host) cannot be found: \(error)")
        }
        let userSig: @Sendable (UserID) -> String
        switch identity {
        case .dev: userSig = { _ in "dev" }
        case .secret(let secret):
            let now = ServerClock.system.wall()
            userSig = { [sdkAppID] in
                UserSigMaker.make(
                    userID: $0, sdkAppID: sdkAppID, secret: secret, issuedAt: now, validForSeconds: 86_400)
            }
        }
        let name = endpoint.host.contains(":") ? "[\(endpoint.host)]" : endpoint.host
        return LoadTarget(
            host: "\(name):\(endpoint.port)", path: endpoint.path, address: address,
            tls: endpoint.isSecure ? try NIOSSLContext(configuration: .makeClientConfiguration()) : nil,
            sdkAppID: sdkAppID, userSig: userSig, mark: mark, rooms: rooms, roomSettings: settings)
    }

    /// A mark that no other run has.
    static func makeMark() -> StampMark {
        let letters = Array("abcdefghijkmnpqrstuvwxyz23456789")
        return StampMark(run: String((0..<8).map { _ in letters[Int.random(in: letters.indices)] }))
    }
}
