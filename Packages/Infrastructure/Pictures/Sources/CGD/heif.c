#define _GNU_SOURCE
#include "cgd.h"

#include <dlfcn.h>
#include <libheif/heif.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

// HEIC by libheif, which libgd brings and loads: libgd's own way (2.3.3) takes
// each row for as long as its pixels and skews pictures whose rows are padded,
// and doesn't turn them.

// How a process ends without it; `WorkerStatus.withoutHEIC`.
enum { without_heic = 13 };

static void *function(const char *name) {
    static _Atomic(void *) library;
    void *loaded = library;
    if (!loaded) library = loaded = dlopen("libheif.so.1", RTLD_NOW | RTLD_LOCAL);
    void *found = loaded ? dlsym(loaded, name) : 0;
    if (found) return found;
    _exit(without_heic);
}

#define HEIF(name) ((__typeof__(&heif_##name))function("heif_" #name))

static gdImagePtr copied(const struct heif_image *pixels, int channels) {
    int width = HEIF(image_get_width)(pixels, heif_channel_interleaved);
    int height = HEIF(image_get_height)(pixels, heif_channel_interleaved);
    int stride = 0;
    const uint8_t *row = HEIF(image_get_plane_readonly)(pixels, heif_channel_interleaved, &stride);
    gdImagePtr image = row ? gdImageCreateTrueColor(width, height) : 0;
    if (!image) return 0;
    for (int y = 0; y < height; y++, row += stride) {
        const uint8_t *pixel = row;
        for (int x = 0; x < width; x++, pixel += channels) {
            int alpha = channels == 4 ? gdAlphaMax - pixel[3] / 2 : gdAlphaOpaque;
            gdImageTrueColorPixel(image, x, y) = gdTrueColorAlpha(pixel[0], pixel[1], pixel[2], alpha);
        }
    }
    return image;
}

static gdImagePtr decoded(const struct heif_image_handle *handle) {
    struct heif_decoding_options *options = HEIF(decoding_options_alloc)();
    if (!options) return 0;
    options->convert_hdr_to_8bit = 1;
    int has_alpha = HEIF(image_handle_has_alpha_channel)(handle);
    struct heif_image *pixels = 0;
    struct heif_error error = HEIF(decode_image)(
        handle, &pixels, heif_colorspace_RGB, has_alpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB,
        options);
    HEIF(decoding_options_free)(options);
    if (error.code != heif_error_Ok) return 0;
    gdImagePtr image = copied(pixels, has_alpha ? 4 : 3);
    HEIF(image_release)(pixels);
    return image;
}

gdImagePtr cgd_image_from_heic(FILE *file) {
    struct stat status;
    if (fstat(fileno(file), &status) != 0 || status.st_size <= 0) return 0;
    size_t count = (size_t)status.st_size;
    void *bytes = mmap(0, count, PROT_READ, MAP_PRIVATE, fileno(file), 0);
    if (bytes == MAP_FAILED) return 0;
    gdImagePtr image = 0;
    struct heif_context *context = HEIF(context_alloc)();
    struct heif_image_handle *handle = 0;
    if (context && HEIF(context_read_from_memory_without_copy)(context, bytes, count, 0).code == heif_error_Ok
        && HEIF(context_get_primary_image_handle)(context, &handle).code == heif_error_Ok) {
        image = decoded(handle);
        HEIF(image_handle_release)(handle);
    }
    if (context) HEIF(context_free)(context);
    munmap(bytes, count);
    return image;
}

int cgd_reads_heic(void) { return HEIF(have_decoder_for_format)(heif_compression_HEVC); }
