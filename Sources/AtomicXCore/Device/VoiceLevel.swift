/// How loud a voice is, as apps show it.
enum VoiceLevel {
    /// What counts as silence, in decibels below the loudest.
    private static let silenceDecibels = -60.0

    /// A level of 0 to 100 from decibels below the loudest.
    static func percent(decibels: Double) -> Int {
        guard decibels.isFinite else { return 0 }
        let part = 1 - min(0, max(silenceDecibels, decibels)) / silenceDecibels
        return Int((part * 100).rounded())
    }
}
