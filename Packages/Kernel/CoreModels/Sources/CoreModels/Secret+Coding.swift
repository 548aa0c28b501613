extension KeyedEncodingContainer {
    /// Writes a secret as text, for the wire and for the vault, never for logs.
    ///
    /// A ``Secret`` isn't `Codable`, so that whoever writes one says so.
    ///
    /// - Throws: `EncodingError.invalidValue` if the bytes aren't UTF-8: they
    ///   have no form in JSON, and an empty text in their place would be
    ///   another secret.
    public mutating func encode(_ secret: Secret, forKey key: Key) throws {
        let path = codingPath + [key]
        try secret.withText { text in
            guard let text else {
                throw EncodingError.invalidValue(
                    secret, EncodingError.Context(codingPath: path, debugDescription: "not UTF-8"))
            }
            try encode(text, forKey: key)
        }
    }
}
