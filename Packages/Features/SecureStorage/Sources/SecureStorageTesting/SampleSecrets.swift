public import CoreModels
public import SecureStorageAPI

/// Names and secrets for tests.
public enum SampleSecrets {
    /// A kind that opens with the vault.
    public static let kind = SecretKind("sample")
    /// A kind that needs a gesture.
    public static let confirmedKind = SecretKind("sample-confirmed", protection: .confirmed)

    /// A name of the kind ``kind``.
    public static func name(_ label: String = "one") throws(SecretStoreError) -> SecretName {
        try SecretName(kind, parsing: label)
    }

    /// A secret that is easy to find in a file that shouldn't hold it.
    public static func secret(_ text: String = "s3cret-token-in-the-clear") -> Secret { Secret(text) }

    /// A secret of any size whose bytes follow from its seed.
    public static func secret(byteCount: Int, seed: UInt8 = 1) -> Secret {
        var state = UInt32(seed)
        return Secret(
            (0..<byteCount).lazy.map { _ in
                state = state &* 1_664_525 &+ 1_013_904_223  // Numerical Recipes, section 7.1.
                return UInt8(truncatingIfNeeded: state >> 24)
            })
    }
}
