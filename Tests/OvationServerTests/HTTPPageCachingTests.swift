import CZlib
import Foundation
import HTTPTypes
import Testing

@testable import OvationServer
@testable import OvationWeb

struct HTTPPageCachingTests {
    private static let script = Array(String(repeating: "export const answer = 42;\n", count: 40).utf8)
    private static let page: [String: [UInt8]] = [
        "index.html": Array(
            """
            <meta name="ovation-config" content=""><link rel="stylesheet" href="/styles/base.css">
            <script type="module" src="/app.js"></script><a href="/docs">API</a><a href="/docs/index.html">API</a>
            """.utf8),
        "docs/index.html": Array(#"<link rel="stylesheet" href="/styles/base.css">"#.utf8),
        "app.js": script, "styles/base.css": Array(String(repeating: "p { margin: 0 }\n", count: 40).utf8),
        "a.png": Array(repeating: 0, count: 1_000),
    ]

    private func makeProbe(_ change: [String: [UInt8]] = [:]) -> HTTPProbe {
        HTTPProbe(page: { Self.page.merging(change) { $1 } })
    }

    /// The path of the script that the page refers to.
    private func scriptPath(_ probe: HTTPProbe) async throws -> String {
        let html = try await probe.send(.get, "/").text
        return String(try #require(html.firstMatch(of: #/src="([^"]+)"/#)).1)
    }

    // MARK: - Compression

    @Test func `a script is sent compressed to a browser that takes gzip, and is the same script`() async throws {
        let answer = try await makeProbe().send(.get, "/app.js", headers: [.acceptEncoding: "gzip, deflate, br, zstd"])
        #expect(answer.headers[.contentEncoding] == "gzip")
        #expect(answer.headers[.vary] == "Accept-Encoding")
        #expect(answer.headers[.contentLength] == String(answer.body.count))
        #expect(answer.body.count < Self.script.count / 4)
        #expect(try gunzip(answer.body) == Self.script)
    }

    @Test(arguments: [
        ("gzip", true), ("GZIP", true), ("x-gzip", true), ("br;q=1.0, gzip;q=0.8, *;q=0.1", true), ("*", true),
        ("gzip ; q=1", true),
        ("gzip;q=0.001", true), ("*;q=0, gzip", true), ("", false), ("identity", false), ("br", false),
        ("gzip;q=0", false),
        ("gzip; q=0.000, *", false), ("*;q=0", false), ("gzipped", false), (";;,,", false), (";q=gzip", false),
    ])
    func `only an Accept-Encoding that allows gzip counts as such`(header: String, takes: Bool) async throws {
        let answer = try await makeProbe().send(.get, "/app.js", headers: [.acceptEncoding: header])
        #expect((answer.headers[.contentEncoding] == "gzip") == takes)
        #expect(takes || answer.body == Self.script)
        #expect(answer.headers[.vary] == "Accept-Encoding")
    }

    @Test func `pictures, and files that would not become smaller, are sent uncompressed`() async throws {
        let probe = makeProbe(["b.js": Array("1".utf8)])
        for path in ["/a.png", "/b.js"] {
            let answer = try await probe.send(.get, path, headers: [.acceptEncoding: "gzip"])
            #expect(answer.headers[.contentEncoding] == nil)
            #expect(answer.headers[.vary] == (path == "/b.js" ? "Accept-Encoding" : nil))
        }
    }

    @Test func `the two forms of a file have different tags, and each is validated by its own`() async throws {
        let probe = makeProbe()
        let plain = try #require(try await probe.send(.get, "/app.js").headers[.eTag])
        let gzip: HTTPFields = [.acceptEncoding: "gzip"]
        let compressed = try #require(try await probe.send(.get, "/app.js", headers: gzip).headers[.eTag])
        #expect(plain != compressed)
        for (offered, status) in [(compressed, 304), ("W/" + compressed, 304), (plain, 200)] {
            var headers = gzip
            headers[.ifNoneMatch] = offered
            let answer = try await probe.send(.get, "/app.js", headers: headers)
            #expect(answer.status == status)
            #expect(answer.headers[.eTag] == compressed)
            #expect(answer.headers[.vary] == "Accept-Encoding")
        }
        #expect(try await probe.send(.get, "/app.js", headers: [.ifNoneMatch: compressed]).status == 200)
    }

    @Test func `a HEAD has the length of the compressed file`() async throws {
        let (probe, gzip) = (makeProbe(), HTTPFields([HTTPField(name: .acceptEncoding, value: "gzip")]))
        let get = try await probe.send(.get, "/app.js", headers: gzip)
        let head = try await probe.send(.head, "/app.js", headers: gzip)
        #expect(head.body.isEmpty)
        #expect(head.headers[.contentLength] == get.headers[.contentLength])
        #expect(head.headers[.contentEncoding] == "gzip")
    }

    // MARK: - Lasting addresses

    @Test func `the page names its files by the hash of the tree, and browsers keep them for a year`() async throws {
        let probe = makeProbe()
        let path = try await scriptPath(probe)
        #expect(path.wholeMatch(of: #//w/[0-9a-f]{16}/app\.js/#) != nil)
        let answer = try await probe.send(.get, path)
        #expect(answer.status == 200)
        #expect(answer.body == Self.script)
        #expect(answer.headers[.cacheControl] == "public, max-age=31536000, immutable")
        #expect(answer.headers[.contentType] == "text/javascript; charset=utf-8")
        // A script that is opened as a page of its own can do no harm.
        #expect(answer.headers[.contentSecurityPolicy] == "default-src 'none'; frame-ancestors 'none'")
        #expect(answer.headers[.xContentTypeOptions] == "nosniff")
        #expect(answer.headers[.crossOriginResourcePolicy] == "same-origin")
        // The page names the version, so browsers ask for it each time.
        #expect(try await probe.send(.get, "/").headers[.cacheControl] == "no-cache")
        #expect(try await probe.send(.get, "/app.js").headers[.cacheControl] == "no-cache")
    }

    @Test func `a worker may load the page's scripts, and nothing else`() async throws {
        let probe = makeProbe(["svga/worker.js": Self.script])
        let path = try await scriptPath(probe).replacing("app.js", with: "svga/worker.js")
        for path in [path, "/svga/worker.js"] {
            let policy = try await probe.send(.get, path).headers[.contentSecurityPolicy]
            #expect(policy == "default-src 'none'; script-src 'self'; frame-ancestors 'none'")
        }
        // The page itself may start workers, and only one policy may name their addresses.
        let policy = try #require(try await probe.send(.get, "/").headers[.contentSecurityPolicy])
        #expect(policy.contains("worker-src 'self'; require-trusted-types-for 'script'; trusted-types svga seats"))
    }

    @Test func `every page names its files by the hash, and other links stay as they are`() async throws {
        let probe = makeProbe()
        let root = try await scriptPath(probe).replacing("app.js", with: "")
        let index = try await probe.send(.get, "/").text
        #expect(index.contains("href=\"\(root)styles/base.css\""))
        #expect(index.contains(#"<a href="/docs">"#) && index.contains(#"<a href="/docs/index.html">"#))
        #expect(try await probe.send(.get, "/docs").text == "<link rel=\"stylesheet\" href=\"\(root)styles/base.css\">")
        #expect(try await probe.send(.get, root + "index.html").status == 404)
    }

    @Test func `a change of one byte gives the page's files new addresses, and the old ones are gone`() async throws {
        let old = try await scriptPath(makeProbe())
        let next = makeProbe(["styles/base.css": Array("p { margin: 1px }".utf8)])
        #expect(try await scriptPath(makeProbe()) == old)
        #expect(try await scriptPath(next) != old)
        let answer = try await next.send(.get, old)
        #expect(answer.status == 404)
        #expect(answer.headers[.cacheControl] == "no-store")
    }

    @Test(arguments: [
        "/w", "/w/", "/w/app.js", "/w/0123456789abcdef/app.js", "{}/", "{}app.js/", "{}/app.js", "{}../app.js",
        "{}%61pp.js", "{}wire",
    ])
    func `no other path below the lasting addresses is found`(path: String) async throws {
        let probe = makeProbe()
        let root = try await scriptPath(probe).replacing("app.js", with: "")
        let answer = try await probe.send(.get, path.replacing("{}", with: root))
        #expect(answer.status == 404)
        #expect(try answer.failure("name") == "notFound")
    }

    @Test func `a lasting address answers only GET and HEAD`() async throws {
        let probe = makeProbe()
        let path = try await scriptPath(probe)
        let refused = try await probe.send(.post, path)
        #expect(refused.status == 405)
        #expect(refused.headers[.allow] == "GET, HEAD")
        #expect(try await probe.send(.head, path).status == 200)
    }

    @Test(arguments: [true, false])
    func `the page carries the configuration that it would otherwise have to request`(isDevelopment: Bool) async throws
    {
        let probe = HTTPProbe(isDevelopment: isDevelopment, page: { Self.page })
        let html = try await probe.send(.get, "/").text
        let told = "dev=\(isDevelopment), media=relay, sdkAppID=1400000001"
        #expect(html.contains(#"<meta name="ovation-config" content="\#(told)">"#))
    }

    @Test func `the shipped page has a place for the configuration`() throws {
        let index = String(decoding: try #require(try OvationWeb.files()["index.html"]), as: UTF8.self)
        #expect(index.contains(PageTree.configurationMark) && index.contains(PageTree.categoriesMark))
    }

    @Test func `a stylesheet is sent with the imports from its own folder inlined`() async throws {
        let css = "@import \"base.css\";\n@import \"none.css\";\n@import \"../app.js\";\n.live { color: red }\n"
        let probe = makeProbe(["styles/page.css": Array(css.utf8), "styles/base.css": Array("p { margin: 0 }".utf8)])
        let root = try await scriptPath(probe).replacing("app.js", with: "")
        let text = try await probe.send(.get, root + "styles/page.css").text
        #expect(text == css.replacing("@import \"base.css\";", with: "p { margin: 0 }"))
        #expect(try await probe.send(.get, "/styles/page.css").text == css)
    }

    @Test(arguments: [
        ("// a\nb(); // c\n  // d\n", "\nb(); // c\n\n"), ("/* a */\nb", "\nb"), ("/** a\n * b\n */\nc", "\n\n\nc"),
        ("/* a */ b();\nc", "/* a */ b();\nc"), ("a /* b\nc */ d", "a /* b\nc */ d"),
        ("const a = 1; /* b */", "const a = 1; /* b */"),
        ("  /* a\n b */\n\tc\n", "\n\nc\n"), ("a\r\n// b\r\nc", "a\r\n\nc"), ("", ""), ("/*", ""),
        ("  a {\n\tb: c;  \n }", "a {\nb: c;  \n}"),
        ("/*/\na */ b", "\n b"), ("/* a\n */ \t\nb", "\n\nb"), ("é /\n/ü/", "é /\n/ü/"),
    ])
    func `files that browsers keep have neither comment lines nor indentation`(source: String, result: String) {
        #expect(String(decoding: PageTree.compacted(Array(source.utf8)), as: UTF8.self) == result)
    }

    @Test func `a file under its plain path is sent unchanged`() async throws {
        let source = Array("// Why.\nwhat();\n".utf8)
        let probe = makeProbe(["app.js": source])
        #expect(try await probe.send(.get, "/app.js").body == source)
        #expect(try await probe.send(.get, scriptPath(probe)).text == "\nwhat();\n")
    }

    /// Unpacks a gzip file.
    private func gunzip(_ bytes: [UInt8]) throws -> [UInt8] {
        var stream = z_stream()
        try #require(
            inflateInit2_(&stream, 15 + 16, zlibVersion(), Int32(MemoryLayout<z_stream>.size)) == Z_OK)
        defer { inflateEnd(&stream) }
        var input = bytes
        var status = Z_DATA_ERROR
        let output = input.withUnsafeMutableBufferPointer { input in
            [UInt8](unsafeUninitializedCapacity: 1 << 16) { output, count in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = 1 << 16
                status = inflate(&stream, Z_FINISH)
                count = (1 << 16) - Int(stream.avail_out)
            }
        }
        try #require(status == Z_STREAM_END)
        return output
    }
}
