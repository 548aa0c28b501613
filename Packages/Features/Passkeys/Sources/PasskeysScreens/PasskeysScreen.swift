import FoundationEssentials
import Localization
import PasskeysAPI
import PasskeysDialogue
import Presenting
import ScreensAPI

/// A person's passkeys: what there is, making one, another name for one, and its end.
struct PasskeysScreen: Sendable {
    let passkeys: Scoped<any PasskeyManaging>

    static let link = ScreenLink(PasskeyScreenTexts.title, to: place)
    static let place = route.place()
    private static let route = ScreenRoute("/account/passkeys")

    var screen: Screen {
        Screen(
            Self.route, for: .people,
            actions: [
                ScreenAction("begin") { sent in .show(try await making(sent.request)) },
                ScreenAction("add") { try await add($0) },
                ScreenAction("rename") { sent in
                    let passkeys = try await passkeys(at: sent.request.browser)
                    do {
                        _ = try await passkeys.rename(try Self.id(in: sent), to: sent["name"])
                    } catch PasskeyError.invalidName {
                        throw FieldRefusal(PasskeyError.invalidName, at: "name")
                    }
                    return .go(Self.place.with("done", "renamed"))
                },
                ScreenAction("remove") { sent in
                    try await passkeys(at: sent.request.browser).remove(try Self.id(in: sent))
                    return .go(Self.place.with("done", "removed"))
                },
            ]
        ) { request in
            let all = try await passkeys(at: request.browser).passkeys()
            let list: ScreenBlock = all.isEmpty ? .text(.words(PasskeyWords.none)) : .entries(all.map(entry))
            return ScreenContents(
                .words(PasskeyScreenTexts.title), noting: notice(request),
                .column([
                    .text(.words(PasskeyScreenTexts.what)), list,
                    .form(ScreenForm("begin", to: Self.place, button: PasskeyScreenTexts.begin)),
                ]))
        }
    }

    private func notice(_ request: ScreenRequest) -> ScreenNotice? {
        switch request.query["done"] {
        case "added": ScreenNotice(.success, PasskeyScreenTexts.added)
        case "renamed": ScreenNotice(.success, PasskeyWords.renamed)
        case "removed": ScreenNotice(.success, PasskeyWords.removed)
        default: nil
        }
    }

    private static func id(in sent: ScreenSubmission) throws(PasskeyError) -> UUID {
        guard let id = UUID(uuidString: sent["passkey"]) else { throw .unknown }
        return id
    }

    private func entry(_ passkey: Passkey) -> ScreenEntry {
        let id = passkey.id.uuidString, which = ScreenField.unseen("passkey", id)
        let copy = passkey.copySeenAt.map { [ScreenText.moment(PasskeyWords.copySeen, $0)] } ?? []
        let use = passkey.usedAt.map { ScreenText.moment(PasskeyWords.used, $0) } ?? .words(PasskeyWords.neverUsed)
        return ScreenEntry(
            .written(passkey.name),
            copy + [.moment(PasskeyWords.made, passkey.madeAt), use, .words(PasskeyWords.kept(passkey.isBackedUp))],
            [
                .form(
                    ScreenForm(
                        "rename", about: id, to: Self.place,
                        [which, Self.name(passkey.name)], button: PasskeyScreenTexts.rename)),
                .form(ScreenForm("remove", about: id, to: Self.place, [which], button: PasskeyScreenTexts.remove)),
            ])
    }

    private static func name(_ name: String) -> ScreenField {
        ScreenField("name", .line, PasskeyScreenTexts.name, value: name)
    }

    // MARK: Making one

    private func making(_ request: ScreenRequest) async throws -> ScreenContents {
        let question = try await passkeys(at: request.browser).makingQuestion()
        return ScreenContents(
            .words(PasskeyScreenTexts.begin),
            .column([
                .text(.words(PasskeyScreenTexts.howItIsMade)),
                .form(
                    ScreenForm(
                        "add", to: Self.place,
                        [
                            Self.name(request.preferences.language == .spanish ? "Llave de acceso" : "Passkey"),
                            .authenticator("answer", asked: AuthenticatorQuestion(.making, options: question.options)),
                        ], button: PasskeyScreenTexts.make)), .links([Self.link]),
            ]))
    }

    private func add(_ sent: ScreenSubmission) async throws -> ScreenOutcome {
        do {
            _ = try await passkeys(at: sent.request.browser).add(sent["answer"], named: sent["name"])
            return .go(Self.place.with("done", "added"))
        } catch let error as PasskeyError where error.nature != .credentials {
            let refusal: any PresentableError = error == .invalidName ? FieldRefusal(error, at: "name") : error
            return .again(try await making(sent.request), refusal)
        }
    }
}
