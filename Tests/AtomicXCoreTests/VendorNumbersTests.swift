import Foundation
import OvationModel
import Testing

@testable import AtomicXCore

struct VendorNumbersTests {
    @Test(arguments: [
        (110_100, 80_001), (110_110, 80_001), (-3_301, 9_508), (110_006, 9_520), (110_004, 102_004), (110_200, 100_211),
        (110_030, -2), (110_101, -2), (110_034, 100_013), (110_008, 100_001), (110_036, 100_006), (110_304, -1),
        (100_017, 100_017), (102_150, 102_150), (10_016, 10_016), (-2_380, -2_380),
    ])
    func `an error carries the vendor's code and ours beside it`(ours: Int, vendors: Int) {
        let error = ErrorInfo(Rejection(ErrorCode(rawValue: ours)))
        #expect(error.code == vendors)
        #expect(error.ovationCode == ours)
        #expect((error as NSError).code == vendors)
    }

    @Test func `every server error has a code that the vendor's error tables list`() throws {
        let known = try #require(
            JSONSerialization.jsonObject(
                with: Data(contentsOf: Self.root.appending(path: "Protocol/errors.json"))) as? [String: Any])
        let codes = try #require(known["errors"] as? [[String: Any]]).compactMap { $0["code"] as? Int }
        #expect(codes.count > 80)
        for code in codes {
            let told = VendorNumbers.number(of: ErrorCode(rawValue: code))
            #expect(!(110_000..<120_000).contains(told) && told != 0, "\(code) is reported as \(told)")
        }
    }

    @Test func `an error whose JSON lacks our code is read and written unchanged`() throws {
        let plain = try #require(ErrorInfo.fromJsonString(#"{"code":100017,"message":"muted"}"#))
        #expect(plain.ovationCode == 100_017)
        #expect(plain.toJson()?.keys.sorted() == ["code", "message"])
        let both = ErrorInfo(.wordRefused, "a word")
        #expect(ErrorInfo.fromJsonString(both.toJsonString() ?? "")?.ovationCode == 110_100)
    }

    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
}
