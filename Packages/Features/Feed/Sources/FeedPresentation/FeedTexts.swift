import ConsoleAPI
import CoreModels
import FoundationEssentials
import Localization
import Presenting

/// What the feed's commands say.
enum FeedTexts {
    static let feedSummary = LocalizedText(en: "Show the feed", es: "Muestra las novedades")
    static let feedDiscussion = LocalizedText(
        en: """
            Without a session you see the public pictures, with one all of them. When the server can't be \
            reached, the feed that was loaded last is shown, unless it is seven days old. A terminal shows it at \
            once where the server takes its time, and what is newer afterwards; a pipe and --json wait three \
            seconds. Each call asks the server anew; what this device has already isn't sent again.
            """,
        es: """
            Sin sesión se ven las imágenes públicas; con sesión, todas. Si no se puede contactar con el servidor \
            se muestran las últimas novedades cargadas, salvo que tengan siete días. Una terminal las muestra \
            enseguida si el servidor tarda, y después lo más reciente; una tubería y --json esperan tres segundos. \
            Cada llamada pregunta de nuevo al servidor; lo que ya está en este dispositivo no se vuelve a enviar.
            """)
    static let feedExample = LocalizedText(en: "the newest pictures", es: "las imágenes más recientes")
    static let feedJSONExample = LocalizedText(
        en: "three of them, for a program", es: "tres de ellas, para un programa")
    static let feedAllExample = LocalizedText(en: "the whole feed", es: "todas las novedades")
    static let limitOption = LocalizedText(en: "Pictures on a page", es: "Imágenes por página")
    static let afterOption = LocalizedText(
        en: "Start after this picture", es: "Empieza después de esta imagen")
    static let allOption = LocalizedText(
        en: "Show all pages without asking", es: "Muestra todas las páginas sin preguntar")
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
    static let identifierColumn = LocalizedText(verbatim: "ID")
    static let authorColumn = LocalizedText(en: "By", es: "De")
    static let timeColumn = LocalizedText(en: "When", es: "Cuándo")
    static let commentsColumn = LocalizedText(en: "Comments", es: "Comentarios")
    static let audienceColumn = LocalizedText(en: "For", es: "Para")
    static let sizeColumn = LocalizedText(en: "Size", es: "Tamaño")
    static let you = LocalizedText(en: " (you)", es: " (tú)")
    static let membersMark = LocalizedText(en: "members only", es: "solo con sesión")

    static func audience(_ isPublic: Bool) -> LocalizedText {
        isPublic
            ? LocalizedText(en: "everyone", es: "todo el mundo")
            : LocalizedText(en: "people who are logged in", es: "quienes han iniciado sesión")
    }

    /// - Parameter line: The command that goes on.
    static func moreWith(_ line: String) -> LocalizedText {
        LocalizedText(en: "There is more: \(line)", es: "Hay más: \(line)")
    }

    static let fromStartStep = NextStepPlace(
        .fromStart, LocalizedText(en: "Load it with: essential feed", es: "Cárgalas con: essential feed"))

    static let imageSummary = LocalizedText(
        en: "Show a picture and what is said about it", es: "Muestra una imagen y lo que se dice de ella")
    static let imageDiscussion = LocalizedText(
        en: """
            A terminal draws the picture; with kitty or sixel graphics where it has them, else in coloured blocks. \
            The picture is kept on this device, so that it can be seen again without a connection. A file or a \
            pipe gets the picture itself.
            """,
        es: """
            Una terminal dibuja la imagen; con gráficos kitty o sixel si los tiene y, si no, con bloques de color. \
            La imagen se guarda en este dispositivo para poder verla de nuevo sin conexión. Un archivo o una \
            tubería reciben la imagen misma.
            """)
    static let imageArgument = LocalizedText(
        en: "The picture: its number in the last list, its identifier or the beginning of that; with --json no list is "
            + "numbered",
        es: "La imagen: su número en la última lista, su identificador o el comienzo de este; con --json ninguna lista "
            + "se numera")
    static let outputOption = LocalizedText(
        en: "Write the picture to this file; - is standard output",
        es: "Escribe la imagen en este archivo; - es la salida estándar")
    static let forceOption = LocalizedText(
        en: "Replace the file if it is there already", es: "Reemplaza el archivo si ya existe")
    static let openOption = LocalizedText(
        en: "Open the picture in your picture viewer", es: "Abre la imagen en tu visor de imágenes")
    static let drawExample = LocalizedText(
        en: "look at a picture in the terminal", es: "mira una imagen en la terminal")
    static let openExample = LocalizedText(en: "look at a picture", es: "mira una imagen")
    static let outputExample = LocalizedText(en: "save a picture", es: "guarda una imagen")
    static let redirectionExample = LocalizedText(en: "the same, by the shell", es: "lo mismo, con el shell")
    static let outputAlone = LocalizedText(
        en: "--output - goes with neither --json nor --open: standard output has the picture and nothing else.",
        es: "--output - no va con --json ni con --open: la salida estándar lleva la imagen y nada más.")
    static let noBytesForTerminals = LocalizedText(
        en: "A terminal can't show the bytes of a picture.",
        es: "Una terminal no puede mostrar los bytes de una imagen.")
    static let redirectHint = LocalizedText(
        en: "Send them to a file or a program: essential image ID > FILE",
        es: "Envíalos a un archivo o a un programa: essential image ID > ARCHIVO")
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

    static func fileExists(_ file: String) -> LocalizedText {
        LocalizedText(
            en: "There is a file \(file) already. It is as it was.",
            es: "Ya existe el archivo \(file). Queda como estaba.")
    }

    static let fileExistsHint = LocalizedText(
        en: "Choose another name, or replace it with --force.", es: "Elige otro nombre o reemplázalo con --force.")

    static func isFolder(_ path: String) -> LocalizedText {
        LocalizedText(
            en: "\(path) is a folder. Nothing was written.", es: "\(path) es una carpeta. No se escribió nada.")
    }

    static func fileInFolder(_ path: String) -> LocalizedText {
        let name = (path.hasSuffix("/") ? path : path + "/") + "picture.jpg"
        return LocalizedText(en: "Name a file in it, such as \(name)", es: "Indica un archivo en ella, como \(name)")
    }

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
