/// The name under which a secret is kept: its kind, and a label that tells it
/// from others of the kind.
///
/// Labels are any Unicode text that isn't blank, of at most 1024 bytes in
/// UTF-8. They are compared byte by byte, so two spellings of one character
/// are two labels. Names never appear in file names or in the clear on disk.
public struct SecretName: Sendable {
    /// The greatest number of bytes that a label may have.
    public static let maximumByteCount = 1024

    /// What the secret is.
    public let kind: SecretKind
    /// What tells it from others of its kind.
    public let label: String

    /// Names the only secret of a kind.
    public init(_ kind: SecretKind) {
        self.kind = kind
        label = kind.id
    }

    /// Names one of many secrets of a kind.
    ///
    /// - Throws: ``SecretStoreError/blankName`` and
    ///   ``SecretStoreError/nameTooLong(limit:)``.
    public init(_ kind: SecretKind, parsing label: some StringProtocol) throws(SecretStoreError) {
        guard !label.allSatisfy(\.isWhitespace) else { throw .blankName }
        guard label.utf8.count <= Self.maximumByteCount else { throw .nameTooLong(limit: Self.maximumByteCount) }
        self.kind = kind
        self.label = String(label)
    }
}

extension SecretName: Hashable {
    /// Whether kind and label have the same bytes.
    public static func == (left: SecretName, right: SecretName) -> Bool {
        areSame(left.kind.id, right.kind.id) && areSame(left.label, right.label)
    }

    private static func areSame(_ left: String, _ right: String) -> Bool {
        var (left, right) = (left, right)
        return left.withUTF8 { left in right.withUTF8 { right in unsafe left.elementsEqual(right) } }
    }

    /// Hashes the bytes of kind and label.
    public func hash(into hasher: inout Hasher) {
        Self.hash(kind.id, into: &hasher)
        hasher.combine(0xFF as UInt8)
        Self.hash(label, into: &hasher)
    }

    private static func hash(_ text: String, into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

extension SecretName: CustomStringConvertible {
    /// The kind alone: a label may name a person.
    public var description: String { kind.id }
}

/// What a secret is, declared once in the code of the feature that owns it.
///
/// The kind fixes how well the secret is protected; nobody guesses that from
/// the bytes.
///
/// ```swift
/// extension SecretKind {
///     static let session = SecretKind("session")
///     static let deviceKey = SecretKind("device-key", protection: .confirmed)
/// }
/// ```
public struct SecretKind: Hashable, Sendable {
    /// The stable identifier of the kind; it is part of each secret's name.
    public let id: String
    /// How well secrets of this kind are protected.
    public let protection: ProtectionLevel

    /// Declares a kind.
    public init(_ id: StaticString, protection: ProtectionLevel = .sealed) {
        self.id = "\(id)"
        self.protection = protection
    }

    init(id: String, protection: ProtectionLevel) {
        self.id = id
        self.protection = protection
    }
}
