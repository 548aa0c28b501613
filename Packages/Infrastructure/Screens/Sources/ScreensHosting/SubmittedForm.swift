import CoreModels
import CryptographyAPI
import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import Presenting
import ScreensAPI
import ScreensHTML

/// A form as a browser sends it.
struct SubmittedForm: Sendable {
    /// Its name.
    let name: String
    /// The address of the screen on which it was.
    let place: String
    /// By what it is known if it is sent twice.
    let key: String
    /// A form of another screen that goes on when this one is done.
    let kept: String?
    /// By what it is kept among the drafts of its browser; nil if it isn't.
    var draft: String?
    /// Whether it isn't to be acted on, but kept for who logs in again.
    let isHeld: Bool
    /// What was typed and what was sent along with it, but for secrets.
    let values: [String: String]
    /// The names of what was sent along, and not typed.
    private let along: Set<String>
    /// The names of what was chosen, and not typed.
    private let chosen: Set<String>
    let secrets: [String: Secret]
    /// Who was signed in where it was typed; nil for nobody.
    private let owner: String?
    /// The files that were chosen.
    let files: [String: UploadedFile]
    /// Why one of them isn't there.
    let failure: UploadFailure?
    /// Whether something of it held a NUL, which is left out here: no text may, and who
    /// pasted one doesn't see it.
    private(set) var heldNul = false

    /// How much text a form may have, in bytes.
    ///
    /// On its way each may be three, and six where lines end; in a form that it brings along,
    /// where some are escaped, five.
    static let textLimit = 64 * 1024, encodedLimit = 7 * textLimit
    /// How long the name of a field may be, in bytes.
    private static let nameLimit = 64

    /// Reads the body of a request.
    ///
    /// - Parameter uploads: Where files go; nil to pass over them.
    /// - Throws: 415 when it isn't declared as a form, 413 when it is too large,
    ///   400 when it can't be read.
    init(_ request: ServerRequest, files uploads: Uploads? = nil) async throws(HTTPProblem) {
        switch request.fields[.contentType].flatMap({ MediaType(contentType: $0) }) {
        case .urlEncodedForm:
            let data = try await request.body.collect(upTo: Self.encodedLimit)
            guard let form = Self(sent: String(decoding: data, as: UTF8.self)) else { throw .badRequest() }
            self = form
        case .multipartForm:
            self = try await Self(inParts: request, files: uploads)
        default: throw .unsupportedMediaType(expected: .urlEncodedForm)
        }
        // One that goes along is escaped.
        guard values.values.reduce(0, { $0 + $1.utf8.count }) <= Self.textLimit,
            kept?.utf8.count ?? 0 <= 3 * Self.textLimit
        else {
            // It was read, so it can be given back.
            TypedTexts.note(self)
            throw .bodyTooLarge(limit: Self.textLimit)
        }
    }

    private init(inParts request: ServerRequest, files uploads: Uploads?) async throws(HTTPProblem) {
        var reader = try MultipartReader(request)
        var texts: [(name: String, value: String)] = [], files: [String: UploadedFile] = [:], rest = Self.encodedLimit
        var failure: UploadFailure?
        while let part = try await reader.nextPart() {
            guard part.name.utf8.count <= Self.nameLimit else { throw .badRequest() }
            guard let fileName = part.fileName else {
                let bytes = try await reader.collectBytes(upTo: rest)
                rest -= bytes.count
                guard let text = String(validating: bytes, as: UTF8.self) else { throw .badRequest() }
                texts.append((part.name, text))
                continue
            }
            // Without a name none was chosen (HTML Living Standard, section 4.10.22.4).
            guard let uploads, !fileName.isEmpty else { continue }
            guard files[part.name] == nil else {
                failure = .several(at: part.name)
                continue
            }
            switch try await uploads.receive(&reader, called: fileName) {
            case .success(let file): files[part.name] = file
            case .failure(let error): failure = UploadFailure(error, at: part.name, in: uploads)
            }
        }
        self.init(texts.map { ($0.name, $0.value.replacing("\0", with: "")) }, files, failure)
        heldNul = texts.contains { $0.value.contains("\0") }
    }

    /// Reads a form as a browser sends it, which may hold a NUL.
    init?(sent text: String) {
        if let form = Self(encoded: text) {
            self = form
            return
        }
        self.init(encoded: text.replacing("%00", with: "").replacing("\0", with: ""))
        heldNul = true
    }

    /// Reads a form that was ``encoded``.
    init?(encoded: String) {
        guard let all = QueryParameters(encoded: encoded) else { return nil }
        self.init(all.items)
    }

    private init(
        _ texts: [(name: String, value: String)], _ files: [String: UploadedFile] = [:], _ failure: UploadFailure? = nil
    ) {
        var values: [String: String] = [:], secrets: [String: Secret] = [:], along: Set<String> = [], owner: String?
        for (name, value) in texts {
            if name.hasPrefix(FormSurroundings.Name.owner) {
                owner = String(name.dropFirst(FormSurroundings.Name.owner.count))
            } else if name.hasPrefix(FormSurroundings.Name.secret) {
                secrets[String(name.dropFirst(FormSurroundings.Name.secret.count))] = Secret(value)
            } else if name.hasPrefix(FormSurroundings.Name.along) {
                let name = String(name.dropFirst(FormSurroundings.Name.along.count))
                values[name] = value
                along.insert(name)
            } else {
                // Browsers send line ends as they are on paper (HTML Living Standard, section 4.10.21.4).
                values[name] = value.replacing("\r\n", with: "\n")
            }
        }
        func take(_ name: StaticString) -> String? { values.removeValue(forKey: name.description) }
        name = take(FormSurroundings.Name.form) ?? ""
        place = take(FormSurroundings.Name.place) ?? ""
        key = take(FormSurroundings.Name.key) ?? ""
        kept = take(FormSurroundings.Name.kept)
        draft = take(FormSurroundings.Name.draft)
        isHeld = take(FormSurroundings.Name.held) != nil
        chosen = Set(take(FormSurroundings.Name.chosen)?.split(separator: " ").map(String.init) ?? [])
        self.owner = owner
        self.along = along
        (self.values, self.secrets, self.files, self.failure) = (values, secrets, files, failure)
    }

    /// The form without its secrets and files, to be sent along with another one.
    ///
    /// - Parameter person: Who is signed in; nil for whoever was when it was typed, and
    ///   for strangers, who may be anybody.
    func encoded(by person: User?) -> String {
        let own = [("\(FormSurroundings.Name.form)", name), ("\(FormSurroundings.Name.place)", place)]
        let owner = (person?.id.description ?? owner).map { [(FormSurroundings.Name.owner + $0, "")] } ?? []
        let inner = kept.map { [("\(FormSurroundings.Name.kept)", $0)] } ?? []
        let mark = draft.map { [("\(FormSurroundings.Name.draft)", $0)] } ?? []
        let choices =
            chosen.isEmpty
            ? [] : [("\(FormSurroundings.Name.chosen)", chosen.sorted().joined(separator: " "))]
        let fields = values.sorted { $0.key < $1.key }.map { name, value in
            ((along.contains(name) ? FormSurroundings.Name.along : "") + name, value)
        }
        return (own + owner + inner + mark + choices + fields).map { Self.escaped($0.0) + "=" + Self.escaped($0.1) }
            .joined(separator: "&")
    }

    /// A name or value of which nothing is escaped that needn't be: a form that goes
    /// along with another one is as long as what was typed.
    private static func escaped(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case 0..<0x20, 0x7F, UInt8(ascii: "%"), UInt8(ascii: "&"), UInt8(ascii: "="), UInt8(ascii: "+"):
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// By what it is kept: its own key, or what it was kept by when it was read.
    var draftName: String { hasOwnKey ? key : draft ?? "" }

    /// Who finds it again: whoever was there when it was typed, or else who is now;
    /// nil for whoever signs in next.
    func owner(or person: User?) -> UserID? { owner.map { UserID($0) } ?? person?.id }

    /// What was typed, to be shown to whoever typed it.
    ///
    /// What was only chosen is no words of theirs.
    var written: [String] { written(besides: []) }

    /// The same, but for some fields.
    func written(besides names: [String]) -> [String] {
        filled.sorted { $0.key < $1.key }.filter { !chosen.contains($0.key) && !names.contains($0.key) }.map(\.value)
    }

    /// What was typed or chosen.
    var filled: [String: String] { values.filter { !along.contains($0.key) && !$0.value.isEmpty } }

    /// The form as it comes back.
    func returned(_ notice: ScreenNotice, _ failures: [FieldFailure] = []) -> ReturnedForm {
        var returned = ReturnedForm(name, values: values, notice, failures)
        returned.draft = draft
        return returned
    }

    /// Whether it was sent by a form that a screen has.
    func isSent(by form: ScreenForm) -> Bool { form.sends(name, values) }

    /// What tells it from all others, also for a server that was started anew; nil
    /// without a key that could be its own.
    func mark(_ hashing: any Hashing) throws -> String? {
        guard hasOwnKey else { return nil }
        let chosen = files.sorted { $0.key < $1.key }.map { "\($0) \($1.received.name) \($1.count)" }
        let text = ([key, encoded(by: nil)] + chosen).joined(separator: "\n")
        return try hashing.sha256(Data(text.utf8)).hexadecimal
    }

    /// Whether its key is one that nobody else has.
    var hasOwnKey: Bool { (16...64).contains(key.utf8.count) }

    /// Whether somebody may have typed it.
    func isOf(_ person: User?) -> Bool { owner == nil || owner == person?.id.description }
}
