/// Why a certificate and its key cannot be served: which file, what is wrong with it, and what to do.
public struct CertificateProblem: Error, Equatable, CustomStringConvertible {
    /// What is wrong.
    public enum Kind: Equatable, Sendable {
        /// There is no such file.
        case missing
        /// It cannot be read; the system says why.
        case unreadable(reason: String)
        /// It is larger than any certificate or key.
        case tooLarge
        /// It has nothing of what it should have, in PEM.
        case notPEM(Guess)
        /// It has it, and that is damaged.
        case damaged
        /// The key asks for a passphrase.
        case encrypted
        /// The key is not that of the certificate.
        case mismatched(other: String)
        /// The key is that of a certificate further down in the file.
        case outOfOrder(other: String)
    }

    /// What a file seems to be instead.
    public enum Guess: Equatable, Sendable {
        /// Nobody can tell.
        case unknown
        /// Empty.
        case empty
        /// The same in DER.
        case der
        /// The file for the other option.
        case exchanged
    }

    /// What a file is for.
    public enum Role: Equatable, Sendable {
        /// The certificate, with those between it and a root.
        case certificate
        /// Its private key.
        case key
    }

    /// The file.
    public let path: String
    /// What it is for.
    public let role: Role
    /// What is wrong.
    public let kind: Kind

    /// What is wrong and what to do, for the operator of the server.
    public var description: String {
        let file = role == .certificate ? "The certificate file \(path)" : "The key file \(path)"
        let option = role == .certificate ? "--tls-cert (server.tlsCertificate)" : "--tls-key (server.tlsKey)"
        switch kind {
        case .missing: return "\(file) is not there. Check \(option)."
        case .unreadable(let reason):
            return "\(file) cannot be read: \(reason). Make it readable for the user who runs ovation (chown, chmod)."
        case .tooLarge: return "\(file) is far too large for what it should be. Check \(option)."
        case .notPEM(let guess): return "\(file) \(wrongContent(guess, option))"
        case .damaged:
            return
                "\(file) is in PEM, but what is in it is damaged. Ask for it again where it was made, or compare it with the "
                + "original."
        case .encrypted:
            return "\(file) is encrypted with a passphrase, and a server has nobody to ask. Decrypt it: "
                + "openssl pkey -in \(path) -out key.pem && chmod 600 key.pem"
        case .mismatched(let key):
            return "\(file) and the key file \(key) do not belong together: the key is another certificate's. "
                + "Name the two that were made together with --tls-cert and --tls-key."
        case .outOfOrder(let key):
            return
                "\(file) begins with another certificate than the one that \(key) is the key of. Put the server's own "
                + "certificate first, those of its issuers behind it."
        }
    }

    private func wrongContent(_ guess: Guess, _ option: String) -> String {
        let wanted = role == .certificate ? "certificate" : "private key"
        switch guess {
        case .unknown:
            return "has no \(wanted): there is no line -----BEGIN \(wanted.uppercased())-----. Check \(option)."
        case .empty: return "is empty. Check \(option)."
        case .der:
            let command = role == .certificate ? "x509" : "pkey"
            return
                "is not in PEM; it seems to be DER. Convert it: openssl \(command) -inform der -in \(path) -out new.pem"
        case .exchanged:
            let other = role == .certificate ? "private key" : "certificate"
            return "has a \(other) and no \(wanted). Are --tls-cert and --tls-key exchanged?"
        }
    }
}
