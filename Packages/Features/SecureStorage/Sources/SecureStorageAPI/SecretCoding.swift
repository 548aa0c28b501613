public import CoreModels
import FoundationEssentials

/// Turns values into secrets and back, as JSON, and wipes the bytes in between.
public enum SecretCoding {
    /// Writes a value as a secret.
    ///
    /// - Throws: ``SecretStoreError/unencodable(type:)``.
    public static func encode<Value: Encodable>(_ value: Value) throws(SecretStoreError) -> Secret {
        guard var bytes = try? WireCoding.encoder().encode(value) else {
            // The reason could quote the value, so only the type is told.
            throw .unencodable(type: "\(Value.self)")
        }
        defer { bytes.resetBytes(in: 0..<bytes.count) }
        return Secret(bytes)
    }

    /// Reads a value from a secret.
    ///
    /// - Throws: ``SecretStoreError/undecodable(type:)``.
    public static func decode<Value: Decodable>(
        _ type: Value.Type, from secret: Secret
    ) throws(SecretStoreError) -> Value {
        let value = unsafe secret.withUnsafeBytes { buffer -> Value? in
            var bytes = unsafe Data(buffer)
            defer { bytes.resetBytes(in: 0..<bytes.count) }
            return try? WireCoding.decoder().decode(type, from: bytes)
        }
        guard let value else { throw .undecodable(type: "\(Value.self)") }
        return value
    }
}

extension SecretReading {
    /// Reads a value that was saved with ``SecretWriting/save(encoding:as:)``,
    /// or nil if there is none.
    ///
    /// - Throws: ``SecretStoreError/undecodable(type:)`` if the bytes aren't a
    ///   `Value`, and what keeps the secret from being read.
    public func value<Value: Decodable>(
        _ type: Value.Type, of name: SecretName
    ) async throws(SecretStoreError) -> Value? {
        guard let secret = try await read(name).get() else { return nil }
        return try SecretCoding.decode(type, from: secret)
    }
}

extension SecretWriting {
    /// Saves a value as JSON.
    ///
    /// - Throws: ``SecretStoreError/unencodable(type:)``, and as
    ///   ``save(_:as:)`` does.
    public func save(encoding value: some Encodable, as name: SecretName) async throws(SecretStoreError) {
        try await save(SecretCoding.encode(value), as: name)
    }
}
