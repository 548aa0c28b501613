package import CryptographyAPI

/// A key in locked memory.
///
/// `@unchecked Sendable`: the bytes are written in `init`, before anyone else
/// has the reference, and wiped in `deinit`, when nobody has it any more.
@safe package final class LockedKey: SymmetricKey, @unchecked Sendable {
    private let arena: LockedArena
    private let block: LockedArena.Block
    /// Where the library ciphers with this key.
    let context = KeptContext()

    /// Makes a key whose bytes `fill` writes.
    package init(
        byteCount: Int, in arena: LockedArena,
        fill: (UnsafeMutableRawBufferPointer) throws(CryptographyError) -> Void
    ) throws(CryptographyError) {
        guard byteCount > 0 else { throw .invalidInput(reason: "a key has at least one byte") }
        let block = try arena.allocate(byteCount)
        do {
            try unsafe fill(UnsafeMutableRawBufferPointer(start: arena.address(of: block), count: byteCount))
        } catch {
            arena.release(block)
            throw error
        }
        self.arena = arena
        self.block = block
    }

    deinit {
        arena.release(block)
    }

    package var byteCount: Int { block.byteCount }

    package var isLocked: Bool { block.region.lockErrorNumber == nil }

    package func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { withExtendedLifetime(self) {} }
        return try unsafe body(UnsafeRawBufferPointer(start: arena.address(of: block), count: block.byteCount))
    }
}

extension LockedKey: CustomDebugStringConvertible {
    package var description: String { "<redacted>" }
    package var debugDescription: String { "<redacted>" }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
