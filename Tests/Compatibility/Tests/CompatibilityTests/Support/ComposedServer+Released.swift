import KernelTesting
import ServerTesting

extension ComposedServer {
    /// Composes a server as it was when fixtures were recorded: locks were
    /// released before CAPTCHAs, so who wants these says so.
    ///
    /// - Parameter settings: What of the configuration isn't as it comes.
    static func released(folder: String, date: ManualDate, settings: [String: String] = [:]) throws -> ComposedServer {
        let earlier = ["lockout.captcha_after": "0", "recovery.captcha_after": "0"]
        return try ComposedServer(
            folder: folder, date: date, settings: earlier.merging(settings.mapValues { Self.words[$0] ?? $0 }) { $1 })
    }

    /// What a fixture says in the words of the wire.
    private static let words = ["signed_in": "signedIn"]
}
