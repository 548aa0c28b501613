import Glibc

/// write(2) without SIGPIPE: a log whose reader has gone must not end the program.
enum PipeSafeWriting {
    /// Writes once.
    ///
    /// The signal goes to the thread that writes. It is blocked there meanwhile
    /// and, if this write raised it, taken away, so that its disposition stays
    /// what the program made it. It is raised, too, where the reader leaves after
    /// a part was written.
    ///
    /// - Returns: The number of bytes, or the negative `errno`.
    static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
        var (broken, before, pending) = (sigset_t(), sigset_t(), sigset_t())
        unsafe sigemptyset(&broken)
        unsafe sigaddset(&broken, SIGPIPE)
        unsafe sigpending(&pending)
        unsafe pthread_sigmask(SIG_BLOCK, &broken, &before)
        let count = unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        let code = errno
        if count != bytes.count, unsafe sigismember(&pending, SIGPIPE) == 0 {
            var none = timespec()
            while unsafe sigtimedwait(&broken, nil, &none) == -1, errno == EINTR {}
        }
        unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
        return count < 0 ? -Int(code) : count
    }
}
