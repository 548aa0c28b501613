import Glibc

/// A password, token or code: bytes that are wiped when the last reference to
/// them goes, and that never show in print.
///
/// Copies of a `Secret` share the same bytes. Its text form, its debug form and
/// its mirror say only `<redacted>`. Threads may share it. Take care not to keep
/// the `String` that ``withText(_:)`` lends: the runtime doesn't wipe strings.
/// Long-lived keys belong into locked memory instead (see `SymmetricKey`).
public final class Secret: Sendable {
    // Never handed out: the wipe at the end must find the only reference.
    private let bytes: [UInt8]

    /// The number of bytes.
    public var count: Int { bytes.count }

    /// Creates a secret from bytes; the caller's copy is the caller's to wipe.
    public init(_ bytes: some Sequence<UInt8>) {
        var copy = [UInt8]()
        copy.append(contentsOf: bytes)
        self.bytes = copy
    }

    /// Creates a secret whose bytes `fill` writes, all of them, so that there
    /// is no other copy.
    public init<Failure: Error>(
        byteCount: Int, filledBy fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        var failure: Failure?
        bytes = unsafe Array(unsafeUninitializedCapacity: byteCount) { buffer, count in
            let room = unsafe UnsafeMutableRawBufferPointer(
                rebasing: UnsafeMutableRawBufferPointer(buffer)[..<byteCount])
            do throws(Failure) {
                try unsafe fill(room)
                count = byteCount
            } catch {
                unsafe Self.wipe(UnsafeRawBufferPointer(room))
                failure = error
            }
        }
        if let failure { throw failure }
    }

    /// Creates a secret from the UTF-8 bytes of text.
    public convenience init(_ text: some StringProtocol) {
        self.init(text.utf8)
    }

    deinit {
        unsafe bytes.withUnsafeBytes { unsafe Self.wipe($0) }
    }

    /// Wipes bytes that nobody will read any more: by explicit_bzero(3), which
    /// the optimiser may not drop.
    private static func wipe(_ bytes: UnsafeRawBufferPointer) {
        if let base = bytes.baseAddress { unsafe explicit_bzero(UnsafeMutableRawPointer(mutating: base), bytes.count) }
    }

    /// Whether there are no bytes.
    public var isEmpty: Bool { count == 0 }

    /// Lends the bytes; they must not be kept beyond the call.
    public func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { withExtendedLifetime(self) {} }
        let bytes = bytes
        return try unsafe bytes.span.bytes.withUnsafeBytes(body)
    }

    /// Lends the text, or nil if the bytes aren't UTF-8.
    public func withText<Result, Failure: Error>(
        _ body: (String?) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe withUnsafeBytes { bytes throws(Failure) in try unsafe body(String(validating: bytes, as: UTF8.self))
        }
    }

    /// Compares in a time that depends on the lengths alone.
    public func isEqual(to other: Secret) -> Bool {
        unsafe withUnsafeBytes { left in
            unsafe other.withUnsafeBytes { right in
                guard left.count == right.count else { return false }
                var difference: UInt8 = 0
                for index in left.indices { unsafe difference |= left[index] ^ right[index] }
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
