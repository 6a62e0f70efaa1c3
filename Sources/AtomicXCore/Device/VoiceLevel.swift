/// Converts the loudness of a voice to the scale that apps show.
enum VoiceLevel {
    /// The level that counts as silence, in decibels relative to the loudest.
    private static let silenceDecibels = -60.0

    /// Converts decibels relative to the loudest, which are negative or 0, to a level of 0 to 100.
    static func percent(decibels: Double) -> Int {
        guard decibels.isFinite else { return 0 }
        let part = 1 - min(0, max(silenceDecibels, decibels)) / silenceDecibels
        return Int((part * 100).rounded())
    }
}
