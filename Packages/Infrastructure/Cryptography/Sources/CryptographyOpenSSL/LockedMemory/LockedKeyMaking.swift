import COpenSSL
import CoreModels
import CryptographyAPI

/// Makes keys in one arena of locked memory.
struct LockedKeyMaking: SymmetricKeyMaking {
    let arena: LockedArena

    func makeRandomKey(byteCount: Int) throws(CryptographyError) -> any SymmetricKey {
        try unsafe LockedKey(byteCount: byteCount, in: arena) { buffer throws(CryptographyError) in
            try unsafe LibraryFailure.check(
                "RAND_priv_bytes", RAND_priv_bytes(buffer.octets, cLength(buffer.count)))
        }
    }

    func makeKey(copying secret: Secret) throws(CryptographyError) -> any SymmetricKey {
        try unsafe LockedKey(byteCount: secret.count, in: arena) { buffer throws(CryptographyError) in
            unsafe secret.withUnsafeBytes { unsafe buffer.copyMemory(from: $0) }
        }
    }

    func memoryReport() -> SecretMemoryReport {
        let arena = arena.report()
        let heap = OpenSSLLibrary.secureHeap
        return SecretMemoryReport(
            lockedByteCount: arena.lockedByteCount + (heap.isLocked ? heap.byteCount : 0),
            unlockedByteCount: arena.unlockedByteCount + (heap.isLocked ? 0 : heap.byteCount),
            lockErrorNumber: arena.lockErrorNumber, keyCount: arena.keyCount)
    }
}
