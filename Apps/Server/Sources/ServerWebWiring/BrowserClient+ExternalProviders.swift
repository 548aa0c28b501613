package import ExternalProvidersAPI
import ExternalProvidersClient
import PluginKit

extension BrowserClient {
    /// Signing in through providers.
    package var providers: any ProviderSigningIn { ownProviders.signingIn }
    /// The ways into the person's account.
    package var waysIn: any WaysInManaging { ownProviders.ways }

    private var ownProviders: ExternalProvidersClientPlugin.Exports {
        ExternalProvidersClientPlugin.assemble(
            .init(server: server, stranger: stranger, sessions: sessions, replaced: replaced, device: device)
        ).exports
    }
}
