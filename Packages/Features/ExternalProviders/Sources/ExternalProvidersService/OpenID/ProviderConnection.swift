import CoreModels
import CryptographyAPI
import FoundationEssentials
import HTTPTransportAPI

/// A provider with what is known of it: its metadata and keys are asked for once
/// for all who wait for them, and anew after an hour.
actor ProviderConnection {
    nonisolated let provider: Provider
    private let server: ProviderServer
    private let cryptography: Cryptography
    private let reader: IDTokenReader
    private let notices: ProviderNoticeReader
    private let proofs: FacebookProofs
    private let now: @Sendable () -> Date

    private struct Known: Sendable {
        let metadata: ProviderMetadata
        let keys: ProviderKeys
        let time: Date
        let keysTime: Date
    }

    private var known: Known?
    private var asking: Task<Result<Known, ProviderFailure>, Never>?

    /// For how long what a provider says of itself counts.
    private static let lifetime = 3_600.0
    /// How often keys are asked for because of a token with an unknown one.
    private static let patience = 60.0

    init(
        _ provider: Provider, transport: any HTTPTransport, cryptography: Cryptography,
        now: @escaping @Sendable () -> Date
    ) {
        self.provider = provider
        self.cryptography = cryptography
        self.now = now
        proofs = FacebookProofs(keys: cryptography.keys, authentication: cryptography.authentication)
        server = ProviderServer(provider: provider, transport: transport)
        reader = IDTokenReader(
            tokens: cryptography.tokens, hashing: cryptography.hashing, issuer: provider.issuer,
            clientID: provider.clientID)
        notices = ProviderNoticeReader(
            tokens: cryptography.tokens, issuer: provider.issuer, clientID: provider.clientID,
            appID: provider.appID)
    }

    func metadata() async throws(ProviderFailure) -> ProviderMetadata { try await current().metadata }

    /// Who somebody is who came back with a code.
    func identity(
        for code: Secret, verifier: String, nonce: String, redirect: String
    ) async throws(ProviderFailure) -> ExternalIdentity {
        let metadata = try await current().metadata
        let tokens = try await server.exchange(code, verifier: verifier, redirect: redirect, metadata)
        guard let idToken = tokens.idToken else {
            guard let accessToken = tokens.accessToken else { throw .malfunction(reason: "token: none") }
            return try await server.facebookPerson(accessToken, proofs).identity(at: provider.issuer)
        }
        var (person, session, authenticatedAt) = try await read { [reader, now] keys in
            try reader.read(idToken, keys: keys, nonce: nonce, accessToken: tokens.accessToken, now: now())
        }
        if provider.dialect == .facebook {
            person = PersonClaims(subject: person.subject, email: person.email, isEmailProved: false, name: person.name)
        } else if person.email == nil, let address = metadata.userInfo, let accessToken = tokens.accessToken {
            let more = try await server.person(at: address, accessToken)
            // Section 5.3.2: otherwise it may be of somebody else.
            guard more.subject == person.subject else { throw .untrusted(reason: "userinfo: another sub") }
            person = more
        }
        return person.identity(at: provider.issuer, in: session, authenticatedAt: authenticatedAt)
    }

    /// What Facebook tells of its own accord.
    nonisolated func signedRequest(_ text: String) throws -> FacebookProofs.SignedRequest {
        guard let secret = try provider.secret?() else {
            throw ProviderFailure.clientRefused(reason: "there is no secret")
        }
        return try proofs.read(text, secret, now: now())
    }

    /// What the provider tells of its own accord, by a token that it signed.
    func notices(in token: String, as form: ProviderNotice.Form) async throws(ProviderFailure) -> [ProviderNotice] {
        try await read { [notices, now] keys in try notices.read(token, as: form, keys: keys, now: now()) }
    }

    /// Reads what the provider signed; a key that isn't known may be a new one.
    private func read<Value: Sendable>(
        _ body: (ProviderKeys) throws -> Value
    ) async throws(ProviderFailure) -> Value {
        var known = try await current()
        for isLast in [false, true] {
            do {
                return try body(known.keys)
            } catch JSONWebTokenError.unknownKey where !isLast && now() >= known.keysTime + Self.patience {
                known = try await refresh { known in known }
            } catch let failure as ProviderFailure {
                throw failure
            } catch {
                throw .untrusted(reason: "token: \(error)")
            }
        }
        throw .untrusted(reason: "token: unknown key")
    }

    private func current() async throws(ProviderFailure) -> Known {
        if let known, now() < known.time + Self.lifetime, now() >= known.time { return known }
        return try await refresh { _ in nil }
    }

    /// Asks again, at most once at a time.
    ///
    /// - Parameter keeping: What may stay; nil to ask for the metadata, too.
    private func refresh(_ keeping: (Known?) -> Known?) async throws(ProviderFailure) -> Known {
        if let asking { return try await asking.value.get() }
        let kept = keeping(known), server = server, cryptography = cryptography, now = now
        let task = Task<Result<Known, ProviderFailure>, Never> {
            do throws(ProviderFailure) {
                let time = kept?.time ?? now()
                let metadata: ProviderMetadata
                if let kept { metadata = kept.metadata } else { metadata = try await server.metadata() }
                let data = try await server.keys(at: metadata.keys)
                guard let keys = try? ProviderKeys(data, cryptography.signatures) else {
                    return .failure(.malfunction(reason: "the set of keys isn't one"))
                }
                return .success(Known(metadata: metadata, keys: keys, time: time, keysTime: now()))
            } catch {
                return .failure(error)
            }
        }
        asking = task
        let result = await task.value
        asking = nil
        if case .success(let new) = result { known = new }
        return try result.get()
    }
}
