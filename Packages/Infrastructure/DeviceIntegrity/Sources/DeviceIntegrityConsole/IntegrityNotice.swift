public import ConsoleAPI
public import DeviceIntegrityAPI
public import Localization

/// What a person is told of a violation.
public struct IntegrityNotice: Sendable {
    private let violation: IntegrityViolation
    private let findings: [IntegrityFinding]
    private let isTold: Bool

    /// Creates a notice of what was found.
    ///
    /// - Parameter isTold: Whether the policy has the server told of it.
    public init(_ violation: IntegrityViolation, _ findings: [IntegrityFinding], isTold: Bool = false) {
        self.isTold = isTold
        self.violation = violation
        self.findings = findings
    }

    /// What was found and why it matters, for who goes on.
    public var warning: LocalizedText { found + violation.meaning }

    /// Why the program ends; its code is the violation's.
    public var refusal: CommandFailure {
        failure(
            LocalizedText(
                en: "The policy of this device has the program end here.",
                es: "La política de este dispositivo hace terminar el programa aquí.") + extent)
    }

    /// Why the program does only what puts things in order.
    public var limitation: CommandFailure {
        failure(
            LocalizedText(
                en: "The policy of this device allows only what puts things in order.",
                es: "La política de este dispositivo solo permite lo que pone las cosas en orden.") + extent)
    }

    /// Why the program ends without what was in its vault.
    public var departure: CommandFailure {
        failure(
            LocalizedText(
                en:
                    "As the policy of this device says, its vault was emptied and the program ends here. Your account is as it "
                    + "was: log in again when all is well.",
                es:
                    "Como dice la política de este dispositivo, se vació su caja fuerte y el programa termina aquí. Tu cuenta "
                    + "sigue igual: vuelve a entrar cuando todo esté bien."))
    }

    /// Why the program ends, and that the vault couldn't be emptied.
    public func failedDeparture(_ reason: String) -> CommandFailure {
        failure(
            LocalizedText(
                en:
                    "The policy of this device has its vault emptied, which failed (\(reason)), and the program end here.",
                es:
                    "La política de este dispositivo manda vaciar su caja fuerte, lo que falló (\(reason)), y terminar aquí."
            ))
    }

    /// How little was done before it ended.
    private var extent: LocalizedText {
        isTold
            ? LocalizedText(
                en:
                    "Nothing was opened or sent but to tell the server of it, which is done at a later start if it couldn't be now.",
                es:
                    "No se abrió ni se envió nada salvo para informar al servidor, lo que se hará en otro arranque si ahora no se pudo."
            )
            : LocalizedText(en: "Nothing was opened or sent.", es: "No se abrió ni se envió nada.")
    }

    private var found: LocalizedText {
        findings.dropFirst().reduce(findings.first?.text ?? LocalizedText(verbatim: "")) { $0 + $1.text }
    }

    private func failure(_ consequence: LocalizedText) -> CommandFailure {
        CommandFailure(
            exit: .untrusted, code: violation.rawValue, message: found + violation.meaning + consequence,
            hint: violation.remedy)
    }
}
