public import Foundation

/// The quality of the picture and the voice of one user.
public struct AVStatistics: Equatable, Sendable, Codable {
    /// The user's id; empty for the app's own user.
    public var userID: String
    /// The bit rate of the picture, in kilobits a second.
    public var videoBitrate: UInt
    /// The width of the picture, in pixels.
    public var videoWidth: CGFloat
    /// The height of the picture, in pixels.
    public var videoHeight: CGFloat
    /// The frame rate of the picture, in frames a second.
    public var frameRate: UInt
    /// The sample rate of the voice, in hertz.
    public var audioSampleRate: UInt
    /// The bit rate of the voice, in kilobits a second.
    public var audioBitrate: UInt

    /// Makes statistics. The defaults stand for a user without picture and voice.
    public init(
        userID: String = "", videoBitrate: UInt = 0, videoWidth: CGFloat = 0, videoHeight: CGFloat = 0,
        frameRate: UInt = 0, audioSampleRate: UInt = 0, audioBitrate: UInt = 0
    ) {
        self.userID = userID
        self.videoBitrate = videoBitrate
        self.videoWidth = videoWidth
        self.videoHeight = videoHeight
        self.frameRate = frameRate
        self.audioSampleRate = audioSampleRate
        self.audioBitrate = audioBitrate
    }
}
