import Locking
public import ProofOfPossessionAPI
public import SecureStorageAPI

/// Notes what is asked for the key, and keeps none.
public final class DeviceKeyKeepingSpy: DeviceKeyKeeping {
    /// What was asked.
    public enum Call: Hashable, Sendable {
        /// A session was about to begin.
        case prepare
        /// A session was over, and the key was to go unless there was one under this name.
        case forget(unlessStored: SecretName?)
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
    public func forgetKey(unlessStored session: SecretName?) async -> Bool {
        recorded.withLock { $0.append(.forget(unlessStored: session)) }
        return true
    }
}
