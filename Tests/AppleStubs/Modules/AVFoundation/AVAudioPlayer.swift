import Foundation
import ObjectiveC

@objc open class AVAudioPlayer: NSObject {
    public init(contentsOf url: URL) throws { super.init() }
    public init(contentsOf url: URL, fileTypeHint utiString: String?) throws { super.init() }
    public init(data: Data) throws { super.init() }
    public init(data: Data, fileTypeHint utiString: String?) throws { super.init() }

    @discardableResult open func prepareToPlay() -> Bool { fatalError() }
    @discardableResult open func play() -> Bool { fatalError() }
    @discardableResult open func play(atTime time: TimeInterval) -> Bool { fatalError() }
    open func pause() {}
    open func stop() {}
    open var isPlaying: Bool { fatalError() }
    open var duration: TimeInterval { fatalError() }
    open var currentTime: TimeInterval = 0
    open var volume: Float = 1
    open var rate: Float = 1
    open var enableRate = false
    open var numberOfLoops = 0
    open weak var delegate: (any AVAudioPlayerDelegate)?
}

@objc public protocol AVAudioPlayerDelegate: AnyObject {
    @objc optional func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool)
    @objc optional func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?)
}
