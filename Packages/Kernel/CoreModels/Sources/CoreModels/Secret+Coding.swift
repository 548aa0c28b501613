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

    /// Writes a secret as text if there is one, and nothing otherwise.
    ///
    /// - Throws: `EncodingError.invalidValue` if the bytes aren't UTF-8.
    public mutating func encodeIfPresent(_ secret: Secret?, forKey key: Key) throws {
        if let secret { try encode(secret, forKey: key) }
    }
}

extension KeyedDecodingContainer {
    /// Reads a secret that was written as text.
    ///
    /// - Throws: `DecodingError` if there is none, or no text.
    public func decode(_: Secret.Type, forKey key: Key) throws -> Secret {
        Secret(try decode(String.self, forKey: key))
    }

    /// Reads a secret that was written as text, or nil if there is none.
    ///
    /// - Throws: `DecodingError` if it isn't text.
    public func decodeIfPresent(_: Secret.Type, forKey key: Key) throws -> Secret? {
        try decodeIfPresent(String.self, forKey: key).map { Secret($0) }
    }
}
