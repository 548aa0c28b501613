package import PasswordChangeAPI
import PasswordChangeClient
import PluginKit

extension BrowserClient {
    /// Changing the password.
    package var passwordChange: any PasswordChanging {
        PasswordChangeClientPlugin.assemble(
            .init(server: server, sessions: sessions, devices: known)
        ).exports.change
    }
}
