/// How well the memory of a process is closed off.
public struct ProcessHardeningReport: Equatable, Sendable {
    /// Whether others of the same user may read the memory, and dump it.
    public let isDumpable: Bool
    /// Whether the kernel may still write core files of any size.
    public let allowsCoreFiles: Bool
    /// Whether something in the process handles its crash, such as the Swift
    /// runtime.
    public let catchesCrashes: Bool
    /// Whether memory is wiped whenever it is given back, by whichever library;
    /// builds with a sanitizer have allocators of their own that don't.
    public let wipesFreedMemory: Bool
    /// Whether everything is closed.
    public var isComplete: Bool { !isDumpable && !allowsCoreFiles && !catchesCrashes }

    /// Creates a report.
    public init(isDumpable: Bool, allowsCoreFiles: Bool, catchesCrashes: Bool, wipesFreedMemory: Bool) {
        self.isDumpable = isDumpable
        self.allowsCoreFiles = allowsCoreFiles
        self.catchesCrashes = catchesCrashes
        self.wipesFreedMemory = wipesFreedMemory
    }
}
