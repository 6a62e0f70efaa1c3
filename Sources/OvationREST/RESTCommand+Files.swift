import OvationModel
import OvationNode
import OvationRules

extension RESTService {
    /// Uploaded files. The vendor's API has none.
    static let files = RESTService(rawValue: "ovation_file_srv")
}

extension RESTCommand {
    /// Commands about uploaded files: covers of lives, icons and animations of gifts.
    static let uploadedFiles = [createUploadTicket, deleteFile]

    private static let createUploadTicket = RESTCommand(
        .files, "create_upload_ticket",
        "Gives a ticket with which one file is uploaded, by who is given it: a POST of its bytes to UploadURL."
    ) { (request: RESTUploadTicketRequest, call) in
        guard call.files != nil else { throw Rejection(.uploadsOff) }
        let ticket = call.node.services.uploadTickets.issue(
            request.kind.kind, to: request.owner ?? call.administrator)
        return RESTResponse(RESTUploadTicket(ticket, call.node.limits))
    }

    private static let deleteFile = RESTCommand(
        .files, "delete_file",
        "Deletes an uploaded file. Who has its address sees nothing there; browsers and caches may have it for a while."
    ) { (request: RESTFileDeletion, call) in
        guard let files = call.files else { throw Rejection(.uploadsOff) }
        guard let name = FileName(request.address.split(separator: "/").last ?? "") else {
            throw Rejection(.illegalParameter, "\"FileURL\" is the address or the name of an uploaded file.")
        }
        do {
            return RESTResponse(RESTDeletedFile(wasThere: try await files.delete(name)))
        } catch is FileStorageError {
            throw Rejection(.storageUnavailable)
        }
    }
}

/// The body of `create_upload_ticket`.
private struct RESTUploadTicketRequest: Codable, Sendable {
    enum Kind: String, RESTChoice {
        case picture
        case effect

        var kind: UploadKind { self == .picture ? .picture : .effect }
    }

    let kind: Kind
    let owner: UserID?

    enum CodingKeys: String, CodingKey {
        case kind = "FileKind"
        case owner = "User_Account"
    }
}

/// The answer to `create_upload_ticket`.
private struct RESTUploadTicket: Codable, Sendable {
    let uploadURL: String
    let expiresAt: Int64
    let bytesMax: Int
    let sideMax: Int

    init(_ ticket: UploadTicket, _ limits: Limits) {
        uploadURL = ticket.path
        expiresAt = ticket.expiresAt.seconds
        switch ticket.kind {
        case .picture: (bytesMax, sideMax) = (limits.uploadPictureBytesMax, limits.uploadPictureSideMax)
        case .effect: (bytesMax, sideMax) = (limits.uploadEffectBytesMax, 0)
        }
    }

    enum CodingKeys: String, CodingKey {
        case uploadURL = "UploadURL"
        case expiresAt = "ExpiresAt"
        case bytesMax = "BytesMax"
        case sideMax = "SideMax"
    }
}

private struct RESTFileDeletion: Codable, Sendable {
    let address: String

    enum CodingKeys: String, CodingKey { case address = "FileURL" }
}

private struct RESTDeletedFile: Codable, Sendable {
    let wasThere: Bool

    enum CodingKeys: String, CodingKey { case wasThere = "WasThere" }
}
