import AtomicFiles
import CertificatePinningAPI
import CoreModels
import FoundationEssentials
import HTTPTransportAPI
import Locking
import Presenting
import SecureStorageAPI

extension SecretKind {
    /// The pins of a server, and whose documents about them are taken.
    static let pins = SecretKind("certificate-pins")
}

/// Keeps the pins of one server in its vault, and says which keys a host may have.
///
/// What holds is what is in the vault, since updates of it are one step over all processes. The mark beside it is set
/// after the first one: a process that is killed in between leaves a device without pins, which says so.
final class VaultPins: PinKeeping, HostPinning {
    private static let name = SecretName(.pins)

    /// What is in the vault; its claims were checked before they came there.
    private struct Record: Codable, Equatable {
        var signer: PinSigner
        var claims: PinClaims
    }

    /// What was read, and how to tell that it is still so.
    private struct Memory {
        var secret: TrackedSecret?
        var kept: KeptPins?
        var hasWarned = false
    }

    private let secrets: any SecretReading & SecretUpdating
    private let verifier: PinVerifier
    private let mark: PinMark
    private let host: String
    private let now: @Sendable () -> Date
    private let onEnding: @Sendable (PinSet) -> Void
    private let memory = Locked(Memory())

    init(
        secrets: any SecretReading & SecretUpdating, verifier: PinVerifier, mark: PinMark, host: String,
        now: @escaping @Sendable () -> Date, onEnding: @escaping @Sendable (PinSet) -> Void
    ) {
        (self.secrets, self.verifier, self.mark, self.host) = (secrets, verifier, mark, host)
        (self.now, self.onEnding) = (now, onEnding)
    }

    // MARK: Connections

    func pins(of host: String) async -> HostPins {
        guard mark.isSet else { return .any }
        do throws(PinError) {
            guard let kept = try await current() else { throw .lost }
            return try pins(of: host, in: kept.set)
        } catch {
            return .none(Obstacle(error))
        }
    }

    private func pins(of host: String, in set: PinSet) throws(PinError) -> HostPins {
        guard set.isPinning else { return .any }
        guard let name = PinnedName(host) else {
            // Libraries turn other alphabets into ASCII on their way, and resolve what is no name.
            guard PinnedName.isNumber(host) else { throw .incomparableHost(host) }
            return .any
        }
        guard let entry = set.entry(for: name), !entry.isReleased else { return .any }
        switch set.phase(at: now()) {
        case .current: break
        case .ending: warn(of: set)
        case .expired: throw .expired(host: name.description, at: set.expiresAt)
        }
        return .keys(entry.keys, otherwise: Obstacle(PinError.wrongKey(host: name.description)))
    }

    /// Once in the life of the program.
    private func warn(of set: PinSet) {
        let isFirst = memory.withLock { memory in
            defer { memory.hasWarned = true }
            return !memory.hasWarned
        }
        if isFirst { onEnding(set) }
    }

    /// What is kept, from memory if it is still so.
    private func current() async throws(PinError) -> KeptPins? {
        let known = memory.current
        if let secret = known.secret, secret.isCurrent { return known.kept }
        let secret = await secrets.readTracked(Self.name), kept = try Self.kept(secret.stored)
        memory.withLock { ($0.secret, $0.kept) = (secret, kept) }
        return kept
    }

    // MARK: Keeping

    func kept() async throws(PinError) -> KeptPins? {
        guard let kept = try await Self.kept(secrets.read(Self.name)) else {
            if mark.isSet { throw .lost }
            return nil
        }
        // Whoever was killed after the vault had them, and before they counted.
        try kept.set.isPinning ? setMark() : clearMark()
        return kept
    }

    func install(_ document: Data, signedBy signer: PinSigner?) async throws(PinError) -> KeptPins {
        let known = signer == nil ? try await kept()?.signer : nil
        guard let trusted = signer ?? known else { throw .unknownSigner }
        let candidate = KeptPins(signer: trusted, set: try verifier.set(in: document, signedBy: trusted))
        try check(candidate.set)
        let outcome: Result<KeptPins, PinError>
        do throws(SecretStoreError) {
            outcome = try await secrets.update(Self.name) {
                stored -> (change: SecretChange, value: Result<KeptPins, PinError>) in
                do throws(PinError) {
                    guard try Self.isNews(candidate, after: Self.kept(stored, replacedIfDamaged: signer != nil)) else {
                        return (change: .keep, value: .success(candidate))
                    }
                    return (change: .save(try Self.secret(of: candidate)), value: .success(candidate))
                } catch {
                    return (change: .keep, value: .failure(error))
                }
            }
        } catch {
            throw PinError(error)
        }
        let kept = try outcome.get()
        try kept.set.isPinning ? setMark() : clearMark()
        return kept
    }

    /// Refuses the pins of another server: what this one is sent would go to anybody, and its owner rely on them.
    private func check(_ set: PinSet) throws(PinError) {
        if let name = PinnedName(host), set.entry(for: name) != nil { return }
        throw .ofAnotherServer(host: host, named: set.entries.map(\.hosts.description))
    }

    /// Whether a set takes the place of what is kept, which only a newer one does, whoever signed it.
    private static func isNews(_ candidate: KeptPins, after kept: KeptPins?) throws(PinError) -> Bool {
        guard let kept else { return true }
        guard candidate.set.version >= kept.set.version else {
            throw .older(version: candidate.set.version, than: kept.set.version)
        }
        guard candidate.set.version == kept.set.version else {
            if let hosts = kept.set.pinnedHosts(missingIn: candidate.set) { throw .dropsHosts(hosts.description) }
            return true
        }
        guard candidate.set == kept.set else { throw .sameVersion(kept.set.version) }
        return candidate.signer != kept.signer
    }

    private func setMark() throws(PinError) {
        guard !mark.isSet else { return }
        do throws(FileError) { try mark.set() } catch { throw .storage(Obstacle(code: "file_error", error.text)) }
    }

    private func clearMark() throws(PinError) {
        guard mark.isSet else { return }
        do throws(FileError) { try mark.clear() } catch { throw .storage(Obstacle(code: "file_error", error.text)) }
    }

    // MARK: Storing

    private static func secret(of kept: KeptPins) throws(PinError) -> Secret {
        do throws(SecretStoreError) {
            return try SecretCoding.encode(Record(signer: kept.signer, claims: kept.set.claims))
        } catch {
            throw PinError(error)
        }
    }

    /// - Parameter isReplaced: Whether what is damaged counts as nothing, since it is about to be replaced.
    private static func kept(
        _ stored: StoredSecret, replacedIfDamaged isReplaced: Bool = false
    ) throws(PinError) -> KeptPins? {
        do {
            guard let secret = try stored.get() else { return nil }
            let record = try SecretCoding.decode(Record.self, from: secret)
            return KeptPins(signer: record.signer, set: try PinSet(record.claims))
        } catch let error as SecretStoreError where !error.isOfThisRecord {
            throw PinError(error)
        } catch {
            // Damaged, or by a version of the program that allows more than this one.
            guard isReplaced else { throw .lost }
            return nil
        }
    }
}

extension SecretStoreError {
    /// Whether the vault is well but for what it was asked for.
    fileprivate var isOfThisRecord: Bool {
        switch self {
        case .undecodable, .damagedRecord: true
        case .retriesExhausted(_, let last): last.isOfThisRecord
        default: false
        }
    }
}

extension PinError {
    fileprivate init(_ error: SecretStoreError) {
        self = error == .cancelled ? .cancelled : .storage(Obstacle(error))
    }
}
