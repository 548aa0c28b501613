import CertificatePinningAPI
import CoreModels
import CryptographyAPI
import FoundationEssentials
import HTTPTransportAPI
import KernelTesting
import Locking
import Presenting
import SecureStorageAPI
import SecureStorageTesting
import Testing

struct VaultPinsTests {
    private let stage: PinStage

    init() throws {
        stage = try PinStage()
    }

    private func wrongKey(_ host: String = "example.com") -> Obstacle { Obstacle(PinError.wrongKey(host: host)) }

    @Test(.requirement("PIN-10")) func withoutPinsEveryVouchedKeyCounts() async throws {
        let (keeping, pinning) = stage.device()
        #expect(await pinning.pins(of: "example.com") == .any)
        #expect(try await keeping.kept() == nil)
    }

    /// Whoever has none isn't asked for the pass phrase of their vault.
    @Test(.requirement("PIN-06", "PIN-10")) func withoutPinsTheVaultStaysClosed() async throws {
        let locked = FailingSecretStore(error: .passphraseRequired)
        #expect(await stage.device(locked).1.pins(of: "example.com") == .any)
    }

    @Test(.requirement("PIN-01", "PIN-04", "PIN-06", "PIN-11")) func whatWasInstalledHoldsInEveryRun() async throws {
        let (keeping, pinning) = stage.device()
        let kept = try await keeping.install(stage.document(stage.claims(1)), signedBy: stage.signer)
        #expect(kept.set.version == 1 && kept.signer == stage.signer)
        for pinning in [pinning, stage.device().1] {
            #expect(
                await pinning.pins(of: "Example.com.") == .keys(PinStage.pins(1, 2), otherwise: wrongKey()))
            #expect(await pinning.pins(of: "other.com") == .any)
            #expect(await pinning.pins(of: "127.0.0.1") == .any)
            #expect(await pinning.pins(of: "::1") == .any)
        }
    }

    /// What is no name and no number may still be resolved below a wildcard.
    @Test(.requirement("PIN-08")) func aNameThatCannotBeComparedIsNotConnectedTo() async throws {
        try await stage.install(stage.claims(1), signedBy: stage.signer)
        let long = String(repeating: "a", count: 64) + ".example.com"
        for host in [
            "bücher.example", "e\u{212A}ample.com", "example\u{3002}com", "x-.example.com", "-y.example.com", long,
            "a~b.example.com", "example.com..", "a..example.com", "1..2", "", ".",
        ] {
            let pins = await stage.device().1.pins(of: host)
            #expect(pins == .none(Obstacle(PinError.incomparableHost(host))))
        }
    }

    @Test(.requirement("PIN-03", "PIN-11")) func anotherRunsNewerSetHoldsAtOnce() async throws {
        let (_, pinning) = stage.device()
        try await stage.install(stage.claims(1), signedBy: stage.signer)
        #expect(await pinning.pins(of: "example.com") == .keys(PinStage.pins(1, 2), otherwise: wrongKey()))
        // The key 2, a backup, takes over, and 3 is kept for when that is lost.
        try await stage.install(stage.claims(2, pin: 2, backup: 3))
        #expect(await pinning.pins(of: "example.com") == .keys(PinStage.pins(2, 3), otherwise: wrongKey()))
    }

    @Test(.requirement("PIN-11"), arguments: [0.0, -400, 80]) func noSetGivesWayToAnOlderOne(days: Double) async throws
    {
        let old = try stage.document(stage.claims(1)), new = try stage.document(stage.claims(2, pin: 5))
        _ = try await stage.device().0.install(new, signedBy: stage.signer)
        // Whatever the clock says, in another run of the program.
        stage.pass(days: days)
        let (keeping, pinning) = stage.device()
        let refusal = await stage.error { () throws(PinError) in try await keeping.install(old, signedBy: nil) }
        // A clock that was put back far enough doubts the document itself.
        #expect(refusal == (days < 0 ? .notYetIssued : .older(version: 1, than: 2)))
        #expect(await pinning.pins(of: "example.com") == .keys(PinStage.pins(2, 5), otherwise: wrongKey()))
        // Nor does it help to name the key once more.
        let named = await stage.error { () throws(PinError) in try await keeping.install(old, signedBy: stage.signer) }
        #expect(named == refusal)
    }

    @Test(.requirement("PIN-11")) func aVersionIsGivenOnce() async throws {
        try await stage.install(stage.claims(2), signedBy: stage.signer)
        try await stage.install(stage.claims(2))
        let (keeping, _) = stage.device(), other = try stage.document(stage.claims(2, pin: 9))
        #expect(
            await stage.error { () throws(PinError) in try await keeping.install(other, signedBy: nil) }
                == .sameVersion(2))
    }

    @Test(.requirement("PIN-09")) func anExpiredSetWarnsBeforeAndClosesAfter() async throws {
        try await stage.install(stage.claims(1), signedBy: stage.signer)
        let (keeping, pinning) = stage.device()
        let pinned = HostPins.keys(PinStage.pins(1, 2), otherwise: wrongKey())
        stage.pass(days: 59)
        #expect(await pinning.pins(of: "example.com") == pinned && stage.warnings.current == 0)
        stage.pass(days: 2)
        for _ in 0..<3 { #expect(await pinning.pins(of: "example.com") == pinned) }
        #expect(stage.warnings.current == 1, "once in a run")
        stage.pass(days: 29)
        let end = PinStage.start.addingTimeInterval(90 * 86_400)
        #expect(
            await pinning.pins(of: "example.com") == .none(Obstacle(PinError.expired(host: "example.com", at: end))))
        #expect(await pinning.pins(of: "other.com") == .any)
        // The way out needs no connection.
        var next = stage.claims(2)
        next.issuedAt = stage.clock.current
        next.expiresAt = next.issuedAt.addingTimeInterval(86_400)
        _ = try await keeping.install(stage.document(next), signedBy: nil)
        #expect(await pinning.pins(of: "example.com") == pinned)
    }

    /// After it nothing is left that could lock anybody out, whatever becomes of the vault.
    @Test func aSetThatReleasesItsHostsEndsPinning() async throws {
        try await stage.install(stage.claims(1), signedBy: stage.signer)
        var none = stage.claims(2)
        none.hosts = []
        let (keeping, pinning) = stage.device(), silent = try stage.document(none)
        #expect(
            await stage.error { () throws(PinError) in try await keeping.install(silent, signedBy: nil) }
                == .unusable(.noHosts))
        none.hosts = [.init(host: "example.com", pins: [], backups: [])]
        try await stage.install(none)
        #expect(await pinning.pins(of: "example.com") == .any)
        stage.pass(days: 1_000)
        #expect(await pinning.pins(of: "bücher.example") == .any)
        let (anew, pins) = stage.device(InMemorySecretStore())
        #expect(await pins.pins(of: "example.com") == .any)
        #expect(try await anew.kept() == nil)
    }

    /// Whoever signs for two servers has documents that count by their signature at both.
    @Test(.requirement("PIN-01", "PIN-11")) func aDocumentOfAnotherSeriesTakesNoPinsAway() async throws {
        let (keeping, pinning) = stage.device()
        let other = try stage.document(stage.claims(9, "other.com"))
        #expect(
            await stage.error { () throws(PinError) in try await keeping.install(other, signedBy: stage.signer) }
                == .ofAnotherServer(host: "example.com", named: ["other.com"]))
        #expect(try await keeping.kept() == nil)
        // A server by its number is no host of any set.
        let numbered = try PinStage(server: "https://127.0.0.1:8443"), set = try numbered.document(numbered.claims(1))
        #expect(
            await stage.error { () throws(PinError) in
                try await numbered.device().0.install(set, signedBy: numbered.signer)
            }
                == .ofAnotherServer(host: "127.0.0.1", named: ["example.com"]))

        var both = stage.claims(1)
        both.hosts.append(.init(host: "*.pics.example", pins: [PinStage.pin(7)], backups: [PinStage.pin(8)]))
        try await stage.install(both, signedBy: stage.signer)
        let one = try stage.document(stage.claims(2))
        for signer in [nil, stage.signer] {
            #expect(
                await stage.error { () throws(PinError) in try await keeping.install(one, signedBy: signer) }
                    == .dropsHosts("*.pics.example"))
        }
        both = stage.claims(2)
        both.hosts.append(.init(host: "*.pics.example", pins: [], backups: []))
        try await stage.install(both)
        #expect(await pinning.pins(of: "a.pics.example") == .any)
        // What was released needs no word any more.
        try await stage.install(stage.claims(3))
        #expect(await pinning.pins(of: "example.com") == .keys(PinStage.pins(1, 2), otherwise: wrongKey()))
    }

    @Test(.requirement("PIN-06")) func damagedPinsAreReplacedByWhoNamesTheKey() async throws {
        try await stage.install(stage.claims(2), signedBy: stage.signer)
        try await stage.secrets.save(Secret("{\"signer\":1}"), as: SecretName(SecretKind("certificate-pins")))
        let (keeping, pinning) = stage.device(), document = try stage.document(stage.claims(1))
        #expect(await pinning.pins(of: "example.com") == .none(Obstacle(PinError.lost)))
        #expect(
            await stage.error { () throws(PinError) in try await keeping.install(document, signedBy: nil) } == .lost)
        #expect(try await keeping.install(document, signedBy: stage.signer).set.version == 1)
        #expect(await pinning.pins(of: "example.com") == .keys(PinStage.pins(1, 2), otherwise: wrongKey()))
    }

    @Test(.requirement("PIN-06")) func lostPinsAreToldToWhoLooks() async throws {
        try await stage.install(stage.claims(1), signedBy: stage.signer)
        let (keeping, _) = stage.device(InMemorySecretStore())
        await #expect(throws: PinError.lost) { _ = try await keeping.kept() }
    }

    @Test(.requirement("PIN-06")) func aVaultThatCannotBeOpenedIsNotOneWithoutPins() async throws {
        try await stage.install(stage.claims(1), signedBy: stage.signer)
        let locked = FailingSecretStore(error: .passphraseRequired)
        let pins = await stage.device(locked).1.pins(of: "example.com")
        #expect(pins == .none(Obstacle(PinError.storage(Obstacle(SecretStoreError.passphraseRequired)))))
        // One that was begun anew.
        let lost = await stage.device(InMemorySecretStore()).1.pins(of: "example.com")
        #expect(lost == .none(Obstacle(PinError.lost)))
    }

    /// A process that is killed after the vault has the pins, and before they count.
    @Test(.requirement("PIN-06")) func whoeverLooksFinishesWhatWasInterrupted() async throws {
        try await stage.install(stage.claims(1), signedBy: stage.signer)
        try FileManager.default.removeItem(atPath: stage.folder.path(of: "pinned"))
        let (keeping, pinning) = stage.device()
        #expect(await pinning.pins(of: "example.com") == .any)
        #expect(try await keeping.kept()?.set.version == 1)
        #expect(await pinning.pins(of: "example.com") == .keys(PinStage.pins(1, 2), otherwise: wrongKey()))
    }

    @Test(.requirement("PIN-11")) func ofManyAtOnceTheNewestStays() async throws {
        try await stage.install(stage.claims(1), signedBy: stage.signer)
        await withTaskGroup { group in
            for version in (2...40).shuffled() {
                group.addTask { [stage] in
                    guard let document = try? stage.document(stage.claims(version, pin: UInt8(version) + 100)) else {
                        return
                    }
                    _ = try? await stage.device().0.install(document, signedBy: nil)
                }
            }
        }
        #expect(try await stage.device().0.kept()?.set.version == 40)
    }
}
