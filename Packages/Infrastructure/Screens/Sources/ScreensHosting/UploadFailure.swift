import AtomicFiles
import Glibc
import HTTPServingAPI
import Localization
import Presenting

/// A file that came with a form and can't be taken: the disk has no room, or there are two.
struct UploadFailure: PresentableError {
    let fields: [FieldFailure]
    let code: String
    let text: LocalizedText
    let remark: LocalizedText?
    var nature = FailureNature.fault

    /// Two files for one field: nobody knows which is meant.
    static func several(at field: String) -> UploadFailure {
        var failure = UploadFailure(code: "several_files", text: severalFiles, remark: chooseOne, at: field)
        failure.nature = .input
        return failure
    }

    private init(code: String, text: LocalizedText, remark: LocalizedText?, at field: String) {
        (self.code, self.text, self.remark) = (code, text, remark)
        fields = [FieldFailure(pointer: "/" + field, text: text)]
    }

    /// - Parameters:
    ///   - field: The field in which it was chosen.
    ///   - uploads: Where it was to be.
    init(_ error: FileError, at field: String, in uploads: Uploads) {
        let isFull = [ENOSPC, EDQUOT].contains(error.code)
        let problem = isFull ? HTTPProblem.storageFull() : .internalError
        let (text, remark) =
            uploads.isOnDevice
            ? (isFull ? Self.noRoom : Self.notTaken + error.text, Self.sendAgain) : (problem.title, problem.detail)
        self.init(code: problem.code, text: text, remark: remark, at: field)
    }

    private static let severalFiles = LocalizedText(
        en: "There are two pictures, and only one can be sent.",
        es: "Hay dos imágenes y solo se puede enviar una.")
    private static let chooseOne = LocalizedText(
        en: "What you wrote is still here: choose one picture again and send it.",
        es: "Lo que escribiste sigue aquí: elige otra vez una sola imagen y envíala.")
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
