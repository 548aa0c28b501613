import AccountsScreensAPI
import FeedAPI
import Localization
import Presenting
import ScreensAPI

/// Where people publish pictures.
struct PublishScreen: Sendable {
    let posting: Scoped<any ImagePosting>
    let permit: WritingPermit?

    static let link = ScreenLink(FeedScreenTexts.publish, to: FeedPlaces.publishing.place())

    private static let everybody = "public", people = "members"
    private static let types = [
        "image/jpeg", "image/png", "image/webp", "image/gif", "image/avif", "image/heic", "image/heif",
    ]

    var screen: Screen {
        Screen(
            FeedPlaces.publishing, for: .people, inviting: FeedScreenTexts.logInToPublish,
            actions: [ScreenAction("publish", takingFiles: true, perform: publish)]
        ) { request in
            let obstacle = await permit?.obstacle(for: request)
            return ScreenContents(
                .words(FeedScreenTexts.publishTitle),
                .column([obstacle.map { .notice($0) } ?? .form(form(to: request.place))]))
        }
    }

    private func form(to place: Place) -> ScreenForm {
        ScreenForm(
            "publish", to: place,
            [
                ScreenField(
                    "picture", .picture(types: Self.types), FeedScreenTexts.picture, hint: FeedScreenTexts.pictureHint,
                    helper: PublishPermissions.cameraPrimer),
                ScreenField(
                    "description", .text, FeedScreenTexts.description,
                    hint: FeedScreenTexts.descriptionHint, isRequired: false),
                ScreenField(
                    "location", .line, FeedScreenTexts.location, isRequired: false,
                    helper: PublishPermissions.locationPrimer),
                ScreenField(
                    "audience",
                    .choice([
                        ScreenField.Choice(Self.people, FeedScreenTexts.forPeople),
                        ScreenField.Choice(Self.everybody, FeedScreenTexts.forEverybody),
                    ]), FeedScreenTexts.audience, value: Self.people),
            ], button: FeedScreenTexts.publish)
    }

    private func publish(_ sent: ScreenSubmission) async throws -> ScreenOutcome {
        guard let file = sent.file("picture") else { throw FieldRefusal(NoPicture(), at: "picture") }
        guard !file.isTooLarge else { throw FieldRefusal(ImagePostingError.tooLarge, at: "picture") }
        guard ["", Self.people, Self.everybody].contains(sent["audience"]) else {
            throw FormRefusal(at: "audience", FeedScreenTexts.noAudience)
        }
        let draft = ImageDraft(
            file: file.path, called: file.name, description: said(sent["description"]),
            location: said(sent["location"]),
            isPublic: sent["audience"] == Self.everybody)
        let posting = try await posting(at: sent.request.browser)
        do throws(ImagePostingError) {
            let picture = FeedPlaces.picture(try await posting.post(draft, progress: nil))
            return .go(picture.with(FeedPlaces.published, "1"))
        } catch  where error.isAboutThePicture {
            throw FieldRefusal(error, at: "picture")
        }
    }

    private func said(_ text: String) -> String? { text.isEmpty ? nil : text }
}

/// No file was chosen.
private struct NoPicture: PresentableError {
    let code = "no_picture"
    let nature = FailureNature.input
    let text = FeedScreenTexts.noPicture
}

extension ImagePostingError {
    fileprivate var isAboutThePicture: Bool {
        switch self {
        case .tooLarge, .unreadable: true
        case .refused(let code, _): code.hasSuffix("_image") || ["not_an_image", "too_many_pixels"].contains(code)
        default: false
        }
    }
}
