import CoreModels
import FoundationEssentials
import Localization
import SQLStoreAPI
import SessionsServiceAPI

/// What administrators do to accounts by a page: the orders that commands give.
extension AccountAct {
    /// - Parameter followers: Those of other features.
    static func orders(_ followers: @escaping @Sendable () -> [OperatorActFollowing]) -> [AccountAct] {
        @Sendable func orders(_ now: Date) -> AccountOrders { AccountOrders(followers: followers(), now: now) }
        return [suspend(orders), release(orders), verify(orders), logOut(orders)]
    }

    /// Deleting an account, after a time in which releasing it takes that back.
    static func delete(
        after grace: Duration, _ followers: @escaping @Sendable () -> [OperatorActFollowing]
    ) -> AccountAct {
        let days = Int(grace / .seconds(86_400))
        return AccountAct(
            "delete", LocalizedText(en: "Delete the account", es: "Eliminar la cuenta"),
            meaning: LocalizedText(
                en: """
                    The account is suspended at once: all sessions end, nobody gets in, and the person gets a message. After \
                    \(days) days it goes for good, with its pictures and what others wrote about them, its comments, sessions, \
                    passkeys and all else that this server knows of its person. Until then releasing the account takes it back. \
                    What stays: what happened, in the audit trail, without a name; the server's logs, by an identifier; and \
                    backups from before, which have the account until you remove them.
                    """,
                es: """
                    La cuenta se suspende al momento: todas las sesiones terminan, nadie entra y la persona recibe un mensaje. \
                    A los \(days) días desaparece para siempre, con sus imágenes y lo que otros escribieron sobre ellas, sus \
                    comentarios, sesiones, llaves de acceso y todo lo demás que este servidor sabe de la persona. Hasta entonces \
                    se anula al levantar la suspensión. Lo que queda: lo que pasó, en el registro de auditoría, sin nombre; los \
                    registros del servidor, con un identificador; y las copias de seguridad anteriores, que tienen la cuenta \
                    hasta que las borres.
                    """),
            done: LocalizedText(
                en: "The account is suspended, and is deleted on its day. Releasing it takes that back.",
                es: "La cuenta está suspendida y se elimina en su día. Levantar la suspensión lo anula."),
            takesReason: true
        ) { user, _, db in
            try AccountRow.deletion(of: user.id, in: db)?.isOrdered != true
        } perform: { user, reason, now, db in
            try AccountOrders(followers: followers(), now: now)
                .delete(user, because: reason, after: grace, in: db) != nil
        }
    }

    private static func suspend(_ orders: @escaping @Sendable (Date) -> AccountOrders) -> AccountAct {
        AccountAct(
            "suspend", LocalizedText(en: "Suspend the account", es: "Suspender la cuenta"),
            meaning: LocalizedText(
                en:
                    "All sessions end at once, nobody gets in until the account is released, and the person gets a message. "
                    + "Nothing is deleted: pictures and comments stay.",
                es:
                    "Todas las sesiones terminan al momento, nadie entra hasta que se levante la suspensión y la persona "
                    + "recibe un mensaje. No se borra nada: las imágenes y los comentarios siguen ahí."),
            done: LocalizedText(en: "The account is suspended.", es: "La cuenta está suspendida."), takesReason: true
        ) { user, _, db in
            try AccountRow.suspension(of: user.id, in: db) == nil
        } perform: { user, reason, now, db in
            try orders(now).suspend(user, because: reason, in: db) != nil
        }
    }

    private static func release(_ orders: @escaping @Sendable (Date) -> AccountOrders) -> AccountAct {
        AccountAct(
            "release", LocalizedText(en: "Release the account", es: "Levantar la suspensión"),
            meaning: LocalizedText(
                en: "The person gets a message, and logs in as before.",
                es: "La persona recibe un mensaje e inicia sesión como antes."),
            done: LocalizedText(en: "The account isn't suspended any more.", es: "La cuenta ya no está suspendida.")
        ) { user, _, db in
            try AccountRow.suspension(of: user.id, in: db) != nil
        } perform: { user, _, now, db in
            try orders(now).release(user, in: db)
        }
    }

    private static func verify(_ orders: @escaping @Sendable (Date) -> AccountOrders) -> AccountAct {
        AccountAct(
            "verify", LocalizedText(en: "Take the address as proved", es: "Dar la dirección por confirmada"),
            meaning: LocalizedText(
                en:
                    "Be sure whose address it is: messages that set passwords go there. A second factor, passkeys and links "
                    + "with providers that the account has already go, but for its oldest link.",
                es: "Asegúrate de quién es la dirección: a ella van los mensajes que cambian contraseñas. El segundo "
                    + "factor, las llaves de acceso y las cuentas de otros sitios que ya tiene se quitan, salvo la más "
                    + "antigua de estas."),
            done: LocalizedText(en: "The address counts as proved.", es: "La dirección cuenta como confirmada.")
        ) { user, _, _ in
            !user.isVerified
        } perform: { user, _, now, db in
            try orders(now).verify(user, in: db)
        }
    }

    private static func logOut(_ orders: @escaping @Sendable (Date) -> AccountOrders) -> AccountAct {
        AccountAct(
            "log-out", LocalizedText(en: "End all sessions", es: "Cerrar todas las sesiones"),
            meaning: LocalizedText(
                en: "The person may log in again. Where somebody else knows the password, suspend the account.",
                es: "La persona puede volver a iniciar sesión. Si otra conoce la contraseña, suspende la cuenta."),
            done: LocalizedText(en: "All sessions ended.", es: "Todas las sesiones terminaron.")
        ) { _, _, _ in
            true
        } perform: { user, _, now, db in
            _ = try orders(now).logOut(user, in: db)
            return true
        }
    }
}
