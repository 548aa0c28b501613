/// Hears how much of a request's body has been sent.
///
/// Equal to itself and its copies only, so that requests can be compared.
public struct UploadObserver: Sendable, Equatable {
    private final class Listener: Sendable {
        let onProgress: @Sendable (TransferProgress) -> Void

        init(_ onProgress: @escaping @Sendable (TransferProgress) -> Void) {
            self.onProgress = onProgress
        }
    }

    private let listener: Listener

    /// Creates an observer.
    ///
    /// - Parameter onProgress: Called in order, never at the same time twice, on
    ///   a thread of the transport: it has to return at once. It starts over when
    ///   the body is sent again.
    public init(_ onProgress: @escaping @Sendable (TransferProgress) -> Void) {
        listener = Listener(onProgress)
    }

    /// Tells how far it is; for transports.
    public func report(_ progress: TransferProgress) {
        listener.onProgress(progress)
    }

    /// Whether both are the same observer.
    public static func == (left: UploadObserver, right: UploadObserver) -> Bool { left.listener === right.listener }
}
