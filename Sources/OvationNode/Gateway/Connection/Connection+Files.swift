import OvationHTTP
import OvationModel
import OvationRules
import OvationWire

extension Connection {
    /// Answers a user with a ticket to upload a picture with, for the cover of a live.
    func giveUploadTicket(to user: UserID, _ id: Int64) {
        guard node.configuration.files.folder != nil else { return reply(id: id, error: Rejection(.uploadsOff)) }
        if let refusal = node.rates.refusal(ofUploadBy: user) { return reply(id: id, error: refusal) }
        let ticket = node.services.uploadTickets.issue(.picture, to: user)
        reply(
            id: id,
            ok: WireJSON.bytes(
                FileUploading(
                    url: ticket.path, expiresAt: ticket.expiresAt, bytesMax: node.limits.uploadPictureBytesMax,
                    sideMax: node.limits.uploadPictureSideMax)))
    }
}
