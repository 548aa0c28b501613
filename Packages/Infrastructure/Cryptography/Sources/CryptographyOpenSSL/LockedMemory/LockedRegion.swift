import CryptographyAPI
import Glibc

/// Pages for secrets: between two guard pages, locked, left out of core dumps
/// and zero in child processes.
///
/// `@unchecked Sendable`: the properties never change; who may touch which of
/// the bytes is up to the arena, which hands each out once.
@safe final class LockedRegion: @unchecked Sendable {
    /// The first usable byte.
    let base: UnsafeMutableRawPointer
    /// The number of usable bytes, whole pages.
    let byteCount: Int
    /// Why the kernel refused to lock the pages, or nil if they are locked.
    let lockErrorNumber: Int32?

    private let pageByteCount: Int

    /// Maps at least `minimumByteCount` usable bytes; locks them unless it is
    /// told the `errno` of a refusal.
    init(minimumByteCount: Int, refusal: Int32?) throws(CryptographyError) {
        let page = Int(getpagesize())
        let usable = (minimumByteCount + page - 1) / page * page
        let whole = usable + 2 * page
        guard let mapping = unsafe mmap(nil, whole, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
            unsafe mapping != MAP_FAILED
        else { throw .memoryUnavailable(errorNumber: errno) }
        let start = unsafe mapping + page
        guard unsafe mprotect(start, usable, PROT_READ | PROT_WRITE) == 0,
            unsafe madvise(start, usable, MADV_DONTDUMP) == 0,
            unsafe madvise(start, usable, MADV_WIPEONFORK) == 0
        else {
            let number = errno
            unsafe munmap(mapping, whole)
            throw .memoryUnavailable(errorNumber: number)
        }
        unsafe base = start
        byteCount = usable
        pageByteCount = page
        // mlock(2) fails beyond RLIMIT_MEMLOCK. A secret that might be swapped
        // is better than a program that doesn't start; the report tells.
        lockErrorNumber = unsafe refusal ?? (mlock(start, usable) == 0 ? nil : errno)
    }

    deinit {
        unsafe explicit_bzero(base, byteCount)
        unsafe munmap(base - pageByteCount, byteCount + 2 * pageByteCount)
    }
}
