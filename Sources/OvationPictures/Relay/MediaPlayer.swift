import NIOCore
import OvationMedia
import OvationModel
import OvationSupport
import OvationWire

/// One player on an event loop: where it is in the ring, and what of a message is still to be written.
///
/// It has no queue: it is asked for more when its socket takes more.
final class MediaPlayer {
    let session: LiveSessionID
    /// True if nobody looks: it is sent the sound alone.
    let isSoundOnly: Bool
    private let sink: any MediaSink
    private let metrics: MediaMetrics
    private var cursor: ViewerCursor
    /// What is left of the message that is being written.
    private var pending = ByteBuffer()
    private var toldState: PictureStatus.State?
    private var toldSkips: Int64 = 0
    /// Where the last fragment that was sent ended, in the time of which initialisation segment.
    private var last: (initialisation: Int64, endMicroseconds: Int64)?

    /// Makes a player that was sent nothing yet.
    init(
        _ session: LiveSessionID, isSoundOnly: Bool, sink: any MediaSink, limits: MediaLimits, metrics: MediaMetrics
    ) {
        self.session = session
        self.isSoundOnly = isSoundOnly
        self.sink = sink
        self.metrics = metrics
        cursor = ViewerCursor(limits: limits)
    }

    /// Whether its socket takes bytes.
    var isWritable: Bool { sink.isWritable }

    /// Writes what comes next, about so many bytes of it.
    ///
    /// - Parameter sound: cuts the sound for a player that wants nothing else.
    /// - Returns: How many bytes were written, and whether there may be more that the socket takes.
    func serve(_ picture: LoopPicture, sound: LoopSound?, bytesMax: Int) -> (bytes: Int, wantsMore: Bool) {
        var bytes = 0
        while bytes < bytesMax, sink.isWritable {
            if pending.readableBytes > 0 {
                bytes += write(pending.readMediaFrames(bytesMax: bytesMax - bytes))
                continue
            }
            if toldState != picture.state {
                toldState = picture.state
                bytes += write(Framing.text(WireJSON.bytes(StateMessage(state: picture.state.rawValue))))
                continue
            }
            switch cursor.step(in: picture.ring) {
            case .initialisation(let segment):
                bytes += tellSkip(to: nil)
                let own = sound?.beginning(segment) ?? (segment.info, segment.payload)
                bytes += write(
                    Framing.text(WireJSON.bytes(InitialisationMessage(number: segment.number, info: own.0))))
                pending = own.1.frames
            case .fragment(let entry):
                bytes += tellSkip(to: entry)
                last = (entry.initialisation, entry.span.endMicroseconds)
                let payload = sound == nil ? entry.payload : sound?.fragment(entry, in: picture.ring)
                if let payload { pending = payload.frames }
            case .wait: return (bytes, false)
            case .ended:
                sink.close(.liveEnded)
                return (bytes, false)
            }
        }
        return (bytes, sink.isWritable)
    }

    private func write(_ frames: ByteBuffer) -> Int {
        sink.write(frames)
        metrics.sent(bytes: frames.readableBytes)
        return frames.readableBytes
    }

    /// Tells a player that was moved on how much it misses, as far as times can be compared.
    private func tellSkip(to entry: FragmentRing<MediaPayload>.Entry?) -> Int {
        guard cursor.skips != toldSkips else { return 0 }
        metrics.skipped(times: cursor.skips - toldSkips)
        toldSkips = cursor.skips
        var milliseconds: Int64 = 0
        if let entry, let last, entry.initialisation == last.initialisation {
            milliseconds = max(entry.span.startMicroseconds - last.endMicroseconds, 0) / 1_000
        }
        return write(Framing.text(WireJSON.bytes(SkippedMessage(milliseconds: milliseconds))))
    }
}

/// `{"state":"live","type":"state"}`
private struct StateMessage: Encodable {
    let type = "state"
    let state: String
}

/// `{"milliseconds":3000,"type":"skipped"}`
private struct SkippedMessage: Encodable {
    let type = "skipped"
    let milliseconds: Int64
}

/// The message that a player receives before an initialisation segment.
private struct InitialisationMessage: Encodable {
    let type = "init"
    let number: Int64
    let mimeType: String
    let width: Int
    let height: Int
    let hasVideo: Bool
    let hasAudio: Bool

    init(number: Int64, info: MediaInfo) {
        self.number = number
        mimeType = info.mimeType
        width = info.width
        height = info.height
        hasVideo = info.hasPicture
        hasAudio = info.hasSound
    }
}
