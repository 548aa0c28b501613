/// Closes the ways by which the memory of a whole process could get out.
public protocol ProcessHardening: Sendable {
    /// Turns core dumps off and keeps other processes of the same user from
    /// reading the memory (`PR_SET_DUMPABLE`, prctl(2); `RLIMIT_CORE`,
    /// setrlimit(2)), and lets a crash end the process at once: where a toolchain
    /// is installed, the Swift runtime would start `swift-backtrace`, which reads
    /// the memory, prints parts of it and outlives the process. Programs call it
    /// first of all; a second call does no harm. That memory is wiped when it is
    /// given back holds from the start, without a call.
    ///
    /// - Returns: What holds now, read back from the system.
    func harden() -> ProcessHardeningReport
}
