import OvationHTTP
import OvationModel
import OvationNode
import OvationRules
import OvationSupport
import Synchronization

/// The page as it is served: its files, and the same files under addresses that may be kept for good.
///
/// Every file is there under its own path, as it was written. Those that a page loads are also under `/w/<hash of the tree>/`,
/// without comments and indentation, and the HTML names them there, so that a browser asks for a file once for each version of the
/// page. Modules import each other by relative paths, so all that one loads is of one version.
final class PageTree: Sendable {
    /// By path, `wire/frames.js`.
    let files: [String: PageFile]
    /// The path that all files of this version have in front, `/w/0123456789abcdef/`.
    private let root: String
    private let bytes: [String: [UInt8]]
    /// The page's HTML as it is served; nil without one.
    private let index: String?
    private let pictures: String?
    /// What a browser gets for a path at which there is nothing; nil without a page.
    let missing: PageFile?
    private struct LivePages {
        var pages: [SharedLive: PageFile] = [:]
        /// How fast pages are made: each is compressed, and who asks for those of all lives in turn would have the server do little else.
        var pace: TokenBucket
    }

    /// The page with what a link to a live shows, for lives that were asked for lately.
    private let livePages: Mutex<LivePages>
    private let clock: ServerClock
    /// Lives whose page is in memory at most, of some ten thousand bytes each.
    private static let livePagesMax = 500
    /// Pages of lives that are made in a second at most. Beyond, a link shows what one to no live shows.
    static let livePagesPerSecondMax = 20
    /// Pages of lives that are made at once after a quiet time.
    static let livePagesBurst = 200
    /// By path, made when they are first asked for.
    private let immutableFiles = Mutex<[String: PageFile]>([:])

    /// What a page has in its head for the server to fill in.
    static let configurationMark = #"<meta name="ovation-config" content="">"#
    /// What a page has in its head for the categories of lives.
    static let categoriesMark = #"<meta name="ovation-categories" content="">"#
    /// What a page has in its head for where users buy coins.
    static let rechargeMark = #"<meta name="ovation-recharge" content="">"#
    /// Changed where the same files are served in another form, so that the addresses change too.
    private static let form = "2"

    /// Makes a tree.
    ///
    /// - Parameters:
    ///   - bytes: The files, by path.
    ///   - configuration: What the page needs to know before it logs in, `dev=true, sdkAppID=1400000001`: with it in the page
    ///     itself, it need not ask.
    ///   - categories: The categories of lives that the page offers.
    ///   - recharge: Where users buy coins; nil where the page does not say.
    ///   - pictures: The origin of a media server that the page plays from, `https://media.example.com`; nil where there is none.
    init(
        _ bytes: [String: [UInt8]], configuration: String, categories: [LiveCategory] = [],
        recharge: RechargeAddress? = nil, pictures: String? = nil,
        clock: ServerClock = .system
    ) {
        self.clock = clock
        livePages = Mutex(
            LivePages(
                pace: TokenBucket(
                    perSecond: Self.livePagesPerSecondMax, burst: Self.livePagesBurst, at: clock.monotonic())))
        let root = "/w/\(Self.hash(of: bytes))/"
        self.root = root
        self.bytes = bytes
        self.pictures = pictures
        let marks = [
            (Self.configurationMark, configuration),
            (Self.categoriesMark, HTMLText.attribute(categories.map(\.text).joined(separator: ","))),
            (Self.rechargeMark, HTMLText.attribute(recharge?.text ?? "")),
        ]
        index = bytes["index.html"].map { Self.page(String(decoding: $0, as: UTF8.self), root, bytes, marks, pictures) }
        missing = index.map { PageFile(name: "index.html", bytes: Array($0.utf8), pictures: pictures) }
        files = Dictionary(
            uniqueKeysWithValues: bytes.map { name, content in
                guard name.hasSuffix(".html") else { return (name, PageFile(name: name, bytes: content)) }
                let html = Self.page(String(decoding: content, as: UTF8.self), root, bytes, marks, pictures)
                return (name, PageFile(name: name, bytes: Array(html.utf8), pictures: pictures))
            })
    }

    /// The page with what a link to a live shows; nil without a page, or where too many were made just now. Called on any thread.
    func page(sharing live: SharedLive) -> PageFile? {
        guard let index else { return nil }
        let now = clock.monotonic()
        let (known, mayMake) = livePages.withLock { state -> (PageFile?, Bool) in
            if let page = state.pages[live] { return (page, false) }
            return (nil, state.pace.take(at: now))
        }
        guard known == nil, mayMake else { return known }
        let html = index.replacing("<title>", with: live.head + "\n  <title>", maxReplacements: 1)
        // Not behind the lock, where everybody would wait for it.
        let page = PageFile(name: "index.html", bytes: Array(html.utf8), pictures: pictures)
        livePages.withLock { state in
            if state.pages.count >= Self.livePagesMax { state.pages = [:] }
            state.pages[live] = page
        }
        return page
    }

    /// The file under an address that lasts, by the whole path of a request; nil where there is none. Called on any thread.
    func immutableFile(at path: String) -> PageFile? {
        guard path.hasPrefix(root) else { return nil }
        let name = String(path.dropFirst(root.count))
        guard let content = bytes[name], !name.hasSuffix(".html") else { return nil }
        return immutableFiles.withLock { files in
            if let file = files[name] { return file }
            var content = content
            if name.hasSuffix(".css") { content = Self.stylesheet(name, bytes) }
            if name.hasSuffix(".css") || name.hasSuffix(".js") { content = Self.compacted(content) }
            let file = PageFile(name: name, bytes: content).immutable()
            files[name] = file
            return file
        }
    }

    /// A page's HTML with the lasting addresses of what it loads.
    private static func page(
        _ html: String, _ root: String, _ bytes: [String: [UInt8]], _ marks: [(mark: String, content: String)],
        _ pictures: String?
    ) -> String {
        marks.reduce(html) { html, entry in
            html.replacing(
                entry.mark, with: entry.mark.replacing(#"content="""#, with: #"content="\#(entry.content)""#))
        }
        // The page's own policy is kept beside that of the answer's head, and has to allow as much.
        .replacing("connect-src 'self'", with: "connect-src 'self'" + (pictures.map { " \($0)" } ?? ""))
        .replacing(#/(href|src)="/([^"]+)"/#) { match in
            let name = String(match.2)
            let isAsset = bytes[name] != nil && !name.hasSuffix(".html")
            return isAsset ? "\(match.1)=\"\(root)\(name)\"" : String(match.0)
        }
    }

    /// A stylesheet with what it imports from its own folder in place of the imports: a browser would ask for one after the
    /// other before it shows anything. What is imported imports nothing itself.
    private static func stylesheet(_ name: String, _ bytes: [String: [UInt8]]) -> [UInt8] {
        let folder = name.lastIndex(of: "/").map { name[...$0] } ?? ""
        let css = String(decoding: bytes[name] ?? [], as: UTF8.self)
        let whole = css.replacing(#/@import "([A-Za-z0-9_.-]+)";/#) { match in
            bytes["\(folder)\(match.1)"].map { String(decoding: $0, as: UTF8.self) } ?? String(match.0)
        }
        return Array(whole.utf8)
    }

    /// A script or stylesheet in which lines that are nothing but a comment are empty, and the others begin at their first word:
    /// comments are a fifth of what travels, indentation a fiftieth, and nobody reads them there. Every line stays where it is, so
    /// that an error names the line of the source. That the page has no text of several lines, which would lose its indentation
    /// too, is for a test of the page to see.
    static func compacted(_ source: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(source.count)
        var isInside = false
        for (index, line) in source.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated()
        {
            if index > 0 { result.append(UInt8(ascii: "\n")) }
            let code = String(decoding: line, as: UTF8.self).drop { $0 == " " || $0 == "\t" }
            if isInside {
                guard let end = code.firstRange(of: "*/") else { continue }
                isInside = false
                if !code[end.upperBound...].allSatisfy(\.isWhitespace) {
                    result.append(contentsOf: code[end.upperBound...].utf8)
                }
            } else if code.hasPrefix("/*") {
                let end = code.dropFirst(2).firstRange(of: "*/")
                isInside = end == nil
                if let end, !code[end.upperBound...].allSatisfy(\.isWhitespace) { result.append(contentsOf: code.utf8) }
            } else if !code.hasPrefix("//") {
                result.append(contentsOf: code.utf8)
            }
        }
        return result
    }

    /// 64 bits of a good hash over names and contents: enough to tell versions of one page apart.
    private static func hash(of files: [String: [UInt8]]) -> String {
        var text = Array("\(form)\n".utf8)
        for (name, content) in files.sorted(by: { $0.key < $1.key }) {
            text += Array("\(name) \(Digest.hexadecimal(Digest.sha256(content)))\n".utf8)
        }
        return Digest.hexadecimal(Digest.sha256(text).prefix(8))
    }
}
