import Foundation
import HummingbirdCore
import NIOCore
import OvationModel

/// The body of a call on its way in: read once, or passed over.
///
/// A connection that is closed while the client still sends loses the answer on its way. So what nobody wants to read is taken in
/// all the same, up to a bound.
struct RESTRequestBody {
    /// What is taken in of a body that is not wanted.
    private static let discardedBytesMax = 8 * 1_024 * 1_024

    private var parts: RequestBody.AsyncIterator
    private var isOver = false

    init(_ body: RequestBody) { parts = body.makeAsyncIterator() }

    /// Reads the whole body.
    ///
    /// - Throws: `httpRequestInvalid` where it is larger than it may be.
    mutating func read(bytesMax: Int) async throws -> Data {
        var body = Data()
        while let part = try await next() {
            guard body.count + part.readableBytes <= bytesMax else {
                throw Rejection(.httpRequestInvalid, "The body is larger than \(bytesMax) bytes.")
            }
            body.append(contentsOf: part.readableBytesView)
        }
        return body
    }

    /// Takes in what was not read.
    mutating func discard() async {
        var left = Self.discardedBytesMax
        // Whoever is gone has no use for the answer either.
        while left > 0, let part = try? await next() { left -= part.readableBytes }
    }

    private mutating func next() async throws -> ByteBuffer? {
        guard !isOver else { return nil }
        do {
            let part = try await parts.next()
            isOver = part == nil
            return part
        } catch {
            isOver = true
            throw error
        }
    }
}
