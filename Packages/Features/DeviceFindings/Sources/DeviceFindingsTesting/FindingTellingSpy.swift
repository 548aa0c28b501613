public import DeviceFindingsAPI
public import DeviceIntegrityAPI
import Locking

/// Remembers what it was asked for, and tells nobody.
public final class FindingTellingSpy: FindingTelling {
    /// What it was asked for.
    public enum Call: Hashable, Sendable {
        /// To take note of something.
        case noted([IntegrityFinding.Kind])
        /// To tell.
        case told
    }

    private let state = Locked<[Call]>([])
    private let onTell: @Sendable () async -> Void

    /// Creates a spy.
    ///
    /// - Parameter onTell: Runs while it tells.
    public init(onTell: @escaping @Sendable () async -> Void = {}) {
        self.onTell = onTell
    }

    /// What it was asked for, in order.
    public var calls: [Call] { state.current }

    /// Remembers it.
    public func note(_ kinds: [IntegrityFinding.Kind]) { state.withLock { $0.append(.noted(kinds)) } }

    /// Remembers it.
    public func tell() async {
        state.withLock { $0.append(.told) }
        await onTell()
    }

    /// Nothing.
    public func told() async -> ToldFindings? { ToldFindings() }
}
