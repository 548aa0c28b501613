// The files become part of the program, which is one file wherever it is
// copied to: C23 (ISO/IEC 9899:2024, 6.10.4) has #embed, and Swift has nothing
// like it.
#include "CDemoPictures.h"

#include <string.h>

#pragma clang diagnostic ignored "-Wc23-extensions"

#define PICTURE(name, array) { name, array, sizeof array }

static const unsigned char first_light[] = {
#embed "pictures/first-light.jpg"
};
static const unsigned char umbrella[] = {
#embed "pictures/umbrella.jpg"
};
static const unsigned char lavender[] = {
#embed "pictures/lavender.jpg"
};
static const unsigned char ringed_giant[] = {
#embed "pictures/ringed-giant.jpg"
};
static const unsigned char still_lake[] = {
#embed "pictures/still-lake.jpg"
};
static const unsigned char starry_wind[] = {
#embed "pictures/starry-wind.jpg"
};
static const unsigned char lighthouse[] = {
#embed "pictures/lighthouse.jpg"
};
static const unsigned char beech_wood[] = {
#embed "pictures/beech-wood.jpg"
};
static const unsigned char balloons[] = {
#embed "pictures/balloons.jpg"
};
static const unsigned char reef_maze[] = {
#embed "pictures/reef-maze.jpg"
};
static const unsigned char moonlit_sea[] = {
#embed "pictures/moonlit-sea.jpg"
};
static const unsigned char paper_morning[] = {
#embed "pictures/paper-morning.jpg"
};
static const unsigned char bamboo[] = {
#embed "pictures/bamboo.jpg"
};
static const unsigned char northern_lights[] = {
#embed "pictures/northern-lights.jpg"
};
static const unsigned char agate[] = {
#embed "pictures/agate.jpg"
};
static const unsigned char mesa[] = {
#embed "pictures/mesa.jpg"
};
static const unsigned char winter_village[] = {
#embed "pictures/winter-village.jpg"
};
static const unsigned char seahorse_tail[] = {
#embed "pictures/seahorse-tail.jpg"
};
static const unsigned char golden_sea[] = {
#embed "pictures/golden-sea.jpg"
};
static const unsigned char dunes[] = {
#embed "pictures/dunes.jpg"
};
static const unsigned char bridge[] = {
#embed "pictures/bridge.jpg"
};
static const unsigned char currents[] = {
#embed "pictures/currents.jpg"
};
static const unsigned char milky_way[] = {
#embed "pictures/milky-way.jpg"
};
static const unsigned char paper_canyon[] = {
#embed "pictures/paper-canyon.jpg"
};
static const unsigned char alpenglow[] = {
#embed "pictures/alpenglow.jpg"
};
static const unsigned char spiral_garden[] = {
#embed "pictures/spiral-garden.jpg"
};

static const struct demo_picture pictures[] = {
    PICTURE("first-light", first_light),
    PICTURE("umbrella", umbrella),
    PICTURE("lavender", lavender),
    PICTURE("ringed-giant", ringed_giant),
    PICTURE("still-lake", still_lake),
    PICTURE("starry-wind", starry_wind),
    PICTURE("lighthouse", lighthouse),
    PICTURE("beech-wood", beech_wood),
    PICTURE("balloons", balloons),
    PICTURE("reef-maze", reef_maze),
    PICTURE("moonlit-sea", moonlit_sea),
    PICTURE("paper-morning", paper_morning),
    PICTURE("bamboo", bamboo),
    PICTURE("northern-lights", northern_lights),
    PICTURE("agate", agate),
    PICTURE("mesa", mesa),
    PICTURE("winter-village", winter_village),
    PICTURE("seahorse-tail", seahorse_tail),
    PICTURE("golden-sea", golden_sea),
    PICTURE("dunes", dunes),
    PICTURE("bridge", bridge),
    PICTURE("currents", currents),
    PICTURE("milky-way", milky_way),
    PICTURE("paper-canyon", paper_canyon),
    PICTURE("alpenglow", alpenglow),
    PICTURE("spiral-garden", spiral_garden),
};

const struct demo_picture *demo_picture(const char *name) {
    for (size_t i = 0; i < sizeof pictures / sizeof *pictures; i++)
        if (strcmp(pictures[i].name, name) == 0) return &pictures[i];
    return NULL;
}
