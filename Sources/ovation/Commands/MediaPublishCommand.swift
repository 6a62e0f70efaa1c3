import ArgumentParser
import Foundation
import NIOCore
import OvationClient
import OvationCommandLine
import OvationMedia
import OvationModel
import UnixSignals

/// `ovation media publish`: a recording as the picture of a live.
struct MediaPublishCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "publish", abstract: "Publish a recording as the picture of a live, at its own pace.",
        discussion: """
            The file is fragmented MP4, as "ovation media check" takes it; this makes one:

              ffmpeg -i film.mov -c:v libx264 -profile:v baseline -pix_fmt yuv420p \\
                -force_key_frames 'expr:gte(t,n_forced)' -c:a aac \\
                -movflags frag_keyframe+empty_moov+default_base_moof clip.mp4
              ovation media publish clip.mp4 --live demo_music --loop

            The live has to be on. It has a stream key, which is as secret as a password: --key-file, OVATION_STREAM_KEY or --key give \
            it, in this order. Without one the command asks the server for it as an operator does, with the app's secret:

              OVATION_STREAM_KEY=… ovation media publish clip.mp4 --live r1 --server https://live.example.org
              ovation media publish clip.mp4 --live r1 --data data

            Lost connections are made again, and the stream goes on where it was. Ctrl-C says goodbye to the server.

            Exits with 0 at the end and after Ctrl-C, with 1 where the server refused or ended the stream, 2 where the file cannot be \
            read, 65 where it is of the wrong kind, 69 where the server cannot be reached, 78 where the configuration is wrong.
            """)

    @Argument(help: "The file.") var file: String
    @Option(help: ArgumentHelp("Whose picture it is.", valueName: "id")) var live: LiveID
    @Option(help: ArgumentHelp("A file with the live's stream key; - reads it from standard input.", valueName: "file"))
    var keyFile: String?
    @Option(
        help: ArgumentHelp("The live's stream key. Other users of this machine can see it here.", valueName: "text"))
    var key: String?
    @Flag(help: "Begin again at the end. The stream goes on in time, and players notice nothing.") var loop = false
    @Flag(help: "With --loop: begin the stream anew each time, as a publisher does that is restarted.") var anew = false
    @Option(
        help: ArgumentHelp("How long it tries to come back after a lost connection.", valueName: "seconds"))
    var patience: Int64 = 300
    @OptionGroup var options: OperatorOptions

    func validate() throws {
        if anew, !loop { throw ValidationError("--anew needs --loop.") }
        if key != nil, keyFile != nil { throw ValidationError("Give --key or --key-file, not both.") }
        if !(0...86_400).contains(patience) { throw ValidationError("--patience is from 0 to 86400.") }
    }

    /// The end, for programs.
    struct Report: Encodable {
        let live: String
        let server: String
        let fragments: Int
        let bytes: Int
        let seconds: Double
        let connections: Int
        let finished: Bool
    }

    func run() async throws {
        do {
            let source = RecordingSource.file(file)
            try source.checkBeginning()
            let server = try await server()
            let display = PublishDisplay(
                file: file, live: live, server: server.url, isTerminal: isatty(STDERR_FILENO) == 1)
            let publisher = FilePublisher(
                source: source, repetition: loop ? (anew ? .beginningAnew : .continuing) : nil,
                patienceSeconds: patience,
                open: { [live] in
                    try await MediaPublishConnection.open(
                        to: server.endpoint, live: live, proof: .key(server.key), tls: server.trust.tlsConfiguration)
                },
                told: { display.tell($0, $1) })
            do {
                let progress = try await Self.untilSignal { try await publisher.run() }
                display.end(progress)
                if options.json { try JSONOutput.print(report(progress, server.url)) }
            } catch {
                display.end(nil)
                throw (error as? PublishFailure)?.problem(of: server.url) ?? error
            }
        } catch let problem as PublishProblem {
            StandardError.print("Error: \(problem)")
            throw ExitCode(problem.exitCode)
        } catch let problem as StartupProblem {
            StandardError.print("Error: \(problem)")
            throw ExitCode(78)
        }
    }

    private func report(_ progress: FilePublisher.Progress, _ server: String) -> Report {
        Report(
            live: live.rawValue, server: server, fragments: progress.fragments, bytes: progress.bytes,
            seconds: Double(progress.microseconds) / 1_000_000, connections: progress.connections,
            finished: progress.isFinished)
    }

    /// Where to publish, and with which key.
    private struct Server {
        let url: String
        let endpoint: TransportEndpoint
        let trust: ServerTrust
        let key: String
    }

    private func server(environment: [String: String] = ProcessInfo.processInfo.environment) async throws -> Server {
        let settings = try options.app.settings()
        let place = ServerPlace(
            named: options.server, of: settings, running: DataFolderLock.holder(of: settings.dataFolder))
        guard let address = RESTAddress(place.url), let endpoint = TransportEndpoint(serverURL: address.base) else {
            throw StartupProblem.configuration([RESTAddress.rule(for: place.url)])
        }
        let trust = try ServerTrust(authority: options.authority, for: place)
        return Server(
            url: address.base, endpoint: endpoint, trust: trust, key: try await streamKey(environment))
    }

    /// The key that was given, else the one that the server shows to operators.
    private func streamKey(_ environment: [String: String]) async throws -> String {
        if let given = try givenKey(environment) {
            guard let key = StreamKey(given) else {
                throw StartupProblem.configuration(["A stream key is 1 to 64 characters of A-Z, a-z, 0-9, _ and -."])
            }
            return key.secret
        }
        let found = KeyBox()
        try await options.run { client, _ in
            let answer = try await client.call("get_stream_key", ["RoomId": live.rawValue], answer: KeyAnswer.self)
            await found.set(answer.key)
        }
        return await found.key
    }

    private struct KeyAnswer: Decodable {
        let key: String

        enum CodingKeys: String, CodingKey {
            case key = "StreamKey"
        }
    }

    private actor KeyBox {
        private(set) var key = ""
        func set(_ key: String) { self.key = key }
    }

    private func givenKey(_ environment: [String: String]) throws -> String? {
        guard let keyFile else { return key ?? environment["OVATION_STREAM_KEY"].flatMap { $0.isEmpty ? nil : $0 } }
        let text: String?
        if keyFile == "-" {
            text = readLine()
        } else {
            guard let bytes = FileManager.default.contents(atPath: keyFile) else {
                throw StartupProblem.configuration(["The file of the stream key, \(keyFile), cannot be read."])
            }
            text = String(decoding: bytes, as: UTF8.self)
        }
        return (text ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Does something until it ends or a signal asks for its end.
    private static func untilSignal(
        _ body: @escaping @Sendable () async throws -> FilePublisher.Progress
    ) async throws -> FilePublisher.Progress {
        let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint)
        return try await withThrowingTaskGroup(of: FilePublisher.Progress?.self) { group in
            group.addTask { try await body() }
            group.addTask {
                for await _ in signals { break }
                return nil
            }
            defer { group.cancelAll() }
            while let outcome = try await group.next() {
                guard let progress = outcome else {
                    group.cancelAll()
                    continue
                }
                return progress
            }
            return FilePublisher.Progress()
        }
    }
}

/// What a person sees while a recording is published.
private final class PublishDisplay: Sendable {
    private let file: String
    private let live: LiveID
    private let server: String
    private let isTerminal: Bool
    private let startedAt = NIODeadline.now()

    init(file: String, live: LiveID, server: String, isTerminal: Bool) {
        self.file = file
        self.live = live
        self.server = server
        self.isTerminal = isTerminal
    }

    func tell(_ event: FilePublisher.Event, _ progress: FilePublisher.Progress) {
        switch event {
        case .connected:
            line(progress.connections == 1 ? "publishing \(file) to the live \(live) of \(server)" : "publishing again")
        case .sent: if isTerminal { write("\r\u{1B}[K\(Self.status(progress, since: startedAt))") }
        case .lost(let reason, let milliseconds):
            line("lost: \(reason) The next attempt follows in \(milliseconds) ms.")
        }
    }

    func end(_ progress: FilePublisher.Progress?) {
        if isTerminal { write("\r\u{1B}[K") }
        guard let progress else { return }
        line("\(progress.isFinished ? "finished" : "stopped"): \(Self.status(progress, since: startedAt))")
    }

    private func line(_ text: String) { write("\(isTerminal ? "\r\u{1B}[K" : "")\(text)\n") }

    private func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }

    private static func status(_ progress: FilePublisher.Progress, since start: NIODeadline) -> String {
        let seconds = max((NIODeadline.now() - start).nanoseconds / 1_000_000_000, 1)
        let clock = [seconds / 3_600, seconds / 60 % 60, seconds % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
        return "\(clock.joined(separator: ":"))  \(progress.fragments) fragments  "
            + "\(progress.bytes / 1_000) KB  \(Int64(progress.bytes) * 8 / seconds / 1_000) kbit/s"
    }
}
