/// The state of the user's camera, microphone and network.
public struct DeviceState: JSONCodable, Sendable {
    /// Whether the microphone is open.
    public var microphoneStatus = DeviceStatus.off
    /// The error of the last attempt to open it.
    public var microphoneLastError = DeviceError.noError
    /// The capture volume of the microphone, 0 to 100.
    public var captureVolume = 100
    /// The current loudness of the user's voice, 0 to 100.
    public var currentMicVolume = 0
    /// The volume at which others hear the user, 0 to 100.
    public var outputVolume = 100
    /// Whether the camera is open.
    public var cameraStatus = DeviceStatus.off
    /// The error of the last attempt to open it.
    public var cameraLastError = DeviceError.noError
    /// Whether the front camera is used.
    public var isFrontCamera = true
    /// Whether the user sees their own picture mirrored.
    public var localMirrorType = MirrorType.auto
    /// The resolution in which the picture is recorded.
    public var localVideoQuality = VideoQuality.quality720P
    /// The output for sound.
    public var currentAudioRoute = AudioRoute.speakerphone
    /// Whether the screen is shared. Not yet: it is ``DeviceStatus/on`` only until ``DeviceStore/startScreenShare(appGroup:)`` has failed.
    public var screenStatus = DeviceStatus.off
    /// The quality of the user's network. Not yet: it is not measured, and keeps its default, ``NetworkQuality/excellent``.
    public var networkInfo = NetworkInfo()
    /// The kind of network that the device uses. Not yet: it is ``NetworkType/unknown``.
    public var networkType = NetworkType.unknown

    /// Makes the state of closed devices.
    public init() {}
}

/// The reason why a device could not be opened.
public enum DeviceError: Int, JSONCodable, Sendable {
    /// There was no error.
    case noError = 0
    /// There is no such device.
    case noDeviceDetected = 1
    /// The user has not allowed the app to use it.
    case noSystemPermission = 2
    /// Recording is not supported on this system.
    case notSupportCapture = 3
    /// Another app is using it.
    case occupiedError = 4
    /// Another error.
    case unknownError = 5
}

/// The output for sound.
public enum AudioRoute: Int, JSONCodable, Sendable {
    /// The loudspeaker.
    case speakerphone = 0
    /// The earpiece.
    case earpiece = 1
}

/// The resolution in which a picture is recorded. The number is that of the shorter side.
public enum VideoQuality: UInt, JSONCodable, Sendable {
    /// 640 × 360.
    case quality360P = 1
    /// 960 × 540.
    case quality540P = 2
    /// 1280 × 720.
    case quality720P = 3
    /// 1920 × 1080.
    case quality1080P = 4
}

/// Whether the user sees their own picture mirrored.
public enum MirrorType: UInt, JSONCodable, Sendable {
    /// Mirrored with the front camera only.
    case auto = 0
    /// Always mirrored.
    case enable = 1
    /// Never mirrored.
    case disable = 2
}
