package import AdministrationAPI
import AdministrationClient
import PluginKit

extension BrowserClient {
    /// Whether the person is an administrator.
    package var administration: any AdministratorStanding {
        AdministrationClientPlugin.assemble(server).exports.standing
    }
}
