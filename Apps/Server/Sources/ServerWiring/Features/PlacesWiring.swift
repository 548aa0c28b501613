import PlacesMaxMind
import PluginKit

/// Installs who knows where networks are.
enum PlacesWiring {
    static func install(on base: ServerInfrastructure, _ host: inout PluginHost) throws(PluginHostError) {
        try host.install(PlacesPlugin.self) { scope in try .init(base.configuration, log: scope[base.log]) }
    }
}
