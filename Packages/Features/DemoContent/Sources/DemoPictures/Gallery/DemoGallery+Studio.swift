/// Paper, ink, stone and numbers.
extension DemoGallery {
    static let paperMorning = DemoPicture(
        "Morning, in eleven sheets", in: "Kitchen table, Porto", by: "sofia.r", seed: 401,
        scene: PaperHillsScene(
            seed: 18, sky: Palette([0xF7D9B8, 0xF9C9A0, 0xF4A886]),
            hills: Palette([0xF0A07E, 0xDE7A6A, 0xB85A64, 0x8A4560, 0x5C3656, 0x38284A]), disc: Colour(0xFFF3D6),
            cloud: Colour(0xFFF4E6), bird: Colour(0x5C3656)),
        comments: [
            ("priya.n", "The shadows are real, aren't they? They look real."),
            ("henrik", "Those birds must have been a nightmare to cut."),
            ("marta.v", "My daughter wants to know where the people live."),
        ])

    static let paperCanyon = DemoPicture(
        "How deep is a sheet of paper?", in: "Studio, back room", by: "sofia.r", isPublic: false, seed: 402,
        scene: PaperDepthsScene(
            seed: 19,
            sheets: Palette([0x06283A, 0x0B4F63, 0x16808A, 0x58B5A8, 0xB8DFC4, 0xF6E7C4, 0xF2B48C, 0xE8805C]), count: 9),
        comments: [
            ("joon", "Nine sheets, and I want to swim in it."),
            ("lucas_m", "Contour lines that you can put a finger into."),
        ])

    static let currents = DemoPicture(
        "Where three currents meet", in: "Ink on cotton paper", by: "elif", isPublic: false, seed: 403,
        scene: InkScene(
            seed: 15, paper: Colour(0xF6EEDD),
            inks: (Colour(1.9, 1.15, 0.5), Colour(0.2, 1.5, 1.7), Colour(1.7, 0.75, 0.95))),
        comments: [
            ("amara", "Hair? Water? Smoke? I don't want to be told."),
            ("dmitri", "I followed one line with my eye and lost ten minutes."),
            ("tobias", "The meeting point, lower left. There is your title."),
        ])

    static let agate = DemoPicture(
        "It waited ninety million years to be opened", in: "Rio Grande do Sul", by: "lucas_m", seed: 404,
        scene: AgateScene(
            seed: 22,
            bands: Palette([
                0xF4E8E0, 0x8FC8D0, 0x1F7A96, 0x0C3A5E, 0x2A9AAE, 0xD8EEF0, 0x14587A, 0xF2E4D0, 0xB87A4A, 0x6A3A20,
            ]),
            rind: Colour(0x4A3424), heart: (Colour(0x5A7AA8), Colour(0xF4F8FF)), centre: (0.46, 0.5)),
        comments: [
            ("ines", "Like a coast seen from very high up."),
            ("noor", "And the crystals kept the best place for themselves."),
            ("henrik", "Ninety million years, and then your saw."),
        ])

    static let reefMaze = DemoPicture(
        "Brain coral, thinking", in: "North Reef, six metres down", by: "amara", seed: 405,
        scene: CoralScene(
            seed: 21, growth: Palette([0xB8304A, 0xF0604A, 0xFF9A6A, 0xFFD0A0, 0xFFF0D8]),
            deep: Palette([0x04142C, 0x0A3A5C, 0x1478A0, 0x4AC0C8]), feed: 0.0545, kill: 0.062),
        comments: [
            ("yuki", "Start at the left edge and find the way out. I could not."),
            ("kwame", "Six metres down and the light is still that good?"),
            ("marta.v", "No two walls touch. Who taught it that?"),
        ])

    static let seahorseTail = DemoPicture(
        "Seahorse valley, low tide", in: "−0.7453 + 0.1127 i", by: "joon", isPublic: false, seed: 406,
        scene: FractalScene(
            kind: .mandelbrot, centre: (-0.7453, 0.1127), span: 0.0095, turn: 0.4, limit: 280,
            palette: Palette([0x0B1E4A, 0x1C6E9C, 0xBFE8E0, 0xFFF4D0, 0xF2A03C, 0x8C2A1E, 0x2A0E3A], isCyclic: true),
            pace: 0.75, phase: 0.1),
        comments: [
            ("priya.n", "z² + c. That's all. I will never get over it."),
            ("dmitri", "Zoom in on the second spiral, there's another one in there."),
            ("joon", "There is always another one in there."),
        ])

    static let spiralGarden = DemoPicture(
        "A garden grown from one number", in: "−0.8 + 0.156 i", by: "priya.n", isPublic: false, seed: 407,
        scene: FractalScene(
            kind: .julia(x: -0.8, y: 0.156), centre: (0, 0), span: 1.5, turn: 0.3, limit: 200,
            palette: Palette([0x1A0B2E, 0x6A1B6E, 0xE0457A, 0xFFB37A, 0xFFF0D8, 0x7AC8C0, 0x1E4A7A], isCyclic: true),
            pace: 0.5, phase: 0.35),
        comments: [
            ("joon", "Gaston Julia drew these in his head. In 1918."),
            ("elif", "It looks embroidered."),
        ])
}
