import CMachineClock
import Localization
import PluginKit

/// The machine's time of day.
package enum MachineClock {
    /// Whether somebody keeps it right, as the kernel was told (adjtimex(2), `STA_UNSYNC`); nil if it doesn't tell, as
    /// in some containers.
    package static func isSynchronized() -> Bool? {
        switch cmachineclock_is_synchronized() {
        case 0: false
        case 1: true
        default: nil
        }
    }
}

extension Finding {
    static func clockIsOff(by seconds: Int) -> Finding {
        Finding(
            "clock_wrong",
            LocalizedText(
                en:
                    "The machine's clock is \(abs(seconds)) s \(seconds < 0 ? "behind" : "ahead of") what the server wrote down "
                    + "last, and isn't believed: the server goes on by its own time, and codes from people's phones may be "
                    + "refused. Set the clock right. If it is right and was wrong before, say so: essentiald clock accept.",
                es:
                    "El reloj de la máquina va \(abs(seconds)) s \(seconds < 0 ? "por detrás" : "por delante") de lo último que "
                    + "anotó el servidor y no se tiene en cuenta: el servidor sigue con su propia hora, y los códigos de los "
                    + "teléfonos pueden rechazarse. Pon el reloj en hora. Si está bien y antes no lo estaba, dilo: essentiald "
                    + "clock accept."),
            remedy: "timedatectl set-ntp true")
    }

    static let clockIsNotSynchronized = Finding(
        "clock_not_synchronized", .notice,
        LocalizedText(
            en:
                "Nothing keeps the machine's clock right, as far as the system knows: it drifts, and codes from people's "
                + "phones are refused once it is a minute off.",
            es:
                "Nada mantiene en hora el reloj de la máquina, que el sistema sepa: se desvía, y los códigos de los teléfonos "
                + "se rechazan cuando lleva un minuto de diferencia."),
        remedy: "timedatectl set-ntp true")
}
