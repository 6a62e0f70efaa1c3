import Foundation

/// The files of the page. They are resources of this module and are read once, when the server starts.
public enum OvationWeb {
    /// Why there is no page.
    public enum LoadError: Error, Equatable, CustomStringConvertible {
        /// The folder of the files is in none of the places where it may be.
        case resourcesMissing(searched: [String])
        /// The folder has no `index.html`.
        case indexMissing(folder: String)
        /// A file or the whole is larger than a page should be.
        case tooLarge(path: String)
        /// A name that would have to be encoded in a URL.
        case nameUnusable(path: String)

        /// What is wrong and what to do, in a sentence.
        public var description: String {
            switch self {
            case .resourcesMissing(let searched):
                """
                The page's files were not found. Put the folder \(OvationWeb.folderName) beside the program \
                (looked in: \(searched.joined(separator: ", "))).
                """
            case .indexMissing(let folder): "The page's folder \(folder) has no index.html."
            case .tooLarge(let path): "The page's file \(path) takes more memory than the page may."
            case .nameUnusable(let path):
                "The name of the page's file \(path) may have letters, digits, dot, dash and underscore only."
            }
        }
    }

    /// Bytes of one file.
    static let fileBytesMax = 4 * 1_024 * 1_024
    /// Bytes of all files.
    static let pageBytesMax = 32 * 1_024 * 1_024
    /// How many files.
    static let filesMax = 1_000

    #if canImport(Darwin)
        static let folderName = "Ovation_OvationWeb.bundle"
        private final class Marker {}
    #else
        static let folderName = "Ovation_OvationWeb.resources"
    #endif

    /// Reads the page's files, by their path within the page: `index.html`, `wire/frames.js`.
    ///
    /// The folder is looked for beside the program, wherever both have been copied to. The accessor that the package
    /// manager generates is not used: it stops the process where the folder is missing, and a server can do without
    /// its page.
    ///
    /// - Throws: ``LoadError``, or the system's error where a file cannot be read.
    public static func files() throws -> [String: [UInt8]] {
        var searched: [String] = []
        for folder in candidates() where !searched.contains(folder.path) {
            if FileManager.default.fileExists(atPath: folder.path) {
                return try files(inFolder: content(of: folder).path)
            }
            searched.append(folder.path)
        }
        throw LoadError.resourcesMissing(searched: searched)
    }

    /// Reads the files of a folder, by their path within it.
    ///
    /// Hidden files and symbolic links are left out: a link could show what lies outside.
    ///
    /// - Throws: ``LoadError``, or the system's error where a file cannot be read.
    public static func files(inFolder path: String) throws -> [String: [UInt8]] {
        var reader = FolderReader()
        try reader.read(URL(fileURLWithPath: path).resolvingSymlinksInPath(), under: "")
        guard reader.files["index.html"] != nil else { throw LoadError.indexMissing(folder: path) }
        return reader.files
    }

    // MARK: - Places

    private static func candidates() -> [URL] {
        var places = [Bundle.main.bundleURL, Bundle.main.resourceURL]
        places.append(Bundle.main.executableURL?.resolvingSymlinksInPath().deletingLastPathComponent())
        #if canImport(Darwin)
            // In the tests of Xcode the program is not the one that was built here.
            let own = Bundle(for: Marker.self)
            places += [own.resourceURL, own.bundleURL.deletingLastPathComponent()]
        #endif
        return places.compactMap { $0?.appendingPathComponent(folderName).standardizedFileURL }
    }

    private static func content(of folder: URL) -> URL {
        #if canImport(Darwin)
            return Bundle(url: folder)?.resourceURL ?? folder
        #else
            return folder
        #endif
    }
}

/// Reads a folder with all that is in it.
private struct FolderReader {
    private(set) var files: [String: [UInt8]] = [:]
    private var byteCount = 0

    /// Reads what is in a folder.
    mutating func read(_ folder: URL, under prefix: String) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
            let path = prefix + name
            let url = folder.appendingPathComponent(name)
            // Says what the entry itself is, not what a link points to.
            let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
            guard !name.hasPrefix("."), let type = attributes[.type] as? FileAttributeType else { continue }
            guard type == .typeDirectory || type == .typeRegular else { continue }
            guard name.utf8.allSatisfy(Self.isUsable) else { throw OvationWeb.LoadError.nameUnusable(path: path) }
            if type == .typeDirectory {
                try read(url, under: path + "/")
            } else {
                try add(url, path, size: (attributes[.size] as? NSNumber)?.intValue ?? .max)
            }
        }
    }

    private mutating func add(_ url: URL, _ path: String, size: Int) throws {
        guard size <= OvationWeb.fileBytesMax, byteCount + size <= OvationWeb.pageBytesMax,
            files.count < OvationWeb.filesMax
        else { throw OvationWeb.LoadError.tooLarge(path: path) }
        files[path] = [UInt8](try Data(contentsOf: url))
        byteCount += size
    }

    private static func isUsable(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: false
        }
    }
}
