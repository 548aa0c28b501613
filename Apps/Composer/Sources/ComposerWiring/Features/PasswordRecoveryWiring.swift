import CaptchaClient
import OfflineQueueClient
import PasswordRecoveryClient
import PasswordRecoveryPresentation
import PluginKit

/// Installs the way back for who forgot a password.
enum PasswordRecoveryWiring {
    static func install(
        on base: ClientInfrastructure, _ host: inout PluginHost, _ queue: Installed<OfflineQueueClientPlugin.Exports>
    ) throws(PluginHostError) -> Installed<PasswordRecoveryClientPlugin.Exports> {
        try host.install(PasswordRecoveryClientPlugin.self) { scope in
            try .init(server: base.client(over: base.transport(in: scope)), queue: scope[queue].queue)
        }
    }

    static func installCommands(
        on base: ClientInfrastructure, _ host: inout PluginHost, _ features: ClientFeatures
    ) throws(PluginHostError) {
        try host.install(PasswordRecoveryPresentationPlugin.self) { scope in
            try .init(
                recovery: scope[features.recovery].recovery, captcha: scope[features.captcha].solving)
        }
    }
}
