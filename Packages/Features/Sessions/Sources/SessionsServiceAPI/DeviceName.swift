import CoreModels

/// What a device calls itself: it proves nothing, and stands in lists and letters beside
/// what the program says.
enum DeviceName {
    /// A name as it may be shown, in composed form (NFC) and without white space around it.
    ///
    /// - Returns: Nil for one that may deceive: it can act on a screen, isn't wholly seen,
    ///   or says what lists say of devices.
    static func readable(_ name: String) -> String? {
        guard let text = ReadableText.composed(name), ReadableText.isLabel(text) else { return nil }
        let letters = letters(of: text)
        guard !ofTheReader.contains(where: letters.contains), !ofLists.contains(letters) else { return nil }
        // Letters of another script or form may read as those words.
        return ReadableText.mixesScripts(text) || ReadableText.hasLetterForms(text) ? nil : text
    }

    /// What is said of the device that shows a list, wherever it stands in a name.
    private static let ofTheReader = [
        "this device", "este dispositivo", "the one that you use", "el que estás usando",
    ].map(letters)
    /// What stands in place of a name, or beside it.
    private static let ofLists = Set(
        ["unknown", "desconocido", "an unknown device", "un dispositivo desconocido", "suspicious", "sospechosa"]
            .map(letters))

    /// The letters and digits of a text, regardless of case and of what stands between them.
    private static func letters(of text: String) -> String {
        text.filter { $0.isLetter || $0.isNumber }.lowercased()
    }
}
