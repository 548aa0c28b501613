/// What whoever released a program says of it; it stands signed at the program's end.
///
/// It is a JSON Web Token (RFC 7519) in compact form, signed with Ed25519 (RFC 8037), as documents of pins are. Behind it
/// come its length, in eight hexadecimal digits, and ``mark``: a loader of ELF looks at neither, and no copy or rename
/// of the program loses them.
package struct ProgramManifest: Hashable, Codable, Sendable {
    /// The `typ` of its header, so that no other token passes for one (RFC 8725, section 3.11).
    package static let type = "essential-program+jwt"
    /// The last bytes of a program that has one.
    package static let mark = "essential-manifest"
    /// How many bytes it has at most: enough for a program of a gigabyte.
    package static let maximumByteCount = 16 * 1_024
    /// How many digits its length has.
    static let digits = 8

    /// The name of the program.
    package let program: String
    /// Its version.
    package let version: String
    /// How many bytes it has, without the manifest.
    package let size: Int
    /// How many bytes are in each piece but the last.
    package let piece: Int
    /// The SHA-256 of each piece, in base64url: pieces are read at the same time.
    package let digests: [String]

    package init(program: String, version: String, size: Int, piece: Int, digests: [String]) {
        self.program = program
        self.version = version
        self.size = size
        self.piece = piece
        self.digests = digests
    }
}
