import ConsoleAPI
public import DeviceIntegrityAPI
public import FoundationEssentials
import Localization

/// What a client told its server of what starts found, and what waits for that.
public struct IntegrityTelling: Sendable {
    /// Whether the policy asks for it.
    public let isAsked: Bool
    /// What the server has, and since when by this device's clock; in the order of the codes.
    public let told: [(kind: IntegrityFinding.Kind, date: Date)]
    /// What waits.
    public let waiting: [IntegrityFinding.Kind]
    /// Whether the server takes such things, as far as is known.
    public let isOffered: Bool

    /// Creates a value.
    public init(
        isAsked: Bool, told: [IntegrityFinding.Kind: Date] = [:], waiting: [IntegrityFinding.Kind] = [],
        isOffered: Bool = true
    ) {
        self.isAsked = isAsked
        self.told = told.map { (kind: $0, date: $1) }.sorted { $0.kind.rawValue < $1.kind.rawValue }
        self.waiting = waiting
        self.isOffered = isOffered
    }

    /// The same, for people.
    var lines: [OutputBlock] {
        var lines: [OutputBlock] = []
        for (kind, date) in told {
            let moment = LocalizedText.momentInUTC(date)
            lines.append(
                .line(
                    LocalizedText(
                        en: "The server was told of \(kind.rawValue) at \(moment.english).",
                        es: "Se informó al servidor de \(kind.rawValue), \(moment.spanish)."), .faint))
        }
        if !waiting.isEmpty {
            let codes = waiting.map(\.rawValue).joined(separator: ", ")
            lines.append(
                .line(
                    LocalizedText(
                        en: "Waits to be told to the server: \(codes).",
                        es: "Espera para informar al servidor: \(codes)."),
                    .faint))
        }
        if !isOffered {
            lines.append(
                .line(
                    LocalizedText(
                        en: "This server can't be told of such things.",
                        es: "A este servidor no se le puede informar de ello."),
                    .faint))
        }
        guard isAsked || !lines.isEmpty else { return [] }
        let policy =
            isAsked
            ? LocalizedText(
                en: "A start tells the server what it finds.", es: "Un arranque informa al servidor de lo que halla.")
            : LocalizedText(
                en: "A start doesn't tell the server any more.", es: "Un arranque ya no informa al servidor.")
        return [.blank, .line(policy)] + lines
    }
}
