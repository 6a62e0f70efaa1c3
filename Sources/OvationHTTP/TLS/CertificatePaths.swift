/// Where certificate and key are.
public struct CertificatePaths: Hashable, Sendable {
    /// The certificate chain, in PEM.
    public var certificate: String
    /// The private key, in PEM.
    public var key: String

    /// Names the files.
    public init(certificate: String, key: String) {
        self.certificate = certificate
        self.key = key
    }
}
