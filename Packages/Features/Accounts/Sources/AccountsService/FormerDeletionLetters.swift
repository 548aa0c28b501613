import Localization
import MailAPI

extension MailTemplate {
    /// What is written to the address that an account had before, which may be its owner's.
    static let formerDeletions = [
        deletionBegun.name: deletionBegunFormerly, deletionTakenBack.name: deletionTakenBackFormerly,
    ]

    /// The account will be deleted; the link of an earlier letter is all that brings it back.
    private static let deletionBegunFormerly = MailTemplate(
        "account-deletion-begun-formerly",
        subject: LocalizedText(
            en: "{product}: an account that had this address will be deleted",
            es: "{product}: una cuenta que tenía esta dirección se eliminará"),
        text: LocalizedText(
            en: """
                {hello}

                An account at {product} had this address until it was changed to another one.
                Somebody has now asked for that account to be deleted:

                    {time}

                It will be gone at this time:

                    {end}

                If you did both, there is nothing to do.

                If it wasn't you, logging in with this address doesn't help: the account has
                another one. An earlier message to this address said that the address was
                changed. Follow the link in it: that undoes the change and the deletion, and
                sets another password. It works until this time, and not after:

                    {undo}
                """,
            es: """
                {hello}

                Una cuenta de {product} tuvo esta dirección hasta que se cambió por otra. Ahora
                alguien pidió eliminar esa cuenta:

                    {time}

                Dejará de existir en este momento:

                    {end}

                Si hiciste las dos cosas, no hay nada que hacer.

                Si no fuiste tú, iniciar sesión con esta dirección no sirve: la cuenta tiene otra.
                Un mensaje anterior a esta dirección decía que la dirección cambió. Sigue el enlace
                que contiene: deshace el cambio y la eliminación y pone otra contraseña. Sirve
                hasta este momento, y no después:

                    {undo}
                """))

    /// The account stays, and has another address.
    private static let deletionTakenBackFormerly = MailTemplate(
        "account-deletion-taken-back-formerly",
        subject: LocalizedText(
            en: "{product}: an account that had this address isn't deleted",
            es: "{product}: una cuenta que tenía esta dirección no se elimina"),
        text: LocalizedText(
            en: """
                {hello}

                An account at {product} that had this address isn't deleted: somebody logged in
                to it.

                    {time}

                If the change of its address wasn't yours, follow the link in the earlier message
                to this address that told you of it. It works until this time:

                    {undo}
                """,
            es: """
                {hello}

                Una cuenta de {product} que tenía esta dirección no se elimina: alguien inició
                sesión en ella.

                    {time}

                Si no cambiaste tú la dirección, sigue el enlace del mensaje anterior a esta
                dirección que te lo dijo. Sirve hasta este momento:

                    {undo}
                """))
}
