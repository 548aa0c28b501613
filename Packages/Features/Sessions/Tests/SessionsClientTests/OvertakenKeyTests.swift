import CoreModels
import CryptographyAPI
import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import PluginKit
import ProofOfPossessionAPI
import ProofOfPossessionTesting
import SecureStorageAPI
import SecureStorageTesting
import SessionsAPI
import SessionsClient
import SessionsTesting
import Testing

/// What becomes of a session whose request travelled while another program changed the key
/// of this device.
struct OvertakenKeyTests {
    private let secrets = InMemorySecretStore()

    /// A program of the person's, over the vault that all share.
    private struct Process {
        let keys: any DeviceKeyKeeping & DeviceKeyRecognizing
        let store: any SessionStoring

        init(_ secrets: some SecretStore & SecretLocking) throws {
            keys = try ProvingClient(
                server: ServerAddress("http://localhost:8080")!,
                transport: HTTPTransportSpy { _ in HTTPResponse(status: .ok) }, secrets: secrets, now: ManualDate().now
            ).keys
            store = SessionsClientPlugin.assemble(.init(secrets: secrets, locks: secrets, keys: keys)).exports.store
        }

        /// Logs in as far as the server's answer.
        func sessionOfKey() async throws -> StoredSession {
            await keys.prepareKey()
            return .bound(to: try #require(await keys.thumbprint()))
        }

        func begin(_ session: StoredSession) async throws(SessionStoreError) {
            try await store.requireKey(of: session)
            _ = try await store.save(session, unless: { _ in false })
        }
    }

    @Test(.requirement("D16")) func aSessionIsKeptWithItsKey() async throws {
        let process = try Process(secrets), session = try await process.sessionOfKey()
        try await process.begin(session)
        #expect(await process.store.load().holds(session))
    }

    @Test(.requirement("D16", "SESS-21"), arguments: [true, false])
    func whoWasOvertakenBeginsNoSession(isOtherLoggedIn: Bool) async throws {
        let process = try Process(secrets), session = try await process.sessionOfKey()
        let other = try Process(secrets)
        await other.keys.forgetKey()
        let theirs = try await other.sessionOfKey()
        if isOtherLoggedIn { try await other.begin(theirs) }
        await #expect(throws: SessionStoreError.anotherKey) { try await process.store.requireKey(of: session) }
        await #expect(throws: SessionStoreError.anotherKey) {
            _ = try await process.store.save(session, unless: { _ in false })
        }
        let stored = try Process(secrets).store
        if isOtherLoggedIn {
            #expect(await stored.load().holds(theirs))
        } else {
            #expect(await stored.load().isAbsent)
            try await other.begin(theirs)
            #expect(await stored.load().holds(theirs), "who overtook it isn't disturbed")
        }
    }

    @Test(.requirement("D16")) func aKeyThatALogoutRemovedMeanwhileIsPutBack() async throws {
        let process = try Process(secrets), session = try await process.sessionOfKey()
        await (try Process(secrets)).keys.forgetKey()
        // At the last moment, that is after it was put back, it is seen as well.
        await #expect(throws: SessionStoreError.anotherKey) {
            _ = try await process.store.save(session, unless: { _ in false })
        }
        try await process.begin(session)
        #expect(await (try Process(secrets)).keys.thumbprint() == session.keyThumbprint)
    }

    @Test(.requirement("SESS-21")) func whoStaysStaysWhateverTheKey() async throws {
        let process = try Process(secrets), session = try await process.sessionOfKey()
        let other = try Process(secrets)
        await other.keys.forgetKey()
        let theirs = try await other.sessionOfKey()
        try await other.begin(theirs)
        let before = try await process.store.save(session, unless: { _ in true })
        #expect(before.holds(theirs))
    }

    @Test func aSessionThatIsBoundToNothingNeedsNoKey() async throws {
        let process = try Process(secrets), session = StoredSession.sample()
        try await process.begin(session)
        #expect(await process.store.load().holds(session) && secrets.names.count == 1)
    }

    @Test func aVaultThatCannotBeReadIsNotTakenForAnotherKey() async throws {
        let process = try Process(FailingSecretStore(error: .wrongKey))
        await #expect(throws: SessionStoreError.storage(.wrongKey)) {
            try await process.store.requireKey(of: .bound(to: "thumbprint"))
        }
    }

    @Test(
        .requirement("D16"),
        arguments: [
            (#"{"cnf":{"jkt":"thumbprint"}}"#, "thumbprint"), (#"{"cnf":{}}"#, nil), (#"{"cnf":"no"}"#, nil),
            ("{}", nil),
        ] as [(String, String?)]) func theTokenNamesItsKey(claims: String, thumbprint: String?)
    {
        #expect(StoredSession.with(claims: claims).keyThumbprint == thumbprint)
    }
}

extension StoredSession {
    fileprivate static func bound(to thumbprint: String) -> StoredSession {
        with(claims: #"{"cnf":{"jkt":"\#(thumbprint)"}}"#)
    }

    fileprivate static func with(claims: String) -> StoredSession {
        .sample(grant: .sample(access: "e30.\(Base64URL.encode(Data(claims.utf8))).c2ln"))
    }
}

extension SessionReading {
    fileprivate func holds(_ session: StoredSession) -> Bool {
        if case .present(let stored) = self { stored.isSame(as: session) } else { false }
    }

    fileprivate var isAbsent: Bool { if case .absent = self { true } else { false } }
}
