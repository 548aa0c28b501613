import ConsoleAPI
import Localization

/// What the program on a person's own machine says of itself.
enum AppTexts {
    // MARK: To browsers

    static let welcome = LocalizedText(en: "Essential is open", es: "Essential está abierto")
    static let letIn = LocalizedText(
        en: "This browser is let in until the program ends.",
        es: "Este navegador puede entrar hasta que termine el programa.")
    static let welcomeBack = LocalizedText(en: "You are back", es: "Has vuelto")
    static let comesBack = LocalizedText(
        en: "Your browser goes on to Essential at once, if it is let in.",
        es: "Tu navegador sigue enseguida a Essential, si puede entrar.")
    static let cameAgain = LocalizedText(
        en: "Somebody came in this way before. It goes on at once if that was this browser.",
        es: "Alguien entró ya por aquí. Sigue enseguida si fue este navegador.")
    static let misdirected = LocalizedText(
        en: "There is nothing here under this name.", es: "Aquí no hay nada con ese nombre.")
    static let notLetIn = LocalizedText(
        en: "This browser isn't let in.", es: "Este navegador no puede entrar.")
    static let unknownWayIn = LocalizedText(
        en: "This way in is over, or was none.", es: "Esta entrada ya no vale, o no era ninguna.")
    static let howToOpen = LocalizedText(
        en: "Nothing was shown or changed. To let it in, type in a terminal on this machine: essential app. That opens "
            + "another window, also while Essential runs; with --no-open it shows a link for the browser of your choice.",
        es:
            "No se ha mostrado ni cambiado nada. Para dejarlo entrar, escribe en una terminal de este equipo: essential "
            + "app. Eso abre otra ventana, también si Essential ya está en marcha; con --no-open muestra un enlace para "
            + "el navegador que elijas.")
    static let stays = LocalizedText(
        en: "What is written in a page that is open stays there: copy it into the window that opens.",
        es: "Lo escrito en una página abierta se queda ahí: cópialo en la ventana que se abra.")
    static let tooManyCookies = LocalizedText(
        en: "Your browser sent too many cookies.", es: "Tu navegador envió demasiadas cookies.")
    static let cookiesAreGone = LocalizedText(
        en: "They came from elsewhere on this machine, and your browser was told to remove them. Nothing was changed.",
        es: "Venían de otro sitio de este equipo y se ha pedido a tu navegador que las borre. No se ha cambiado nada.")
    static let howToGoOn = LocalizedText(
        en: "Load this page again. If you aren't let in then, type in a terminal on this machine: essential app",
        es: "Vuelve a cargar esta página. Si entonces no puedes entrar, escribe en una terminal de este equipo: "
            + "essential app")
    static let repeated = LocalizedText(
        en: "Somebody came in this way before.", es: "Alguien entró ya por aquí.")
    static let afterRepetition = LocalizedText(
        en: "To be safe, the browser that did isn't let in any more; what is written in its pages stays there, and "
            + "nothing else was changed. If it was you, open it anew on this machine with: essential app",
        es: "Por seguridad, el navegador que lo hizo ya no puede entrar; lo escrito en sus páginas se queda ahí y no "
            + "se ha cambiado nada más. Si fuiste tú, ábrelo de nuevo en este equipo con: essential app")

    // MARK: In the file that leads there

    static let opening = LocalizedText(en: "Opening Essential", es: "Abriendo Essential")
    static let open = LocalizedText(en: "Open", es: "Abrir")

    // MARK: In the terminal

    static let summary = LocalizedText(
        en: "Open Essential in your browser, also without a connection",
        es: "Abre Essential en tu navegador, también sin conexión")
    static let discussion = LocalizedText(
        en: "The pages come from this program, on this machine: they have what is kept here, and nobody else can open "
            + "them. It runs until Ctrl-C. A second call opens another window.",
        es: "Las páginas vienen de este programa, en este equipo: tienen lo que se guarda aquí y nadie más puede "
            + "abrirlas. Funciona hasta Ctrl-C. Otra llamada abre otra ventana.")
    static let example = LocalizedText(en: "in the usual browser", es: "en el navegador de siempre")
    static let noOpenExample = LocalizedText(
        en: "show a link for a browser of your choice", es: "muestra un enlace para el navegador que elijas")
    static let portOption = LocalizedText(
        en: "The port, also from now on (one chosen by chance)", es: "El puerto, también desde ahora (uno al azar)")
    static let portExpectation = LocalizedText(en: "a port from 1024 to 65535", es: "un puerto del 1024 al 65535")
    static let noOpenOption = LocalizedText(
        en: "Open no browser, only show a link", es: "No abras el navegador, solo muestra un enlace")

    static let lockAfterOption = LocalizedText(
        en: "Lock a vault with a pass phrase when nobody has asked for anything for so long (15m)",
        es: "Cierra la caja fuerte con frase de paso cuando nadie haya pedido nada en este tiempo (15m)")

    static let runs = LocalizedText(
        en: "Essential is open in your browser, on this machine only. Ctrl-C ends it.",
        es: "Essential está abierto en tu navegador, solo en este equipo. Ctrl-C lo termina.")
    static let waits = LocalizedText(
        en: "Essential waits for your browser, on this machine only. Ctrl-C ends it.",
        es: "Essential espera a tu navegador, solo en este equipo. Ctrl-C lo termina.")
    static let runsAlready = LocalizedText(
        en: "Essential runs already. This is another way in.", es: "Essential ya está en marcha. Esta es otra entrada.")

    static func staysAtPort(_ port: Int) -> LocalizedText {
        LocalizedText(
            en: "It stays at port \(port): another one counts when it is started. End it first, with Ctrl-C.",
            es: "Sigue en el puerto \(port): otro solo cuenta al arrancar. Antes termínalo con Ctrl-C.")
    }

    static let linkFollows = LocalizedText(
        en: "For another browser, once and within five minutes:",
        es: "Para otro navegador, una vez y en cinco minutos:")
    static let ended = LocalizedText(
        en: "Essential has ended; its pages in the browser don't answer any more.",
        es: "Essential ha terminado; sus páginas del navegador ya no responden.")
    static let cameTwice = LocalizedText(
        en: "Two browsers used the same way in. The one that came first isn't let in any more. "
            + "If it was you, open it anew: essential app",
        es: "Dos navegadores usaron la misma entrada. El que llegó primero ya no puede entrar. "
            + "Si fuiste tú, ábrelo de nuevo: essential app")

    static func portTaken(_ port: Int) -> LocalizedText {
        LocalizedText(
            en: "Another program has port \(port) of this machine, at 127.0.0.1 or at [::1]. Nothing was opened: what "
                + "you do there could reach it instead.",
            es: "Otro programa tiene el puerto \(port) de este equipo, en 127.0.0.1 o en [::1]. No se ha abierto nada: "
                + "lo que hicieras podría llegarle a él.")
    }

    static let otherPort = LocalizedText(
        en: "End that program, or choose another port: essential app --port NUMBER",
        es: "Termina ese programa o elige otro puerto: essential app --port NÚMERO")

    static let starting = LocalizedText(
        en: "Essential is just starting or ending in another window. Nothing was opened. Try again in a moment.",
        es: "Essential se está abriendo o cerrando en otra ventana. No se ha abierto nada. Inténtalo en un momento.")

    static func notKept(_ reason: LocalizedText) -> LocalizedText {
        LocalizedText(
            en: "Essential can't be opened in a browser, since its folder can't be used. Nothing was changed. ",
            es: "No se puede abrir Essential en un navegador porque no se puede usar su carpeta. No se cambió nada. ")
            + reason
    }
}
