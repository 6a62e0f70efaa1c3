import Foundation
import OvationModel
import OvationSupport

/// What one server proves to another when it hands a request on: who asks for what, and which client's request it is.
extension FetchProof {
    /// A request that a server hands on to the home of its live.
    struct HandedRequest: Sendable, Hashable {
        let method: String
        /// What it is about: the path without its query, as ``MediaPath`` and ``RTCPath`` write it.
        let subject: String
        /// The address of the client; empty where it is not known.
        let client: String
        let server: FetchingServer
        /// Which server it is meant for. It is not sent: another one does not believe it.
        let home: FetchingServer?
        let at: Timestamp
        /// Tells it from all others: 32 hexadecimal digits.
        let nonce: String
    }

    /// The name of the header with the proof. A request that has it is never handed on again.
    static let handedOnHeader = "Ovation-Handed-On"

    /// The longest text that is read.
    private static let handedOnBytesMax = 320

    /// The value of ``handedOnHeader``.
    func text(of request: HandedRequest) -> String {
        let server = "\(request.server.slot) \(request.server.incarnation)"
        let client = request.client.isEmpty ? "-" : request.client
        return "\(server) \(request.at.milliseconds) \(request.nonce) \(client) \(Digest.hexadecimal(code(of: request)))"
    }

    /// Reads the value of ``handedOnHeader``. It may be anything, from anybody.
    ///
    /// - Parameter home: the server that reads it.
    /// - Returns: whose request it is; nil unless a server of the cluster handed on this one.
    func handedRequest(
        _ text: String, _ method: String, _ subject: String, at home: FetchingServer
    ) -> HandedRequest? {
        guard text.utf8.count <= Self.handedOnBytesMax else { return nil }
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 6, let slot = UInt16(parts[0]), let incarnation = Int64(parts[1]),
            let milliseconds = Int64(parts[2]), parts[3].utf8.count == 32
        else { return nil }
        let request = HandedRequest(
            method: method, subject: subject, client: parts[4] == "-" ? "" : String(parts[4]),
            server: FetchingServer(slot: slot, incarnation: incarnation), home: home,
            at: Timestamp(milliseconds: milliseconds), nonce: String(parts[3]))
        let expected = Array(Digest.hexadecimal(code(of: request)).utf8)
        return Digest.isEqual(Array(parts[5].utf8), expected) ? request : nil
    }

    private func code(of request: HandedRequest) -> [UInt8] {
        let server = "\(request.server.slot)\n\(request.server.incarnation)"
        let home = request.home.map { "\($0.slot)\n\($0.incarnation)" } ?? "-"
        let asked = "\(request.method)\n\(request.subject)\n\(request.client)"
        return code(ofText: "handed on 1\n\(asked)\n\(server)\n\(home)\n\(request.at.milliseconds)\n\(request.nonce)")
    }
}
