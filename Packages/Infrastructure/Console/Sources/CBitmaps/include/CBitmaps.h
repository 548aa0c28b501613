// What Swift can't say about libjpeg and libpng: errors by longjmp, macros, and
// structures whose size is part of the call.
#ifndef CBITMAPS_H
#define CBITMAPS_H

#include <stddef.h>

/// Pixels of three bytes, made with malloc; bytes is NULL if there are none.
struct cbitmaps_pixels {
    unsigned char *bytes;
    int width, height;
};

/// Decodes a JPEG to at most so many pixels. It is made smaller on the way, to a
/// half, a quarter or an eighth, as long as one side is not below what is asked
/// for: what fits into both is no larger than that.
struct cbitmaps_pixels cbitmaps_decode_jpeg(
    const void *bytes, size_t count, size_t width, size_t height, size_t maximum_pixels);

/// Decodes a PNG of at most so many pixels, over black.
struct cbitmaps_pixels cbitmaps_decode_png(const void *bytes, size_t count, size_t maximum_pixels);

#endif
