package import FoundationEssentials

/// What an authenticator says (WebAuthn level 3, section 6.1).
package struct AuthenticatorData: Sendable {
    /// The digest of the name of whom it answers.
    package let partyDigest: Data
    /// Somebody was there.
    package let isPresent: Bool
    /// It was made sure that it is the person.
    package let isVerified: Bool
    /// Whether the passkey may be on several devices.
    package let canBeBackedUp: Bool
    /// Whether it is.
    package let isBackedUp: Bool
    /// How many answers there were; 0 where nobody counts.
    package let counter: UInt32
    /// The passkey that was made; nil for an answer with one.
    package let credential: Credential?

    /// A passkey that was made.
    package struct Credential: Sendable {
        /// By what it is known.
        package let id: Data
        /// Its public half, as it was written.
        package let publicKey: Data
        /// The same, read; nil for one that isn't for an algorithm of ours.
        package let key: COSEKey?
    }

    /// Reads it.
    package init(_ data: Data) throws(CeremonyFailure) {
        var rest = Array(data)[...]
        func take(_ count: Int) throws(CeremonyFailure) -> ArraySlice<UInt8> {
            guard rest.count >= count else { throw .malformed(.authenticatorData) }
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count)
        }
        partyDigest = Data(try take(32))
        let flags = try take(1).reduce(0) { $0 | $1 }
        isPresent = flags & 0x01 != 0
        isVerified = flags & 0x04 != 0
        canBeBackedUp = flags & 0x08 != 0
        isBackedUp = flags & 0x10 != 0
        counter = try take(4).reduce(0) { $0 << 8 | UInt32($1) }
        if flags & 0x40 != 0 {
            // The model of the authenticator is nobody's business.
            _ = try take(16)
            let length = try take(2).reduce(0) { $0 << 8 | Int($1) }
            let id = Data(try take(length))
            let start = rest
            guard let key = Self.value(from: &rest) else { throw .malformed(.publicKey) }
            credential = Credential(id: id, publicKey: Data(start[..<rest.startIndex]), key: COSEKey(key))
        } else {
            credential = nil
        }
        // Nothing is asked of extensions, but what they say has to be well-formed.
        let hasExtensions = flags & 0x80 != 0
        guard !hasExtensions || Self.value(from: &rest)?.map != nil, rest.isEmpty else {
            throw .malformed(.authenticatorData)
        }
    }

    private static func value(from rest: inout ArraySlice<UInt8>) -> CBOR? {
        var reader = CBORReader(Data(rest))
        guard let value = try? reader.value() else { return nil }
        rest = rest.suffix(reader.rest.count)
        return value
    }
}

/// What a browser gives for a passkey that was made (WebAuthn level 3, section 6.5.4).
package struct AttestationObject: Sendable {
    package let format: String
    package let statement: [CBOR: CBOR]
    package let authenticatorBytes: Data
    package let authenticatorData: AuthenticatorData

    /// Reads it.
    package init(_ data: Data) throws(CeremonyFailure) {
        guard let members = (try? CBOR(data))?.map, members.count == 3,
            let format = members[.text("fmt")]?.text, let statement = members[.text("attStmt")]?.map,
            let bytes = members[.text("authData")]?.bytes
        else { throw .malformed(.attestation) }
        self.format = format
        self.statement = statement
        authenticatorBytes = bytes
        authenticatorData = try AuthenticatorData(bytes)
    }
}
