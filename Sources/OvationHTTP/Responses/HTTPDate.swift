import OvationModel
import OvationObservability

/// A point in time as HTTP writes it (RFC 9110, 5.6.7).
enum HTTPDate {
    /// `Sun, 06 Nov 1994 08:49:37 GMT`.
    static func text(of time: Timestamp) -> String {
        let seconds = max(0, time.milliseconds / 1_000)
        let (days, second) = (seconds / 86_400, seconds % 86_400)
        let (year, month, day) = RFC3339.civil(fromDays: days)
        // 1970 began on a Thursday.
        return "\(weekdays[Int((days + 4) % 7)]), \(padded(day)) \(months[Int(month) - 1]) \(year) "
            + "\(padded(second / 3_600)):\(padded(second / 60 % 60)):\(padded(second % 60)) GMT"
    }

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    private static func padded(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
