import ArgumentParser
import OvationCommandLine
import OvationModel

extension GiftCommand {
    /// `ovation gift check`.
    struct Check: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check", abstract: "Fetch the effects of gifts and say whether they can be played.",
            discussion: """
                  ovation gift check
                  ovation gift check castle rocket --json

                An animation is fetched from https://, from file://, and from http:// on this machine; an address that begins
                with a slash is a file of the server's page. Up to three redirects are followed. Nothing is changed, and the
                server fetches nothing: the REST command ovation_gift_srv/check_effect is for what only the server can reach.

                Exits with 0, with 1 where an animation is no effect that players here take, or does not come.
                """)

        @Argument(help: "Which gifts (default: all that have an animation).") var ids: [GiftID] = []
        @OptionGroup var options: OperatorOptions

        func run() async throws {
            try await options.run { client, terminal in
                let catalogue = try await RESTCatalogue(client: client).read()
                let items = try ids.isEmpty ? catalogue.items : ids.map { try item($0, catalogue) }
                let outcomes = await GiftEffects(server: client.address).check(items) { outcome in
                    if !options.json {
                        terminal.print(terminal.colored(outcome.line, outcome.effect == nil ? .red : .green))
                    }
                }
                let report = Report(effects: outcomes, withoutAnimation: items.count - outcomes.count)
                if options.json { try JSONOutput.print(report) } else { terminal.print(report.sentence) }
                if outcomes.contains(where: { $0.effect == nil }) { throw ExitCode(1) }
            }
        }

        private func item(_ id: GiftID, _ catalogue: GiftCatalogue) throws -> GiftCatalogue.Item {
            guard let item = catalogue.item(id) else {
                throw RESTProblem.refused(
                    command: "get_gift_info_list", code: ErrorCode.giftNotFound.rawValue,
                    message: "There is no gift with the id \"\(id)\".")
            }
            return item
        }

        /// What was looked at.
        private struct Report: Encodable {
            let effects: [GiftEffects.Outcome]
            let withoutAnimation: Int

            var sentence: String {
                let fine = effects.count { $0.effect != nil }
                return "\(fine) of \(effects.count) effects are fine; gifts without an animation: \(withoutAnimation)."
            }
        }
    }
}
