import AccountsService
import AccountsServiceAPI
import ConfigurationAPI
import FoundationEssentials
import HTTPServingAPI
import PasskeysService
import PluginKit
import Presenting
import SessionsService

/// Installs passkeys, and their screens.
enum PasskeysWiring {
    @discardableResult
    static func install(
        on base: ServerInfrastructure, _ host: inout PluginHost,
        _ accounts: Installed<AccountsServicePlugin.Exports>, _ sessions: Installed<SessionsServicePlugin.Exports>
    ) throws(PluginHostError) -> Installed<PasskeysServicePlugin.Exports> {
        try host.install(PasskeysServicePlugin.self) { scope in
            try .init(
                address: base.configuration[HTTPServingSection.publicURL], database: scope[base.database],
                cryptography: scope[base.cryptography], serverKeys: scope[base.keys],
                accounts: scope[accounts].accounts, ways: scope.collector(of: WaysIn.self),
                authentication: scope[sessions].authentication,
                issuing: scope[sessions].issuing, reauthentication: scope[sessions].reauthentication,
                offered: scope.collector(of: OfferedSteps.self), mail: scope[base.mail], metrics: scope[base.metrics],
                log: scope[base.log], now: scope[base.now])
        }
    }
}
