import Foundation
import OvationModel
import OvationREST
import SVGA

/// Looks at the effects of gifts where the operator is: fetches each and decodes it.
struct GiftEffects {
    /// What became of one gift.
    struct Outcome: Encodable {
        let id: String
        let animation: String
        /// What it is; nil where it is refused.
        let effect: EffectSummary?
        /// Why it is refused.
        let problem: Problem?

        /// Why an effect is refused.
        struct Problem: Encodable {
            /// A name for programs, the same in every version.
            let code: String
            let message: String
        }

        /// The line for people.
        var line: String {
            if let effect { return "\(id): fine, \(effect.milliseconds) ms" }
            return "\(id): \(problem?.message ?? "")"
        }
    }

    /// Where an address that begins with a slash is: it is a file of the server's page.
    let server: RESTAddress
    /// The most that is fetched of a file, and for how long.
    private let limits = Limits()

    /// Looks at the effects of gifts, one after the other; those without one are passed over.
    ///
    /// An address that several gifts have is fetched once.
    /// - Parameter tell: told each outcome as it comes.
    func check(_ items: [GiftCatalogue.Item], tell: (Outcome) -> Void) async -> [Outcome] {
        var known: [String: Result<EffectSummary, EffectProblem>] = [:]
        var outcomes: [Outcome] = []
        for gift in items.map(\.gift) where !gift.resourceURL.isEmpty {
            let address = gift.resourceURL
            let result: Result<EffectSummary, EffectProblem>
            if let before = known[address] { result = before } else { result = await check(address) }
            known[address] = result
            let outcome: Outcome
            switch result {
            case .success(let effect):
                outcome = Outcome(id: gift.giftID.rawValue, animation: address, effect: effect, problem: nil)
            case .failure(let problem):
                outcome = Outcome(
                    id: gift.giftID.rawValue, animation: address, effect: nil,
                    problem: .init(code: problem.label, message: problem.description))
            }
            tell(outcome)
            outcomes.append(outcome)
        }
        return outcomes
    }

    private func check(_ address: String) async -> Result<EffectSummary, EffectProblem> {
        do throws(EffectProblem) {
            let bytes = try await bytes(at: address)
            do throws(SVGAError) {
                return .success(EffectSummary(try SVGAMovie(decoding: bytes), fileBytes: bytes.count))
            } catch {
                throw .invalid(error)
            }
        } catch {
            return .failure(error)
        }
    }

    private func bytes(at address: String) async throws(EffectProblem) -> [UInt8] {
        if address.lowercased().hasPrefix("file:") { return try file(at: address) }
        let fetcher = EffectFetcher(
            addresses: .operators, bytesMax: limits.effectCheckBytesMax, milliseconds: limits.effectCheckMilliseconds)
        return try await fetcher.fetch(address.hasPrefix("/") ? server.base + address : address).bytes
    }

    /// Reads a file of this machine, no more of it than is fetched from elsewhere.
    private func file(at address: String) throws(EffectProblem) -> [UInt8] {
        guard let url = URL(string: address), url.isFileURL, ["", "localhost"].contains(url.host ?? "") else {
            throw .addressRefused("A file of this machine looks like file:///gifts/rocket.svga.")
        }
        let bytes: Data
        do {
            let handle = try FileHandle(forReadingFrom: url)
            defer { try? handle.close() }
            bytes = try handle.read(upToCount: limits.effectCheckBytesMax + 1) ?? Data()
        } catch {
            throw .unreachable("The file cannot be read.")
        }
        guard bytes.count <= limits.effectCheckBytesMax else { throw .tooLarge(bytesMax: limits.effectCheckBytesMax) }
        return [UInt8](bytes)
    }
}
