import ConfigurationAPI
import CryptographyAPI
import FoundationEssentials
import HTTPServingAPI
import PluginKit
import Presenting
import ServerWebWiring
import SessionsService
import SupabaseCompatibilityService

/// Installs the answers to clients of Supabase Auth.
enum SupabaseCompatibilityWiring {
    static func install(
        on base: ServerInfrastructure, _ host: inout PluginHost, _ sessions: Installed<SessionsServicePlugin.Exports>,
        _ registration: Installed<Void>, _ web: Web
    ) throws(PluginHostError) {
        try host.install(SupabaseCompatibilityServicePlugin.self) { [door = web.door] scope in
            try .init(
                configuration: base.configuration, responder: { door.responder },
                basePath: base.configuration[HTTPServingSection.publicURL]?.path() ?? "",
                authentication: scope[sessions].authentication, ending: scope[sessions].ending,
                signing: scope[sessions].signing, random: scope[base.cryptography].random,
                makesAccounts: scope[ifEnabled: registration] != nil, offered: scope.collector(of: OfferedSteps.self),
                log: scope[base.log], now: scope[base.now])
        }
    }
}
