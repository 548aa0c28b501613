public import CoreModels
public import FoundationEssentials
public import Localization

/// Logs in through a browser that is on another device (RFC 8628).
///
/// One call at a time; it ends by itself when the code is too old.
public protocol DeviceLoggingIn: Sendable {
    /// Has a code made, waits for what the person decides with it elsewhere, and logs in.
    ///
    /// A connection that is lost meanwhile is waited for.
    ///
    /// - Parameter tell: Is told what happens, the invitation first.
    /// - Returns: The person who is logged in now; the session is durable.
    /// - Throws: ``DeviceLoginError``; the session before, if any, stands.
    func logIn(
        telling tell: @escaping @Sendable (DeviceLoginEvent) -> Void
    ) async throws(DeviceLoginError) -> User
}

/// What happens while somebody decides elsewhere.
public enum DeviceLoginEvent: Hashable, Sendable {
    /// The person has to go there, and type that.
    case invited(DeviceInvitation)
    /// The server can't be reached, and is tried again for as long as the code is good.
    case disconnected(until: Date)
    /// It asks for patience, which it gets; the text says for how long.
    case busy(LocalizedText)
    /// It can be reached again.
    case reconnected
}

/// Where a person has to go with another device, and what to type there.
public struct DeviceInvitation: Hashable, Sendable {
    /// The address of the page; nothing in it is a secret, nor the code.
    public let address: URL
    /// What is typed there.
    public let code: UserCode
    /// Until when it is good.
    public let endsAt: Date

    /// Whether the page can be opened on this machine alone.
    public var isOfThisMachine: Bool {
        let host = address.host()?.lowercased() ?? ""
        return ["localhost", "::1", "[::1]"].contains(host) || host.hasPrefix("127.")
    }

    /// Creates an invitation.
    public init(address: URL, code: UserCode, endsAt: Date) {
        self.address = address
        self.code = code
        self.endsAt = endsAt
    }
}

/// Lets other devices in, on behalf of who is logged in.
///
/// Calls may run at the same time.
public protocol DeviceAdmitting: Sendable {
    /// Who waits with a code.
    ///
    /// - Throws: `unknownCode` for one that nobody waits with, or not any more;
    ///   `busy` after many; `notLoggedIn`; `notRecent` where the person has to
    ///   prove once more who they are; and what all calls throw.
    func device(with code: UserCode) async throws(DeviceLoginError) -> WaitingDevice

    /// Lets it in.
    ///
    /// - Throws: As ``device(with:)``, and `emailNotVerified`.
    func letIn(_ code: UserCode) async throws(DeviceLoginError)

    /// Tells it that it doesn't come in.
    ///
    /// - Throws: As ``device(with:)``, but for `notRecent`.
    func refuse(_ code: UserCode) async throws(DeviceLoginError)
}

/// A device that waits for somebody to let it in, as far as it can be told.
public struct WaitingDevice: Hashable, Sendable {
    /// How it calls itself; nil where that can't be shown.
    public let name: String?
    /// Where its network is; nil where nobody knows.
    public let location: String?
    /// The address of its network.
    public let address: String
    /// Since when it waits.
    public let begunAt: Date

    /// Creates a value.
    public init(name: String?, location: String?, address: String, begunAt: Date) {
        self.name = name.flatMap(Self.shownName)
        self.location = location
        self.address = address
        self.begunAt = begunAt
    }

    /// A name as it may be shown; nil for one that may deceive.
    package static func shownName(_ name: String) -> String? { ProgramRequest.shownName(name) }
}
