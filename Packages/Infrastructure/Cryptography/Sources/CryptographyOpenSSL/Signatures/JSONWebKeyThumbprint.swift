package import CryptographyAPI
import FoundationEssentials

/// The name of a key after its contents (RFC 7638).
package enum JSONWebKeyThumbprint {
    /// Hashes the members that the kind of key requires; their values must need
    /// no escape in JSON, which holds for base64url and names of curves.
    package static func compute(
        requiredMembers: [String: String], hashing: any Hashing
    ) throws(CryptographyError) -> String {
        let members = requiredMembers.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\"\($0.value)\"" }
        return Base64URL.encode(try hashing.sha256(Data("{\(members.joined(separator: ","))}".utf8)))
    }
}
