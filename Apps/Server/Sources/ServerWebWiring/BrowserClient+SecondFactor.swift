import PluginKit
package import SecondFactorAPI
import SecondFactorClient

extension BrowserClient {
    /// What is asked for beside the password.
    package var factors: any FactorManaging { SecondFactorClientPlugin.assemble(server).exports.factors }
}
