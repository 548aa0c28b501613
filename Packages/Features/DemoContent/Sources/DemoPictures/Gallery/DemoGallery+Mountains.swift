/// Mountains, deserts and valleys.
extension DemoGallery {
    static let firstLight = DemoPicture(
        "First light finds the summit before the valley wakes", in: "Monte Sereno, Graian Alps", by: "marta.v",
        seed: 101,
        scene: AlpineScene(
            seed: 11,
            mood: .init(
                sky: Palette([0xF7C98B, 0xE9B6A0, 0xA9B4CF, 0x6C8FC0, 0x3E649E]), sun: Colour(0xFFC487) * 3.2,
                shade: Colour(0x7C93C4) * 0.55, mist: Colour(0xF2CFB0), sunward: (0.78, 0.34, -0.52), snowLine: 1.5,
                mistHeight: 0.55, glow: Colour(0xFFB35C) * 0.9, glowX: 0.8, firs: Colour(0x1E2A2C))),
        comments: [
            ("joon", "Worth every minute of that 3 a.m. alarm."),
            ("ines", "The mist sitting in the valley like milk in a bowl."),
            ("henrik", "I know that ridge! Is the hut below the saddle open again?"),
        ])

    static let alpenglow = DemoPicture(
        "Alpenglow, the last four minutes", in: "Vajolet Needles, Dolomites", by: "henrik", isPublic: false, seed: 102,
        scene: AlpineScene(
            seed: 29,
            mood: .init(
                sky: Palette([0xF3B6A8, 0xD79BB0, 0x8D83B5, 0x4C5A98, 0x2A3A72]), sun: Colour(0xFF7F5C) * 3,
                shade: Colour(0x5468A8) * 0.75, mist: Colour(0x9A93BC), sunward: (-0.7, 0.3, -0.65), snowLine: 1.0,
                mistHeight: 0.35, glow: Colour(0xFF8A7A) * 0.35, glowX: 0.2, firs: Colour(0x16203A))),
        comments: [
            ("marta.v", "Four minutes, and you did not waste one of them."),
            ("noor", "That pink cannot be real. (I was there. It was.)"),
        ])

    static let dunes = DemoPicture(
        "Nobody has walked here since the wind did", in: "Erg Tassili", by: "noor", seed: 103,
        scene: DunesScene(
            seed: 8, sky: Palette([0xFFD9A0, 0xF7B98C, 0xC99AA0, 0x7F8CB8, 0x4C6CA8]),
            sand: (Colour(0xE8A860), Colour(0xB8703C)), sun: Colour(0xFFC080) * 3.1, shade: Colour(0x7A7CC8) * 0.5,
            haze: Colour(0xF2B98C)),
        comments: [
            ("kwame", "That crest line. As if drawn with one stroke."),
            ("elif", "How far does it go on like this?"),
            ("noor", "Two days by camel, and then more of it."),
        ])

    static let mesa = DemoPicture(
        "Table for giants", in: "Red Mesa Basin, Utah", by: "lucas_m", seed: 104, scene: MesaScene(seed: 9),
        comments: [
            ("sofia.r", "You can read the layers like pages."),
            ("tobias", "Somewhere down there is my hat."),
            ("amara", "The shadows on the west wall! What time was this?"),
            ("lucas_m", "About an hour before sunset. Still 36 degrees."),
        ])

    static let balloons = DemoPicture(
        "They all went up at once, without a sound", in: "Valley of Cones, Cappadocia", by: "elif", seed: 105,
        scene: BalloonsScene(seed: 26),
        comments: [
            ("yuki", "Without a sound, until someone's dog noticed."),
            ("ines", "The red and yellow one is winning."),
            ("priya.n", "On my list for twenty years. Is spring the best time?"),
        ])

    static let stillLake = DemoPicture(
        "Which way up?", in: "Lago Specchio", by: "ines", seed: 106, scene: LakeScene(seed: 10),
        comments: [
            ("dmitri", "I turned my screen round to check."),
            ("marta.v", "Ten days later all those leaves were in the water."),
            ("kwame", "So still. Did you hold your breath?"),
        ])

    static let lavender = DemoPicture(
        "The whole plateau hums", in: "Valensole, Provence", by: "sofia.r", seed: 107, scene: LavenderScene(seed: 11),
        comments: [
            ("amara", "I can smell this picture."),
            ("lucas_m", "And the bees don't mind you walking between the rows?"),
            ("sofia.r", "They are far too busy."),
        ])
}
