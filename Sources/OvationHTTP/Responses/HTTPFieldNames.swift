package import HTTPTypes

extension HTTPField.Name {
    /// Names a request in logs and answers.
    static let xRequestID = known("X-Request-Id")
    /// Which clients and proxies a request came through.
    package static let xForwardedFor = known("X-Forwarded-For")
    /// Whether a page may be shown in a frame; for browsers that do not know `frame-ancestors`.
    static let xFrameOptions = known("X-Frame-Options")
    /// What a browser tells other sites about where the user came from.
    static let referrerPolicy = known("Referrer-Policy")
    /// Which features of the browser a page may use.
    static let permissionsPolicy = known("Permissions-Policy")
    /// Whether windows of other sites keep a handle to the page.
    static let crossOriginOpenerPolicy = known("Cross-Origin-Opener-Policy")

    /// A name that is written in the source and hence valid.
    private static func known(_ name: String) -> HTTPField.Name {
        guard let field = HTTPField.Name(name) else { preconditionFailure("\(name) is no name of a header") }
        return field
    }
}

extension HTTPRequest.Method {
    /// The methods that HTTP defines (RFC 9110 and RFC 5789), in the order of their names.
    package static let defined: [HTTPRequest.Method] = [
        .connect, .delete, .get, .head, .options, .patch, .post, .put, .trace,
    ]
}
