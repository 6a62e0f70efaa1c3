@_exported import CoreMedia
import Dispatch
import Foundation
import ObjectiveC

@MainActor @objc open class AVPlayer: NSObject {
    public override init() { super.init() }
    public init(url: URL) { super.init() }
    public init(playerItem item: AVPlayerItem?) { super.init() }

    @objc dynamic open var status: Status { fatalError() }
    @objc dynamic open var error: (any Error)? { fatalError() }
    open var rate: Float = 0
    open var timeControlStatus: TimeControlStatus { fatalError() }
    open var currentItem: AVPlayerItem? { fatalError() }
    open func replaceCurrentItem(with item: AVPlayerItem?) {}
    open var actionAtItemEnd = ActionAtItemEnd.pause
    open func play() {}
    open func pause() {}
    open func currentTime() -> CMTime { fatalError() }
    open func seek(to time: CMTime) {}
    open func seek(to time: CMTime, completionHandler: @escaping @Sendable (Bool) -> Void) {}
    open func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) {}
    open var volume: Float = 1
    open var isMuted = false
    open var automaticallyWaitsToMinimizeStalling = true
    open var preventsDisplaySleepDuringVideoPlayback = true
    open func addPeriodicTimeObserver(
        forInterval interval: CMTime, queue: DispatchQueue?, using block: @escaping @Sendable (CMTime) -> Void
    ) -> Any { fatalError() }
    open func removeTimeObserver(_ observer: Any) {}

    @objc(AVPlayerTimeControlStatus) public enum TimeControlStatus: Int, Sendable {
        case paused, waitingToPlayAtSpecifiedRate, playing
    }
    @objc(AVPlayerStatus) public enum Status: Int, Sendable { case unknown, readyToPlay, failed }
    @objc(AVPlayerActionAtItemEnd) public enum ActionAtItemEnd: Int, Sendable { case advance, pause, none }
}

@MainActor @objc open class AVQueuePlayer: AVPlayer {
    public init(items: [AVPlayerItem]) { super.init(playerItem: nil) }
    open func items() -> [AVPlayerItem] { fatalError() }
    open func advanceToNextItem() {}
    open func insert(_ item: AVPlayerItem, after afterItem: AVPlayerItem?) {}
    open func removeAllItems() {}
}

@MainActor @objc open class AVPlayerItem: NSObject {
    public convenience init(url: URL) { self.init(asset: AVURLAsset(url: url)) }
    public convenience init(asset: AVAsset) { self.init(asset: asset, automaticallyLoadedAssetKeys: nil) }
    public init(asset: AVAsset, automaticallyLoadedAssetKeys: [String]?) { super.init() }

    @objc dynamic open var status: Status { fatalError() }
    @objc dynamic open var error: (any Error)? { fatalError() }
    nonisolated open var asset: AVAsset { fatalError() }
    open var duration: CMTime { fatalError() }
    open var presentationSize: CGSize { fatalError() }
    open var videoComposition: AVVideoComposition?
    open var automaticallyPreservesTimeOffsetFromLive = false
    open var configuredTimeOffsetFromLive = CMTime.invalid
    open var recommendedTimeOffsetFromLive: CMTime { fatalError() }
    open func add(_ output: AVPlayerItemOutput) {}

    @objc(AVPlayerItemStatus) public enum Status: Int, Sendable { case unknown, readyToPlay, failed }

    nonisolated public static let didPlayToEndTimeNotification = Notification.Name("AVPlayerItemDidPlayToEndTime")
    nonisolated public static let failedToPlayToEndTimeNotification = Notification.Name("AVPlayerItemFailedToPlayToEndTime")
}

extension NSNotification.Name {
    public static let AVPlayerItemDidPlayToEndTime = NSNotification.Name("AVPlayerItemDidPlayToEndTime")
    public static let AVPlayerItemFailedToPlayToEndTime = NSNotification.Name("AVPlayerItemFailedToPlayToEndTime")
}
