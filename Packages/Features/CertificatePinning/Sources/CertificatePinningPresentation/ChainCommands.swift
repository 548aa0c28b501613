import CertificatePinningAPI
import ConsoleAPI
import FoundationEssentials
import HTTPTransportAPI
import Localization

/// `essential pins show` and `pins check`: which keys a host has, and whether they are the pinned ones.
struct ChainCommands: Sendable {
    let pins: any PinKeeping
    let chains: any ChainShowing
    let server: ServerAddress
    let now: @Sendable () -> Date

    private static let host = Parameter<String>.argument("host", .text, summary: PinTexts.hostArgument)
    private static let anyHost = Parameter<String?>.optionalArgument("host", .text, summary: PinTexts.anyHostArgument)

    var all: [Command] { [show, check] }

    // MARK: Showing

    private struct Chain: Encodable, Sendable {
        let host: String
        let pins: [String]
    }

    private var show: Command {
        Command(
            "pins show", summary: PinTexts.showSummary, discussion: PinTexts.showDiscussion, group: .account,
            examples: [CommandExample("essential pins show example.com", PinTexts.showExample)], parameters: [Self.host]
        ) { invocation, _ throws(CommandFailure) in
            let address = try Self.address(invocation[Self.host])
            let chain = try await chain(of: address)
            return CommandOutput(
                json: Chain(host: address.authority, pins: chain.map(\.description)),
                .fields(
                    chain.enumerated().map { position, pin in
                        OutputField(position == 0 ? PinTexts.own : PinTexts.authority, verbatim: pin.description)
                    }))
        }
    }

    // MARK: Checking

    private struct Checked: Encodable, Sendable {
        let host: String
        let verdict: String
        let phase: String
        let pins: [String]
    }

    private var check: Command {
        Command(
            "pins check", summary: PinTexts.checkSummary, discussion: PinTexts.checkDiscussion, group: .account,
            examples: [CommandExample("essential pins check", PinTexts.checkExample)], parameters: [Self.anyHost]
        ) { invocation, _ throws(CommandFailure) in
            let address = try invocation[Self.anyHost].map(Self.address) ?? server, kept: KeptPins?
            do throws(PinError) { kept = try await pins.kept() } catch { throw CommandFailure(presenting: error) }
            guard let set = kept?.set, let name = PinnedName(address.host), let entry = set.entry(for: name),
                !entry.isReleased
            else {
                throw PinTexts.notPinned(address.host)
            }
            let chain = try await chain(of: address), verdict = ChainVerdict(chain, entry)
            let phase = set.phase(at: now())
            var text: [OutputBlock] = [.line(PinTexts.verdict(verdict, name.description), verdict.style)]
            switch phase {
            case .current: break
            case .ending: text.append(.paragraph(StyledText(PinTexts.ending, .warning)))
            case .expired: text.append(.paragraph(StyledText(PinTexts.expired, .failure)))
            }
            text.append(
                .fields(
                    chain.enumerated().map { position, pin in
                        OutputField(position == 0 ? PinTexts.own : PinTexts.authority, verbatim: pin.description)
                    }))
            let isFine = verdict != .mismatch && phase != .expired
            return CommandOutput(
                json: Checked(
                    host: address.authority, verdict: verdict.rawValue, phase: phase.word,
                    pins: chain.map(\.description)), text: text,
                nextSteps: isFine ? [] : [.installPins], exit: isFine ? .success : .failure)
        }
    }

    private func chain(of address: ServerAddress) async throws(CommandFailure) -> [PublicKeyPin] {
        do throws(HTTPTransportError) {
            return try await chains.pins(of: address)
        } catch {
            throw CommandFailure(presenting: error)
        }
    }

    private static func address(_ host: String) throws(CommandFailure) -> ServerAddress {
        do throws(ServerAddressError) {
            return try ServerAddress(parsing: host.contains("://") ? host : "https://" + host)
        } catch {
            throw .usage(error.text)
        }
    }
}

/// How the keys of a host stand to its pins.
enum ChainVerdict: String {
    /// Its own key is pinned, and a backup is kept elsewhere.
    case pinned
    /// Its own key is pinned as a backup: the others were lost, and there is none left.
    case backup
    /// A backup is the key of an authority in the chain, which isn't kept elsewhere and is never compared.
    case backupServed = "backup_served"
    /// Its own key isn't pinned.
    case mismatch

    init(_ chain: [PublicKeyPin], _ entry: PinSet.Entry) {
        guard let own = chain.first, entry.keys.contains(own) else {
            self = .mismatch
            return
        }
        if entry.backups.contains(own) {
            self = .backup
        } else {
            self = Set(entry.backups).isDisjoint(with: chain) ? .pinned : .backupServed
        }
    }

    var style: TextStyle {
        switch self {
        case .pinned: .success
        case .backup, .backupServed: .warning
        case .mismatch: .failure
        }
    }
}

extension ServerAddress {
    /// The host and the port.
    fileprivate var authority: String {
        let url = url(path: "/"), name = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
        return url.port.map { "\(name):\($0)" } ?? name
    }
}
