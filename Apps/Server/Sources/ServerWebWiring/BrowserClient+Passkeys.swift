package import PasskeysAPI
import PasskeysClient
import PluginKit

extension BrowserClient {
    /// Logging in with a passkey.
    package var passkeyLogin: any PasskeySigningIn {
        PasskeyLoginClientPlugin.assemble(
            .init(server: stranger, sessions: sessions, replaced: replaced, device: device)
        ).exports.login
    }

    /// The person's passkeys.
    package var passkeys: any PasskeyManaging { PasskeysClientPlugin.assemble(server).exports.passkeys }
}
