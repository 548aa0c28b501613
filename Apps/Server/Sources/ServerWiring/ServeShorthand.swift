import ConfigurationAPI
import ConfigurationSources
import ConsoleAPI
import Localization

/// A short flag of `serve`, as a setting declares it.
struct ServeShorthand: Sendable {
    private enum Kind: Sendable {
        case on(Parameter<Bool>)
        case value(Parameter<String?>)
    }

    private let declaration: ConfigurationDeclaration
    private let shorthand: ConfigurationShorthand
    private let kind: Kind

    /// - Returns: nil for a setting without one.
    init?(_ declaration: ConfigurationDeclaration) {
        guard let shorthand = declaration.shorthand else { return nil }
        self.declaration = declaration
        self.shorthand = shorthand
        let summary = declaration.summary + LocalizedText(verbatim: "(\(declaration.name))")
        kind =
            shorthand.placeholder.map {
                .value(.optional(shorthand.name, .text.called(en: $0.english, es: $0.spanish), summary: summary))
            }
            ?? .on(.flag(shorthand.name, summary: summary))
    }

    /// The parameter of the command.
    var parameter: any CommandParameter {
        switch kind {
        case .on(let parameter): parameter
        case .value(let parameter): parameter
        }
    }

    /// A call worth imitating, if there is one.
    var example: CommandExample? {
        shorthand.example.map { CommandExample("essentiald serve --\(shorthand.name)", $0) }
    }

    /// What the configuration is to read; nil if it wasn't given.
    func flag(in invocation: Invocation) -> ConfigurationLoader.Flag? {
        let value: String? =
            switch kind {
            case .on(let parameter): invocation[parameter] ? "true" : nil
            case .value(let parameter): invocation[parameter]
            }
        return value.map { .init(name: declaration.flagName, value: $0, spelling: "--\(shorthand.name)") }
    }
}
