package import ExternalProvidersAPI
import ExternalProvidersClient
import PluginKit

extension BrowserClient {
    /// Signing in through providers.
    package var providers: any ProviderSigningIn { ownProviders.signingIn }
    /// The ways into the person's account.
    package var waysIn: any WaysInManaging { ownProviders.ways }
    /// What was deleted because a provider wanted it.
    package var providerDeletions: any ProviderDeletionReading { ownProviders.deletions }

    private var ownProviders: ExternalProvidersClientPlugin.Exports {
        ExternalProvidersClientPlugin.assemble(
            .init(server: server, stranger: stranger, sessions: sessions, replaced: replaced, device: device)
        ).exports
    }
}
