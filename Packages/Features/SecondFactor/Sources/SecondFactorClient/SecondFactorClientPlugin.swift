public import HTTPTransportAPI
import Localization
public import PluginKit
public import SecondFactorAPI
public import SessionsAPI

/// Installs the client side of second factors.
public enum SecondFactorClientPlugin: Plugin {
    /// What second factors offer.
    public struct Exports: Sendable {
        /// Manages them, and has people prove once more who they are.
        public let factors: any FactorManaging & Reauthenticating
    }

    /// The name `second-factor`.
    public static let manifest = PluginManifest(
        id: "second-factor",
        summary: LocalizedText(
            en: "Authenticators and recovery codes", es: "Autenticadores y códigos de recuperación"))

    /// Builds it over a server that is asked with the person's credentials.
    public static func assemble(_ server: ServerClient) -> Assembly<Exports> {
        Assembly(exports: Exports(factors: RemoteFactors(server: server)))
    }
}
