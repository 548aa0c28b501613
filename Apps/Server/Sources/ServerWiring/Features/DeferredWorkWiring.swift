import DeferredWorkAPI
import DeferredWorkSQL
import PluginKit

/// Installs the work that goes on after an answer.
enum DeferredWorkWiring {
    static func install(
        on base: ServerInfrastructure, _ host: inout PluginHost
    ) throws(PluginHostError) -> Installed<DeferredWorkPlugin.Exports> {
        try host.install(DeferredWorkPlugin.self) { scope in
            try .init(
                database: base.database(in: scope), cryptography: base.cryptography(in: scope),
                serverKeys: base.keys(in: scope), handlers: scope.collector(of: DeferredWorkHandlers.self),
                log: base.log(in: scope), now: base.now(in: scope))
        }
    }
}
