import Foundation

/// The files of the page. They are resources of this module, and the server reads them once when it starts.
public enum OvationWeb {
    /// The reasons why the page cannot be loaded.
    public enum LoadError: Error, Equatable, CustomStringConvertible {
        /// The folder of the files is in none of the searched places.
        case resourcesMissing(searched: [String])
        /// The folder has no `index.html`.
        case indexMissing(folder: String)
        /// A file, or all of them together, is larger than a page should be.
        case tooLarge(path: String)
        /// A file has a name that a URL would have to encode.
        case nameUnusable(path: String)

        /// What is wrong and how to fix it, in one sentence.
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

    /// The largest size of one file, in bytes.
    static let fileBytesMax = 4 * 1_024 * 1_024
    /// The largest size of all files, in bytes.
    static let pageBytesMax = 32 * 1_024 * 1_024
    /// The largest number of files.
    static let filesMax = 1_000

    #if canImport(Darwin)
        static let folderName = "Ovation_OvationWeb.bundle"
        private final class Marker {}
    #else
        static let folderName = "Ovation_OvationWeb.resources"
    #endif

    /// Reads the page's files, keyed by path: `index.html`, `wire/frames.js`.
    ///
    /// It looks for the folder beside the program, so both can be copied together. The package manager's generated accessor is
    /// not used, because it stops the process if the folder is missing. A server can run without its page.
    ///
    /// - Throws: ``LoadError``, or the system's error if a file cannot be read.
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

    /// Reads the files of a folder, keyed by path.
    ///
    /// Hidden files and symbolic links are left out, because a link could expose files outside the folder.
    ///
    /// - Throws: ``LoadError``, or the system's error if a file cannot be read.
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
            // Xcode runs tests in another program than the one built here.
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

/// Reads a folder and everything in it.
private struct FolderReader {
    private(set) var files: [String: [UInt8]] = [:]
    private var byteCount = 0

    /// Reads the entries of a folder.
    mutating func read(_ folder: URL, under prefix: String) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
            let path = prefix + name
            let url = folder.appendingPathComponent(name)
            // The attributes are those of the entry itself, not of a link's target.
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
