import OvationRules
import Testing

/// Names of uploaded files.
@Suite struct FileNameTests {
    private static let digits = String(repeating: "0123456789abcdef", count: 4)

    @Test(arguments: FileType.allCases) func `a name is read as it is written`(type: FileType) throws {
        let name = try #require(FileName(digits: Self.digits, type: type))
        #expect(name.text == "\(Self.digits).\(type.rawValue)")
        #expect(FileName(name.text) == name)
        #expect(name.path == "/v1/files/\(name.text)")
    }

    @Test(arguments: [
        "", ".png", "../../etc/passwd", "\(digits)", "\(digits).svg", "\(digits).PNG", "\(digits).png.svga",
        "\(digits.uppercased()).png", "\(digits.dropLast()).png", "\(digits)0.png", "\(digits.dropLast())/.png",
        "\(digits).png\u{0}", String(repeating: "a", count: 100_000),
    ])
    func `nothing else is a name`(text: String) { #expect(FileName(text) == nil) }

    @Test func `the names in a text are found wherever they stand`() throws {
        let (one, other) = (try #require(FileName("\(Self.digits).png")), try #require(FileName("\(Self.digits).svga")))
        let text =
            #"{"coverURL":"https://live.example.com\#(one.path)","x":["\#(other.path)?v=1","/v1/files/","/v1/files/x.png"]}"#
        #expect(FileName.named(in: text) == [one, other])
        #expect(FileName.named(in: one.path) == [one])
        #expect(FileName.named(in: "no file here /v1/files/").isEmpty)
    }
}
