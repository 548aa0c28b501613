/// Skies, cities and worlds.
extension DemoGallery {
    static let milkyWay = DemoPicture(
        "One tree, one tent, two hundred billion suns", in: "Aus, Namibia", by: "priya.n", isPublic: false, seed: 301,
        scene: MilkyWayScene(seed: 6),
        comments: [
            ("dmitri", "Two hundred billion, and somebody left the tent light on."),
            ("marta.v", "No town for a hundred kilometres. You can see it."),
            ("joon", "The dust lanes! How long was the exposure?"),
            ("priya.n", "Twenty seconds, and a very cold thumb."),
        ])

    static let ringedGiant = DemoPicture(
        "Approach, day 2,614", in: "Orbit of Thessaly VI", by: "dmitri", seed: 302,
        scene: PlanetScene(
            seed: 7, bands: Palette([0x8C4A2C, 0xC98A56, 0xF0D2A0, 0xFFF2DC, 0xD89C68, 0xA4613C]),
            rings: Palette([0x6A5544, 0xC8AA84, 0xF2DEC0, 0xB89A7C, 0xE8D4B8, 0x8C7660]),
            nebula: (Colour(0x4A2E9A), Colour(0x0E6A80))),
        comments: [
            ("amara", "The shadow of the rings on the clouds. Chills."),
            ("lucas_m", "Signal delay was 84 minutes. Worth the wait."),
            ("ines", "And the little moon, not bothered by any of it."),
        ])

    static let umbrella = DemoPicture(
        "It rained neon", in: "Harbour Square, Ninth Ward", by: "kwame", seed: 303, scene: CityScene(seed: 13),
        comments: [
            ("noor", "The red umbrella makes it."),
            ("tobias", "Best seat in town, and it costs wet shoes."),
            ("sofia.r", "I'd frame this."),
        ])

    static let starryWind = DemoPicture(
        "What the wind looked like that night", in: "Saint-Rémy, from memory", by: "ines", seed: 304,
        scene: StarrySwirlScene(seed: 25),
        comments: [
            ("elif", "I know who you have been looking at. Vincent would nod."),
            ("yuki", "The brush goes exactly where the air goes."),
            ("kwame", "Oil? How long until it dried?"),
            ("ines", "Twenty thousand strokes, dry at once."),
        ])
}
