import KernelTesting
import Testing

/// What a person decides for a browser: how pages look, what is masked, and what
/// they may use.
struct OwnBrowserTests {
    private func walk(
        _ steps: [WalkStep], in language: String, at address: String, withoutScripts: Bool = false,
        onDesktop hasDesktop: Bool = false
    ) async throws {
        let use = BrowserUse(language: language, runsScripts: !withoutScripts, hasDesktop: hasDesktop)
        let walker = try await Walker(use, at: address)
        try await walker.goes(steps)
        await walker.leaves()
    }

    private func logIn(_ person: Person, as button: String = "Log in") -> [WalkStep] {
        [
            .open("/sign-in"), .type(person.email, into: "email"), .type(person.password, into: "secret-password"),
            .press(button),
        ]
    }

    @Test(.requirement("THEME-01", "THEME-03", "L10N-01", "NAV-08"), arguments: [true, false])
    func aChoiceHoldsForAllPagesAlsoForStrangers(withoutScripts: Bool) async throws {
        let stage = try await Stage()
        let looks: [WalkStep] = withoutScripts ? [] : [.look("preferences"), .open("/nowhere"), .look("nowhere-dark")]
        try await walk(
            [
                .open("/"), .follow("Preferences"), .isAt("/account/preferences"), .marked("data-theme", ""),
                .tick("theme", "dark"), .tick("language", "es"), .tick("keys", ""), .press("Save"),
                .sees("Guardado."), .marked("data-theme", "dark"), .marked("data-keys", "off"),
            ] + looks + [.open("/"), .marked("lang", "es"), .marked("data-theme", "dark")]
                + logIn(.ana, as: "Iniciar sesión") + [
                    .open("/account"), .marked("data-theme", "dark"), .follow("Preferencias"),
                    .tick("theme", "system"), .tick("language", "browser"), .tick("keys", "on"), .press("Guardar"),
                    .sees("Saved."), .marked("data-theme", ""), .marked("data-keys", ""),
                ], in: "en", at: stage.server.address, withoutScripts: withoutScripts)
    }

    @Test(.requirement("SCREEN-01", "SCREEN-02", "SCREEN-03", "SCREEN-04"))
    func whatIsSensitiveIsMaskedUntilItIsAskedFor() async throws {
        let stage = try await Stage(), email = Person.ana.email
        try await walk(
            logIn(.ana) + [
                .open("/account"), .sees("Ana"), .lacks(email), .sees("Nobody can prevent a picture of the screen."),
                .look("account"), .unfold("Show your email address"), .sees(email), .paperLacks(email), .leave,
                .lacks(email), .open("/account/devices"), .lacks("Last used"), .unfold("Show devices"),
                .sees("Last used"), .look("devices"), .leave, .lacks("Last used"),
                // Whoever switches it off has it on again after logging in.
                .open("/account/preferences"), .tick("masks", ""), .press("Save"), .open("/account"), .sees(email),
                .leave, .sees(email), .paperLacks(email), .open("/sign-out"), .press("Log out"),
            ] + logIn(.ana) + [.open("/account"), .lacks(email)], in: "en", at: stage.server.address)
        try await walk(
            logIn(.ana) + [.open("/account"), .lacks(email), .unfold("Show your email address"), .sees(email)],
            in: "en", at: stage.server.address, withoutScripts: true)
    }

    @Test(.requirement("SESS-11", "PERM-03")) func aWindowInTheBackgroundTellsWhatHappens() async throws {
        let stage = try await Stage(), walker = try await Walker(at: stage.server.address)
        try await walker.goes(logIn(.ana) + [.open("/account"), .hide])
        _ = try await stage.token()
        try await walker.goes([.hears("in an unusual way")])
        await walker.leaves()
    }

    /// One note stays until it is closed, the other one is held for the look.
    @Test(.requirement("SESS-11")) func whatIsToldOverAPageIsFitForEverybody() async throws {
        let stage = try await Stage(), walker = try await Walker(at: stage.server.address)
        try await walker.goes(logIn(.ana) + [.open("/account")])
        _ = try await stage.token()
        try await walker.goes([
            .isTold("in an unusual way"), .look("told"), .open("/p/" + stage.picture),
            .type("soon gone", into: "message"),
            .press("Post the comment"), .sees("soon gone"), .beginDeletion, .isTold("Deleting “soon gone”…"),
            .look("deletion"), .isTold("Undo (8 s)"),
        ])
        await walker.leaves()
    }

    @Test(.requirement("SESS-11", "SESS-12", "SESS-20")) func whatHappenedIsThereUntilItWasSeen() async throws {
        let stage = try await Stage()
        _ = try await stage.token()
        try await walk(
            logIn(.ana) + [
                .open("/account"), .go(to: "/account/notices"), .sees("A login that isn't like you"), .sees("New"),
                .look("notices"), .press("Mark all as seen"), .lacks("New\n"), .lacks("Mark all as seen"),
            ], in: "en", at: stage.server.address)
    }

    @Test(
        .requirement("PERM-01", "PERM-02", "PERM-03", "PERM-04", "PERM-05", "PERM-06", "PERM-07", "PERM-08", "PERM-09"))
    func theCameraAndThePlaceAreAskedForOnAPressAndDoneWithout() async throws {
        let stage = try await Stage()
        let camera = "Take a picture with the camera", place = "Use the place where I am"
        try await walk(
            logIn(.ana) + [
                .permit("camera", "prompt"), .permit("geolocation", "prompt"), .open("/publish"),
                .lacks("Your browser asks you next"), .hit(place), .shows("Your browser asks you next"),
                .look("publish-primer"), .permit("geolocation", "granted"), .shows("Only about a kilometre exact"),
                .hit(place), .gets("-12.05, -77.04", in: "location"), .permit("geolocation", "denied"), .hit(place),
                .shows("You can type the place, or leave it out."), .sees("press the sign beside the address"),
                .permit("camera", "granted"), .hit(camera), .shows("Take the picture"), .look("publish-camera"),
                .hit("Take the picture"), .gets("camera.jpg image/jpeg", in: "picture"), .hit(camera),
                .shows("Close the camera"), .permit("camera", "denied"),
                .shows("You can choose a picture from your device."), .lacks("Close the camera"),
                .permit("mediaDevices", "restricted"), .hit(camera), .shows("It can't be had here"),
                .press("Publish"), .isAt("/p/[0-9a-f-]+.*"), .sees("-12.05, -77.04"),
            ], in: "en", at: stage.server.address, onDesktop: true)
    }

    @Test(.requirement("PERM-07", "PERM-08", "PERM-10")) func thePermissionsTellHowTheyStand() async throws {
        let stage = try await Stage()
        try await walk(
            logIn(.ana, as: "Iniciar sesión") + [
                .permit("camera", "denied"), .permit("geolocation", "granted"), .permit("notifications", "prompt"),
                .open("/account/permissions"), .shows("No permitido."), .shows("Permitido."),
                .shows("Aún no se ha preguntado."), .sees("Permitirlo"), .look("permissions"),
            ], in: "es", at: stage.server.address, onDesktop: true)
        try await walk(
            logIn(.ana) + [
                .open("/account/permissions"), .sees("Scripts are switched off here"), .open("/publish"),
                .lacks("Take a picture with the camera"), .sees("Where it was taken"),
            ], in: "en", at: stage.server.address, withoutScripts: true)
    }
}
