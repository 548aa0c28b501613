import FoundationEssentials
package import Localization
package import SecondFactorAPI

/// What a terminal and a page say of second factors.
package enum FactorWords {
    package static func off(_ factors: SecondFactors) -> LocalizedText {
        factors.hasPassword
            ? LocalizedText(
                en: "No second factor is on: the password alone is enough to log in.",
                es: "No hay segundo factor: para iniciar sesión basta la contraseña.")
            : LocalizedText(
                en: "No second factor is on: one of your ways in is enough to log in.",
                es: "No hay segundo factor: para iniciar sesión basta una de tus formas de entrar.")
    }

    package static func on(_ factors: SecondFactors) -> LocalizedText {
        LocalizedText(
            en: "The second factor is on: logging in also takes a code of your authenticator.",
            es: "El segundo factor está activado: para iniciar sesión también hace falta un código del autenticador.")
    }

    /// What whoever has a session should know of a factor that is said to be lost.
    package static func ends(at end: LocalizedText) -> LocalizedText {
        LocalizedText(
            en:
                "Somebody got as far as its code and said that the second factor is lost: it ends on \(end.english). If "
                + "that wasn't you, keep it, and choose a new password.",
            es:
                "Alguien llegó hasta su código y dijo que el segundo factor se perdió: termina el \(end.spanish). Si no "
                + "fuiste tú, consérvalo y elige una contraseña nueva.")
    }

    package static let stays = LocalizedText(
        en: "The second factor stays in force.", es: "El segundo factor sigue activo.")

    package static func left(_ count: Int) -> LocalizedText {
        LocalizedText(en: "Recovery codes left: \(count)", es: "Códigos de recuperación que quedan: \(count)")
    }

    package static let scan = LocalizedText(
        en:
            "Let your authenticator read the QR code, or copy the secret into it. On the telephone itself, the address opens "
            + "it.",
        es: "Haz que tu autenticador lea el código QR, o copia el secreto en él. En el propio teléfono, lo abre la "
            + "dirección.")
    package static let secret = LocalizedText(en: "Secret", es: "Secreto")
    package static let address = LocalizedText(en: "Address", es: "Dirección")
    package static let confirm = LocalizedText(
        en: "Then type the six digits that it shows. Until then nothing changes.",
        es: "Después escribe las seis cifras que muestra. Hasta entonces no cambia nada.")
    package static let isOn = LocalizedText(
        en: "The second factor is on.", es: "El segundo factor está activado.")
    package static let keep = LocalizedText(
        en:
            "These recovery codes are shown this once. Keep them where you find them without your telephone: each replaces "
            + "the authenticator once.",
        es:
            "Estos códigos de recuperación solo se muestran ahora. Guárdalos donde los encuentres sin el teléfono: cada uno "
            + "sustituye una vez al autenticador.")
    package static let isOff = LocalizedText(
        en: "The second factor is off, and its recovery codes are worth nothing any more.",
        es: "El segundo factor está desactivado y sus códigos de recuperación ya no valen.")
    package static let codesMade = LocalizedText(
        en: "New recovery codes are made; those of before are worth nothing any more.",
        es: "Hay códigos de recuperación nuevos; los de antes ya no valen.")
    package static let password = LocalizedText(en: "Password", es: "Contraseña")
    package static let code = LocalizedText(en: "Code of your authenticator", es: "Código de tu autenticador")

    /// The secret in groups of four, as people type it.
    package static func grouped(_ secret: String) -> String {
        stride(from: 0, to: secret.count, by: 4).map { start in
            String(secret.dropFirst(start).prefix(4))
        }.joined(separator: " ")
    }
}
