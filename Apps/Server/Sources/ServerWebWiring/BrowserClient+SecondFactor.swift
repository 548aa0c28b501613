import PluginKit
package import SecondFactorAPI
import SecondFactorClient
package import SessionsAPI

extension BrowserClient {
    /// What is asked for beside the password.
    package var factors: any FactorManaging { SecondFactorClientPlugin.assemble(server).exports.factors }

    /// Proves once more who it is.
    package var proving: any Reauthenticating { SecondFactorClientPlugin.assemble(server).exports.factors }
}
