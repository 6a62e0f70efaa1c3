import Foundation
import SVGA

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A download that is cancelled as soon as it exceeds its limit.
///
/// It is safely `Sendable`, because only the session's serial queue changes its state.
final class EffectDownload: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    private let bytesMax: Int
    private let completion: @Sendable (Result<[UInt8], any Error>) -> Void
    private var bytes: [UInt8] = []
    private var failure: (any Error)?

    private init(bytesMax: Int, _ completion: @escaping @Sendable (Result<[UInt8], any Error>) -> Void) {
        self.bytesMax = bytesMax
        self.completion = completion
    }

    /// Loads a URL from disk or from the network, and calls back once.
    static func fetch(
        _ request: URLRequest, bytesMax: Int, _ completion: @escaping @Sendable (Result<[UInt8], any Error>) -> Void
    ) {
        if let url = request.url, url.isFileURL {
            DispatchQueue.global(qos: .userInitiated).async { completion(Result { try read(url, bytesMax: bytesMax) }) }
            return
        }
        let download = EffectDownload(bytesMax: bytesMax, completion)
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        let session = URLSession(configuration: .default, delegate: download, delegateQueue: queue)
        session.dataTask(with: request).resume()
        // The session retains its delegate until the task ends.
        session.finishTasksAndInvalidate()
    }

    private static func read(_ url: URL, bytesMax: Int) throws -> [UInt8] {
        let file = try FileHandle(forReadingFrom: url)
        defer { try? file.close() }
        let data = try file.read(upToCount: bytesMax + 1) ?? Data()
        guard data.count <= bytesMax else { throw tooLarge(data.count, bytesMax) }
        return [UInt8](data)
    }

    private static func tooLarge(_ bytes: Int, _ bytesMax: Int) -> SVGAError {
        SVGAError(
            .fileTooLarge, SVGAError.Excess(limit: "fileBytesMax", limitValue: bytesMax, fileValue: bytes))
    }

    /// Checks the status and the announced length of the response.
    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        if let status = (response as? HTTPURLResponse)?.statusCode, !(200..<300).contains(status) {
            failure = SVGAParser.FetchError.status(status)
        } else if response.expectedContentLength > Int64(bytesMax) {
            failure = Self.tooLarge(Int(clamping: response.expectedContentLength), bytesMax)
        }
        completionHandler(failure == nil ? .allow : .cancel)
    }

    /// Collects a part of the response.
    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        guard failure == nil else { return }
        guard bytes.count + data.count <= bytesMax else {
            failure = Self.tooLarge(bytes.count + data.count, bytesMax)
            return dataTask.cancel()
        }
        bytes.append(contentsOf: data)
    }

    /// Reports the result.
    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        if let error = failure ?? error {
            completion(.failure(error))
        } else {
            completion(.success(bytes))
        }
    }
}
