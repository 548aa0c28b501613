import CLockedContexts
import COpenSSL
import CryptographyAPI
import Synchronization

/// The context in which the library ciphers with one key, kept with that key:
/// making one and expanding the key costs more than sealing a short record.
///
/// It is lent to one at a time; who comes meanwhile gets one that isn't kept.
/// The expanded key is in locked memory, as the key is, and is wiped with it;
/// where there is no room for that, no context is kept.
@safe struct KeptContext: ~Copyable {
    /// Nil before the first use; ``lent`` while somebody has it.
    private let kept = unsafe Atomic<OpaquePointer?>(nil)

    /// No context has this address.
    private static var lent: OpaquePointer? { unsafe OpaquePointer(bitPattern: 1) }

    deinit {
        unsafe EVP_CIPHER_CTX_free(kept.load(ordering: .acquiring))
    }

    /// Lends a context, which is to be given back.
    borrowing func take(_ library: OpenSSLLibrary, _ key: any SymmetricKey) throws(CryptographyError) -> LentContext {
        let context = unsafe kept.exchange(Self.lent, ordering: .acquiring)
        if unsafe context == Self.lent { return try LentContext(library, key) }
        if let context = unsafe context { return unsafe LentContext(pointer: context, isLocked: true, isKept: true) }
        do {
            return try LentContext(library, key, isKept: true)
        } catch {
            unsafe kept.store(nil, ordering: .releasing)
            throw error
        }
    }

    /// Takes a context back, which isn't used again if something failed.
    borrowing func giveBack(_ context: LentContext, isSound: Bool = true) {
        guard context.isKept else { return context.free() }
        if isSound, context.isLocked { return unsafe kept.store(context.pointer, ordering: .releasing) }
        context.free()
        unsafe kept.store(nil, ordering: .releasing)
    }
}

/// A context that has cipher and key and lacks the nonce.
@safe struct LentContext {
    let pointer: OpaquePointer
    /// Whether the expanded key is in locked memory.
    let isLocked: Bool
    /// Whether others make their own meanwhile.
    let isKept: Bool

    init(pointer: OpaquePointer, isLocked: Bool, isKept: Bool) {
        unsafe self.pointer = pointer
        self.isLocked = isLocked
        self.isKept = isKept
    }

    /// Makes one for AES-256-GCM.
    init(_ library: OpenSSLLibrary, _ key: any SymmetricKey, isKept: Bool = false) throws(CryptographyError) {
        guard key.byteCount == 32 else {
            throw .invalidKey(reason: "AES-256 needs a key of 32 bytes, not \(key.byteCount)")
        }
        guard let context = unsafe EVP_CIPHER_CTX_new() else { throw LibraryFailure.drained("EVP_CIPHER_CTX_new") }
        _ = Self.memory
        clockedcontexts_begin()
        let result = unsafe key.withUnsafeBytes { key in
            unsafe EVP_CipherInit_ex2(context, library.aes256GCM, key.octets, nil, 1, nil)
        }
        let isLocked = clockedcontexts_end() == 1
        guard result == 1 else {
            unsafe EVP_CIPHER_CTX_free(context)
            throw LibraryFailure.drained("EVP_CipherInit_ex2")
        }
        unsafe self.init(pointer: context, isLocked: isLocked, isKept: isKept)
    }

    func free() {
        unsafe EVP_CIPHER_CTX_free(pointer)
    }

    /// Where the expanded keys are; nil if the kernel locks no more memory.
    static let memory: LockedRegion? = {
        guard let region = try? LockedRegion(minimumByteCount: Int(clockedcontexts_byte_count), refusal: nil),
            region.lockErrorNumber == nil
        else { return nil }
        unsafe clockedcontexts_use(region.base)
        return region
    }()
}
