import Glibc
import Locking

/// A password, token or code: bytes that are wiped when the last reference to
/// them goes, and that never show in print.
///
/// Copies of a `Secret` share the same bytes. Its text form, its debug form and
/// its mirror say only `<redacted>`. Threads may share it. Take care not to keep
/// the `String` that ``withText(_:)`` lends: the runtime doesn't wipe strings.
/// Long-lived keys belong into locked memory instead (see `SymmetricKey`).
public final class Secret: Sendable {
    private let storage: Locked<[UInt8]>

    /// The number of bytes.
    public let count: Int

    /// Creates a secret from bytes; the caller's copy is the caller's to wipe.
    public init(_ bytes: some Sequence<UInt8>) {
        var copy = [UInt8]()
        copy.append(contentsOf: bytes)
        count = copy.count
        storage = Locked(copy)
    }

    /// Creates a secret from the UTF-8 bytes of text.
    public convenience init(_ text: some StringProtocol) {
        self.init(text.utf8)
    }

    deinit {
        storage.withLock { bytes in
            bytes.withUnsafeMutableBytes { buffer in
                // explicit_bzero(3): a wipe that the optimiser may not drop.
                if let base = buffer.baseAddress { explicit_bzero(base, buffer.count) }
            }
        }
    }

    /// Whether there are no bytes.
    public var isEmpty: Bool { count == 0 }

    /// Lends the bytes; they must not be kept beyond the call.
    public func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // The array is shared, not copied, so `self` has to outlive it: the
        // wipe at the end must find the only reference.
        defer { withExtendedLifetime(self) {} }
        let bytes = storage.current
        return try bytes.span.bytes.withUnsafeBytes(body)
    }

    /// Lends the text, or nil if the bytes aren't UTF-8.
    public func withText<Result, Failure: Error>(
        _ body: (String?) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try withUnsafeBytes { bytes throws(Failure) in try body(String(validating: bytes, as: UTF8.self)) }
    }

    /// Compares in a time that depends on the lengths alone.
    public func isEqual(to other: Secret) -> Bool {
        withUnsafeBytes { left in
            other.withUnsafeBytes { right in
                guard left.count == right.count else { return false }
                var difference: UInt8 = 0
                for index in left.indices { difference |= left[index] ^ right[index] }
                return difference == 0
            }
        }
    }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Always `<redacted>`.
    public var description: String { "<redacted>" }
    /// Always `<redacted>`.
    public var debugDescription: String { "<redacted>" }
    /// Shows nothing, so that `dump` and test failures show nothing either.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
