import AccountsServiceAPI
import ConsoleAPI
import CoreModels
import Localization
import OperatingAPI
public import PluginKit
import SQLStoreAPI
import SecondFactorService

/// Installs what operators do with second factors: `factors remove`.
public enum SecondFactorOperationsPlugin: Plugin {
    /// The name `second-factor-operations`.
    public static let manifest = PluginManifest(
        id: "second-factor-operations",
        summary: LocalizedText(
            en: "Second factors that operators take away", es: "Segundos factores que quita quien administra"))

    /// The command, and what is kept of it.
    public static let declarations = {
        var declared = Contributions({ [FactorOperatorCommands(access: $0).remove] }, to: OperatorCommands.self)
        declared.add(.factorRemoved, to: OperatorDeeds.self)
        return declared
    }()

    /// Builds nothing: the command works without a server.
    public static func assemble(_: Void) -> Assembly<Void> { Assembly() }
}

/// `essentiald factors remove`: for who has lost authenticator and recovery codes,
/// and whom the operator knows.
private struct FactorOperatorCommands: Sendable {
    let access: any ServerDataAccess

    private struct Removed: Encodable, Sendable {
        let user: UserID
    }

    var remove: Command {
        Command(
            "factors remove",
            summary: LocalizedText(
                en: "Take away a second factor that its person has lost",
                es: "Quita un segundo factor que su dueño ha perdido"),
            discussion: LocalizedText(
                en: "Be sure of who asks you: from now on logging in takes no code. The person gets a message.",
                es: "Asegúrate de quién te lo pide: desde ahora no se pide ningún código. La persona recibe un mensaje."
            ),
            examples: [
                CommandExample(
                    "essentiald factors remove ana@example.com",
                    LocalizedText(en: "at once", es: "al momento"))
            ],
            parameters: [OperatorParameters.person]
        ) { invocation, _ throws(CommandFailure) in
            let typed = invocation[OperatorParameters.person]
            let finder = try access.declarations().values(of: AccountFinders.self).first
            return try await access.withData(SecondFactorMigrations.all + (finder?.migrations ?? [])) { data in
                let now = data.now()
                let ended = try await data.database.write { db -> UserID? in
                    guard let user = try UserID(typed) ?? finder?.account(called: typed, in: db)?.id,
                        try FactorLosses.end(of: user, at: now, in: db)
                    else { return nil }
                    try data.record(.factorRemoved, to: user, in: db)
                    return user
                }
                guard let user = ended else {
                    throw CommandFailure(
                        code: "no_factor",
                        message: LocalizedText(
                            en: "Nobody with this address or identifier has a second factor. Nothing was changed.",
                            es: "Nadie con esta dirección o este identificador tiene segundo factor. No se cambió nada."
                        ))
                }
                return CommandOutput(
                    json: Removed(user: user),
                    .line(
                        LocalizedText(
                            en: "The second factor is off. A running server tells the person within ten minutes.",
                            es: "El segundo factor está desactivado. Un servidor en marcha avisa en diez minutos."),
                        .success))
            }
        }
    }
}

extension OperatorDeed {
    fileprivate static let factorRemoved = OperatorDeed(
        "factor-removed",
        LocalizedText(
            en: "An operator took a second factor away", es: "Quien administra quitó un segundo factor"))
}
