import AtomicFiles
import Glibc
import HTTPServingAPI
import Localization
import Presenting

/// A file that came with a form, and that the disk didn't take.
struct UploadFailure: PresentableError {
    let fields: [FieldFailure]
    let code: String
    let text: LocalizedText
    let remark: LocalizedText?
    let nature = FailureNature.fault

    /// - Parameters:
    ///   - field: The field in which it was chosen.
    ///   - uploads: Where it was to be.
    init(_ error: FileError, at field: String, in uploads: Uploads) {
        let isFull = [ENOSPC, EDQUOT].contains(error.code)
        let problem = isFull ? HTTPProblem.storageFull() : .internalError
        code = problem.code
        (text, remark) =
            uploads.isOnDevice
            ? (isFull ? Self.noRoom : Self.notTaken + error.text, Self.sendAgain) : (problem.title, problem.detail)
        fields = [FieldFailure(pointer: "/" + field, text: text)]
    }

    private static let noRoom = LocalizedText(
        en: "There is no room on this device, so the file was not taken. Nothing was lost of what was saved before.",
        es: "No queda sitio en este dispositivo y el archivo no se tomó. No se perdió nada de lo guardado antes.")
    private static let notTaken = LocalizedText(
        en: "This device can't keep the file while it is sent, so it was not taken. Nothing was lost of what was saved "
            + "before.",
        es: "Este dispositivo no puede guardar el archivo mientras se envía y no se tomó. No se perdió nada de lo "
            + "guardado antes.")
    private static let sendAgain = LocalizedText(
        en: "What you wrote is still here: make room, choose the file again and send it.",
        es: "Lo que escribiste sigue aquí: haz sitio, elige el archivo otra vez y envíalo.")
}
