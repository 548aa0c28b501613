public import BrowserLoginAPI
public import CoreModels
import FoundationEssentials
import Locking

/// Tells what happens, and ends as it is told.
public final class DeviceLoggingInStub: DeviceLoggingIn {
    private let events: [DeviceLoginEvent]
    private let result: Result<User, DeviceLoginError>

    /// Creates a stub.
    public init(telling events: [DeviceLoginEvent] = [], _ result: Result<User, DeviceLoginError>) {
        self.events = events
        self.result = result
    }

    /// Tells the events, and answers with the result.
    public func logIn(
        telling tell: @escaping @Sendable (DeviceLoginEvent) -> Void
    ) async throws(DeviceLoginError) -> User {
        for event in events { tell(event) }
        return try result.get()
    }
}

/// Has a device wait with each code, and notes what is decided.
public final class DeviceAdmittingSpy: DeviceAdmitting {
    /// What somebody did with a code.
    public enum Call: Hashable, Sendable {
        /// They looked who waits with it.
        case looked(UserCode)
        /// They let it in.
        case letIn(UserCode)
        /// They refused it.
        case refused(UserCode)
    }

    private let device: WaitingDevice
    private let failure: DeviceLoginError?
    private let noted = Locked<[Call]>([])

    /// Creates a spy.
    ///
    /// - Parameter failure: What each call throws; nil for nothing.
    public init(_ device: WaitingDevice, failing failure: DeviceLoginError? = nil) {
        self.device = device
        self.failure = failure
    }

    /// What was done.
    public var calls: [Call] { noted.current }

    /// Notes the call.
    public func device(with code: UserCode) async throws(DeviceLoginError) -> WaitingDevice {
        try note(.looked(code))
        return device
    }

    /// Notes the call.
    public func letIn(_ code: UserCode) async throws(DeviceLoginError) { try note(.letIn(code)) }

    /// Notes the call.
    public func refuse(_ code: UserCode) async throws(DeviceLoginError) { try note(.refused(code)) }

    private func note(_ call: Call) throws(DeviceLoginError) {
        noted.withLock { $0.append(call) }
        if let failure { throw failure }
    }
}
