import Localization
import OperatingAPI
public import PluginKit

/// Installs what operators do with letters: `mail list`, `mail show`, `mail
/// retry` and `mail test`.
public enum MailOperationsPlugin: Plugin {
    /// The name `mail-operations`.
    public static let manifest = PluginManifest(
        id: "mail-operations",
        summary: LocalizedText(en: "Looking after letters", es: "Cuidado de las cartas"))

    /// The commands, and what is kept of them.
    public static let declarations = {
        var declared = Contributions(
            { MailCommands(access: $0).all + [MailTestCommand(access: $0).test] }, to: OperatorCommands.self)
        declared.add(.lettersRetried, .testLetterSent, to: OperatorDeeds.self)
        return declared
    }()

    /// Builds nothing: the commands work without a server.
    public static func assemble(_: Void) -> Assembly<Void> { Assembly() }
}

extension OperatorDeed {
    static let lettersRetried = OperatorDeed(
        "letters-retried",
        LocalizedText(
            en: "An operator had letters sent again", es: "Quien administra hizo reenviar cartas"))
}
