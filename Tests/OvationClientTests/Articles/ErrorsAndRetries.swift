// The code of the article of this name in the catalogue of OvationClient. It is enough that it compiles.

import OvationClient
import OvationModel
import OvationWire

func say(_ text: String, in liveID: LiveID, with client: OvationClient) async -> String? {
    do {
        let accepted = try await client.sendBarrage(BarrageSend(text: text), in: liveID)
        return accepted.dropped.map { "Too much is being said (\($0.rawValue))." }
    } catch let rejection as Rejection {
        switch rejection.code {
        case .memberMuted:
            return rejection.until.map { "You may write again at \($0)." } ?? "You may not write in this live."
        case .slowMode:
            let seconds = ((rejection.retryAfterMilliseconds ?? 0) + 999) / 1_000
            return "Wait for \(seconds) s."
        case let code where code.isTemporary:
            return "Try again in a moment."
        default:
            return rejection.message
        }
    } catch {
        return "\(error)"
    }
}
