import Foundation
import Logging
import NIOCore
import OvationMedia
import OvationModel
import OvationObservability
import OvationSupport
import ServiceLifecycle
import Synchronization

/// Has covers drawn from the running pictures of lives whose hosts set none, and whose publishers and owners send none.
///
/// A page that publishes sends covers of its own; an encoder such as OBS does not, and its owner's page may be closed. For those ffmpeg
/// makes a frame of what the relay has. ``CoverTurns`` says when. Without ffmpeg nothing is drawn.
package final class CoverDesk: Service {
    /// What became of a cover that was to be drawn. The names are labels of the metric.
    enum Outcome: String, Sendable, CaseIterable {
        /// It is the cover now.
        case drawn
        /// Another one came meanwhile.
        case early
        /// The picture was over, or another publisher's, or had no key frame that is kept.
        case gone
        /// The program wrote no picture.
        case failed
        /// The program took too long.
        case slow
        /// What the program wrote is no cover, or too large.
        case invalid
    }

    private let pictures: Pictures
    private let logger: Logger
    private let ffmpeg: FFmpeg
    /// How long the program may take for a cover.
    private let drawMilliseconds: Int
    private let turns: Mutex<CoverTurns<LiveSessionID>>

    /// How often is looked who is due, in seconds.
    private static let lookSeconds = 1
    /// How often is looked whether there is an ffmpeg now, in seconds.
    private static let lookForProgramSeconds = 60

    /// Makes the desk of a node; nil where no covers are to be drawn.
    package convenience init?(_ access: PictureAccess) { self.init(access.pictures, logger: access.logger) }

    init?(_ pictures: Pictures, logger: Logger, drawMilliseconds: Int = CoverDrawing.millisecondsMax) {
        let configuration = pictures.configuration
        let limits = configuration.limits
        guard configuration.mode == .relay, limits.coverDrawSeconds > 0, limits.coverBytesMax > 0 else { return nil }
        self.pictures = pictures
        self.logger = logger
        self.drawMilliseconds = drawMilliseconds
        ffmpeg = FFmpeg(name: configuration.rtc.ffmpegPath)
        turns = Mutex(CoverTurns(limits: limits))
    }

    /// Draws covers until the server stops.
    package func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                if let path = await self.findProgram() { await self.work(with: path) }
                do { try await Task.sleep(for: .seconds(Self.lookForProgramSeconds)) } catch { return }
            }
        }
    }

    /// Draws covers until the task is cancelled, or the program is gone.
    private func work(with path: String) async {
        while !Task.isCancelled, ffmpeg.path == path {
            await round(with: path)
            do { try await Task.sleep(for: .seconds(Self.lookSeconds)) } catch { return }
        }
    }

    /// The path of an ffmpeg that will do; nil where there is none.
    private func findProgram() async -> String? {
        let finding = await ffmpeg.look()
        let path = finding.isFit ? ffmpeg.path : nil
        logger.log(
            level: path == nil ? .debug : .info,
            path == nil
                ? "covers are not drawn from running pictures: there is no fit ffmpeg"
                : "covers are drawn from running pictures",
            metadata: [LogKeys.mediaReason: "\(path ?? finding.sentence)"])
        return path
    }

    // MARK: - One cover

    /// Draws the cover that has been due for longest.
    ///
    /// - Parameter path: where ffmpeg is.
    /// - Returns: what became of it; nil if none is due.
    @discardableResult
    func round(with path: String) async -> Outcome? {
        let began = pictures.clock.monotonic()
        guard turns.withLock({ $0.mayDraw(at: began) }) else { return nil }
        let known = pictures.all
        let candidates = known.map { candidate($0) }
        guard let session = turns.withLock({ $0.next(of: candidates, at: began) }),
            let picture = known.first(where: { $0.session == session })
        else { return nil }
        let (outcome, words) = await draw(picture, with: path)
        guard !Task.isCancelled else { return nil }
        let ended = pictures.clock.monotonic()
        let milliseconds = ended.milliseconds(since: began)
        turns.withLock {
            $0.ended(session, isDrawn: outcome == .drawn || outcome == .early, after: milliseconds, at: ended)
        }
        pictures.metrics.drewCover(outcome)
        pictures.metrics.coverDrawing(seconds: Double(milliseconds) / 1_000)
        if [.failed, .slow, .invalid].contains(outcome) {
            pictures.logLine(
                "a cover could not be drawn from the picture", of: picture.live,
                [LogKeys.mediaReason: "\(outcome.rawValue)", LogKeys.error: "\(words)"])
        }
        return outcome
    }

    /// What decides when it is the turn of a live.
    private func candidate(_ picture: LivePicture) -> CoverTurns<LiveSessionID>.Candidate {
        let (status, now) = (picture.status, pictures.clock.wall())
        let start = pictures.start(of: picture.live)
        let isWanted = status.state == .live && status.info?.hasPicture == true && start?.session == picture.session
        return CoverTurns.Candidate(
            id: picture.session,
            runningSeconds: isWanted && start?.hasCover == false ? now.seconds - status.since.seconds : nil,
            coverSeconds: pictures.addresses.covers[picture.session].map { now.seconds - $0.version })
    }

    private func draw(_ picture: LivePicture, with path: String) async -> (Outcome, words: String) {
        do {
            guard let frame = try await picture.newestKeyFrame() else { return (.gone, "") }
            let bytesMax = pictures.configuration.limits.coverBytesMax
            let bytes = try await CoverDrawing.run(
                path, frame.content, bytesMax: bytesMax, milliseconds: drawMilliseconds)
            guard let image = CoverImage(bytes) else { return (.invalid, "ffmpeg wrote no JPEG.") }
            switch try await picture.take(image, of: frame.publisher) {
            case .taken: return (.drawn, "")
            case .early: return (.early, "")
            case .noPicture: return (.gone, "")
            }
        } catch CoverDrawing.Failure.slow {
            return (.slow, "ffmpeg took too long.")
        } catch CoverDrawing.Failure.tooLarge {
            return (.invalid, "The cover has more than media.coverBytesMax.")
        } catch CoverDrawing.Failure.failed(let words) {
            return (.failed, words.isEmpty ? "ffmpeg wrote nothing." : "ffmpeg wrote nothing: \(words)")
        } catch {
            return (.failed, error.localizedDescription)
        }
    }
}
