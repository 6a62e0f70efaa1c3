import Testing

@testable import ovation

/// Lines of the log of operators as other programs get them.
@Suite struct AuditLineTests {
    private static func line(by: String = "ada", object: String = "r1", details: String = "{}") -> AuditLine {
        AuditLine(
            number: 7, at: "2026-11-26T09:00:00Z", by: by, way: "console", address: "192.0.2.1",
            command: "live_engine_http_srv/destroy_room", object: object, details: details, code: 0, callID: "Id-1")
    }

    @Test func `a line has as many cells as the heading has names`() {
        #expect(
            Self.line().csv
                == "7,2026-11-26T09:00:00Z,ada,console,192.0.2.1,live_engine_http_srv/destroy_room,r1,{},0,Id-1")
        #expect(Self.line().csv.split(separator: ",").count == AuditLine.heading.split(separator: ",").count)
    }

    @Test(arguments: [
        (#"{"a":"b,c"}"#, #""{""a"":""b,c""}""#), ("two\nlines", "\"two\nlines\""), ("=1+1", "'=1+1"),
        ("@SUM(A1)", "'@SUM(A1)"), ("-2", "'-2"), ("+2", "'+2"), ("\r=1", "\"'\r=1\""),
        ("=\"x\",1", "\"'=\"\"x\"\",1\""),
        ("", ""),
    ])
    func `a cell never breaks its line, and is no formula for a spreadsheet`(text: String, cell: String) {
        #expect(Self.line(object: text).csv.contains("destroy_room,\(cell),{},0"))
    }
}
