#ifndef CDEMOPICTURES_H
#define CDEMOPICTURES_H

#include <stddef.h>

/// A picture of the demo: a JPEG file within the program, which stays where it
/// is as long as the program runs.
struct demo_picture {
    /// What the file is called, without its ending.
    const char *name;
    const unsigned char *bytes;
    size_t count;
};

/// The picture of a name, or NULL.
const struct demo_picture *demo_picture(const char *name);

#endif
