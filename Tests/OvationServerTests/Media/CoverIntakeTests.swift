import Foundation
import OvationMedia
import OvationModel
import OvationTestKit
import Testing

@testable import OvationPictures

/// What a publisher may send as its cover, and how often.
@Suite struct CoverIntakeTests {
    private func message(_ bytes: [UInt8]) -> [UInt8] {
        Array(#"{"cover":"\#(Data(bytes).base64EncodedString())"}"#.utf8)
    }

    @Test func `a cover is taken each ten seconds, and what comes earlier is passed over until it is a flood`() {
        var intake = CoverIntake(limits: MediaLimits())
        let now = Samples.time
        #expect(intake.take(message(SampleCover.jpeg), at: now).outcome == .taken)
        #expect(intake.take(message(SampleCover.jpeg), at: now.adding(seconds: 9)).outcome == .early)
        let taken = intake.take(message(SampleCover.jpeg), at: now.adding(seconds: 10))
        #expect(taken.outcome == .taken && taken.image?.bytes == SampleCover.jpeg)
        let outcomes = (0...CoverIntake.earlyMax).map { _ in
            intake.take(message(SampleCover.jpeg), at: now.adding(seconds: 11)).outcome
        }
        #expect(outcomes.dropLast().allSatisfy { $0 == .early })
        #expect(outcomes.last == .flood)
    }

    @Test func `what is no cover is refused by its content and its size`() {
        let texts = ["", "{}", #"{"cover":7}"#, #"{"cover":"%%%"}"#, #"{"cover":""}"#, "null"]
        let svg = message(Array("<svg/>".utf8))
        for bytes in texts.map({ Array($0.utf8) }) + [svg] {
            var intake = CoverIntake(limits: MediaLimits())
            #expect(intake.take(bytes, at: Samples.time).outcome == .invalid)
        }
        var limits = MediaLimits()
        limits.coverBytesMax = SampleCover.jpeg.count - 1
        var narrow = CoverIntake(limits: limits)
        #expect(narrow.take(message(SampleCover.jpeg), at: Samples.time).outcome == .invalid)
        #expect(!narrow.takes(byteCount: 1_000))
        limits.coverBytesMax = 0
        #expect(!CoverIntake(limits: limits).takes(byteCount: 1))
    }
}

/// A JPEG as far as the server looks into it.
enum SampleCover {
    static let jpeg: [UInt8] = [
        0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0, 90, 0, 160, 1, 1, 0x11, 0, 0xFF, 0xDA, 0, 2, 9, 9, 9, 9, 0xFF, 0xD9,
    ]
}
