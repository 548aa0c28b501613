/// The pictures of the demo feed, newest first.
///
/// None is stored anywhere: each is painted when asked for, and is the same
/// every time.
package enum DemoGallery {
    package static let pictures: [DemoPicture] = [
        firstLight, umbrella, lavender, ringedGiant, stillLake, starryWind, lighthouse, beechWood,
        balloons, reefMaze, moonlitSea, paperMorning, bamboo, northernLights, agate, mesa, winterVillage,
        seahorseTail, goldenSea, dunes, bridge, currents, milkyWay, paperCanyon, alpenglow, spiralGarden,
    ]
}
