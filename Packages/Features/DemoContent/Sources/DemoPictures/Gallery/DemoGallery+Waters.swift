/// Seas, shores and woods.
extension DemoGallery {
    static let goldenSea = DemoPicture(
        "A road of light, open until 20:51", in: "Cabo da Roca", by: "joon", seed: 201,
        scene: SeaScene(
            seed: 3, sky: Palette([0xFFB25E, 0xFF8A5C, 0xD66C7C, 0x86649A, 0x47568F, 0x2A3E70]),
            lamp: Colour(0xFFD890) * 14, place: (0.5, 0.49), lampRadius: 0.035, glow: Colour(0xFF9A4A) * 1.1,
            cloud: (Colour(0xFFB27A) * 1.5, Colour(0x6A4A70)), cloudiness: 0.46, water: Colour(0x0C2238), swell: 0.1),
        comments: [
            ("tobias", "West of here: nothing until America."),
            ("priya.n", "The one evening I forgot my camera. Thank you for this."),
        ])

    static let moonlitSea = DemoPicture(
        "Night crossing", in: "Aegean Sea, off Naxos", by: "dmitri", isPublic: false, seed: 202,
        scene: SeaScene(
            seed: 41, sky: Palette([0x3A5A78, 0x26446A, 0x16305A, 0x0C1E44, 0x071230]), lamp: Colour(0xFFF6DC) * 2.6,
            place: (0.66, 0.2), lampRadius: 0.06, glow: Colour(0x9FC0E8) * 0.3,
            cloud: (Colour(0xB8CCE8) * 0.7, Colour(0x101C34)), cloudiness: 0.45, water: Colour(0x04121F), swell: 0.16,
            starCount: 600),
        comments: [
            ("elif", "Deck, blanket, thermos. The only way to take that ferry."),
            ("yuki", "The moon looks close enough to step on."),
            ("joon", "You can count the waves on the way there."),
        ])

    static let lighthouse = DemoPicture(
        "Force nine, and the keeper has the kettle on", in: "Skerryvane Light", by: "tobias", seed: 203,
        scene: LighthouseScene(seed: 12),
        comments: [
            ("henrik", "Two lit windows. That's the picture for me."),
            ("sofia.r", "Please say that you took this from land."),
            ("tobias", "From something that had been land at low tide."),
        ])

    static let bridge = DemoPicture(
        "The commute, above the weather", in: "Vermilion Narrows", by: "amara", seed: 204, scene: BridgeScene(seed: 24),
        comments: [
            ("lucas_m", "The foghorns must have been glorious."),
            ("dmitri", "Half the city is under that blanket."),
            ("ines", "Those gulls know exactly what they are doing in your frame."),
        ])

    static let northernLights = DemoPicture(
        "The fjord lit from both sides", in: "Lyngen, Norway", by: "henrik", seed: 205, scene: AuroraScene(seed: 5),
        comments: [
            ("noor", "Look at the one small window down there."),
            ("amara", "Minus eighteen, and nobody went inside."),
            ("yuki", "Green, then teal, then violet. It moved like breathing."),
            ("kwame", "I didn't know that a lake could do this."),
        ])

    static let beechWood = DemoPicture(
        "Ten past seven, between the beeches", in: "Hallerbos", by: "yuki", seed: 206,
        scene: ForestScene(
            seed: 14, fog: Palette([0x3E5A4E, 0x6E8A70, 0xB8BE8A, 0xF6DE9C, 0xFFF0C4]), sun: Colour(0xFFCE78) * 1.15,
            near: Colour(0x0E1A14)),
        comments: [
            ("marta.v", "You can hear how quiet it is."),
            ("tobias", "Fog does half of a photographer's work. The other half is getting up."),
        ])

    static let bamboo = DemoPicture(
        "Every stem leans a little towards the light", in: "Arashiyama, Kyoto", by: "yuki", isPublic: false, seed: 207,
        scene: BambooScene(seed: 23),
        comments: [
            ("priya.n", "Green has a sound, and it's this."),
            ("elif", "Tall picture for tall stems. Good choice."),
            ("joon", "They grow almost a metre a day. You should take it again tomorrow."),
        ])

    static let winterVillage = DemoPicture(
        "It has been snowing since Tuesday", in: "Storvik, Jämtland", by: "kwame", seed: 208,
        scene: VillageScene(seed: 20),
        comments: [
            ("henrik", "Whose house has the biggest fire? There will be a queue."),
            ("sofia.r", "This is how I drew winter when I was six."),
            ("noor", "Not one footprint. Lovely."),
        ])
}
