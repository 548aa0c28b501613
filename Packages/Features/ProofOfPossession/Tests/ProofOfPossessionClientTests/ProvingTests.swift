import CoreModels
import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import Locking
import ProofOfPossessionAPI
import ProofOfPossessionTesting
import SecureStorageAPI
import SecureStorageTesting
import Testing

struct ProvingTests {
    private static let server = ServerAddress("http://localhost:8080")!
    private static let login = server.url(path: "/auth/login")
    private static let feed = server.url(path: "/feed", query: ["limit": "3"])

    private let date = ManualDate()
    private let secrets = InMemorySecretStore()

    private func client(
        _ spy: HTTPTransportSpy, clock: ManualClock = ManualClock()
    ) throws -> ProvingClient {
        try ProvingClient(server: Self.server, transport: spy, secrets: secrets, now: date.now, clock: clock)
    }

    /// What a proof says.
    private struct Proof: Decodable {
        let jti: String
        let htm: String
        let htu: String
        let iat: Int
        let ath: String?
        let nonce: String?

        init?(_ request: HTTPRequest?) {
            guard let text = request?.fields["DPoP"], let payload = Base64URL.decode(text.split(separator: ".")[1]),
                let proof = try? JSONDecoder().decode(Proof.self, from: payload)
            else { return nil }
            self = proof
        }
    }

    private static func refusal(_ error: String, _ fields: HTTPFields = [:]) -> HTTPResponse {
        var fields = fields
        fields[.wwwAuthenticate] = "DPoP error=\"\(error)\", algs=\"ES256\""
        return HTTPResponse(status: .unauthorized, fields: fields)
    }

    /// Answers the first request with a refusal and all others with 200.
    private static func refusingOnce(_ refusal: HTTPResponse) -> HTTPTransportSpy {
        let isFirst = Locked(true)
        return HTTPTransportSpy { _ in
            isFirst.withLock { isFirst in
                defer { isFirst = false }
                return isFirst ? refusal : HTTPResponse(status: .ok)
            }
        }
    }

    @Test(.requirement("D16", "REPLAY-01")) func whatChangesSomethingCarriesAProof() async throws {
        let spy = HTTPTransportSpy { _ in HTTPResponse(status: .ok) }
        let client = try client(spy)
        await client.keys.prepareKey()
        _ = try await client.transport.send(HTTPRequest(method: .post, url: Self.login))
        let proof = try #require(Proof(spy.requests.first))
        #expect(proof.htm == "POST")
        #expect(proof.htu == "http://localhost:8080/auth/login")
        #expect(proof.iat == 1_700_000_000)
        #expect(proof.ath == nil)
    }

    @Test(.requirement("D16")) func whatCarriesABoundTokenCarriesAProofForIt() async throws {
        let spy = HTTPTransportSpy { _ in HTTPResponse(status: .ok) }
        let client = try client(spy)
        await client.keys.prepareKey()
        let request = HTTPRequest(url: Self.feed, fields: [.authorization: "DPoP token"])
        _ = try await client.transport.send(request)
        _ = try await client.transport.stream(request)
        let proofs = spy.requests.map { Proof($0) }
        #expect(proofs.first??.htu == "http://localhost:8080/feed", "without the query")
        let digest = try Cryptography.real().hashing.sha256(Data("token".utf8))
        #expect(proofs.first??.ath == Base64URL.encode(digest))
        #expect(Set(proofs.map { $0?.jti }).count == 2, "each a proof of its own")
    }

    @Test func othersAreSentNoProof() async throws {
        let spy = HTTPTransportSpy { _ in HTTPResponse(status: .ok) }
        let client = try client(spy)
        let post = HTTPRequest(method: .post, url: Self.login)
        _ = try await client.transport.send(post)
        await client.keys.prepareKey()
        let other = try #require(URL(string: "https://other.example/auth/login"))
        _ = try await client.transport.send(HTTPRequest(method: .post, url: other))
        _ = try await client.transport.send(HTTPRequest(url: Self.feed, fields: [.authorization: "Bearer token"]))
        _ = try await client.transport.send(HTTPRequest(url: Self.feed))
        #expect(spy.requests.allSatisfy { $0.fields["DPoP"] == nil })
    }

    @Test(.requirement("D16")) func theKeyIsInTheVaultAndSurvivesTheProcess() async throws {
        let spy = HTTPTransportSpy { _ in HTTPResponse(status: .ok) }
        let first = try client(spy)
        await first.keys.prepareKey()
        await first.keys.prepareKey()
        _ = try await first.transport.send(HTTPRequest(method: .post, url: Self.login))
        _ = try await client(spy).transport.send(HTTPRequest(method: .post, url: Self.login))
        let headers = spy.requests.map { $0.fields["DPoP"]?.prefix { $0 != "." } }
        #expect(headers.count == 2)
        #expect(headers[0] == headers[1])
        #expect(secrets.names.map(\.kind.id) == ["device-key"])
    }

    @Test(.requirement("LOGOUT-01")) func aForgottenKeyIsGone() async throws {
        let spy = HTTPTransportSpy { _ in HTTPResponse(status: .ok) }
        let client = try client(spy)
        await client.keys.prepareKey()
        #expect(await client.keys.forgetKey())
        #expect(secrets.names.isEmpty)
        _ = try await client.transport.send(HTTPRequest(method: .post, url: Self.login))
        #expect(spy.requests.first?.fields["DPoP"] == nil)
    }

    @Test(.requirement("D16")) func aKeyThatAnotherProcessRemovedWhileASessionBeganComesBack() async throws {
        let spy = HTTPTransportSpy { _ in HTTPResponse(status: .ok) }
        let client = try client(spy)
        await client.keys.prepareKey()
        _ = try await client.transport.send(HTTPRequest(method: .post, url: Self.login))
        #expect(try await self.client(spy).keys.forgetKey())
        await client.keys.prepareKey()
        _ = try await self.client(spy).transport.send(HTTPRequest(method: .post, url: Self.login))
        let headers = spy.requests.map { $0.fields["DPoP"]?.prefix { $0 != "." } }
        #expect(headers.count == 2)
        #expect(headers[0] != nil && headers[0] == headers[1])
    }

    /// Between the look at the session and this one, another process may have stored one.
    @Test(.requirement("D16")) func theKeyOfASessionThatHasJustBegunStays() async throws {
        let client = try client(HTTPTransportSpy { _ in HTTPResponse(status: .ok) })
        let session = SecretName(SecretKind("session"))
        #expect(await client.keys.forgetKey(unlessStored: session), "there is none")
        await client.keys.prepareKey()
        try await secrets.save(Secret("begun"), as: session)
        #expect(await client.keys.forgetKey(unlessStored: session) == false)
        #expect(await client.keys.thumbprint() != nil)
        try await secrets.remove(session)
        #expect(await client.keys.forgetKey(unlessStored: session))
        #expect(secrets.names.isEmpty)
    }

    @Test func aKeyThatCannotBeReadIsReplaced() async throws {
        try await secrets.save(Secret("nonsense"), as: SecretName(SecretKind("device-key")))
        let spy = HTTPTransportSpy { _ in HTTPResponse(status: .ok) }
        let client = try client(spy)
        await client.keys.prepareKey()
        _ = try await client.transport.send(HTTPRequest(method: .post, url: Self.login))
        #expect(Proof(spy.requests.first) != nil)
    }

    @Test func aVaultThatFailsKeepsNothingFromBeingSent() async throws {
        let spy = HTTPTransportSpy { _ in HTTPResponse(status: .ok) }
        let client = try ProvingClient(
            server: Self.server, transport: spy, secrets: FailingSecretStore(), now: date.now)
        await client.keys.prepareKey()
        #expect(await client.keys.forgetKey() == false)
        #expect(try await client.transport.send(HTTPRequest(method: .post, url: Self.login)).status == .ok)
    }

    @Test func anotherProcessesKeyIsFoundWhenOursIsRefused() async throws {
        let isRefusing = Locked(false)
        let spy = HTTPTransportSpy { _ in
            isRefusing.withLock { isRefusing in
                defer { isRefusing = false }
                return isRefusing ? Self.refusal("invalid_token") : HTTPResponse(status: .ok)
            }
        }
        let client = try client(spy)
        await client.keys.prepareKey()
        let request = HTTPRequest(url: Self.feed, fields: [.authorization: "DPoP token"])
        _ = try await client.transport.send(request)
        isRefusing.withLock { $0 = true }
        #expect(try await client.transport.send(request).status == .unauthorized, "the same key would be refused again")
        // Another process logs out and in.
        let other = try self.client(spy)
        _ = await other.keys.forgetKey()
        await other.keys.prepareKey()
        isRefusing.withLock { $0 = true }
        #expect(try await client.transport.send(request).status == .ok)
        let headers = spy.requests.map { $0.fields["DPoP"]?.prefix { $0 != "." } }
        #expect(headers.count == 4)
        #expect(headers[2] == headers[0])
        #expect(headers[3] != headers[2])
    }

    @Test func aNonceIsAddedOnceAndKept() async throws {
        let spy = Self.refusingOnce(Self.refusal("use_dpop_nonce", ["DPoP-Nonce": "n-1"]))
        let client = try client(spy)
        await client.keys.prepareKey()
        #expect(try await client.transport.send(HTTPRequest(method: .post, url: Self.login)).status == .ok)
        _ = try await client.transport.send(HTTPRequest(method: .post, url: Self.login))
        #expect(spy.requests.map { Proof($0)?.nonce } == [nil, "n-1", "n-1"])
    }

    @Test func aNonceIsTriedOnce() async throws {
        let spy = HTTPTransportSpy { _ in Self.refusal("use_dpop_nonce", ["DPoP-Nonce": "n"]) }
        let client = try client(spy)
        await client.keys.prepareKey()
        #expect(try await client.transport.send(HTTPRequest(method: .post, url: Self.login)).status == .unauthorized)
        #expect(spy.requests.count == 2)
    }

    @Test(.requirement("D17"), arguments: [-3_650, -1, 1, 3_650])
    func aWrongClockIsCorrectedByTheServers(days: Int) async throws {
        let clock = ManualClock()
        date.value = date.value.addingTimeInterval(Double(days) * 86_400)
        let spy = Self.refusingOnce(Self.refusal("invalid_dpop_proof", [.date: "Tue, 14 Nov 2023 22:13:20 GMT"]))
        let client = try client(spy, clock: clock)
        clock.advance(by: .seconds(50))
        await client.keys.prepareKey()
        #expect(try await client.transport.send(HTTPRequest(method: .post, url: Self.login)).status == .ok)
        clock.advance(by: .seconds(100))
        // Somebody sets the clock meanwhile.
        date.value = Date(timeIntervalSince1970: 0)
        _ = try await client.transport.send(HTTPRequest(method: .post, url: Self.login))
        #expect(spy.requests.dropFirst().map { Proof($0)?.iat } == [1_700_000_000, 1_700_000_100])
    }

    @Test(.requirement("D17"), arguments: [(-3, 2), (-2, 1), (2, 1), (3, 2)])
    func whatAnAnswersDateCannotTellIsNoWrongClock(seconds: Double, requests: Int) async throws {
        date.value = date.value.addingTimeInterval(seconds)
        let spy = Self.refusingOnce(Self.refusal("invalid_dpop_proof", [.date: "Tue, 14 Nov 2023 22:13:20 GMT"]))
        let client = try client(spy)
        await client.keys.prepareKey()
        _ = try await client.transport.send(HTTPRequest(method: .post, url: Self.login))
        #expect(spy.requests.count == requests)
    }

    @Test(.requirement("REPLAY-01")) func whatCouldBeDoneTwiceIsNotRepeated() async throws {
        for (method, count) in [(HTTPMethod.post, 1), (.delete, 2)] {
            let spy = Self.refusingOnce(Self.refusal("invalid_dpop_proof", [.date: "Tue, 14 Nov 2023 22:13:20 GMT"]))
            let client = try client(spy)
            await client.keys.prepareKey()
            _ = try await client.transport.send(
                HTTPRequest(method: method, url: Self.login, fields: [.authorization: "DPoP token"]))
            #expect(spy.requests.count == count, "\(method)")
            #expect(Set(spy.requests.map { Proof($0)?.jti }).count == count)
        }
    }
}
