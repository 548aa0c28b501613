/// How well the memory of a process is closed off.
public struct ProcessHardeningReport: Equatable, Sendable {
    /// Whether others of the same user may read the memory, and dump it.
    public let isDumpable: Bool
    /// Whether the kernel may still write core files of any size.
    public let allowsCoreFiles: Bool
    /// Whether everything is closed.
    public var isComplete: Bool { !isDumpable && !allowsCoreFiles }

    /// Creates a report.
    public init(isDumpable: Bool, allowsCoreFiles: Bool) {
        self.isDumpable = isDumpable
        self.allowsCoreFiles = allowsCoreFiles
    }
}
