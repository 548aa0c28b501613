/// How far a download or an upload has come.
public struct TransferProgress: Sendable, Hashable {
    /// The bytes written or sent so far.
    public let completedBytes: Int
    /// The bytes to come in all; nil when the server did not say, or sends them
    /// compressed.
    public let totalBytes: Int?

    /// Creates a report.
    public init(completedBytes: Int, totalBytes: Int?) {
        self.completedBytes = completedBytes
        self.totalBytes = totalBytes
    }
}
