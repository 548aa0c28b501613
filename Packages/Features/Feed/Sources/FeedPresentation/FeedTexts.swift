import CoreModels
import FoundationEssentials
import Localization

/// What the feed's commands say.
enum FeedTexts {
    static let feedSummary = LocalizedText(en: "Show the feed", es: "Muestra las novedades")
    static let feedDiscussion = LocalizedText(
        en: """
            Without a session you see the public pictures, with one all of them. When the server can't be \
            reached, the feed that was loaded last is shown, unless it is seven days old. Each call asks the \
            server anew; what this device has already isn't sent again.
            """,
        es: """
            Sin sesión se ven las imágenes públicas; con sesión, todas. Si no se puede contactar con el servidor \
            se muestran las últimas novedades cargadas, salvo que tengan siete días. Cada llamada pregunta de nuevo \
            al servidor; lo que ya está en este dispositivo no se vuelve a enviar.
            """)
    static let feedExample = LocalizedText(en: "the newest pictures", es: "las imágenes más recientes")
    static let feedJSONExample = LocalizedText(
        en: "three of them, for a program", es: "tres de ellas, para un programa")
    static let feedAllExample = LocalizedText(en: "the whole feed", es: "todas las novedades")
    static let limitOption = LocalizedText(en: "Pictures on a page", es: "Imágenes por página")
    static let afterOption = LocalizedText(
        en: "Start after the picture with this identifier", es: "Empieza después de la imagen con este identificador")
    static let allOption = LocalizedText(
        en: "Show all pages without asking", es: "Muestra todas las páginas sin preguntar")
    static let morePrompt = LocalizedText(en: "Show more?", es: "¿Mostrar más?")
    static let retryPrompt = LocalizedText(en: "Try again?", es: "¿Intentarlo de nuevo?")
    static let loadingFeed = LocalizedText(en: "Loading the feed", es: "Cargando las novedades")
    static let endOfCache = LocalizedText(
        en: "That is all that is kept on this device. For more, load the feed with a connection: essential feed",
        es:
            "Es todo lo que hay guardado en este dispositivo. Para más, carga las novedades con conexión: essential feed"
    )
    static let empty = LocalizedText(en: "There are no pictures yet.", es: "Todavía no hay imágenes.")
    static let hidden = LocalizedText(
        en: "hidden by an administrator", es: "oculta por un administrador")
    static let descriptionColumn = LocalizedText(en: "Picture", es: "Imagen")
    static let locationColumn = LocalizedText(en: "Place", es: "Lugar")
    static let identifierColumn = LocalizedText(en: "Identifier", es: "Identificador")

    static func moreWith(_ cursor: ImageID) -> LocalizedText {
        LocalizedText(
            en: "There is more: essential feed --after \(cursor)", es: "Hay más: essential feed --after \(cursor)")
    }

    static func fromCache(_ savedAt: Date) -> LocalizedText {
        let time = savedAt.formatted(.iso8601)
        return LocalizedText(
            en: "The server can't be reached. This is the feed of \(time).",
            es: "No se puede contactar con el servidor. Estas son las novedades de \(time).")
    }

    static let logInHint = LocalizedText(en: "Log in with: essential login", es: "Inicia sesión con: essential login")

    static let fromStartHint = LocalizedText(
        en: "Load it with: essential feed", es: "Cárgalas con: essential feed")

    static let imageSummary = LocalizedText(en: "Load a picture", es: "Carga una imagen")
    static let imageDiscussion = LocalizedText(
        en: """
            A terminal draws the picture; with kitty or sixel graphics where it has them, else in coloured blocks. \
            The picture is kept on this device, so that it can be seen again without a connection.
            """,
        es: """
            Una terminal dibuja la imagen; con gráficos kitty o sixel si los tiene y, si no, con bloques de color. \
            La imagen se guarda en este dispositivo para poder verla de nuevo sin conexión.
            """)
    static let imageArgument = LocalizedText(
        en: "The picture's identifier, as the feed shows it",
        es: "El identificador de la imagen, como aparece en las novedades")
    static let outputOption = LocalizedText(
        en: "Write the picture to this file", es: "Escribe la imagen en este archivo")
    static let openOption = LocalizedText(
        en: "Open the picture in your picture viewer", es: "Abre la imagen en tu visor de imágenes")
    static let drawExample = LocalizedText(
        en: "look at a picture in the terminal", es: "mira una imagen en la terminal")
    static let openExample = LocalizedText(en: "look at a picture", es: "mira una imagen")
    static let outputExample = LocalizedText(en: "save a picture", es: "guarda una imagen")
    static let loading = LocalizedText(en: "Loading the picture", es: "Cargando la imagen")

    static func saved(_ file: String) -> LocalizedText {
        LocalizedText(en: "The picture is in \(file).", es: "La imagen está en \(file).")
    }

    static func loaded(bytes: Int, type: String) -> LocalizedText {
        LocalizedText(
            en: "The picture is loaded (\(bytes) bytes, \(type)). Add --output FILE or --open to see it.",
            es: "La imagen está cargada (\(bytes) bytes, \(type)). Añade --output ARCHIVO u --open para verla.")
    }

    static func drawn(type: String) -> LocalizedText {
        LocalizedText(
            en: "For the whole picture (\(type)) add --output FILE or --open.",
            es: "Para la imagen entera (\(type)) añade --output ARCHIVO u --open.")
    }

    static func picture(_ id: ImageID) -> LocalizedText {
        LocalizedText(en: "Picture \(id)", es: "Imagen \(id)")
    }

    static let picturesOption = LocalizedText(
        en: "Draw the pictures, where the terminal can", es: "Dibuja las imágenes, si la terminal puede")
    static let picturesExample = LocalizedText(en: "with the pictures", es: "con las imágenes")
    static let loadingPictures = LocalizedText(en: "Loading the pictures", es: "Cargando las imágenes")
    static let withoutDescription = LocalizedText(
        en: "A picture without a description", es: "Una imagen sin descripción")

    static func notWritten(_ file: String) -> LocalizedText {
        LocalizedText(en: "The file \(file) can't be written.", es: "No se puede escribir el archivo \(file).")
    }

    static let notWrittenHint = LocalizedText(
        en: "Check the folder's permissions and the free space, or choose another file.",
        es: "Comprueba los permisos de la carpeta y el espacio libre, o elige otro archivo.")
    static let noViewer = LocalizedText(
        en: "No program for pictures could be opened.", es: "No se pudo abrir ningún programa de imágenes.")

    static func noViewerHint(_ file: String) -> LocalizedText {
        LocalizedText(en: "Open the file yourself: \(file)", es: "Abre tú el archivo: \(file)")
    }
}
