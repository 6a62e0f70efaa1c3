import AsyncHTTPClient
import Logging
import NIOCore
import NIOHTTP1
import OvationMedia
import OvationModel
import OvationObservability
import OvationSupport

/// One picture that is fetched from another server, from its first viewer here to the last.
struct PictureFetch: Sendable {
    private typealias End = FetchMetrics.End

    /// How a stream ended, and whether there was something to show in it.
    private struct Outcome: Sendable {
        var end: End
        var hadState = false
    }

    private let live: LiveID
    private let fetches: PictureFetches
    private let number: UInt64

    private var pictures: Pictures { fetches.pictures }

    /// - Parameter number: of this fetch, for those who wait for its beginning.
    init(_ live: LiveID, of fetches: PictureFetches, number: UInt64) {
        self.live = live
        self.fetches = fetches
        self.number = number
    }

    /// Fetches the picture until it is over, runs here, or is wanted no more.
    func run(from first: PictureOrigin) async {
        var origin = first
        let picture = pictures.makePicture(of: live, origin.start.session, elsewhere: origin.start).picture
        guard picture.elsewhere != nil else { return fetches.becameReady(live, number) }
        var (isReady, pause) = (false, FetchTimes.pauseMilliseconds.lowerBound)
        while true {
            // With each home: it signs with a key of its own.
            guard await picture.follow(origin) else { return fetches.becameReady(live, number) }
            let outcome = await stream(from: origin, into: picture)
            pictures.fetchMetrics.ended(outcome.end)
            if [.idle, .here, .stopped].contains(outcome.end) { return }
            note(outcome.end, of: origin)
            isReady = isReady || outcome.hadState
            // A server whose frames are wrong each time is not asked for its whole ring several times a second.
            if outcome.hadState, outcome.end == .lost { pause = FetchTimes.pauseMilliseconds.lowerBound }
            // Viewers are told, and ask again.
            guard isReady else { return await picture.abandon() }
            picture.loseSight()
            guard let next = await findAgain(picture, &pause) else { return }
            origin = next
        }
    }

    /// Finds where the picture is after its stream was lost.
    ///
    /// - Returns: nil where it is over, or runs here, or is wanted no more.
    private func findAgain(_ picture: LivePicture, _ pause: inout Int64) async -> PictureOrigin? {
        let lostAt = pictures.clock.monotonic()
        let longest = Int64(pictures.configuration.limits.interruptedSecondsMax) * 1_000
        while true {
            do { try await Task.sleep(for: .milliseconds(pause)) } catch { return nil }
            pause = min(pause * 2, FetchTimes.pauseMilliseconds.upperBound)
            guard picture.elsewhere != nil else { return nil }
            if await picture.letGo(after: idleMilliseconds) {
                pictures.fetchMetrics.ended(.idle)
                return nil
            }
            switch await fetches.finder.findPicture(of: live) {
            case .success(nil):
                let here = pictures.start(of: live)?.session
                // Another start of the live: nobody here would ever end this one.
                if let here, here != picture.session { return end(picture) }
                guard here != nil else {
                    // It has only just come here, or is over by now.
                    guard pictures.clock.monotonic().milliseconds(since: lostAt) < longest else { return end(picture) }
                    continue
                }
                picture.onHome { picture.becomeOwn() }
                pictures.fetchMetrics.ended(.here)
                return nil
            case .success(let origin?) where origin.start.session == picture.session: return origin
            case .success: return end(picture)
            case .failure(let rejection) where rejection.code == .roomNotFound: return end(picture)
            case .failure:
                guard pictures.clock.monotonic().milliseconds(since: lostAt) < longest else { return end(picture) }
            }
        }
    }

    private var idleMilliseconds: Int64 { Int64(pictures.configuration.limits.fetchIdleSeconds) * 1_000 }

    /// The live is over, or nobody has known of it for as long as a picture may be interrupted.
    private func end(_ picture: LivePicture) -> PictureOrigin? {
        pictures.fetchMetrics.ended(.ended)
        pictures.endFetched(picture)
        return nil
    }

    /// Says in the log why a picture is not there, in a bounded number of lines.
    private func note(_ end: End, of origin: PictureOrigin) {
        guard end != .lost else { return }
        pictures.logLine(
            "the picture of a live cannot be fetched from its server", of: live,
            [LogKeys.mediaReason: "\(end.rawValue)", LogKeys.serverURL: "\(origin.address)"])
    }

    // MARK: - A stream

    /// Takes the picture from its server, until the stream ends or nobody watches.
    private func stream(from origin: PictureOrigin, into picture: LivePicture) async -> Outcome {
        await withTaskGroup(of: Outcome.self) { group in
            group.addTask { await take(from: origin, into: picture) }
            group.addTask { Outcome(end: await watch(picture)) }
            let first = await group.next() ?? Outcome(end: .stopped)
            group.cancelAll()
            let second = await group.next()
            return Outcome(end: first.end, hadState: first.hadState || second?.hadState ?? false)
        }
    }

    /// Waits until nobody watches the picture, or it runs here.
    private func watch(_ picture: LivePicture) async -> End {
        while true {
            do { try await Task.sleep(for: .milliseconds(FetchTimes.lookMilliseconds)) } catch { return .stopped }
            guard picture.elsewhere != nil else { return .here }
            if await picture.letGo(after: idleMilliseconds) { return .idle }
        }
    }

    private func take(from origin: PictureOrigin, into picture: LivePicture) async -> Outcome {
        let ask = FetchProof.Ask(
            live: live, session: picture.session, server: fetches.server, home: origin.home,
            at: pictures.clock.wall(), nonce: fetches.makeNonce())
        var request = HTTPClientRequest(url: origin.address + FetchRoutes.path(of: live, picture.session))
        request.headers.add(name: "Authorization", value: fetches.proof.text(of: ask))
        var outcome = Outcome(end: .unreachable)
        do {
            let response = try await fetches.http.execute(request, deadline: .distantFuture)
            guard response.status == .ok else {
                outcome.end = .refused
                return outcome
            }
            outcome.end = .lost
            let limits = pictures.configuration.limits
            var intake = FetchIntake(picture, of: pictures)
            var reader = FetchFrameReader(ask, proof: fetches.proof, bytesMax: FetchFrame.bytesMax(limits))
            for try await bytes in response.body {
                pictures.fetchMetrics.fetched(bytes: bytes.readableBytes)
                reader.take(bytes)
                while let frame = try reader.next() {
                    guard try await intake.take(frame) else { continue }
                    if !outcome.hadState { fetches.becameReady(live, number) }
                    outcome.hadState = true
                }
            }
        } catch let malformed as MalformedFetchFrame {
            outcome.end = picture.elsewhere == nil ? .here : malformed.reason
        } catch is CancellationError {
            outcome.end = .stopped
        } catch {
            // The connection could not be made, or is lost.
        }
        if Task.isCancelled { outcome.end = .stopped }
        return outcome
    }
}
