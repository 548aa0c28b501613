import AtomicFiles
import CertificatePinningAPI
import ConsoleAPI
import CoreModels
import CryptographyAPI
import FoundationEssentials
import Localization
import OperatingAPI

/// `essentiald pins key create`, `pins key show` and `pins sign`: the documents that clients take pins from.
///
/// They work on files alone, on any machine; best on one that isn't the server.
struct PinOperatorCommands: Sendable {
    let access: any ServerDataAccess
    let now: @Sendable () -> Date

    private static let keyFile = Parameter<String>.argument("file", .file, summary: PinOperatorTexts.keyFile)
    private static let description = Parameter<String>.argument(
        "description", .file, summary: PinOperatorTexts.description)
    private static let document = Parameter<String>.argument("document", .file, summary: PinOperatorTexts.document)
    private static let signingKey = Parameter<String>.required("key", .file, summary: PinOperatorTexts.signingKey)

    var all: [Command] { [create, show, sign] }

    private struct Key: Encodable, Sendable {
        let key: String
    }

    private var create: Command {
        Command(
            "pins key create", summary: PinOperatorTexts.createSummary, discussion: PinOperatorTexts.createDiscussion,
            examples: [CommandExample("essentiald pins key create pins.key", PinOperatorTexts.createExample)],
            parameters: [Self.keyFile]
        ) { invocation, _ throws(CommandFailure) in
            let file = try OperatorFile.named(invocation[Self.keyFile])
            do {
                let key = try PinSigningKey(making: access.cryptography())
                try key.write(to: file)
                return CommandOutput(json: Key(key: key.signer), .preformatted(key.signer))
            } catch let error as FileError {
                throw CommandFailure(code: "file", message: error.text)
            } catch let error as CommandFailure {
                throw error
            } catch {
                throw PinOperatorTexts.cryptography("\(error)")
            }
        }
    }

    private var show: Command {
        Command(
            "pins key show", summary: PinOperatorTexts.showSummary,
            examples: [CommandExample("essentiald pins key show pins.key", PinOperatorTexts.showExample)],
            parameters: [Self.keyFile]
        ) { invocation, _ throws(CommandFailure) in
            let key = try PinSigningKey(reading: invocation[Self.keyFile], access.cryptography())
            return CommandOutput(json: Key(key: key.signer), .preformatted(key.signer))
        }
    }

    /// What an operator writes; all else follows.
    private struct Description: Decodable {
        let version: Int
        let expires: Date
        let hosts: [PinClaims.Host]
    }

    private struct Signed: Encodable, Sendable {
        let version: Int
        let key: String
        let expires: Date
        let hosts: [String]
    }

    private var sign: Command {
        Command(
            "pins sign", summary: PinOperatorTexts.signSummary, discussion: PinOperatorTexts.signDiscussion,
            examples: [
                CommandExample(
                    "essentiald pins sign pins.json pins.jwt --key pins.key", PinOperatorTexts.signExample)
            ],
            parameters: [Self.description, Self.document, Self.signingKey, OperatorFile.force]
        ) { invocation, _ throws(CommandFailure) in
            let cryptography = try access.cryptography()
            let set = try self.set(in: AtomicFile(path: invocation[Self.description]))
            let key = try PinSigningKey(reading: invocation[Self.signingKey], cryptography)
            let file = try OperatorFile.named(invocation[Self.document], replaces: invocation[OperatorFile.force])
            for source in [invocation[Self.description], invocation[Self.signingKey]] where file.isSame(as: source) {
                throw PinOperatorTexts.source(source)
            }
            let token: String
            do throws(JSONWebTokenError) {
                token = try cryptography.tokens.sign(set.claims, type: PinDocument.type, using: key.key)
            } catch {
                throw PinOperatorTexts.cryptography("\(error)")
            }
            try file.place(Data((token + "\n").utf8))
            let hosts = set.entries.filter { !$0.isReleased }.map(\.hosts.description)
            return CommandOutput(
                json: Signed(version: set.version, key: key.signer, expires: set.expiresAt, hosts: hosts),
                .line(PinOperatorTexts.signed(set.version, hosts), .success),
                .fields([OutputField(PinOperatorTexts.ends, StyledText(.moment(set.expiresAt)))]))
        }
    }

    private func set(in file: AtomicFile) throws(CommandFailure) -> PinSet {
        let content = try file.required(limit: PinDocument.maximumByteCount)
        let description: Description
        do {
            description = try WireCoding.decoder().decode(Description.self, from: content)
        } catch {
            throw PinOperatorTexts.malformed(file.path)
        }
        // Documents count in whole seconds.
        let time = Date(timeIntervalSince1970: now().timeIntervalSince1970.rounded(.down))
        do throws(PinSetError) {
            guard !description.hosts.isEmpty else { throw .noHosts }
            return try PinSet(
                PinClaims(
                    version: description.version, issuedAt: time, expiresAt: description.expires,
                    hosts: description.hosts))
        } catch {
            throw CommandFailure(
                exit: .usage, code: error.code, message: error.text, hint: PinOperatorTexts.nothingSigned)
        }
    }
}

extension AtomicFile {
    fileprivate func place(_ content: Data) throws(CommandFailure) {
        do throws(FileError) {
            try replace(with: content, durability: .power)
        } catch {
            throw CommandFailure(code: "file", message: error.text)
        }
    }
}
