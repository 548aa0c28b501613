import AccountsServiceAPI
import CoreModels
import CryptographyAPI
import ExternalProvidersContract
import FoundationEssentials
import SQLStoreAPI
import SessionsServiceAPI
import TelemetryAPI

/// Has people sent to a provider, and finds out who came back.
struct ProviderSignIn: Sendable {
    let connections: [String: ProviderConnection]
    let database: any SQLDatabase
    let accounts: any VouchedAccountCreating & AccountReadingInTransaction
    let cryptography: Cryptography
    let names: ProviderNames
    /// The address of this server.
    let address: @Sendable () -> String
    let log: Logger
    let now: @Sendable () -> Date

    /// Why nobody is in.
    ///
    /// Nothing was changed, but that the attempt is over.
    enum Refusal: Error, Hashable {
        /// There is no such provider.
        case unknownProvider
        /// Nobody knows the attempt, or it was answered, is too old, or belongs to
        /// another answer.
        case over
        /// The person stopped at the provider.
        case cancelled
        /// The provider doesn't let the person in, or wants something else first.
        case denied(word: String)
        /// It couldn't say who it is.
        case failed(ProviderFailure)
        /// It doesn't say that the address is the person's, and there is no link.
        case addressNotVouched
        /// It is linked with somebody else's account.
        case linkedElsewhere
        /// The person was to log in there anew, and the provider says that they didn't.
        case notRecentThere
    }

    /// Who came back.
    enum Arrival: Sendable {
        /// The person of an account, by a word that has to count still.
        case person(User, Word)
        /// Somebody who may link what they came back with.
        case offer(ExternalProvidersContract.Offer)
    }

    /// By what a person of an account came back.
    struct Word: Sendable {
        let link: LinkID
        let origin: SessionOrigin
        /// When it was asked for.
        let date: Date
        /// When the person went there.
        let begunAt: Date

        /// Whether nobody took it back.
        func counts(in db: any SQLReading) throws -> Bool { try LinkRow.counts(link, answeredAt: date, in: db) }
    }

    // MARK: Going there

    /// - Parameter isIn: Whether somebody is logged in already, who logs in once more to prove
    ///   that they are there.
    func begin(at name: String, again isIn: Bool) async throws -> ExternalProvidersContract.Begun {
        guard let connection = connections[name] else { throw Refusal.unknownProvider }
        let metadata: ProviderMetadata
        do throws(ProviderFailure) {
            metadata = try await connection.metadata()
        } catch {
            throw Refusal.failed(error)
        }
        let attempt = try Attempt(making: cryptography.random, cryptography.hashing), provider = connection.provider
        let id = try attempt.id(), end = now().addingTimeInterval(Attempt.lifetime)
        let question =
            [
                ("response_type", "code"), ("client_id", provider.clientID), ("redirect_uri", redirect(from: name)),
                ("scope", provider.scope), ("state", try attempt.state()), ("nonce", try attempt.nonce()),
                ("code_challenge", try attempt.challenge()), ("code_challenge_method", "S256"),
            ] + (provider.dialect == .apple ? [("response_mode", "form_post")] : [])
            + (isIn ? provider.questionOfPresence : [])
        try await database.write { db in try AttemptRow.insert(id, at: name, until: end, in: db) }
        let address = metadata.authorization.absoluteString
        return ExternalProvidersContract.Begun(
            address: address + (address.contains("?") ? "&" : "?") + FormCoding.encode(question),
            attempt: attempt.secret, expiresIn: Int(Attempt.lifetime))
    }

    /// Where people come back, byte for byte as it is registered at the provider; each
    /// provider has its own (RFC 9700, section 4.4.2.2).
    private func redirect(from name: String) -> String {
        let base = address()
        return (base.hasSuffix("/") ? String(base.dropLast()) : base) + "/sign-in/from/\(name)"
    }

    // MARK: Coming back

    /// - Parameter session: Who is logged in where the answer came.
    func finish(
        _ answer: ExternalProvidersContract.Answer, as session: UserID?
    ) async throws -> Arrival {
        let time = now()
        let (identity, provider, begun) = try await identity(answer)
        func arrival(_ user: User, _ link: LinkID) throws -> Arrival {
            let origin = try names.origin(of: identity, by: link, at: provider)
            return .person(user, Word(link: link, origin: origin, date: time, begunAt: begun))
        }
        switch try await owner(of: identity, at: answer.provider, as: session) {
        case .known(let user, let link):
            guard session == nil || isRecent(identity) else { throw Refusal.notRecentThere }
            return try arrival(user, link)
        case .made(let account, let link):
            await accounts.announce(account)
            log.notice("first access through a provider", ["user": account.user.id, "provider": answer.provider])
            return try arrival(account.user, link)
        case .offer(let offer): return .offer(offer)
        case .refused(let refusal): throw refusal
        }
    }

    /// Whether somebody proved lately at the provider who they are, as far as it says; its
    /// clock may be another one.
    private func isRecent(_ identity: ExternalIdentity) -> Bool {
        guard let date = identity.authenticatedAt else { return true }
        return now().timeIntervalSince(date) <= Provider.recency + Provider.leeway
    }

    private func identity(
        _ answer: ExternalProvidersContract.Answer
    ) async throws -> (ExternalIdentity, Provider, begunAt: Date) {
        let attempt = Attempt(answer.attempt, cryptography.hashing), id = try attempt.id()
        // It counts once, whatever comes of it.
        let row = try await database.write { db in try AttemptRow.take(id, now: now(), in: db) }
        guard let row, row.identity == nil else { throw Refusal.over }
        guard let connection = connections[row.provider] else { throw Refusal.unknownProvider }
        // Somebody who came back by another provider's address was sent there by somebody else (RFC 9700, section 4.4).
        guard row.provider == answer.provider,
            cryptography.comparison.areEqual(Data(answer.state.utf8), Data(try attempt.state().utf8))
        else { throw Refusal.over }
        do throws(ProviderFailure) {
            let namesItself = try await connection.metadata().namesItself
            guard answer.issuer == connection.provider.issuer || (answer.issuer == nil && !namesItself) else {
                throw ProviderFailure.untrusted(reason: "wrong iss in the answer")
            }
        } catch {
            throw Refusal.failed(error)
        }
        if let word = answer.error { throw Self.refusal(word) }
        guard let code = answer.code, (1...4_096).contains(code.count) else {
            throw Refusal.failed(.malfunction(reason: "an answer without a code"))
        }
        let verifier = try attempt.verifier(), nonce = try attempt.nonce()
        do throws(ProviderFailure) {
            var identity = try await connection.identity(
                for: code, verifier: verifier, nonce: nonce, redirect: redirect(from: row.provider))
            if connection.provider.dialect == .apple, identity.name == nil {
                identity.name = AppleUser(answer.user)?.name
            }
            return (identity, connection.provider, row.begunAt)
        } catch {
            throw Refusal.failed(error)
        }
    }

    /// RFC 6749, section 4.1.2.1, and OpenID Connect Core 1.0, section 3.1.2.6.
    private static func refusal(_ word: String) -> Refusal {
        switch word {
        case "access_denied", "user_cancelled_authorize": .cancelled
        case "server_error", "temporarily_unavailable": .failed(.unreachable(reason: "answer: \(word)"))
        case "login_required", "interaction_required", "consent_required", "account_selection_required":
            .denied(word: word)
        default: .failed(.malfunction(reason: "an answer with an error"))
        }
    }

    // MARK: Whose account it is

    private enum Owner: Sendable {
        case known(User, LinkID)
        case made(VouchedAccount, LinkID)
        case offer(ExternalProvidersContract.Offer)
        case refused(Refusal)
    }

    /// One transaction: of two first accesses at once, the second finds the account of
    /// the first.
    private func owner(
        of identity: ExternalIdentity, at provider: String, as session: UserID?
    ) async throws -> Owner {
        let random = cryptography.random
        let newUser = UserID(try random.uuid()), newLink = LinkID(try random.uuid())
        let offered = try Attempt(making: random, cryptography.hashing), offeredID = try offered.id()
        let time = now()
        return try await database.write { db in
            if let link = try LinkRow.find(identity, in: db), let user = try accounts.account(link.userID, in: db) {
                return session == nil || session == user.id ? .known(user, link.id) : .refused(.linkedElsewhere)
            }
            func offer(to person: UserID?, isKnown: Bool) throws -> Owner {
                try AttemptRow.insert(
                    offeredID, at: provider, identity: identity, for: person,
                    until: time.addingTimeInterval(Attempt.lifetime), in: db)
                return .offer(
                    ExternalProvidersContract.Offer(
                        attempt: offered.secret, provider: provider, email: identity.email?.description,
                        isKnown: isKnown))
            }
            if let session { return try offer(to: session, isKnown: false) }
            guard let email = identity.provedEmail else { return .refused(.addressNotVouched) }
            let name = Self.name(for: identity, email)
            guard let account = try accounts.createAccount(as: newUser, name: name, email: email, in: db) else {
                // One that nobody has at the moment, since it is kept for somebody, is an offer to nobody.
                return try offer(to: accounts.account(email: email, in: db)?.id, isKnown: true)
            }
            try LinkRow.insert(newLink, of: newUser, identity, at: provider, now: time, in: db)
            return .made(account, newLink)
        }
    }

    /// A name that can be shown anywhere: that at the provider, or else the beginning of the
    /// address.
    static func name(for identity: ExternalIdentity, _ email: EmailAddress) -> String {
        let local = email.description.split(separator: "@").first.map(String.init)
        return [identity.name, local].lazy.compactMap { $0.flatMap { try? PersonName($0).text } }.first ?? "?"
    }
}
