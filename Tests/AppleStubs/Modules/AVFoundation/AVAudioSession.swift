#if IOS
    import Foundation

    @objc open class AVAudioSession: NSObject {
        open class func sharedInstance() -> AVAudioSession { fatalError() }

        open var category: Category { fatalError() }
        open func setCategory(_ category: Category) throws {}
        open func setCategory(_ category: Category, mode: Mode, options: CategoryOptions = []) throws {}
        open var isInputGainSettable: Bool { fatalError() }
        open func setInputGain(_ gain: Float) throws {}
        open func setActive(_ active: Bool, options: SetActiveOptions = []) throws {}

        public static let interruptionNotification = NSNotification.Name("AVAudioSessionInterruptionNotification")
        public static let mediaServicesWereResetNotification = NSNotification.Name(
            "AVAudioSessionMediaServicesWereResetNotification")

        @objc(AVAudioSessionInterruptionType) public enum InterruptionType: UInt, Sendable { case ended, began }

        public struct Category: RawRepresentable, Hashable, Sendable {
            public static let ambient = Category(rawValue: "ambient")
            public static let soloAmbient = Category(rawValue: "soloAmbient")
            public static let playback = Category(rawValue: "playback")
            public static let record = Category(rawValue: "record")
            public static let playAndRecord = Category(rawValue: "playAndRecord")

            public let rawValue: String
            public init(rawValue: String) { self.rawValue = rawValue }
        }

        public struct Mode: RawRepresentable, Hashable, Sendable {
            public static let `default` = Mode(rawValue: "default")
            public static let moviePlayback = Mode(rawValue: "moviePlayback")
            public static let videoChat = Mode(rawValue: "videoChat")
            public static let voiceChat = Mode(rawValue: "voiceChat")
            public static let videoRecording = Mode(rawValue: "videoRecording")

            public let rawValue: String
            public init(rawValue: String) { self.rawValue = rawValue }
        }

        public struct CategoryOptions: OptionSet, Sendable {
            public static let mixWithOthers = CategoryOptions(rawValue: 1)
            public static let duckOthers = CategoryOptions(rawValue: 2)
            public static let allowBluetooth = CategoryOptions(rawValue: 4)
            public static let defaultToSpeaker = CategoryOptions(rawValue: 8)

            public let rawValue: UInt
            public init(rawValue: UInt) { self.rawValue = rawValue }
        }

        public struct SetActiveOptions: OptionSet, Sendable {
            public static let notifyOthersOnDeactivation = SetActiveOptions(rawValue: 1)

            public let rawValue: UInt
            public init(rawValue: UInt) { self.rawValue = rawValue }
        }
    }

    public let AVAudioSessionInterruptionTypeKey = "AVAudioSessionInterruptionTypeKey"
#endif
