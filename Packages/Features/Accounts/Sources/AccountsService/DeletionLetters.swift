import CoreModels
import FoundationEssentials
import Localization
import MailAPI
import SQLStoreAPI

/// Writes to people of the deletion of their account, in the transaction of what they are
/// told.
struct DeletionLetters: Sendable {
    let mail: any MailSending

    func tellOfBeginning(to user: User, at now: Date, until due: Date, in db: any SQLWriting) throws {
        try enqueue(.deletionBegun, to: user, at: now, ["end": due], in: db)
    }

    func tellOfReturn(to user: User, at now: Date, in db: any SQLWriting) throws {
        try enqueue(.deletionTakenBack, to: user, at: now, in: db)
    }

    func tellOfUndoing(to user: User, at now: Date, in db: any SQLWriting) throws {
        try enqueue(.deletionUndone, to: user, at: now, in: db)
    }

    /// What waited for the person is nobody's any more, but for this.
    func tellOfEnd(to user: User, at now: Date, in db: any SQLWriting) throws {
        try mail.withdraw(to: user.email, in: db)
        try enqueue(.accountDeleted, to: user, at: now, in: db)
    }

    private func enqueue(
        _ template: MailTemplate, to user: User, at now: Date, _ dates: [String: Date] = [:], in db: any SQLWriting
    ) throws {
        let times = dates.merging(["time": now]) { $1 }.mapValues(LocalizedText.momentInUTC)
        try mail.enqueue(
            MailMessage(recipient: user.email, name: user.provenName, template: template, texts: times), in: db)
    }
}

extension MailTemplate {
    /// All that tell of deletions.
    static let deletions = [deletionBegun, deletionTakenBack, deletionUndone, accountDeleted] + formerDeletions.values

    /// The account will be deleted.
    static let deletionBegun = MailTemplate(
        "account-deletion-begun",
        subject: LocalizedText(
            en: "{product}: your account will be deleted", es: "{product}: tu cuenta se eliminará"),
        text: LocalizedText(
            en: """
                {hello}

                Somebody who was logged in as you, and proved it once more, has asked for your
                account at {product} to be deleted:

                    {time}

                It will be gone at this time:

                    {end}

                You are logged out everywhere. Logging in before then takes it back; until then
                nothing is deleted, and others see your pictures and comments as before.

                If it wasn't you, log in now and choose a new password. If you don't get in any
                more, set one by mail first.

                After that time your pictures are gone with what others wrote about them, and so
                are your comments, your passkeys and all else that this server knows of you.
                """,
            es: """
                {hello}

                Alguien que había iniciado sesión como tú, y lo demostró otra vez, pidió eliminar
                tu cuenta de {product}:

                    {time}

                Dejará de existir en este momento:

                    {end}

                Se cerraron todas tus sesiones. Si inicias sesión antes, queda anulado; hasta
                entonces no se borra nada y los demás ven tus imágenes y comentarios como siempre.

                Si no fuiste tú, inicia sesión ahora y elige una contraseña nueva. Si ya no puedes
                entrar, pon antes una por correo.

                Después desaparecen tus imágenes con lo que otros escribieron sobre ellas, tus
                comentarios, tus llaves de acceso y todo lo demás que este servidor sabe de ti.
                """))

    /// The account stays.
    static let deletionTakenBack = MailTemplate(
        "account-deletion-taken-back",
        subject: LocalizedText(
            en: "{product}: your account isn't deleted", es: "{product}: tu cuenta no se elimina"),
        text: LocalizedText(
            en: """
                {hello}

                You logged in to {product}, so your account isn't deleted:

                    {time}

                All of it is as it was. What was only on devices, such as what was written and not
                sent, may be gone from them.

                If it wasn't you, choose a new password.
                """,
            es: """
                {hello}

                Iniciaste sesión en {product}, así que tu cuenta no se elimina:

                    {time}

                Todo está como antes. Lo que solo estaba en tus dispositivos, como lo que
                escribiste sin enviar, puede haber desaparecido de ellos.

                Si no fuiste tú, elige una contraseña nueva.
                """))

    /// The account stays, as its address came back.
    static let deletionUndone = MailTemplate(
        "account-deletion-undone",
        subject: LocalizedText(
            en: "{product}: your account isn't deleted", es: "{product}: tu cuenta no se elimina"),
        text: LocalizedText(
            en: """
                {hello}

                The change of your address at {product} was undone. While the account had the
                other address, somebody asked for it to be deleted; that was undone as well, and
                your account isn't deleted:

                    {time}

                Nothing of it was deleted. What was only on devices, such as what was written and
                not sent, may be gone from them. If whoever runs the server has suspended the
                account, it stays suspended.

                There is nothing to do: the password is the one that was set with the undoing.
                """,
            es: """
                {hello}

                Se deshizo el cambio de tu dirección en {product}. Mientras la cuenta tenía la otra,
                alguien pidió eliminarla; eso también se deshizo y tu cuenta no se elimina:

                    {time}

                No se borró nada de ella. Lo que solo estaba en los dispositivos, como lo que se
                escribió sin enviar, puede haber desaparecido de ellos. Si quien administra el
                servidor suspendió la cuenta, sigue suspendida.

                No hay nada que hacer: la contraseña es la que se puso al deshacerlo.
                """))

    /// The account is gone.
    static let accountDeleted = MailTemplate(
        "account-deleted",
        subject: LocalizedText(en: "{product}: your account is gone", es: "{product}: tu cuenta ya no existe"),
        text: LocalizedText(
            en: """
                {hello}

                Your account at {product} is deleted, as was asked for:

                    {time}

                Nothing brings it back, and this is the last message about it. With this address
                you can make another account.
                """,
            es: """
                {hello}

                Tu cuenta de {product} se ha eliminado, como se pidió:

                    {time}

                Nada la recupera, y este es el último mensaje sobre ella. Con esta dirección puedes
                crear otra cuenta.
                """))
}
