import Dispatch
import OvationModel
import OvationRules
import OvationSupport
import SVGA

/// What an uploaded file is, by its content. What its sender calls it is not looked at.
struct UploadedContent: Hashable, Sendable {
    let name: FileName
    /// The size of a picture in pixels, of an animation in points.
    let width: Int
    let height: Int

    /// Finds out what a file is. Takes as long as the limits of the decoder of animations allow, so it runs on no event loop.
    ///
    /// - Throws: `uploadTypeRefused` or `uploadInvalid`.
    init(of bytes: [UInt8], as kind: UploadKind, limits: Limits) throws(Rejection) {
        let type: FileType
        switch kind {
        case .picture:
            guard let header = PictureHeader(bytes) else { throw Rejection(.uploadTypeRefused) }
            let sideMax = limits.uploadPictureSideMax
            guard max(header.width, header.height) <= sideMax else {
                throw Rejection(
                    .uploadInvalid,
                    "The picture has \(header.width) × \(header.height) pixels; at most \(sideMax) a side are taken.")
            }
            (type, width, height) = (header.type, header.width, header.height)
        case .effect:
            do throws(SVGAError) {
                let movie = try SVGAMovie(decoding: bytes)
                (type, width, height) = (.svga, Int(movie.width.rounded()), Int(movie.height.rounded()))
            } catch {
                guard error.code != .notSVGA else { throw Rejection(.uploadTypeRefused) }
                throw Rejection(.uploadInvalid, "\(error.code.rawValue): \(error)")
            }
        }
        guard let name = FileName(digits: Digest.hexadecimal(Digest.sha256(bytes)), type: type) else {
            preconditionFailure("a SHA-256 has 64 hexadecimal digits")
        }
        self.name = name
    }
}

/// Looks at uploaded files on a thread of its own, one at a time: no live shall notice how long one takes.
struct UploadChecker: Sendable {
    private let queue = DispatchQueue(label: "ovation.files.checking", qos: .utility)
    private let limits: Limits

    init(limits: Limits) { self.limits = limits }

    /// Finds out what a file is.
    ///
    /// - Throws: `Rejection`, or `CancellationError`.
    func check(_ bytes: [UInt8], as kind: UploadKind) async throws -> UploadedContent {
        let outcome = FirstOutcome<UploadedContent>()
        queue.async { [limits] in
            outcome.end(Result { try UploadedContent(of: bytes, as: kind, limits: limits) })
        }
        return try await outcome.value()
    }
}
