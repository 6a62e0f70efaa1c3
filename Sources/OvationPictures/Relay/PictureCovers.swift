import NIOCore
import OvationMedia
import OvationModel
import Synchronization

/// The covers of the pictures of lives, as their publishers send them. May be used from any thread.
///
/// A cover is a few kilobytes in memory, of each live that has a picture. It goes with the picture, and a live without one costs nothing.
package final class PictureCovers: Sendable {
    /// A cover, in a buffer that all answers share.
    struct Cover: Sendable {
        let content: ByteBuffer
        let type: String
        /// Tells it from earlier ones: the Unix time in seconds at which it came.
        let version: Int64
    }

    private let covers = Mutex<[LiveSessionID: Cover]>([:])

    /// Makes the covers of a node.
    package init() {}

    /// The cover of a start of a live; nil if there is none.
    subscript(_ session: LiveSessionID) -> Cover? { covers.withLock { $0[session] } }

    /// Takes a cover. Returns whether it is the first one of the picture.
    func set(_ image: CoverImage, of session: LiveSessionID, at now: Timestamp) -> Bool {
        set(image, of: session, version: now.seconds)
    }

    /// Takes a cover with the version that another server has given it.
    @discardableResult
    func set(_ image: CoverImage, of session: LiveSessionID, version: Int64) -> Bool {
        let cover = Cover(content: ByteBuffer(bytes: image.bytes), type: image.type, version: version)
        return covers.withLock { $0.updateValue(cover, forKey: session) == nil }
    }

    /// The picture is over.
    func remove(_ session: LiveSessionID) { covers.withLock { _ = $0.removeValue(forKey: session) } }
}
