import CaptchaClient
import ComposerFlows
import OfflineQueueClient
import PasswordRecoveryClient
import PasswordRecoveryPresentation
import PasswordRecoveryScreens
import PluginKit
import ScreensAPI
import SessionsAPI
import SessionsClient

/// Installs the way back for who forgot a password.
enum PasswordRecoveryWiring {
    static func install(
        on base: ClientInfrastructure, _ host: inout PluginHost, _ sessions: Installed<SessionsClientPlugin.Exports>,
        _ queue: Installed<OfflineQueueClientPlugin.Exports>
    ) throws(PluginHostError) -> Installed<PasswordRecoveryClientPlugin.Exports> {
        try host.install(PasswordRecoveryClientPlugin.self) { scope in
            try .init(
                server: base.client(over: base.transport(in: scope)), queue: scope[queue].queue,
                sessions: scope[sessions].store, lock: scope[sessions].lock,
                endObservers: scope.collector(of: SessionEndObservers.self))
        }
    }

    static func installScreens(
        on base: ClientInfrastructure, _ host: inout PluginHost, _ features: ClientFeatures
    ) throws(PluginHostError) {
        try host.install(PasswordRecoveryScreensPlugin.self) { scope in
            let recovery = try scope[features.recovery].recovery
            return .init(resetting: DevicePasswordReset(recovery), recovery: Scoped(always: recovery))
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
