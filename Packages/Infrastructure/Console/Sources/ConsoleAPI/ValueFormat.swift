public import FoundationEssentials
public import Localization

/// How the text of a parameter becomes a value.
public struct ValueFormat<Value: Sendable>: Sendable {
    /// What stands for a value in the help, in capitals: `N`, `FILE`.
    public let placeholder: LocalizedText
    /// What a value must be, to follow "takes": "a whole number".
    public let expectation: LocalizedText
    /// What shells may offer.
    public let completion: ValueCompletion
    private let parse: @Sendable (String) -> Value?

    /// Creates a format.
    ///
    /// - Parameters:
    ///   - placeholder: What stands for a value in the help.
    ///   - expectation: What a value must be, to follow "takes".
    ///   - completion: What shells may offer.
    ///   - parse: Reads a value; nil for text that isn't one.
    public init(
        placeholder: LocalizedText, expectation: LocalizedText, completion: ValueCompletion = .none,
        parse: @escaping @Sendable (String) -> Value?
    ) {
        self.placeholder = placeholder
        self.expectation = expectation
        self.completion = completion
        self.parse = parse
    }

    /// The same with a placeholder of its own.
    public func called(en: String, es: String) -> ValueFormat {
        ValueFormat(
            placeholder: LocalizedText(en: en, es: es), expectation: expectation, completion: completion, parse: parse)
    }

    func read(_ word: String) throws(ValueProblem) -> Value {
        guard let value = parse(word) else { throw ValueProblem() }
        return value
    }

    func readAll(_ words: [String]) throws(ValueProblem) -> [Value] {
        var values: [Value] = []
        for (index, word) in words.enumerated() {
            guard let value = parse(word) else { throw ValueProblem(index: index) }
            values.append(value)
        }
        return values
    }
}

extension ValueFormat where Value == String {
    /// Text that isn't empty.
    public static var text: ValueFormat {
        ValueFormat(
            placeholder: LocalizedText(en: "TEXT", es: "TEXTO"),
            expectation: LocalizedText(en: "text that is not empty", es: "un texto que no esté vacío")
        ) { $0.isEmpty ? nil : $0 }
    }

    /// An address of electronic mail, as it was typed.
    public static var email: ValueFormat { text.called(en: "EMAIL", es: "CORREO") }

    /// A code that the person was sent or shown, as it was typed.
    public static var code: ValueFormat { text.called(en: "CODE", es: "CÓDIGO") }

    /// What something or somebody is called.
    public static var name: ValueFormat { text.called(en: "NAME", es: "NOMBRE") }

    /// The name of a file; shells offer files.
    public static var file: ValueFormat {
        let expectation = LocalizedText(en: "the name of a file", es: "el nombre de un archivo")
        return ValueFormat(
            placeholder: LocalizedText(en: "FILE", es: "ARCHIVO"), expectation: expectation, completion: .files
        ) {
            $0.isEmpty || $0.utf8.contains(0) ? nil : $0
        }
    }

    /// The name of a folder; shells offer folders.
    public static var folder: ValueFormat {
        let expectation = LocalizedText(en: "the name of a folder", es: "el nombre de una carpeta")
        return ValueFormat(
            placeholder: LocalizedText(en: "DIR", es: "CARPETA"), expectation: expectation, completion: .folders
        ) {
            $0.isEmpty || $0.utf8.contains(0) ? nil : $0
        }
    }

    /// One of a few words.
    public static func choice(_ words: [String]) -> ValueFormat {
        ValueFormat<String>(words: words) { $0 }
    }
}

extension ValueFormat {
    /// One of the cases of an enumeration, by its raw value.
    public static func choice(of type: Value.Type = Value.self) -> ValueFormat
    where Value: CaseIterable & RawRepresentable<String> {
        ValueFormat(words: type.allCases.map(\.rawValue)) { Value(rawValue: $0) }
    }

    private init(words: [String], parse: @escaping @Sendable (String) -> Value?) {
        let list = words.joined(separator: ", ")
        let expectation = LocalizedText(en: "one of \(list)", es: "uno de \(list)")
        self.init(
            placeholder: LocalizedText(verbatim: words.joined(separator: "|")), expectation: expectation,
            completion: .words(words)
        ) { words.contains($0) ? parse($0) : nil }
    }
}

extension ValueFormat where Value == Int {
    /// A whole number within limits.
    public static func integer(in range: ClosedRange<Int> = .min ... .max) -> ValueFormat {
        let isBounded = range.lowerBound != .min || range.upperBound != .max
        let expectation =
            isBounded
            ? LocalizedText(
                en: "a whole number from \(range.lowerBound) to \(range.upperBound)",
                es: "un número entero de \(range.lowerBound) a \(range.upperBound)")
            : LocalizedText(en: "a whole number", es: "un número entero")
        return ValueFormat(placeholder: LocalizedText(verbatim: "N"), expectation: expectation) { word in
            guard let number = Int(word), range.contains(number) else { return nil }
            return number
        }
    }
}

extension ValueFormat where Value == Int {
    /// A size in bytes: `512KiB`, `50MB`, `1GiB`.
    public static var byteCount: ValueFormat {
        let expectation = LocalizedText(
            en: "a size such as 512KiB, 50MB or 1GiB", es: "un tamaño como 512KiB, 50MB o 1GiB")
        return ValueFormat(placeholder: LocalizedText(en: "SIZE", es: "TAMAÑO"), expectation: expectation) { word in
            let factors = [
                "b": 1, "kb": 1_000, "mb": 1_000_000, "gb": 1_000_000_000, "kib": 1 << 10, "mib": 1 << 20,
                "gib": 1 << 30,
            ]
            let digits = word.prefix { $0.isASCII && $0.isNumber }
            guard let count = Int(digits), let factor = factors[word.dropFirst(digits.count).lowercased()] else {
                return nil
            }
            let (bytes, overflow) = count.multipliedReportingOverflow(by: factor)
            return overflow ? nil : bytes
        }
    }
}

extension ValueFormat where Value == UUID {
    /// An identifier, such as that of a picture.
    public static var uuid: ValueFormat {
        let expectation = LocalizedText(
            en: "an identifier such as 6f9619ff-8b86-d011-b42d-00cf4fc964ff",
            es: "un identificador como 6f9619ff-8b86-d011-b42d-00cf4fc964ff")
        return ValueFormat(placeholder: LocalizedText(verbatim: "ID"), expectation: expectation) {
            UUID(uuidString: $0)
        }
    }
}

extension ValueFormat where Value == Duration {
    /// A duration: `300s`, `5m`, `24h`, `7d`.
    public static var duration: ValueFormat {
        let expectation = LocalizedText(
            en: "a duration such as 300s, 5m, 24h or 7d", es: "una duración como 300s, 5m, 24h o 7d")
        return ValueFormat(placeholder: LocalizedText(en: "TIME", es: "TIEMPO"), expectation: expectation) { word in
            let factors: [Character: Int64] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]
            guard let unit = word.last, let factor = factors[unit],
                let count = Int64(word.dropLast()), count >= 0, word.first != "+"
            else { return nil }
            let (seconds, overflow) = count.multipliedReportingOverflow(by: factor)
            return overflow ? nil : .seconds(seconds)
        }
    }
}
