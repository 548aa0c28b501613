import CoreModels
import CryptographyAPI
import CryptographyOpenSSL
import FoundationEssentials
import Testing

/// The bytes of hexadecimal text, spaces allowed; stops the test otherwise.
func hex(_ text: String) -> Data {
    let digits = text.compactMap(\.hexDigitValue)
    precondition(digits.count % 2 == 0 && digits.count == text.count { !$0.isWhitespace })
    return Data(stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) })
}

extension Cryptography {
    /// A key with the given bytes.
    func key(_ bytes: Data) throws -> any SymmetricKey {
        try keys.makeKey(copying: Secret(bytes))
    }
}

extension SymmetricKey {
    /// A copy of the bytes; only for keys of tests.
    var bytes: Data { withUnsafeBytes { Data($0) } }
}

extension Secret {
    /// A copy of the bytes; only for secrets of tests.
    var bytes: Data { withUnsafeBytes { Data($0) } }
}

/// Expects an error of the kind that tells a bad key.
func expectInvalidKey<Value>(
    _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Value
) {
    #expect(comment, sourceLocation: sourceLocation) {
        _ = try body()
    } throws: { error in
        if case CryptographyError.invalidKey = error { true } else { false }
    }
}

/// Expects an error of the kind that tells a bad argument.
func expectInvalidInput<Value>(
    _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () async throws -> Value
) async {
    await #expect(comment, sourceLocation: sourceLocation) {
        _ = try await body()
    } throws: { error in
        if case CryptographyError.invalidInput = error { true } else { false }
    }
}
