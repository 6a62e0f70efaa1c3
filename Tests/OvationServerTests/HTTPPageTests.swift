import Foundation
import HTTPTypes
import Hummingbird
import OvationModel
import OvationNode
import OvationSupport
import OvationTestKit
import Testing

@testable import OvationHTTP
@testable import OvationServer
@testable import OvationWeb

struct HTTPPageTests {
    // MARK: - Files

    @Test func `who asks for the links of all lives in turn has the server make a bounded number of pages`() throws {
        let clock = ManualClock(Samples.time)
        let tree = PageTree(
            ["index.html": Array("<title>Ovation</title>".utf8)], configuration: "",
            clock: ServerClock(wall: { clock.now }, nanoseconds: { clock.nanoseconds }))
        func page(_ number: Int) throws -> PageFile? {
            var info = Samples.info()
            info.liveName = "Live \(number)"
            return tree.page(sharing: try #require(SharedLive(info)))
        }
        for number in 0..<PageTree.livePagesBurst { #expect(try page(number) != nil) }
        #expect(try page(1_000) == nil, "the page without anything of the live is sent in its place")
        #expect(try page(0) != nil, "what is made costs nothing more")
        clock.advance(seconds: 1)
        for number in 0..<PageTree.livePagesPerSecondMax { #expect(try page(1_000 + number) != nil) }
        #expect(try page(2_000) == nil)
    }

    @Test(arguments: ["/", "/index.html"])
    func `the page is at the root and under its own name`(path: String) async throws {
        let answer = try await HTTPProbe().send(.get, path)
        #expect(answer.status == 200)
        #expect(answer.text == "<!doctype html>")
        #expect(answer.headers[.contentType] == "text/html; charset=utf-8")
        #expect(answer.headers[.cacheControl] == "no-cache")
        #expect(answer.headers[.contentLength] == "15")
    }

    @Test(arguments: ["/feed", "/me", "/studio", "/studio/r1", "/live/r1", "/live/a%20b%2Fc", "/live/r1?user=ada"])
    func `every view of the page has a path of its own`(path: String) async throws {
        let answer = try await HTTPProbe().send(.get, path)
        #expect(answer.status == 200)
        #expect(answer.text == "<!doctype html>")
        #expect(answer.headers[.contentType] == "text/html; charset=utf-8")
        #expect(try await HTTPProbe().send(.post, path).status == 405)
    }

    @Test(arguments: ["/feed/", "/live", "/live/", "/studio/", "/other", "/live//r1"])
    func `a path that is no view is not found`(path: String) async throws {
        #expect(try await HTTPProbe().send(.get, path).status == 404)
    }

    @Test func `a link to a public live shows its title, host and cover, whatever they are called`() async throws {
        var info = Samples.info("r1")
        info.liveName = "Cats & \"dogs\" <script>"
        info.coverURL = "https://example.com/a.jpg?b=1&c=2"
        let live = try #require(SharedLive(info))
        let probe = HTTPProbe(
            sharedLive: { $0 == LiveID("r1") ? live : nil },
            page: { ["index.html": Array("<!doctype html>\n  <title>Ovation</title>".utf8)] })
        let page = try await probe.send(.get, "/live/r1").text
        #expect(page.contains(#"<meta property="og:title" content="Cats &amp; &quot;dogs&quot; &lt;script&gt;">"#))
        #expect(page.contains(#"<meta property="og:image" content="https://example.com/a.jpg?b=1&amp;c=2">"#))
        #expect(page.contains(#"<meta property="og:description" content="\#(Samples.host.userName)">"#))
        #expect(page.hasSuffix("<title>Ovation</title>"))
        #expect(try await !probe.send(.get, "/live/r2").text.contains("og:"))
    }

    @Test(arguments: ["/other", "/feed/", "/live/", "/live//r1", "/gifts/none.svg", "/w/0123456789abcdef/app.js"])
    func `a browser that follows a wrong link gets the page with the status 404, and a program JSON`(
        path: String
    ) async throws {
        let probe = HTTPProbe()
        let browser: HTTPFields = [.accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"]
        let page = try await probe.send(.get, path, headers: browser)
        #expect(page.status == 404)
        #expect(page.text == "<!doctype html>")
        #expect(page.headers[.contentType] == "text/html; charset=utf-8")
        #expect(page.headers[.cacheControl] == "no-store")
        #expect(page.headers[.eTag] == nil)
        #expect(page.headers[.vary] == "Accept, Accept-Encoding")
        #expect(page.headers[.contentSecurityPolicy]?.contains("script-src 'self'") == true)
        let head = try await probe.send(.head, path, headers: browser)
        #expect(head.status == 404 && head.body.isEmpty)
        var kept = browser
        kept[.ifNoneMatch] = "*"
        #expect(try await probe.send(.get, path, headers: kept).status == 404, "nothing is never unchanged")
        for accept in ["*/*", "application/json", "text/html;q=0, */*", "text/htmlx", "image/avif,image/*,*/*;q=0.8"] {
            let answer = try await probe.send(.get, path, headers: [.accept: accept])
            #expect(answer.status == 404)
            #expect(try answer.failure("name") == "notFound", "\(accept)")
        }
    }

    @Test(arguments: ["/v1/nothing", "/v4/nothing/at_all"])
    func `the APIs answer browsers as they answer programs`(path: String) async throws {
        let answer = try await HTTPProbe().send(.get, path, headers: [.accept: "text/html"])
        #expect(answer.status == 404)
        #expect(try answer.failure("name") == "notFound")
    }

    @Test func `the page carries the categories of lives, as the operator wrote them`() async throws {
        let categories = ["1=Music;zh-Hans=音乐", "2=R&B \"live\""].compactMap { LiveCategory($0) }
        let probe = HTTPProbe(
            categories: categories, page: { ["index.html": Array(PageTree.categoriesMark.utf8)] })
        #expect(
            try await probe.send(.get, "/").text
                == #"<meta name="ovation-categories" content="1=Music;zh-Hans=音乐,2=R&amp;B &quot;live&quot;">"#)
    }

    @Test func `the page knows where users buy coins, if the operator says so`() async throws {
        let page = { ["index.html": Array(PageTree.rechargeMark.utf8)] }
        let recharge = RechargeAddress("https://shop.example.com/coins?user={user}&coins={coins}")
        #expect(
            try await HTTPProbe(recharge: recharge, page: page).send(.get, "/").text
                == #"<meta name="ovation-recharge" content="https://shop.example.com/coins?user={user}&amp;coins={coins}">"#
        )
        #expect(try await HTTPProbe(page: page).send(.get, "/").text == PageTree.rechargeMark)
    }

    @Test func `no letter of a title ends the attribute that it stands in, not even with an accent`() {
        let text = HTMLText.attribute("\"\u{301} onload=x >\u{338}<\u{338}&\u{301}")
        #expect(text == "&quot;\u{301} onload=x &gt;\u{338}&lt;\u{338}&amp;\u{301}")
        #expect(!text.unicodeScalars.contains("\""))
    }

    @Test func `a link to an unlisted live says nothing of it, and a cover that is not https is left out`() async throws
    {
        var info = Samples.info("r1")
        info.coverURL = "http://example.com/a.jpg"
        #expect(SharedLive(info)?.cover == nil)
        info.isPublicVisible = false
        #expect(SharedLive(info) == nil)
    }

    @Test(arguments: [
        ("a.css", "text/css; charset=utf-8"), ("a.js", "text/javascript; charset=utf-8"),
        ("a.min.mjs", "text/javascript; charset=utf-8"), ("a.json", "application/json"), ("a.svg", "image/svg+xml"),
        ("A.PNG", "image/png"), ("a.webp", "image/webp"), ("a.ico", "image/x-icon"), ("a.woff2", "font/woff2"),
        ("a.svga", "application/octet-stream"), ("LICENSE", "application/octet-stream"),
    ])
    func `a file has the media type of its name`(name: String, type: String) async throws {
        let answer = try await HTTPProbe(page: { ["index.html": [], name: [0xFF]] }).send(.get, "/" + name)
        #expect(answer.headers[.contentType] == type)
        #expect(answer.body == [0xFF])
    }

    @Test func `a copy that is still current is not sent again`() async throws {
        let probe = HTTPProbe()
        let first = try await probe.send(.get, "/wire/frames.js")
        let tag = try #require(first.headers[.eTag])
        #expect(tag.hasPrefix("\"") && tag.hasSuffix("\"") && tag.count == 18)
        for offered in [tag, "W/" + tag, "\"other\", \(tag)", "W/\"other\",W/\(tag) ", "*"] {
            let again = try await probe.send(.get, "/wire/frames.js", headers: [.ifNoneMatch: offered])
            #expect(again.status == 304, "\(offered)")
            #expect(again.body.isEmpty)
            #expect(again.headers[.eTag] == tag)
            #expect(again.headers[.contentLength] == nil)
            #expect(again.headers[.cacheControl] == "no-cache")
        }
        let head = try await probe.send(.head, "/wire/frames.js", headers: [.ifNoneMatch: tag])
        #expect(head.status == 304)
    }

    @Test(arguments: ["\"other\"", "", "\"\"", "other", "\"*\""])
    func `a request with another tag gets the file`(offered: String) async throws {
        let answer = try await HTTPProbe().send(.get, "/wire/frames.js", headers: [.ifNoneMatch: offered])
        #expect(answer.status == 200)
        #expect(answer.text == "export {};")
    }

    @Test func `a changed file has another tag, and the same file has the same`() async throws {
        func tag(_ bytes: [UInt8]) async throws -> String? {
            try await HTTPProbe(page: { ["index.html": bytes] }).send(.get, "/").headers[.eTag]
        }
        #expect(try await tag([1, 2]) == tag([1, 2]))
        #expect(try await tag([1, 2]) != tag([1, 3]))
    }

    @Test func `without the page's files the server says so and runs on`() async throws {
        let probe = HTTPProbe(page: { throw OvationWeb.LoadError.resourcesMissing(searched: ["/opt/ovation"]) })
        let answer = try await probe.send(.get, "/")
        #expect(answer.status == 404)
        #expect(try answer.failure("name") == "pageNotInstalled")
        #expect(try await probe.send(.get, "/health/live").status == 200)
        let line = try #require(probe.log.lines.first)
        #expect(line.contains("the server runs without the page"))
        #expect(line.contains("beside the program (looked in: /opt/ovation)."))
    }

    @Test func `the API's description is also found with a slash at the end of its address`() async throws {
        let probe = HTTPProbe(page: { ["index.html": [], "docs/index.html": Array("the API".utf8)] })
        #expect(try await probe.send(.get, "/docs").text == "the API")
        let answer = try await probe.send(.get, "/docs/")
        #expect(answer.status == 301)
        #expect(answer.headers[.location] == "/docs")
        #expect(try await probe.send(.post, "/docs/").status == 405)
        for path in ["/docs//", "//docs", "/docs/x", "/index.html/"] {
            #expect(try await probe.send(.get, path).status == 404, "\(path)")
        }
    }

    // MARK: - Attempts to leave the folder

    @Test(arguments: [
        "/../Package.swift", "/%2e%2e/Package.swift", "/%2E%2E%2FPackage.swift", "/..%2fPackage.swift",
        "/wire/../../secret",
        "/wire/%2e%2e/index.html", "/wire/../index.html", "/..\\Package.swift", "/wire\\frames.js", "/wire%5cframes.js",
        "/wire%2fframes.js", "/index.html%00.js", "/index.html%00", "/./index.html", "/%69ndex.html",
        "//etc/passwd", "/etc/passwd", "/OvationWeb.swift", "/wire", "/wire/", "/INDEX.HTML", "/index.html;a",
        "/index.html.",
        "/%c0%ae%c0%ae/Package.swift", "/....//Package.swift", "file:///etc/passwd", "/*", "/{page}", "/**", "/:file",
        "/index.html/",
        "//index.html", "/wire//frames.js", "//",
    ])
    func `only the exact path of a file is served`(path: String) async throws {
        let answer = try await HTTPProbe().send(.get, path)
        #expect(answer.status == 404)
        #expect(try answer.failure("name") == "notFound")
    }

    // MARK: - Reading the folder

    @Test func `links and hidden files are ignored`() throws {
        try withFolder { folder in
            try write("<p>", to: folder, "index.html")
            try write("x", to: folder, "wire/frames.js")
            try write("x", to: folder, ".env")
            try write("x", to: folder, ".git/config")
            let files = FileManager.default
            try files.createSymbolicLink(
                at: folder.appendingPathComponent("passwd"), withDestinationURL: URL(fileURLWithPath: "/etc/passwd"))
            try files.createSymbolicLink(
                at: folder.appendingPathComponent("etc"), withDestinationURL: URL(fileURLWithPath: "/etc"))
            try files.createSymbolicLink(
                at: folder.appendingPathComponent("dangling"), withDestinationURL: URL(fileURLWithPath: "/nowhere"))
            #expect(Set(try OvationWeb.files(inFolder: folder.path).keys) == ["index.html", "wire/frames.js"])
        }
    }

    @Test func `the folder itself may be a link`() throws {
        try withFolder { folder in
            let page = folder.appendingPathComponent("page")
            try write("<p>", to: page, "index.html")
            let link = folder.appendingPathComponent("link")
            try FileManager.default.createSymbolicLink(at: link, withDestinationURL: page)
            #expect(try OvationWeb.files(inFolder: link.path) == ["index.html": Array("<p>".utf8)])
        }
    }

    @Test func `a folder without a page is refused with the reason`() throws {
        try withFolder { folder in
            #expect(throws: OvationWeb.LoadError.indexMissing(folder: folder.path)) {
                try OvationWeb.files(inFolder: folder.path)
            }
            try write("<p>", to: folder, "index.html")
            try write("x", to: folder, "wire/my file.js")
            #expect(throws: OvationWeb.LoadError.nameUnusable(path: "wire/my file.js")) {
                try OvationWeb.files(inFolder: folder.path)
            }
        }
        #expect(throws: (any Error).self) { try OvationWeb.files(inFolder: "/nowhere/at/all") }
    }

    @Test func `a file that is too large is refused before it is read`() throws {
        try withFolder { folder in
            try write("<p>", to: folder, "index.html")
            let file = folder.appendingPathComponent("big.bin")
            #expect(FileManager.default.createFile(atPath: file.path, contents: nil))
            let handle = try FileHandle(forWritingTo: file)
            try handle.truncate(atOffset: UInt64(OvationWeb.fileBytesMax))
            #expect(try OvationWeb.files(inFolder: folder.path)["big.bin"]?.count == OvationWeb.fileBytesMax)
            try handle.truncate(atOffset: UInt64(OvationWeb.fileBytesMax) + 1)
            try handle.close()
            #expect(throws: OvationWeb.LoadError.tooLarge(path: "big.bin")) {
                try OvationWeb.files(inFolder: folder.path)
            }
        }
    }

    // MARK: - The shipped page

    @Test func `everything that the page refers to is shipped with it`() throws {
        let files = try OvationWeb.files()
        let index = String(decoding: try #require(files["index.html"]), as: UTF8.self)
        for match in index.matches(of: #/(?:src|href)="/([^"]+)"/#) {
            #expect(files[String(match.1)] != nil, "index.html refers to /\(match.1)")
        }
        for (name, bytes) in files where name.hasSuffix(".js") {
            let script = String(decoding: bytes, as: UTF8.self)
            for match in script.matches(of: #/(?:from|import)\s+"(\.[^"]+)"/#) {
                let path = resolve(String(match.1), from: name)
                #expect(files[path] != nil, "\(name) imports \(match.1)")
            }
        }
    }

    @Test func `the page obeys the policy that it is served with`() throws {
        for (name, bytes) in try OvationWeb.files() where name.hasSuffix(".html") || name.hasSuffix(".js") {
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(
                !text.contains("innerHTML") && !text.contains("outerHTML"), "\(name) must not turn text into markup")
            #expect(!text.contains("insertAdjacentHTML"), "\(name) must not turn text into markup")
            #expect(!text.contains("document.write"), "\(name) must not turn text into markup")
            #expect(
                !text.contains("eval(") && !text.contains("new Function"), "\(name) must not turn text into scripts")
            guard name.hasSuffix(".html") else { continue }
            #expect(!text.contains("<style") && !text.contains("style="), "\(name) must not contain inline styles")
            #expect(text.matches(of: #/<script(?![^>]*\bsrc=)/#).isEmpty, "\(name) must not contain an inline script")
            #expect(text.matches(of: #/\son[a-z]+="/#).isEmpty, "\(name) must not have a script in an attribute")
        }
    }

    private func resolve(_ reference: String, from name: String) -> String {
        var parts = name.split(separator: "/").dropLast()
        for part in reference.split(separator: "/") {
            if part == ".." { parts = parts.dropLast() } else if part != "." { parts.append(part) }
        }
        return parts.joined(separator: "/")
    }

    private func withFolder(_ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
            .appendingPathComponent("ovation-page-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder)
    }

    private func write(_ text: String, to folder: URL, _ path: String) throws {
        let file = folder.appendingPathComponent(path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }
}
