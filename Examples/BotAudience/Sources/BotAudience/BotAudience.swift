import Foundation
import OvationClient
import OvationModel

/// Fills a live with bots that chat, like and send gifts: `swift run BotAudience demo_music 20`, beside `ovation serve --dev`.
@main
enum BotAudience {
    static func main() async {
        let arguments = CommandLine.arguments.dropFirst().map { $0 }
        let numbers = arguments.dropFirst().map { Int($0) }
        guard let name = arguments.first, let liveID = LiveID(name), arguments.count <= 4, !numbers.contains(nil) else {
            return print(usage)
        }
        let audience = Audience(
            server: ClientConfiguration.resolveServerURL(explicit: nil), liveID: liveID,
            size: number(numbers, 0, or: 10, in: 1...1_000), turns: number(numbers, 1, or: .max, in: 1 ... .max),
            pauseMilliseconds: number(numbers, 2, or: 2_000, in: 0...3_600_000))
        do {
            try await audience.run()
        } catch {
            print("That failed: \(error)")
            exit(1)
        }
    }

    private static let usage = """
        usage: BotAudience LIVE [BOTS [TURNS [MILLISECONDS]]]

          BOTS          how many, 1 to 1,000; 10 without it
          TURNS         how often each does something; until Ctrl-C without it
          MILLISECONDS  how long each waits between two turns, about; 2,000 without it
        """

    private static func number(_ numbers: [Int?], _ index: Int, or standard: Int, in range: ClosedRange<Int>) -> Int {
        let value = index < numbers.count ? numbers[index] ?? standard : standard
        return min(max(value, range.lowerBound), range.upperBound)
    }
}
