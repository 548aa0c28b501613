#include "cgd.h"

#include <dlfcn.h>
#include <string.h>
#include <unistd.h>

// The functions of libgd that are in use, each of which passes on to the
// library. That is loaded at the first call: it brings some thirty libraries
// with it, which a server would else have in memory that only starts the
// process that decodes. Threads may share what was found: they find the same.

// How a process ends without it; `WorkerStatus.withoutLibrary`.
enum { without_library = 12 };

static void *function(const char *name) {
    static _Atomic(void *) library;
    void *loaded = library;
    if (!loaded) library = loaded = dlopen("libgd.so.3", RTLD_NOW | RTLD_LOCAL);
    void *found = loaded ? dlsym(loaded, name) : 0;
    if (found) return found;
    _exit(without_library);
}

#define PASS_ON(result, name, parameters, arguments) \
    result name parameters { \
        static _Atomic(result (*) parameters) found; \
        result (*passed) parameters = found; \
        if (!passed) found = passed = (result (*) parameters)function(#name); \
        return passed arguments; \
    }

PASS_ON(void, gdSetErrorMethod, (gdErrorMethod method), (method))
PASS_ON(void, gdFree, (void *memory), (memory))

PASS_ON(gdImagePtr, gdImageCreateTrueColor, (int width, int height), (width, height))
PASS_ON(gdImagePtr, gdImageCreateFromJpegEx, (FILE *file, int ignores_warnings), (file, ignores_warnings))
PASS_ON(gdImagePtr, gdImageCreateFromPng, (FILE *file), (file))
PASS_ON(gdImagePtr, gdImageCreateFromWebp, (FILE *file), (file))
PASS_ON(gdImagePtr, gdImageCreateFromGif, (FILE *file), (file))
PASS_ON(gdImagePtr, gdImageCreateFromAvif, (FILE *file), (file))
PASS_ON(void, gdImageDestroy, (gdImagePtr image), (image))

PASS_ON(int, gdImagePaletteToTrueColor, (gdImagePtr image), (image))
PASS_ON(int, gdImageGetTrueColorPixel, (gdImagePtr image, int x, int y), (image, x, y))
PASS_ON(void, gdImageAlphaBlending, (gdImagePtr image, int blends), (image, blends))
PASS_ON(void, gdImageSaveAlpha, (gdImagePtr image, int saves), (image, saves))
PASS_ON(void, gdImageInterlace, (gdImagePtr image, int interlaces), (image, interlaces))
PASS_ON(void, gdImageFlipHorizontal, (gdImagePtr image), (image))
PASS_ON(void, gdImageFlipVertical, (gdImagePtr image), (image))
PASS_ON(void, gdImageFlipBoth, (gdImagePtr image), (image))
PASS_ON(
    gdImagePtr, gdImageRotateInterpolated, (const gdImagePtr image, const float angle, int background),
    (image, angle, background))
PASS_ON(
    void, gdImageFilledRectangle, (gdImagePtr image, int x1, int y1, int x2, int y2, int color),
    (image, x1, y1, x2, y2, color))
PASS_ON(
    void, gdImageCopyResampled,
    (gdImagePtr to, gdImagePtr from, int to_x, int to_y, int from_x, int from_y, int to_width, int to_height,
     int from_width, int from_height),
    (to, from, to_x, to_y, from_x, from_y, to_width, to_height, from_width, from_height))

PASS_ON(void *, gdImageJpegPtr, (gdImagePtr image, int *size, int quality), (image, size, quality))
PASS_ON(void *, gdImagePngPtrEx, (gdImagePtr image, int *size, int level), (image, size, level))
PASS_ON(void *, gdImageWebpPtrEx, (gdImagePtr image, int *size, int quality), (image, size, quality))
PASS_ON(void *, gdImageGifPtr, (gdImagePtr image, int *size), (image, size))
PASS_ON(void *, gdImageAvifPtrEx, (gdImagePtr image, int *size, int quality, int speed), (image, size, quality, speed))
PASS_ON(
    void *, gdImageHeifPtrEx, (gdImagePtr image, int *size, int quality, gdHeifCodec codec, gdHeifChroma chroma),
    (image, size, quality, codec, chroma))

// Of zlib, which libgd brings.
PASS_ON(int, uncompress, (Bytef *to, uLongf *size, const Bytef *from, uLong count), (to, size, from, count))

// What libjpeg says of a file that ends too early; it goes on with grey.
static _Thread_local int ends_early;

static void listen(int priority, const char *format, va_list arguments) {
    char text[256];
    vsnprintf(text, sizeof text, format, arguments);
    if (strstr(text, "remature end")) ends_early = 1;
}

void cgd_silence(void) { gdSetErrorMethod(listen); }

gdImagePtr cgd_image_from_whole_jpeg(FILE *file) {
    cgd_silence();
    ends_early = 0;
    gdImagePtr image = gdImageCreateFromJpegEx(file, 0);
    if (!image || !ends_early) return image;
    gdImageDestroy(image);
    return 0;
}
