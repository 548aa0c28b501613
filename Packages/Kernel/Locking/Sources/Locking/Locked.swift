import CThreadSanitizer
public import Synchronization

/// A value that only one thread at a time can reach.
///
/// `Synchronization.Mutex` sleeps in a futex inside the runtime, which Thread
/// Sanitizer does not see: it then reports races that cannot happen. Each
/// critical section is therefore announced to the sanitizer, so that its
/// reports stay true. Use this type wherever state is shared synchronously.
///
/// It doesn't see either that a continuation was resumed before it was awaited.
/// A value with memory of its own that passes that way is left in a `Locked`.
public final class Locked<Value>: Sendable {
    // Inlined where it is used: for a type that isn't known, the runtime would
    // look for the place of the mutex, which takes longer than the lock.
    @usableFromInline let mutex: Mutex<Value>

    /// Creates a lock that protects `value`.
    @inlinable public init(_ value: sending Value) {
        mutex = Mutex(value)
    }

    /// Calls `body` with exclusive access to the value.
    ///
    /// The lock isn't recursive: calling this method again from within `body`
    /// stops the program. Never wait for anything inside `body`.
    @inlinable public func withLock<Result, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        try mutex.withLock { value throws(Failure) in
            announceBegin()
            defer { announceEnd() }
            return try body(&value)
        }
    }

    @usableFromInline func announceBegin() { unsafe cts_acquire(address) }

    @usableFromInline func announceEnd() { unsafe cts_release(address) }

    private var address: UnsafeRawPointer { unsafe UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque()) }
}

extension Locked where Value: Sendable {
    /// A copy of the value as it is now.
    @inlinable public var current: Value {
        withLock { $0 }
    }
}
