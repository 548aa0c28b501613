import CoreModels
import FoundationEssentials
import Glibc
import KernelTesting
import SecureStorageAPI
import SecureStorageClient
import SecureStorageTesting
import Testing

/// Real processes, and real kills.
@Suite(.serialized)
struct VaultProcessTests {
    private let fixture: VaultFixture
    private static let kind = SecretKind("hammer")

    init() throws {
        fixture = try VaultFixture()
    }

    private func number(_ label: String) async throws -> Int? {
        try await text(of: SecretName(Self.kind, parsing: label), in: fixture.vault()).flatMap { Int($0) }
    }

    @Test(.requirement("STORE-19", "STORE-23", "STORE-30")) func eightProcessesAtOnceLoseNothing() async throws {
        let rounds = 40
        let children = try (0..<8).map { try Hammer.start(fixture.folder, "mixed", id: "w\($0)", count: rounds) }
        for child in children {
            let outcome = await child.outcome()
            #expect(outcome.exit == .status(0), "\(outcome.errorText)")
        }
        #expect(try await number("shared") == 8 * rounds, "each update saw the one before it")
        for worker in 0..<8 {
            let name = try SecretName(Self.kind, parsing: "w\(worker)")
            #expect(try await text(of: name, in: fixture.vault()) == "w\(worker) \(rounds)")
        }
        #expect(try await fixture.vault().check().isEmpty)
        #expect(try await fixture.vault().setAsideRecords().isEmpty)
    }

    @Test(.requirement("STORE-19")) func theLockHoldsOverProcesses() async throws {
        let children = try (0..<4).map { _ in try Hammer.start(fixture.folder, "locked", count: 50) }
        for child in children {
            let outcome = await child.outcome()
            #expect(outcome.exit == .status(0), "\(outcome.errorText)")
        }
        let bytes = try #require(FileManager.default.contents(atPath: fixture.folder + ".count"))
        #expect(bytes.withUnsafeBytes { $0.load(as: Int.self) } == 200)
    }

    @Test func theLockOfAKilledProcessIsFree() async throws {
        let holder = try Hammer.start(fixture.folder, "hold")
        _ = await holder.readOutput(until: "held")
        let vault = try fixture.vault()
        let name = SecretName(Self.kind)
        await #expect(throws: SecretStoreError.busy) {
            try await vault.withLock(named: name, waitingAtMost: .milliseconds(10)) {
                () async throws(SecretStoreError) in
            }
        }
        holder.send(SIGKILL)
        _ = await holder.outcome()
        let isFree = try await vault.withLock(named: name) { () async throws(SecretStoreError) in true }
        #expect(isFree)
    }

    @Test(.requirement("STORE-30")) func killsWhileWritingLoseNoAcknowledgedWrite() async throws {
        var generator = SeededGenerator(seed: 20)
        var next = 1
        var acknowledged: [Int: Int] = [:]
        for round in 0..<120 {
            let child = try Hammer.start(fixture.folder, "write", count: next)
            // Some are killed before they begin, some after many writes.
            let begun = round % 4 == 0 ? "" : await child.readOutput(until: "\n")
            try await waitForARandomMoment(upTo: 20_000, &generator)
            child.send(SIGKILL)
            let outcome = await child.outcome()
            #expect(outcome.exit == .signal(SIGKILL), "\(outcome.errorText)")
            note(begun + outcome.outputText, &acknowledged, &next)
            for (slot, least) in acknowledged {
                let found = try #require(try await number("\(slot)"), "round \(round): \(slot) is gone")
                #expect(found >= least, "round \(round)")
                #expect(found <= next + 4, "round \(round)")
            }
            // What was written but not acknowledged counts as written.
            for slot in 0..<4 { next = max(next, (try await number("\(slot)") ?? 0) + 1) }
        }
        #expect(next > 90, "it wrote \(next) times")
        #expect(try await fixture.vault().check().isEmpty)
        #expect(try await fixture.vault().setAsideRecords().isEmpty)
    }

    /// A kill has to come at any moment at all, so here, and only here, a test
    /// lets time pass.
    private func waitForARandomMoment(upTo microseconds: Int, _ generator: inout SeededGenerator) async throws {
        try await Task.sleep(for: .microseconds(Int.random(in: 0..<microseconds, using: &generator)))
    }

    private func note(_ output: String, _ acknowledged: inout [Int: Int], _ next: inout Int) {
        for number in output.split(separator: "\n").compactMap({ Int($0) }) {
            acknowledged[number % 4] = number
            next = max(next, number + 1)
        }
    }

    @Test(.requirement("STORE-30")) func killsWhileTheKeyIsReplacedLoseNothing() async throws {
        var generator = SeededGenerator(seed: 21)
        let labels = (0..<6).map { "\($0)" }
        for label in labels {
            try await fixture.vault().save(Secret("of " + label), as: SecretName(Self.kind, parsing: label))
        }
        var last = 1
        for round in 0..<60 {
            let child = try Hammer.start(fixture.folder, "rotate")
            if round % 3 != 0 { _ = await child.readOutput(until: "rotated") }
            try await waitForARandomMoment(upTo: 40_000, &generator)
            child.send(SIGKILL)
            _ = await child.outcome()
            let vault = try fixture.vault()
            for label in labels {
                let found = try await text(of: SecretName(Self.kind, parsing: label), in: vault)
                #expect(found == "of " + label, "round \(round)")
            }
            let generation = await vault.status().generation
            #expect(generation >= last)
            last = generation
        }
        #expect(last > 40, "the key was replaced \(last) times")
        // The next write removes what is left of those that were cut short.
        try await fixture.vault().save(Secret("1"), as: SecretName(Self.kind, parsing: "later"))
        #expect(fixture.files().filter { $0.hasPrefix("key-") }.count == 1)
        #expect(Set(fixture.files().filter { $0.hasPrefix("records-") }.map { $0.split(separator: "/")[0] }).count == 1)
    }

    @Test(.requirement("STORE-30")) func processesThatWriteAndReplaceTheKeyAgree() async throws {
        let rotating = try Hammer.start(fixture.folder, "rotate")
        let children = try (0..<4).map { try Hammer.start(fixture.folder, "mixed", id: "w\($0)", count: 25) }
        for child in children {
            let outcome = await child.outcome()
            #expect(outcome.exit == .status(0), "\(outcome.errorText)")
        }
        rotating.send(SIGKILL)
        _ = await rotating.outcome()
        #expect(try await number("shared") == 100)
        #expect(try await fixture.vault().check().isEmpty)
    }

    @Test(.requirement("STORE-30", "BIO-05")) func killsWhileAuthenticatorsComeAndGoLoseNothing() async throws {
        var generator = SeededGenerator(seed: 22)
        let phrase = "unmistakable vault phrase 4417", name = try SecretName(Self.kind, parsing: "one")
        let first = try fixture.vault()
        try await first.save(Secret("value"), as: name)
        try await first.protect(by: .passphrase, passphrase: Secret(phrase), knowing: Secret(phrase))
        for round in 0..<40 {
            let child = try Hammer.start(fixture.folder, "authenticators", id: phrase)
            if round % 4 != 0 { _ = await child.readOutput(until: "set up") }
            try await waitForARandomMoment(upTo: 20_000, &generator)
            child.send(SIGKILL)
            let outcome = await child.outcome()
            #expect(outcome.exit == .signal(SIGKILL), "\(outcome.errorText)")
            let byPhrase = try fixture.vault()
            try await byPhrase.unlock(with: Secret(phrase))
            #expect(try await text(of: name, in: byPhrase) == "value", "round \(round)")
            for one in try await byPhrase.authenticators() {
                let vault = try fixture.vault()
                try await vault.unlock(
                    byAuthenticator: one.credential, giving: Secret([UInt8](repeating: 7, count: 32)))
                #expect(try await text(of: name, in: vault) == "value", "round \(round)")
            }
        }
        #expect(try await !fixture.vault().authenticators().isEmpty)
    }
}
