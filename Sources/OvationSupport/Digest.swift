#if canImport(CryptoKit)
    import CryptoKit
#else
    import CLibcrypto
#endif

/// The few hashes that the server's protocols ask for: CryptoKit's on Apple's systems, those of the system's libcrypto elsewhere.
///
/// A package for them would compile a second BoringSSL beside the one that TLS needs.
package enum Digest {
    /// SHA-256: 32 bytes.
    package static func sha256(_ bytes: [UInt8]) -> [UInt8] {
        #if canImport(CryptoKit)
            return Array(SHA256.hash(data: bytes))
        #else
            return hash(bytes, byteCount: Int(SHA256_DIGEST_LENGTH)) { CLibcrypto.SHA256($0, $1, $2) }
        #endif
    }

    /// SHA-1: 20 bytes. Only for RFC 6455, whose handshake asks for it; it proves nothing.
    package static func sha1(_ bytes: [UInt8]) -> [UInt8] {
        #if canImport(CryptoKit)
            return Array(Insecure.SHA1.hash(data: bytes))
        #else
            return hash(bytes, byteCount: Int(SHA_DIGEST_LENGTH)) { CLibcrypto.SHA1($0, $1, $2) }
        #endif
    }

    /// HMAC with SHA-256: 32 bytes.
    package static func hmacSHA256(_ bytes: [UInt8], key: [UInt8]) -> [UInt8] {
        #if canImport(CryptoKit)
            return Array(HMAC<CryptoKit.SHA256>.authenticationCode(for: bytes, using: SymmetricKey(data: key)))
        #else
            let sha256 = EVP_sha256()
            return hash(bytes, byteCount: Int(SHA256_DIGEST_LENGTH)) { start, count, code in
                key.withUnsafeBytes { key in HMAC(sha256, key.baseAddress, Int32(key.count), start, count, code, nil) }
            }
        #endif
    }

    /// HMAC with SHA-1: 20 bytes. Only for the credentials of coturn, which knows no other.
    package static func hmacSHA1(_ bytes: [UInt8], key: [UInt8]) -> [UInt8] {
        #if canImport(CryptoKit)
            return Array(HMAC<Insecure.SHA1>.authenticationCode(for: bytes, using: SymmetricKey(data: key)))
        #else
            let sha1 = EVP_sha1()
            return hash(bytes, byteCount: Int(SHA_DIGEST_LENGTH)) { start, count, code in
                key.withUnsafeBytes { key in HMAC(sha1, key.baseAddress, Int32(key.count), start, count, code, nil) }
            }
        #endif
    }

    /// Bytes in lower-case hexadecimal, two digits each.
    package static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }

    /// Whether two codes are the same. Takes the same time wherever they differ, so that nobody finds a code byte by byte.
    package static func isEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        guard one.count == other.count else { return false }
        return zip(one, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    #if !canImport(CryptoKit)
        /// Hashes into a new array. The library fails only where memory is out, and a wrong hash must never be taken for one.
        private static func hash(
            _ bytes: [UInt8], byteCount: Int,
            by function: (UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<UInt8>?) -> UnsafeMutablePointer<UInt8>?
        ) -> [UInt8] {
            [UInt8](unsafeUninitializedCapacity: byteCount) { code, count in
                let result = bytes.withUnsafeBufferPointer { function($0.baseAddress, $0.count, code.baseAddress) }
                precondition(result != nil, "libcrypto could not hash \(bytes.count) bytes.")
                count = byteCount
            }
        }
    #endif
}
