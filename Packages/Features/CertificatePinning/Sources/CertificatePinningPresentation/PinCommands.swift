import AtomicFiles
import CertificatePinningAPI
import ConsoleAPI
import FoundationEssentials
import HTTPTransportAPI
import Localization

/// `essential pins` and `pins install`: what is pinned.
struct PinCommands: Sendable {
    let pins: any PinKeeping
    let documents: any PinDocumentLoading
    let now: @Sendable () -> Date

    private static let file = Parameter<String>.argument("file", .file, summary: PinTexts.fileArgument)
    private static let key = Parameter<String?>.optional("key", .text, summary: PinTexts.keyOption)

    var all: [Command] { [show, install] }

    private struct Shown: Encodable, Sendable {
        let signer: String?
        let set: PinClaims?
        let phase: String?
    }

    private var show: Command {
        Command(
            "pins", summary: PinTexts.summary, discussion: PinTexts.discussion, group: .account,
            examples: [CommandExample("essential pins", PinTexts.example)]
        ) { _, _ throws(CommandFailure) in
            do throws(PinError) {
                return output(try await pins.kept())
            } catch {
                throw CommandFailure(presenting: error)
            }
        }
    }

    private var install: Command {
        Command(
            "pins install", summary: PinTexts.installSummary, discussion: PinTexts.installDiscussion, group: .account,
            examples: [
                CommandExample(
                    "essential pins install pins.jwt --key 11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
                    PinTexts.installExample)
            ],
            parameters: [Self.file, Self.key]
        ) { invocation, _ throws(CommandFailure) in
            let document = try await document(at: invocation[Self.file])
            do throws(PinError) {
                let kept = try await pins.install(
                    document, signedBy: invocation[Self.key].map { PinSigner($0) })
                return output(kept, isNew: true)
            } catch {
                throw CommandFailure(presenting: error)
            }
        }
    }

    private func document(at place: String) async throws(CommandFailure) -> Data {
        guard !place.lowercased().hasPrefix("http://") else { throw .usage(PinTexts.onlyEncrypted) }
        guard place.lowercased().hasPrefix("https://"), let address = URL(string: place) else {
            return try Self.document(in: place)
        }
        do throws(HTTPTransportError) {
            return try await documents.document(at: address)
        } catch {
            throw CommandFailure(presenting: error)
        }
    }

    private static func document(in path: String) throws(CommandFailure) -> Data {
        do throws(FileError) {
            guard let content = try AtomicFile(path: path).contents(limit: PinDocument.maximumByteCount) else {
                throw FileError(call: "open", path: path, code: 2)
            }
            return content
        } catch {
            throw CommandFailure(code: "file", message: error.text, hint: PinTexts.unchanged)
        }
    }

    private func output(_ kept: KeptPins?, isNew: Bool = false) -> CommandOutput {
        guard let kept else {
            return CommandOutput(json: Shown(signer: nil, set: nil, phase: nil), .line(PinTexts.nothing))
        }
        // What pins nothing holds nobody up when it ends.
        let phase = kept.set.isPinning ? kept.set.phase(at: now()) : .current
        var text: [OutputBlock] = isNew ? [.line(PinTexts.installed(kept.set.version), .success)] : []
        switch phase {
        case .current: break
        case .ending: text.append(.paragraph(StyledText(PinTexts.ending, .warning)))
        case .expired: text.append(.paragraph(StyledText(PinTexts.expired, .failure)))
        }
        text.append(
            .fields([
                OutputField(PinTexts.version, verbatim: "\(kept.set.version)"),
                OutputField(PinTexts.issued, StyledText(.moment(kept.set.issuedAt))),
                OutputField(PinTexts.ends, StyledText(.moment(kept.set.expiresAt))),
                OutputField(PinTexts.signer, verbatim: kept.signer.description),
            ]))
        if !kept.set.isPinning { text.append(.line(PinTexts.noHosts)) }
        for entry in kept.set.entries {
            text.append(.heading(.init(verbatim: entry.hosts.description)))
            if entry.isReleased { text.append(.line(PinTexts.released, .faint)) }
            text.append(
                .fields(
                    entry.pins.map { OutputField(PinTexts.pin, verbatim: $0.description) }
                        + entry.backups.map { OutputField(PinTexts.backup, verbatim: $0.description) }))
        }
        return CommandOutput(
            json: Shown(signer: kept.signer.description, set: kept.set.claims, phase: phase.word), text: text,
            exit: phase == .expired ? .failure : .success)
    }
}

extension PinSet.Phase {
    /// The word for programs.
    var word: String {
        switch self {
        case .current: "current"
        case .ending: "ending"
        case .expired: "expired"
        }
    }
}
