#if canImport(CryptoKit)
    import CryptoKit
#else
    import CLibcrypto
#endif

/// SHA-256: CryptoKit's on Apple's systems, that of the system's libcrypto elsewhere.
enum SHA256Hash {
    /// The hash in lower-case hexadecimal digits, 64 of them.
    static func digits(of bytes: [UInt8]) -> String {
        #if canImport(CryptoKit)
            let hash = Array(SHA256.hash(data: bytes))
        #else
            let hash = [UInt8](unsafeUninitializedCapacity: Int(SHA256_DIGEST_LENGTH)) { buffer, count in
                let end = bytes.withUnsafeBufferPointer { SHA256($0.baseAddress, $0.count, buffer.baseAddress) }
                // The library fails only where memory is out.
                precondition(end != nil, "libcrypto could not hash \(bytes.count) bytes.")
                count = Int(SHA256_DIGEST_LENGTH)
            }
        #endif
        return hash.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }
}
