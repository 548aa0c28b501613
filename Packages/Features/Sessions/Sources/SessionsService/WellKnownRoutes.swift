import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import SessionsContract
import SessionsServiceAPI

/// What others need to verify access tokens by themselves.
struct WellKnownRoutes {
    let keyring: SigningKeyring
    let issuer: @Sendable () -> String

    var keySet: Route {
        Route(.get, SessionsPath.keySet, description: .getKeys) { [keyring] _ in
            try .json(try await keyring.keys().published, fields: [.cacheControl: "public, max-age=300"])
        }
    }

    var metadata: Route {
        Route(.get, SessionsPath.metadata, description: .getServerMetadata) { [issuer] _ in
            let metadata = AuthorizationServerMetadata(
                issuer: issuer(), scopes: SessionScope.granted(isVerified: true).map(\.rawValue))
            return try .json(metadata, fields: [.cacheControl: "public, max-age=300"])
        }
    }
}
