import AccountsServiceAPI
import AccountsServiceTesting
import CoreModels
import ExternalProvidersContract
import ExternalProvidersTesting
import FoundationEssentials
import HTTPTypes
import KernelTesting
import Localization
import Locking
import MailAPI
import MailTesting
import Presenting
import SessionsServiceAPI
import SessionsServiceTesting
import Testing

struct LinkingTests {
    private func offer(_ server: ProviderServerSuite, by token: Secret? = nil) async throws
        -> ExternalProvidersContract.Offer
    {
        try #require(
            try await server.signIn(by: token).decode(ExternalProvidersContract.Outcome.self).offer)
    }

    private func accept(_ server: ProviderServerSuite, _ attempt: Secret, by token: Secret?) async throws
        -> ProviderServerSuite.Reply
    {
        try await server.send(
            .post, ExternalProvidersContract.waysPath, ExternalProvidersContract.Acceptance(attempt: attempt), by: token
        )
    }

    private func ways(_ server: ProviderServerSuite, _ token: Secret) async throws -> ExternalProvidersContract.Ways {
        try await server.send(.get, ExternalProvidersContract.waysPath, by: token).decode(
            ExternalProvidersContract.Ways.self)
    }

    @Test(.requirement("EXT-05", "EXT-12")) func linksAnAccountOnlyForWhoProvesIt() async throws {
        let server = try await ProviderServerSuite()
        let (user, token) = try await server.register()
        let offer = try await offer(server)
        #expect(offer.isKnown && offer.email == "ana@example.com" && offer.provider == "acme")
        #expect(try await server.counts() == [1, 0, 1, 1])
        // What the provider says isn't enough.
        #expect(try await accept(server, offer.attempt, by: nil).status == .unauthorized)
        // The person logs in, and says yes.
        let reply = try await accept(server, offer.attempt, by: token)
        #expect(reply.status == .created)
        #expect(try await server.counts() == [1, 1, 1, 0])
        // Either way leads to the same account from then on.
        #expect(try await server.signIn().decode(ExternalProvidersContract.Outcome.self).user?.id == user.id)
        let password = try await server.accounts.passwords.authenticate(
            email: user.email, password: Secret("correct horse battery"))
        #expect(password == .accepted(user, replacements: 0))
        let ways = try await ways(server, token)
        #expect(ways.password && ways.links.map(\.title) == ["Acme"] && ways.links[0].email == "ana@example.com")
    }

    @Test("What others linked while they had the account lets nobody in", .requirement("DATA-02", "EXT-10"))
    func whatOthersLinkedGoes() async throws {
        let server = try await ProviderServerSuite()
        let (user, token) = try await server.register()
        _ = try await accept(server, try await offer(server).attempt, by: token)
        let linked = server.accounts.date.value
        try await server.record(.returned(user, since: linked.addingTimeInterval(1)))
        #expect(try await ways(server, token).links.count == 1, "it was there before")
        try await server.record(.returned(user, since: linked))
        #expect(try await ways(server, token).links.isEmpty)
    }

    @Test(
        "What somebody linked before the address was proved, or shortly before it was recovered, lets nobody in",
        .requirement("EXT-10"), arguments: [true, false])
    func whoReadsTheMailKeepsNoneOfOthers(isRecovered: Bool) async throws {
        let server = try await ProviderServerSuite()
        let (user, token) = try await server.register()
        _ = try await accept(server, try await offer(server).attempt, by: token)
        let linked = server.accounts.date.value
        try await server.record(.recovered(user, since: linked.addingTimeInterval(1)))
        try await server.record(.verified(user, by: .member))
        #expect(try await ways(server, token).links.count == 1, "it was there before")
        try await server.record(isRecovered ? .recovered(user, since: linked) : .verified(user, by: .reader))
        #expect(try await ways(server, token).links.isEmpty)
    }

    @Test(.requirement("EXT-12")) func linksWhatSomebodyWantsToLinkWhoIsLoggedIn() async throws {
        let server = try await ProviderServerSuite()
        let (user, token) = try await server.register("other@example.org")
        server.provider.says { $0.claims["email_verified"] = .bool(false) }
        let offer = try await offer(server, by: token)
        #expect(!offer.isKnown)
        #expect(try await accept(server, offer.attempt, by: token).status == .created)
        #expect(try await server.signIn().decode(ExternalProvidersContract.Outcome.self).user?.id == user.id)
        // Who is in already stays who they are.
        #expect(try await server.signIn(by: token).decode(ExternalProvidersContract.Outcome.self).user?.id == user.id)
    }

    @Test(.requirement("EXT-05")) func anOfferCountsOnceAndForFiveMinutes() async throws {
        let server = try await ProviderServerSuite()
        let (_, token) = try await server.register()
        let offer = try await offer(server)
        #expect(try await accept(server, offer.attempt, by: token).status == .created)
        #expect(try await accept(server, offer.attempt, by: token).code == "attempt_over")
        let server2 = try await ProviderServerSuite()
        let (_, token2) = try await server2.register()
        let late = try await self.offer(server2)
        server2.accounts.date.advance(by: .seconds(300))
        let (_, fresh) = try await server2.register("late@example.com")
        #expect(try await accept(server2, late.attempt, by: fresh).code == "attempt_over")
        // An attempt that only began is no offer, and an offer is no attempt.
        let begun = try await server2.begin()
        #expect(try await accept(server2, begun.attempt, by: fresh).code == "attempt_over")
        _ = token2
    }

    /// Whoever makes an account with somebody else's address, and waits.
    @Test(.requirement("EXT-05", "EXTERNALPROVIDERS-01")) func nobodyPreparesAnAccountOfSomebodyElse() async throws {
        let server = try await ProviderServerSuite()
        let (_, attacker) = try await server.register("ana@example.com", isVerified: false)
        // Their own link would be there still when the person takes the account back.
        server.provider.says {
            $0.claims["sub"] = .text("attacker")
            $0.claims["email"] = .text("mallory@example.com")
        }
        let trojan = try await offer(server, by: attacker)
        let refused = try await accept(server, trojan.attempt, by: attacker)
        #expect(refused.status == .forbidden && refused.code == "email_not_verified")
        // The person isn't let into what somebody else prepared.
        server.provider.says { $0.claims = [:] }
        #expect(try await offer(server).isKnown)
        #expect(try await server.counts()[1] == 0)
    }

    @Test(.requirement("EXT-05")) func whatIsLinkedBelongsToOneAccount() async throws {
        let server = try await ProviderServerSuite()
        #expect(try await server.signIn().status == .ok)
        let (_, other) = try await server.register("other@example.org")
        let reply = try await server.signIn(by: other)
        #expect(reply.status == .conflict && reply.code == "linked_elsewhere")
        // Two offers of the same, taken by two people.
        let twin = try await ProviderServerSuite()
        twin.provider.says { $0.claims["email_verified"] = .bool(false) }
        let (_, first) = try await twin.register("first@example.org")
        let (_, second) = try await twin.register("second@example.org")
        let offers = (try await offer(twin, by: first), try await offer(twin, by: second))
        #expect(try await accept(twin, offers.0.attempt, by: first).status == .created)
        let late = try await accept(twin, offers.1.attempt, by: second)
        #expect(late.status == .conflict && late.code == "linked_elsewhere")
    }

    @Test(.requirement("EXT-05")) func knowsPeopleByTheirSubjectAndNotByTheirAddress() async throws {
        let server = try await ProviderServerSuite()
        let first = try await server.signIn().decode(ExternalProvidersContract.Outcome.self).user
        // The person has another address there now: still the person.
        server.provider.says { $0.claims["email"] = .text("new@example.com") }
        #expect(try await server.signIn().decode(ExternalProvidersContract.Outcome.self).user?.id == first?.id)
        // Somebody else has the old one now: not the person.
        server.provider.says { $0.claims = ["sub": .text("subject-2")] }
        #expect(try await offer(server).isKnown)
        #expect(try await server.counts().prefix(2) == [1, 1])
    }

    @Test(.requirement("EXT-10")) func unlinksButNotTheLastWay() async throws {
        let server = try await ProviderServerSuite()
        let only = try await server.signIn().decode(ExternalProvidersContract.Outcome.self)
        let token = try #require(only.token?.accessToken)
        let link = try #require(try await ways(server, token).links.first)
        let kept = try await server.send(.delete, ExternalProvidersContract.wayPath(of: link.id), by: token)
        #expect(kept.status == .conflict && kept.code == "last_way_in")
        #expect(try await ways(server, token).links.count == 1)
        // With a password there is another way.
        let other = try await ProviderServerSuite()
        let (_, owner) = try await other.register()
        _ = try await accept(other, offer(other).attempt, by: owner)
        let second = try #require(try await ways(other, owner).links.first)
        let (_, stranger) = try await other.register("stranger@example.com")
        let path = ExternalProvidersContract.wayPath(of: second.id)
        #expect(try await other.send(.delete, path, by: stranger).code == "unknown_way_in")
        #expect(try await other.send(.delete, path).status == .unauthorized)
        #expect(try await other.send(.delete, path, by: owner).status == .noContent)
        // The person is told of both.
        #expect(other.mail.messages.map(\.template.name) == ["provider-linked", "provider-unlinked"])
        #expect(other.mail.messages.allSatisfy { $0.values["provider"] == "Acme" })
        #expect(try await other.send(.delete, path, by: owner).code == "unknown_way_in")
        #expect(try await other.send(.delete, "/auth/ways-in/nonsense", by: owner).code == "unknown_way_in")
        // Whoever comes that way again has to prove the account again.
        #expect(try await offer(other).isKnown)
    }

    @Test(
        "A letter says when it was, from where, and what to do if it wasn't oneself",
        .requirement("EXT-10", "L10N-01"), arguments: [true, false])
    func lettersOfLinksSayWhatToDo(canRecover: Bool) async throws {
        let server = try await ProviderServerSuite(offering: canRecover ? [.recover] : [])
        let (_, owner) = try await server.register()
        _ = try await accept(server, offer(server).attempt, by: owner)
        let link = try #require(try await ways(server, owner).links.first)
        let path = ExternalProvidersContract.wayPath(of: link.id)
        #expect(try await server.send(.delete, path, by: owner).status == .noContent)
        #expect(server.mail.messages.count == 2)
        for letter in server.mail.messages {
            #expect(letter.values["from"] == "127.0.0.1" && letter.values["recover"] == "essential recover")
            #expect(letter.texts["time"]?.english.hasSuffix("UTC") == true, "\(letter.values)")
            let text = letter.template.text
            #expect(text.english.contains("Wasn't it you?") && text.spanish.contains("¿No fuiste tú?"))
            for text in [text.english, text.spanish] {
                #expect(text.contains("\n\n    {time}\n    {from}\n\n"))
                #expect(text.contains("\n\n    {recover}") == canRecover)
                #expect(text.split(separator: "\n").allSatisfy { $0.count <= 86 }, "\(text)")
                // Whoever has no session ends none.
                #expect(!text.contains("other sessions") && !text.contains("demás sesiones"))
            }
        }
    }

    /// What a stranger began by that way doesn't outlive it.
    @Test(.requirement("EXT-10", "EXT-11", "SESS-11")) func theSessionsOfAWayEndWithIt() async throws {
        let server = try await ProviderServerSuite()
        let (user, owner) = try await server.register()
        _ = try await accept(server, offer(server).attempt, by: owner)
        func come() async throws -> Secret? {
            try await server.signIn().decode(ExternalProvidersContract.Outcome.self).token?.accessToken
        }
        let asking = try #require(try await come()), stranger = try await come()
        let begun = try await server.begin(), comeBack = try server.provider.authorize(begun.address)
        let link = try #require(try await ways(server, owner).links.first)
        let path = ExternalProvidersContract.wayPath(of: link.id)
        #expect(try await server.send(.delete, path, by: asking).status == .noContent)
        #expect(try await server.areIn(owner, asking, stranger) == [true, true, false])
        // Whoever is just coming back doesn't come in by it.
        let late = try await server.answer(begun.attempt, comeBack).decode(ExternalProvidersContract.Outcome.self)
        #expect(late.token == nil && late.offer?.isKnown == true)
        #expect(
            try await server.events(of: user) == [
                "way_in_changed provider added Acme", "way_in_changed provider removed Acme",
                "session_ended way_in_removed",
            ])
    }

    @Test(.requirement("EXT-10", "EXT-12")) func changesNothingForWhoLoggedInLongAgo() async throws {
        let server = try await ProviderServerSuite()
        let (_, token) = try await server.register()
        let first = try await offer(server)
        _ = try await accept(server, first.attempt, by: token)
        let link = try #require(try await ways(server, token).links.first)
        server.accounts.date.advance(by: .seconds(299))
        server.provider.says { $0.claims["sub"] = .text("subject-2") }
        let second = try await offer(server, by: token)
        server.accounts.date.advance(by: .seconds(2))
        let refusedLink = try await accept(server, second.attempt, by: token)
        let refused = try await server.send(.delete, ExternalProvidersContract.wayPath(of: link.id), by: token)
        #expect(refusedLink.status == .unauthorized && refusedLink.code == "insufficient_user_authentication")
        #expect(refused.status == .unauthorized && refused.code == "insufficient_user_authentication")
        #expect(try await ways(server, token).links.count == 1)
    }

    /// Whoever got in without the second factor could have it lifted by a way of their own.
    @Test(.requirement("EXT-10", "MFA-03")) func whereAFactorIsInForceChangesTakeIt() async throws {
        let isProtected = Locked(false)
        let server = try await ProviderServerSuite(states: [
            AccountStatesStub { _ in isProtected.current ? [.protected] : [] }
        ])
        let (_, token) = try await server.register()
        _ = try await accept(server, offer(server).attempt, by: token)
        let link = try #require(try await ways(server, token).links.first)
        server.provider.says { $0.claims["sub"] = .text("subject-2") }
        let second = try await offer(server, by: token)
        isProtected.withLock { $0 = true }
        #expect(try await ways(server, token).isChangeable == false)
        for reply in [
            try await accept(server, second.attempt, by: token),
            try await server.send(.delete, ExternalProvidersContract.wayPath(of: link.id), by: token),
        ] {
            #expect(reply.status == .unauthorized && reply.code == "insufficient_user_authentication")
        }
        #expect(try await ways(server, token).links.count == 1)
    }

    @Test(.requirement("EXT-10")) func ofTwoWaysTakenAwayAtOnceOneStays() async throws {
        let server = try await ProviderServerSuite()
        let token = try #require(
            try await server.signIn().decode(ExternalProvidersContract.Outcome.self).token?.accessToken)
        server.provider.says { $0.claims["sub"] = .text("subject-2") }
        _ = try await accept(server, offer(server, by: token).attempt, by: token)
        let links = try await ways(server, token).links
        #expect(links.count == 2)
        try await withThrowingTaskGroup(of: HTTPStatus.self) { group in
            for link in links {
                group.addTask {
                    try await server.send(.delete, ExternalProvidersContract.wayPath(of: link.id), by: token).status
                }
            }
            var statuses: [HTTPStatus] = []
            for try await status in group { statuses.append(status) }
            #expect(statuses.contains(.noContent) && statuses.contains(.conflict))
        }
        #expect(try await ways(server, token).links.count == 1)
    }
}
