import Locking
public import ProofOfPossessionAPI

/// Notes what is asked for the key, and keeps none.
public final class DeviceKeyKeepingSpy: DeviceKeyKeeping {
    /// What was asked.
    public enum Call: Hashable, Sendable {
        /// A session was about to begin.
        case prepare
        /// A session was over.
        case forget
    }

    private let recorded = Locked<[Call]>([])

    /// Creates a spy that was asked nothing.
    public init() {}

    /// What was asked so far.
    public var calls: [Call] { recorded.current }

    /// Notes the call.
    public func prepareKey() async {
        recorded.withLock { $0.append(.prepare) }
    }

    /// There is none.
    public func thumbprint() async -> String? { nil }

    /// Notes the call.
    public func forgetKey() async -> Bool {
        recorded.withLock { $0.append(.forget) }
        return true
    }
}
