#if canImport(CryptoKit)
    import CryptoKit
#else
    import CLibcrypto
#endif

/// SHA-256, from CryptoKit on Apple's systems and from the system's libcrypto elsewhere.
enum SHA256Hash {
    /// Returns the hash as 64 hexadecimal digits in lower case.
    static func digits(of bytes: [UInt8]) -> String {
        #if canImport(CryptoKit)
            let hash = Array(SHA256.hash(data: bytes))
        #else
            let hash = [UInt8](unsafeUninitializedCapacity: Int(SHA256_DIGEST_LENGTH)) { buffer, count in
                let end = bytes.withUnsafeBufferPointer { SHA256($0.baseAddress, $0.count, buffer.baseAddress) }
                // The library fails only if it runs out of memory.
                precondition(end != nil, "libcrypto could not hash \(bytes.count) bytes.")
                count = Int(SHA256_DIGEST_LENGTH)
            }
        #endif
        return hash.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }
}
