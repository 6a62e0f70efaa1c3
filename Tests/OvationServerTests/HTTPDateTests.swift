import OvationModel
import Testing

@testable import OvationHTTP

struct HTTPDateTests {
    @Test(arguments: [
        (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
        (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"), (1_735_689_599, "Tue, 31 Dec 2024 23:59:59 GMT"),
        (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"), (-1, "Thu, 01 Jan 1970 00:00:00 GMT"),
    ])
    func `a time is written as RFC 9110 asks`(seconds: Int64, text: String) {
        #expect(HTTPDate.text(of: Timestamp(milliseconds: seconds * 1_000)) == text)
    }
}
