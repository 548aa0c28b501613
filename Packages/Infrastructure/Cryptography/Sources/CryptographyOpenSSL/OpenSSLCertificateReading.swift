import COpenSSL
import CryptographyAPI
import FoundationEssentials

/// Certificates, read by the library.
struct OpenSSLCertificateReading: CertificateReading {
    func publicKeyInfo(ofCertificate certificate: Data) throws(CryptographyError) -> Data {
        try unsafe certificate.withBytes { bytes throws(CryptographyError) in
            var next = unsafe bytes.octets
            guard let parsed = unsafe d2i_X509(nil, &next, bytes.count) else {
                ERR_clear_error()
                throw .invalidInput(reason: "not a certificate in DER")
            }
            let owned = try unsafe Owned("d2i_X509", parsed, free: X509_free)
            guard unsafe next == bytes.octets.map({ unsafe $0 + bytes.count }) else {
                throw .invalidInput(reason: "something follows the certificate")
            }
            return try unsafe owned.withPointer { parsed throws(CryptographyError) in try unsafe publicKeyInfo(parsed) }
        }
    }

    private func publicKeyInfo(_ certificate: OpaquePointer) throws(CryptographyError) -> Data {
        let key = unsafe X509_get_X509_PUBKEY(certificate), count = unsafe i2d_X509_PUBKEY(key, nil)
        guard count > 0 else { throw LibraryFailure.drained("i2d_X509_PUBKEY") }
        return try unsafe makeData(Int(count)) { output throws(CryptographyError) in
            var next = unsafe output.octets
            guard unsafe i2d_X509_PUBKEY(key, &next) == count else {
                throw LibraryFailure.drained("i2d_X509_PUBKEY")
            }
        }
    }
}
