import HTTPServingAPI
import HTTPTypes
import Localization

/// What is refused before the own interface is asked.
extension HTTPProblem {
    init(_ code: SupabaseCode, _ status: HTTPStatus, _ text: LocalizedText) {
        self.init(status: status, code: code.rawValue, title: text)
    }

    static let signUpDisabled = HTTPProblem(
        .signupDisabled, .unprocessableContent,
        LocalizedText(
            en: "This server makes no new accounts. Ask whoever runs it for one.",
            es: "Este servidor no crea cuentas nuevas. Pide una a quien lo administra."))

    static let noAnonymousAccounts = HTTPProblem(
        .anonymousProviderDisabled, .unprocessableContent,
        LocalizedText(
            en: "There are no anonymous accounts here. Send `email` and `password`.",
            es: "Aquí no hay cuentas anónimas. Envía `email` y `password`."))

    static let noPhones = HTTPProblem(
        .phoneProviderDisabled, .unprocessableContent,
        LocalizedText(
            en: "Accounts have no telephone numbers here. Send `email`.",
            es: "Aquí las cuentas no tienen número de teléfono. Envía `email`."))

    static let addressNeeded = HTTPProblem(
        .validationFailed, .badRequest, LocalizedText(en: "Send `email`.", es: "Envía `email`."))

    static let otherGrant = HTTPProblem(
        .validationFailed, .badRequest,
        LocalizedText(
            en: "Tokens are granted here for `password` and `refresh_token` only (`grant_type`).",
            es: "Aquí solo se dan tokens por `password` y `refresh_token` (`grant_type`)."))

    static let otherProof = HTTPProblem(
        .validationFailed, .badRequest,
        LocalizedText(
            en: "Messages prove here what `signup` and `recovery` are for only (`type`).",
            es: "Aquí los mensajes solo prueban lo de `signup` y `recovery` (`type`)."))

    static let proofMissing = HTTPProblem(
        .validationFailed, .badRequest,
        LocalizedText(
            en: "Send `email` and `token`, or `token_hash`.", es: "Envía `email` y `token`, o `token_hash`."))

    static let passwordNeeded = HTTPProblem(
        .reauthenticationNeeded, .badRequest,
        LocalizedText(
            en: "An address is confirmed by who knows the account: send its `password`, too, or follow the link of "
                + "the message.",
            es: "Una dirección la confirma quien conoce la cuenta: envía también su `password`, o sigue el enlace del "
                + "mensaje."))

    static let currentPasswordNeeded = HTTPProblem(
        .reauthenticationNeeded, .badRequest,
        LocalizedText(
            en: "A password is changed by who sends the one before as `current_password`. Nothing was changed.",
            es: "Cambia la contraseña quien envía la anterior como `current_password`. No se cambió nada."))

    static let othersGoOn = HTTPProblem(
        .reauthenticationNeeded, .badRequest,
        LocalizedText(
            en:
                "Other sessions are ended by who logged in within five minutes: they go on. Log in, and log out of them "
                + "once more.",
            es: "Otras sesiones las cierra quien inició sesión hace menos de cinco minutos: siguen abiertas. Inicia "
                + "sesión y ciérralas otra vez."))

    static let oneChangeAtATime = HTTPProblem(
        .validationFailed, .badRequest,
        LocalizedText(
            en: "Send `password`, or a name in `data`; one of them at a time. Nothing was changed.",
            es: "Envía `password`, o un nombre en `data`; uno de ellos cada vez. No se cambió nada."))

    static let addressChange = HTTPProblem(
        .validationFailed, .unprocessableContent,
        LocalizedText(
            en: "An address is changed on the server's pages, or by its own interface. Nothing was changed.",
            es: "La dirección se cambia en las páginas del servidor o por su propia interfaz. No se cambió nada."))

    static let noMetadata = HTTPProblem(
        .validationFailed, .unprocessableContent,
        LocalizedText(
            en: "Of a person a name is kept here, one text as `name` or `full_name` in `data`, and nothing else. "
                + "Nothing was kept.",
            es: "De una persona aquí se guarda un nombre, un texto como `name` o `full_name` en `data`, y nada más. "
                + "No se guardó nada."))

    static let otherScope = HTTPProblem(
        .validationFailed, .badRequest,
        LocalizedText(
            en: "`scope` is `global`, `local` or `others`.", es: "`scope` es `global`, `local` u `others`."))
}
