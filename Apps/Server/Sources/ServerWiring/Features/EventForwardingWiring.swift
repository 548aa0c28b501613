import EventForwardingService
import FoundationEssentials
import PluginKit
import SecureDeliveryCurl

/// Installs those who hand events of the audit trail to others.
enum EventForwardingWiring {
    static func install(on base: ServerInfrastructure, _ host: inout PluginHost) throws(PluginHostError) {
        try host.install(WebhookForwardingPlugin.self) { scope in
            try .init(
                configuration: base.configuration, transport: scope[base.transport],
                cryptography: scope[base.cryptography], now: scope[base.now])
        }
        try host.install(OTLPForwardingPlugin.self) { scope in
            try .init(configuration: base.configuration, transport: scope[base.transport], log: scope[base.log])
        }
        try host.install(SentryForwardingPlugin.self) { scope in
            try .init(configuration: base.configuration, transport: scope[base.transport], now: scope[base.now])
        }
        try host.install(GA4ForwardingPlugin.self) { scope in
            try .init(configuration: base.configuration, transport: scope[base.transport], log: scope[base.log])
        }
        try host.install(
            SyslogForwardingPlugin.self,
            .init(
                configuration: base.configuration, delivery: CurlDelivery(),
                hostname: ProcessInfo.processInfo.hostName))
    }
}
