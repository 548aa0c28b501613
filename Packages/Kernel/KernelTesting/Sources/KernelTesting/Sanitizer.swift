import Glibc

/// What a sanitizer changes for tests: it has an allocator and much memory of
/// its own.
public enum Sanitizer {
    /// Whether this program was built with Address Sanitizer or Thread
    /// Sanitizer.
    public static var isPresent: Bool { unsafe dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil }
}
