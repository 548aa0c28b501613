/// The pictures of the demo, oldest first, and what people say about them.
package enum DemoGallery {
    package static let pictures: [DemoPicture] = [
        DemoPicture(
            "first-light", id: "d1024a5f-ad64-8717-8466-a7d0954b76a3",
            "First light finds the summit before the valley wakes",
            in: "Monte Sereno, Graian Alps", by: "marta.v",
            comments: [
                ("joon", "Worth every minute of that 3 a.m. alarm."),
                ("ines", "The mist sitting in the valley like milk in a bowl."),
                ("henrik", "I know that ridge! Is the hut below the saddle open again?"),
            ]),
        DemoPicture(
            "umbrella", id: "3841a405-dd58-8bba-816c-1c4a98a5fdcb", "It rained neon",
            in: "Harbour Square, Ninth Ward", by: "kwame",
            comments: [
                ("noor", "The red umbrella makes it."),
                ("tobias", "Best seat in town, and it costs wet shoes."),
                ("sofia.r", "I'd frame this."),
            ]),
        DemoPicture(
            "lavender", id: "230275d7-91e4-82cc-b593-ede49c8a6d72", "The whole plateau hums",
            in: "Valensole, Provence", by: "sofia.r",
            comments: [
                ("amara", "I can smell this picture."),
                ("lucas_m", "And the bees don't mind you walking between the rows?"),
                ("sofia.r", "They are far too busy."),
            ]),
        DemoPicture(
            "ringed-giant", id: "953ddf9a-1edc-83d8-bf17-d8692029ab3a", "Approach, day 2,614",
            in: "Orbit of Thessaly VI", by: "dmitri",
            comments: [
                ("amara", "The shadow of the rings on the clouds. Chills."),
                ("lucas_m", "Signal delay was 84 minutes. Worth the wait."),
                ("ines", "And the little moon, not bothered by any of it."),
            ]),
        DemoPicture(
            "still-lake", id: "225ac33c-6d67-8b92-b6d3-8968c8a14052", "Which way up?",
            in: "Lago Specchio", by: "ines",
            comments: [
                ("dmitri", "I turned my screen round to check."),
                ("marta.v", "Ten days later all those leaves were in the water."),
                ("kwame", "So still. Did you hold your breath?"),
            ]),
        DemoPicture(
            "starry-wind", id: "e2e1275b-61e7-83f7-878e-91713bdc0707", "What the wind looked like that night",
            in: "Saint-Rémy, from memory", by: "ines",
            comments: [
                ("elif", "I know who you have been looking at. Vincent would nod."),
                ("yuki", "The brush goes exactly where the air goes."),
                ("kwame", "Oil? How long until it dried?"),
                ("ines", "Twenty thousand strokes, dry at once."),
            ]),
        DemoPicture(
            "lighthouse", id: "b5145f14-d921-8666-939e-f00c969490cd", "Force nine, and the keeper has the kettle on",
            in: "Skerryvane Light", by: "tobias",
            comments: [
                ("henrik", "Two lit windows. That's the picture for me."),
                ("sofia.r", "Please say that you took this from land."),
                ("tobias", "From something that had been land at low tide."),
            ]),
        DemoPicture(
            "beech-wood", id: "6bc265fe-1835-8c64-886a-3b4b6849991e", "Ten past seven, between the beeches",
            in: "Hallerbos", by: "yuki",
            comments: [
                ("marta.v", "You can hear how quiet it is."),
                ("tobias", "Fog does half of a photographer's work. The other half is getting up."),
            ]),
        DemoPicture(
            "balloons", id: "bba2aa66-f998-8193-888d-acb220274c43", "They all went up at once, without a sound",
            in: "Valley of Cones, Cappadocia", by: "elif",
            comments: [
                ("yuki", "Without a sound, until someone's dog noticed."),
                ("ines", "The red and yellow one is winning."),
                ("priya.n", "On my list for twenty years. Is spring the best time?"),
            ]),
        DemoPicture(
            "reef-maze", id: "22596763-06a1-8f61-99b1-a7796866617c", "Brain coral, thinking",
            in: "North Reef, six metres down", by: "amara",
            comments: [
                ("yuki", "Start at the left edge and find the way out. I could not."),
                ("kwame", "Six metres down and the light is still that good?"),
                ("marta.v", "No two walls touch. Who taught it that?"),
            ]),
        DemoPicture(
            "moonlit-sea", id: "e699e345-278d-8898-aa7a-922d95a98ee4", "Night crossing",
            in: "Aegean Sea, off Naxos", by: "dmitri", isPublic: false,
            comments: [
                ("elif", "Deck, blanket, thermos. The only way to take that ferry."),
                ("yuki", "The moon looks close enough to step on."),
                ("joon", "You can count the waves on the way there."),
            ]),
        DemoPicture(
            "paper-morning", id: "a6b78848-d88d-860c-9970-61670fd25d50", "Morning, in eleven sheets",
            in: "Kitchen table, Porto", by: "sofia.r",
            comments: [
                ("priya.n", "The shadows are real, aren't they? They look real."),
                ("henrik", "Those birds must have been a nightmare to cut."),
                ("marta.v", "My daughter wants to know where the people live."),
            ]),
        DemoPicture(
            "bamboo", id: "82770a37-d755-8eeb-8b9a-21d6bacc4c6f", "Every stem leans a little towards the light",
            in: "Arashiyama, Kyoto", by: "yuki", isPublic: false,
            comments: [
                ("priya.n", "Green has a sound, and it's this."),
                ("elif", "Tall picture for tall stems. Good choice."),
                ("joon", "They grow almost a metre a day. You should take it again tomorrow."),
            ]),
        DemoPicture(
            "northern-lights", id: "a92d4e8a-72a6-844c-835e-d91ddc67810a", "The fjord lit from both sides",
            in: "Lyngen, Norway", by: "henrik",
            comments: [
                ("noor", "Look at the one small window down there."),
                ("amara", "Minus eighteen, and nobody went inside."),
                ("yuki", "Green, then teal, then violet. It moved like breathing."),
                ("kwame", "I didn't know that a lake could do this."),
            ]),
        DemoPicture(
            "agate", id: "130b6cd4-62c3-80a1-99f2-086683af9ac7", "It waited ninety million years to be opened",
            in: "Rio Grande do Sul", by: "lucas_m",
            comments: [
                ("ines", "Like a coast seen from very high up."),
                ("noor", "And the crystals kept the best place for themselves."),
                ("henrik", "Ninety million years, and then your saw."),
            ]),
        DemoPicture(
            "mesa", id: "47784b98-3a87-8ed6-9408-a9db15ba6483", "Table for giants",
            in: "Red Mesa Basin, Utah", by: "lucas_m",
            comments: [
                ("sofia.r", "You can read the layers like pages."),
                ("tobias", "Somewhere down there is my hat."),
                ("amara", "The shadows on the west wall! What time was this?"),
                ("lucas_m", "About an hour before sunset. Still 36 degrees."),
            ]),
        DemoPicture(
            "winter-village", id: "4e04e2c4-9ec8-8ad0-9c59-6d3cc3ecd626", "It has been snowing since Tuesday",
            in: "Storvik, Jämtland", by: "kwame",
            comments: [
                ("henrik", "Whose house has the biggest fire? There will be a queue."),
                ("sofia.r", "This is how I drew winter when I was six."),
                ("noor", "Not one footprint. Lovely."),
            ]),
        DemoPicture(
            "seahorse-tail", id: "e2e6db05-4b9c-8f69-9a28-240998ca1a29", "Seahorse valley, low tide",
            in: "−0.7453 + 0.1127 i", by: "joon", isPublic: false,
            comments: [
                ("priya.n", "z² + c. That's all. I will never get over it."),
                ("dmitri", "Zoom in on the second spiral, there's another one in there."),
                ("joon", "There is always another one in there."),
            ]),
        DemoPicture(
            "golden-sea", id: "a7a6d3b2-1ecb-87ec-b68b-046875d62394", "A road of light, open until 20:51",
            in: "Cabo da Roca", by: "joon",
            comments: [
                ("tobias", "West of here: nothing until America."),
                ("priya.n", "The one evening I forgot my camera. Thank you for this."),
            ]),
        DemoPicture(
            "dunes", id: "19e7518d-efa0-80b0-a909-a1d80c374b1b", "Nobody has walked here since the wind did",
            in: "Erg Tassili", by: "noor",
            comments: [
                ("kwame", "That crest line. As if drawn with one stroke."),
                ("elif", "How far does it go on like this?"),
                ("noor", "Two days by camel, and then more of it."),
            ]),
        DemoPicture(
            "bridge", id: "172b3485-e057-83ad-bfa7-d11214b22c33", "The commute, above the weather",
            in: "Vermilion Narrows", by: "amara",
            comments: [
                ("lucas_m", "The foghorns must have been glorious."),
                ("dmitri", "Half the city is under that blanket."),
                ("ines", "Those gulls know exactly what they are doing in your frame."),
            ]),
        DemoPicture(
            "currents", id: "d60f68c8-07ec-8606-a695-aaf5a19ad07e", "Where three currents meet",
            in: "Ink on cotton paper", by: "elif", isPublic: false,
            comments: [
                ("amara", "Hair? Water? Smoke? I don't want to be told."),
                ("dmitri", "I followed one line with my eye and lost ten minutes."),
                ("tobias", "The meeting point, lower left. There is your title."),
            ]),
        DemoPicture(
            "milky-way", id: "e525d2a3-b200-8e14-9a43-2f366eba4879", "One tree, one tent, two hundred billion suns",
            in: "Aus, Namibia", by: "priya.n", isPublic: false,
            comments: [
                ("dmitri", "Two hundred billion, and somebody left the tent light on."),
                ("marta.v", "No town for a hundred kilometres. You can see it."),
                ("joon", "The dust lanes! How long was the exposure?"),
                ("priya.n", "Twenty seconds, and a very cold thumb."),
            ]),
        DemoPicture(
            "paper-canyon", id: "acf7d909-efad-8b1a-bd9a-9b3698c7a665", "How deep is a sheet of paper?",
            in: "Studio, back room", by: "sofia.r", isPublic: false,
            comments: [
                ("joon", "Nine sheets, and I want to swim in it."),
                ("lucas_m", "Contour lines that you can put a finger into."),
            ]),
        DemoPicture(
            "alpenglow", id: "11402f24-3028-8f2c-989b-810659c5a8bc", "Alpenglow, the last four minutes",
            in: "Vajolet Needles, Dolomites", by: "henrik", isPublic: false,
            comments: [
                ("marta.v", "Four minutes, and you did not waste one of them."),
                ("noor", "That pink cannot be real. (I was there. It was.)"),
            ]),
        DemoPicture(
            "spiral-garden", id: "9594102a-9df2-8538-a99c-16c18fe81c9a", "A garden grown from one number",
            in: "−0.8 + 0.156 i", by: "priya.n", isPublic: false,
            comments: [
                ("joon", "Gaston Julia drew these in his head. In 1918."),
                ("elif", "It looks embroidered."),
            ]),
    ]
}
