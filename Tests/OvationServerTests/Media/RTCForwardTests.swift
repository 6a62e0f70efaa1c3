import Foundation
import HTTPTypes
import OvationMedia
import OvationMediaSamples
import OvationModel
import OvationTestKit
import OvationWire
import Testing

@testable import OvationHTTP
@testable import OvationNode
@testable import OvationObservability
@testable import OvationPictures

/// Pictures by WHIP on their way to the relay, with a program of the test's own in the place of ffmpeg.
@Suite(.timeLimit(.minutes(5)))
struct RTCForwardTests {
    /// A folder with a program that does what a test wants of ffmpeg.
    private struct Program {
        let folder: URL
        var path: String { folder.appendingPathComponent("ffmpeg").path }

        /// - Parameters:
        ///   - version: what it says of itself.
        ///   - work: lines of a shell that run when it is to write a picture; `$sample` is a file with one.
        init(version: String = "5.1.9", work: String) throws {
            folder = FileManager.default.temporaryDirectory.appendingPathComponent("ovation-forward-\(UUID())")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let sample = folder.appendingPathComponent("sample.mp4")
            try Data(SampleStream(style: .everySample).bytes(fragments: 4, milliseconds: 200)).write(to: sample)
            let text = """
                #!/bin/sh
                if [ "$1" = -version ]; then echo "ffmpeg version \(version) Copyright"; exit 0; fi
                sample='\(sample.path)'
                echo $$ >>'\(folder.path)/processes'
                \(work)
                """
            try TestProgram.write(text, to: path)
        }

        /// The processes that were started to write a picture.
        var processes: [pid_t] {
            let text = try? String(contentsOf: folder.appendingPathComponent("processes"), encoding: .utf8)
            return (text ?? "").split(separator: "\n").compactMap { pid_t($0) }
        }

        func remove() { try? FileManager.default.removeItem(at: folder) }
    }

    private func run(_ program: Program, _ body: (RTCWorld) async throws -> Void) async throws {
        defer { program.remove() }
        let change: @Sendable (inout RTCConfiguration) -> Void = { [path = program.path] rtc in
            rtc.forwardsMax = 2
            rtc.ffmpegPath = path
            rtc.forwardPauseMilliseconds = 1
        }
        try await RTCWorld.run(change: change, body)
    }

    /// Waits until something is as it should be.
    private func until(_ what: String, _ condition: () throws -> Bool) async throws {
        let wait = Patience.begin(what)
        defer { wait.end() }
        while try !condition() { await Task.yield() }
    }

    private func events(_ world: RTCWorld) -> [StreamEvent] {
        world.media.node.services.pictures.events(of: world.media.live)
    }

    private let writes = "cat \"$sample\"; exec sleep 600"

    @Test func `a picture by WHIP comes to the relay, and ffmpeg goes with its publisher`() async throws {
        for how in ["deleted", "lost", "live ended"] {
            let program = try Program(work: writes)
            try await run(program) { world async throws in
                let (path, handle) = try await world.publishAndSend()
                let asked = try #require(await world.janus.asked("rtp_forward"))
                #expect(asked.handle == handle)
                for part in [
                    #""host":"127.0.0.1""#, #""port":21000"#, #""port":21002"#, #""pt":111"#, #""pt":96"#,
                    #""secret":""#,
                ] {
                    #expect(asked.body.contains(part), "\(part) in \(asked.body)")
                }
                let picture = try #require(world.media.node.services.pictures.known(world.media.live))
                try await until("the relay's picture") { picture.status.info != nil }
                #expect(try await world.media.state() == .live)
                #expect(world.registry.render().contains("ovation_rtc_forwards 1"))
                let process = try #require(program.processes.first)
                switch how {
                case "deleted": #expect(try await world.send(.delete, path, bearer: world.key).status == 200)
                case "lost": world.janus.tell("hangup", of: handle)
                default: try await world.media.end("r1")
                }
                try await until("the end of the process") { kill(process, 0) != 0 }
                try await until("no picture is handed on") {
                    world.registry.render().contains("ovation_rtc_forwards 0")
                }
                #expect(program.processes.count == 1)
                #expect(!events(world).contains { $0.way == .forward }, "an end that was wanted is no event")
            }
        }
    }

    @Test func `ffmpeg that dies is started again at other ports, and the host reads why`() async throws {
        let program = try Program(work: "echo 'Address already in use' >&2; exit 1")
        try await run(program) { world async throws in
            _ = try await world.publishAndSend()
            await world.janus.asked("rtp_forward", times: 3)
            let asked = world.janus.asked.filter { $0.what == "rtp_forward" }
            // A start whose ffmpeg is gone at once may not come as far as Janus, so which ports come second is open.
            let places = (0..<4).filter { place in
                asked.contains { $0.body.contains(#""port":\#(21_000 + place * RTPForward.portCount)"#) }
            }
            #expect(places.count >= 2, "\(asked.map(\.body))")
            #expect(world.janus.forwarders.count <= 2, "Janus sends no longer to where nobody listens")
            let event = try #require(events(world).first { $0.way == .forward })
            #expect(
                event.outcome == .cut && event.reason == "forwardFailed"
                    && event.message.contains("Address already in use"))
            #expect(try await world.media.state() == .live, "viewers by WHEP go on")
            #expect(
                world.media.log.lines.contains { $0.contains("not handed on") && $0.contains("Address already in use") }
            )
        }
    }

    @Test func `ffmpeg that hangs is killed after media.silenceSecondsMax, and started again`() async throws {
        let program = try Program(work: "exec sleep 600")
        try await run(program) { world async throws in
            _ = try await world.publishAndSend()
            await world.janus.asked("rtp_forward")
            try await until("the process") { program.processes.count == 1 }
            world.media.clock.advance(seconds: 11)
            await world.janus.asked("rtp_forward", times: 2)
            let first = try #require(program.processes.first)
            #expect(kill(first, 0) != 0)
            let event = try #require(events(world).first { $0.way == .forward })
            #expect(event.reason == "forwardRefused" && event.message.contains("media.silenceSecondsMax"))
        }
    }

    @Test func `what the relay does not take ends ffmpeg, with the sentence that helps`() async throws {
        let program = try Program(work: "echo 'this is no MP4 at all, whatever it is'; exec sleep 600")
        try await run(program) { world async throws in
            _ = try await world.publishAndSend()
            await world.janus.asked("rtp_forward", times: 2)
            let event = try #require(events(world).first { $0.way == .forward })
            #expect(event.reason == "forwardRefused" && event.message.contains("no MP4"))
        }
    }

    @Test(arguments: [("4.4.2", "too old"), (nil, "apt install ffmpeg")] as [(String?, String)])
    func `without a fit ffmpeg nothing is forwarded, and a sentence says so`(version: String?, words: String)
        async throws
    {
        let program = try Program(version: version ?? "", work: writes)
        if version == nil { try FileManager.default.removeItem(atPath: program.path) }
        try await run(program) { world async throws in
            _ = try await world.publishAndSend()
            try await until("the event") { events(world).contains { $0.way == .forward } }
            #expect(
                events(world).first?.reason == "forwardUnfit" && events(world).first?.message.contains(words) == true)
            let key = try #require(StreamKey(world.key))
            let setup = world.media.node.services.pictures.encoderSetup(of: world.media.live, key)
            #expect(setup.notes?.first?.contains(words) == true)
            #expect(setup.ways.map(\.kind) == ["whip", "http"])
            #expect(!world.janus.asked.contains { $0.what == "rtp_forward" })
            #expect(try await world.media.state() == .live)
        }
    }

    @Test func `a picture beyond rtc.forwardsMax is not handed on, and its host reads so`() async throws {
        let program = try Program(work: writes)
        defer { program.remove() }
        let change: @Sendable (inout RTCConfiguration) -> Void = { [path = program.path] rtc in
            rtc.forwardsMax = 1
            rtc.ffmpegPath = path
        }
        try await RTCWorld.run(change: change) { world async throws in
            _ = try await world.publishAndSend()
            await world.janus.asked("rtp_forward")
            try await world.media.open("r2")
            let other = try await world.media.node.services.streamKeys.key(of: Samples.id("r2")).secret
            #expect(try await world.send(.post, "/v1/rtc/r2/whip", bearer: other, SDPSample().text).status == 201)
            let handle = try #require(await world.janus.asked("joinandconfigure", times: 2)?.handle)
            world.janus.tell("media", of: handle)
            let pictures = world.media.node.services.pictures
            try await until("the event") { pictures.events(of: Samples.id("r2")).first?.reason == "forwardsFull" }
        }
    }

    @Test func `a process ends when its lifeline is cut, and says its last words`() async throws {
        let process = try ForwardProcess(["/bin/sh", "-c", "echo first >&2; echo last >&2; exec sleep 600"]) { _ in }
        try await until("its words") { process.lastWords == "last" }
        process.kill()
        process.kill()
        #expect(await process.end() == 137)
    }
}
