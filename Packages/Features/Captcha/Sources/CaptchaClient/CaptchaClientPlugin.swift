public import CaptchaAPI
public import CryptographyAPI
import Localization
public import PluginKit

/// Installs what answers the challenges of servers.
public enum CaptchaClientPlugin: Plugin {
    /// What the plugin needs.
    public struct Dependencies: Sendable {
        let hashing: any Hashing

        /// Creates dependencies.
        public init(hashing: any Hashing) {
            self.hashing = hashing
        }
    }

    /// What it offers.
    public struct Exports: Sendable {
        /// Solves challenges.
        public let solving: any CaptchaSolving
    }

    /// The name `captcha`.
    public static let manifest = PluginManifest(
        id: "captcha", summary: LocalizedText(en: "Answers to CAPTCHAs", es: "Respuestas a CAPTCHA"))

    /// Builds the solver.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Exports> {
        Assembly(exports: Exports(solving: ProofOfWorkSolver(hashing: dependencies.hashing)))
    }
}
