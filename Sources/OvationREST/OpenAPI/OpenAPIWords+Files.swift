import OvationModel

extension OpenAPIWords {
    /// The commands about uploaded files.
    static let files: [String: Command] = [
        "create_upload_ticket": Command(
            details: """
                The ticket lets one file be uploaded, once, within `limits.uploadTicketSeconds`, at any server of the app. Hand it to the \
                app or the page of `User_Account` (missing: of the caller), whose quota counts the file. A host's page asks for one by \
                itself, with `file.ticket`. The upload is answered with the file's address.
                """,
            sample: ["FileKind": "picture", "User_Account": "administrator"], errors: [.uploadsOff]),
        "delete_file": Command(
            details:
                "For a picture that must not be seen. What names it goes on naming it: change the live or the gift too.",
            sample: ["FileURL": .text("/v1/files/\(String(repeating: "0", count: 64)).png")],
            errors: [.uploadsOff, .storageUnavailable]),
    ]
}
