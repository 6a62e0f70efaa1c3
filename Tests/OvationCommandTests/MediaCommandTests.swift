import ArgumentParser
import Foundation
import OvationMedia
import OvationModel
import Testing

@testable import OvationClient
@testable import ovation

/// The parts of `ovation media` that need no server.
@Suite struct MediaCommandTests {
    private func report(_ bytes: [UInt8], file: String = "clip.mp4") -> MediaFileReport {
        var check = StreamCheck()
        _ = check.take(bytes[...])
        check.finish()
        return MediaFileReport(file: file, check.findings)
    }

    @Test(arguments: ["rooftop", "kitchen"]) func `the demo's films are accepted and repeat without a seam`(
        name: String
    ) throws {
        let film = try #require(DemoPicture.film(name))
        #expect(film.count < 300_000)
        let report = report(film)
        #expect(report.accepted && report.notes.isEmpty, "\(report.lines)")
        #expect(report.codecs?.hasPrefix("avc1.42") == true && report.codecs?.hasSuffix("mp4a.40.2") == true)
        #expect(report.width == 640 && report.height == 360)
        #expect(report.fragments == 8 && report.keyFragments == 8)
        #expect(abs(report.seconds - 8) < 0.001)
        #expect(report.longestFragmentSeconds <= 1.001)
        // Every track must be as long as the film, or sound and picture would drift apart with each repetition.
        var parts = try RecordingSource.bytes(film).parts()
        var pace = StreamPace(repetition: .continuing)
        var pieces: [StreamPace.Piece] = []
        for _ in 0..<100 {
            while let part = try parts.next() { pieces += pace.pieces(of: part, at: pace.endMicroseconds ?? 0) }
            pace.beginPass()
            parts = try RecordingSource.bytes(film).parts()
        }
        #expect(pieces.count == 801)
        #expect(abs((pieces.last?.dueMicroseconds ?? 0) - 799_000_000) < 1_000)
    }

    @Test(arguments: ["reef", "train", "desert"])
    func `the demo's slow films are accepted and cost less than the moving ones`(
        name: String
    ) throws {
        let film = try #require(DemoPicture.film(name))
        #expect(film.count < 170_000)
        let report = report(film)
        #expect(report.accepted && report.notes.isEmpty, "\(report.lines)")
        #expect(report.codecs?.hasPrefix("avc1.42") == true && report.hasSound == false)
        #expect(report.width == 640 && report.height == 360)
        #expect(report.fragments == 8 && report.keyFragments == 8)
        #expect(abs(report.seconds - 8) < 0.001)
    }

    @Test
    func `the demo's plaza has six to eight lives of all categories, with pictures, voices and covers`() {
        let casts = DemoRooms.casts
        #expect((6...8).contains(casts.count))
        #expect(Set(casts.map(\.category)) == Set(1...7))
        #expect(
            Set(casts.map(\.liveID)).count == casts.count && Set(DemoRooms.players).count == DemoRooms.players.count)
        #expect(casts.filter(\.isVoice).count >= 2 && casts.filter { !$0.isVoice }.count >= 4)
        for cast in casts {
            #expect(DemoPicture.cover(cast.scene)?.isEmpty == false, "\(cast.scene)")
            #expect((DemoPicture.film(cast.scene) != nil) == !cast.isVoice, "\(cast.scene)")
        }
        // The demo must cost no more than the eleven viewers in two lives that it once had. Each command and each event costs the same.
        let commands = casts.map { Double($0.viewers.count) / $0.calm }.reduce(0, +)
        let events = casts.map { pow(Double($0.viewers.count), 2) / $0.calm }.reduce(0, +)
        #expect(commands <= 11 && events <= 61, "\(commands) and \(events)")
    }

    @Test func `a file of the wrong kind is refused with a command that converts it`() {
        let report = report(Array("RIFF....WAVE".utf8), file: "it's a film.mov")
        #expect(!report.accepted)
        #expect(report.error?.code == "notMP4")
        #expect(
            report.ffmpeg?.hasPrefix("ffmpeg -i 'it'\\''s a film.mov' -c:v libx264") == true, "\(report.ffmpeg ?? "")")
        #expect(report.ffmpeg?.hasSuffix("'it'\\''s a film-live.mp4'") == true)
        #expect(report.lines.joined(separator: "\n").contains("frag_keyframe+empty_moov+default_base_moof"))
    }

    @Test func `the command for sound alone sets the length of its fragments`() {
        let command = FragmentingAdvice.command(for: "voice.m4a", isSoundAlone: true)
        #expect(command.contains("-vn -c:a aac -frag_duration 1000000") && !command.contains("libx264"))
        #expect(FragmentingAdvice.command(for: "film.mov").contains("libx264"))
        let problem = PublishProblem.notTaken(
            file: "voice.m4a", MediaError(.fragmentTooLong, advice: .fragmentDuration))
        #expect(problem.description.contains(command) && !problem.description.contains("-g 30"))
    }

    @Test func `invalid options are refused`() {
        let wrong = [
            ["publish", "clip.mp4"], ["publish", "clip.mp4", "--live", "r", "--anew"],
            ["publish", "clip.mp4", "--live", "r", "--key", "a", "--key-file", "b"],
            ["publish", "clip.mp4", "--live", "r", "--patience", "-1"], ["check", "a.mp4", "b.mp4"],
        ]
        for arguments in wrong {
            #expect(throws: (any Error).self, "\(arguments)") { try OvationCommand.parseAsRoot(["media"] + arguments) }
        }
        #expect(throws: Never.self) {
            try OvationCommand.parseAsRoot(["media", "publish", "clip.mp4", "--live", "r", "--loop", "--anew"])
        }
    }

    @Test func `the help names a command that makes a file, and where the key comes from`() {
        let help = OvationCommand.helpMessage(for: MediaPublishCommand.self)
        for word in ["frag_keyframe+empty_moov+default_base_moof", "OVATION_STREAM_KEY", "--key-file", "Exits with 0"] {
            #expect(help.contains(word), "\(word)")
        }
    }

    @Test func `every problem says what to do`() {
        let refusal = MediaPublishConnection.Refusal(
            status: 403, code: ErrorCode(rawValue: 110_300), message: "Wrong key.")
        #expect("\(PublishProblem.refused(refusal))".contains("OVATION_STREAM_KEY"))
        let off = MediaPublishConnection.Refusal(status: 409, code: ErrorCode(rawValue: 110_301), message: "Not on.")
        #expect("\(PublishProblem.refused(off))".contains("room list"))
        let end = MediaPublishConnection.End(code: CloseCode(rawValue: 3_509), reason: "Too long.")
        #expect("\(PublishProblem.ended(end, file: "a.mp4"))".contains("ffmpeg -i a.mp4"))
        #expect(PublishProblem.notTaken(file: "a", MediaError(.notMP4)).exitCode == 65)
        #expect(PublishProblem.unreadable(file: "a", reason: "b").exitCode == 2)
        #expect(PublishProblem.unreachable(server: "a", reason: "b").exitCode == 69)
        #expect(PublishProblem.refused(refusal).exitCode == 1)
    }

    @Test func `a missing file is an error, and so is one that ends too early`() {
        #expect(throws: PublishProblem.self) { try RecordingSource.file("/nowhere/clip.mp4").checkBeginning() }
        #expect(throws: PublishProblem.self) { try RecordingSource.bytes([]).checkBeginning() }
        #expect(throws: Never.self) {
            try RecordingSource.bytes(try #require(DemoPicture.film("kitchen"))).checkBeginning()
        }
    }
}
