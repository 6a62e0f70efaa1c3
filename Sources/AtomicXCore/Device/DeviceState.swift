/// The user's camera and microphone.
public struct DeviceState: JSONCodable, Sendable {
    /// Whether the microphone is open.
    public var microphoneStatus = DeviceStatus.off
    /// Why it could not be opened the last time.
    public var microphoneLastError = DeviceError.noError
    /// How loud it takes up the voice, 0 to 100.
    public var captureVolume = 100
    /// How loud the user speaks at the moment, 0 to 100.
    public var currentMicVolume = 0
    /// How loud others hear the voice, 0 to 100.
    public var outputVolume = 100
    /// Whether the camera is open.
    public var cameraStatus = DeviceStatus.off
    /// Why it could not be opened the last time.
    public var cameraLastError = DeviceError.noError
    /// Whether it is the camera on the side of the screen.
    public var isFrontCamera = true
    /// Whether the user sees the own picture as in a mirror.
    public var localMirrorType = MirrorType.auto
    /// How large the picture is recorded.
    public var localVideoQuality = VideoQuality.quality720P
    /// Where sound comes out.
    public var currentAudioRoute = AudioRoute.speakerphone

    /// Makes the state of devices that are closed.
    public init() {}
}

/// Why a device could not be opened.
public enum DeviceError: Int, JSONCodable, Sendable {
    /// It could.
    case noError = 0
    /// There is none.
    case noDeviceDetected = 1
    /// The user has not allowed the app to use it.
    case noSystemPermission = 2
    /// The system does not record.
    case notSupportCapture = 3
    /// Another app has it.
    case occupiedError = 4
    /// Something else.
    case unknownError = 5
}

/// Where sound comes out.
public enum AudioRoute: Int, JSONCodable, Sendable {
    /// For all people in the room.
    case speakerphone = 0
    /// At the ear.
    case earpiece = 1
}

/// How large a picture is recorded, by the shorter side.
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

/// Whether the user sees the own picture as in a mirror.
public enum MirrorType: UInt, JSONCodable, Sendable {
    /// With the camera on the side of the screen only.
    case auto = 0
    /// Always.
    case enable = 1
    /// Never.
    case disable = 2
}
