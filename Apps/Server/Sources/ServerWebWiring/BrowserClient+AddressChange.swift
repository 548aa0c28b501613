package import AddressChangeAPI
import AddressChangeClient
import PluginKit

extension BrowserClient {
    /// Changing the address.
    package var addressChange: any AddressChanging {
        AddressChangeClientPlugin.assemble(
            .init(server: server, sessions: sessions, lock: lock, account: account, devices: known)
        ).exports.change
    }
}
