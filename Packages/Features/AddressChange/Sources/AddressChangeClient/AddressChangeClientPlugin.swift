public import AccountsAPI
public import AddressChangeAPI
public import HTTPTransportAPI
import Localization
public import LoginAPI
public import PluginKit
public import SessionsAPI

/// Installs the client side of changing the address.
public enum AddressChangeClientPlugin: Plugin {
    /// What changing needs.
    public struct Dependencies: Sendable {
        /// Asks the server with the person's credentials.
        public let server: ServerClient
        /// Keeps the session of this device.
        public let sessions: any SessionStoring
        /// Keeps others from changing the session meanwhile.
        public let lock: any SessionLocking
        /// Tells which address the account has, after a code that doesn't count.
        public let account: any AccountLoading
        /// Remembers how the server knows this device; nil where nobody does.
        public let devices: (any DeviceRemembering)?

        /// Creates the dependencies.
        public init(
            server: ServerClient, sessions: any SessionStoring, lock: any SessionLocking,
            account: any AccountLoading, devices: (any DeviceRemembering)? = nil
        ) {
            self.server = server
            self.sessions = sessions
            self.lock = lock
            self.account = account
            self.devices = devices
        }
    }

    /// What changing offers.
    public struct Exports: Sendable {
        /// Changes the address.
        public let change: any AddressChanging
    }

    /// The name `address-change`.
    public static let manifest = PluginManifest(
        id: "address-change",
        summary: LocalizedText(en: "Changing the email address", es: "Cambio de la dirección de correo"))

    /// Builds changing.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Exports> {
        Assembly(
            exports: Exports(
                change: RemoteAddressChange(
                    server: dependencies.server, sessions: dependencies.sessions, lock: dependencies.lock,
                    account: dependencies.account, devices: dependencies.devices)))
    }
}
