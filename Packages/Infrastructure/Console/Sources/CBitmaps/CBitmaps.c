#include "CBitmaps.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>
#include <png.h>

static const struct cbitmaps_pixels none = {NULL, 0, 0};

// What a JPEG of several passes may keep in memory meanwhile.
enum { jpeg_memory = 64 * 1000 * 1000 };
// A picture of several passes has about ten; each costs time, and only a few bytes.
enum { most_passes = 100 };

struct jpeg_failure {
    struct jpeg_error_mgr base;
    jmp_buf jump;
};

static void fail(j_common_ptr info) {
    longjmp(((struct jpeg_failure *)info->err)->jump, 1);
}

static void say_nothing(j_common_ptr info) {
    (void)info;
}

static void count_passes(j_common_ptr info) {
    if (((j_decompress_ptr)info)->input_scan_number > most_passes) fail(info);
}

struct cbitmaps_pixels cbitmaps_decode_jpeg(
    const void *bytes, size_t count, size_t width, size_t height, size_t maximum_pixels) {
    struct jpeg_decompress_struct info;
    struct jpeg_failure failure;
    struct jpeg_progress_mgr progress = {.progress_monitor = count_passes};
    unsigned char *volatile pixels = NULL;
    info.err = jpeg_std_error(&failure.base);
    failure.base.error_exit = fail;
    failure.base.output_message = say_nothing;
    if (setjmp(failure.jump)) {
        free(pixels);
        jpeg_destroy_decompress(&info);
        return none;
    }
    jpeg_create_decompress(&info);
    info.mem->max_memory_to_use = jpeg_memory;
    info.progress = &progress;
    jpeg_mem_src(&info, bytes, count);
    jpeg_read_header(&info, TRUE);
    info.out_color_space = JCS_RGB;
    info.scale_num = 1;
    info.scale_denom = 8;
    jpeg_calc_output_dimensions(&info);
    while (info.scale_denom > 1 && info.output_width < width && info.output_height < height) {
        info.scale_denom /= 2;
        jpeg_calc_output_dimensions(&info);
    }
    if ((size_t)info.output_width * info.output_height > maximum_pixels) fail((j_common_ptr)&info);
    size_t line = (size_t)info.output_width * 3;
    pixels = malloc(line * info.output_height);
    if (!pixels) fail((j_common_ptr)&info);
    jpeg_start_decompress(&info);
    if (info.output_components != 3) fail((j_common_ptr)&info);
    while (info.output_scanline < info.output_height) {
        unsigned char *row = pixels + line * info.output_scanline;
        jpeg_read_scanlines(&info, &row, 1);
    }
    struct cbitmaps_pixels result = {pixels, (int)info.output_width, (int)info.output_height};
    jpeg_finish_decompress(&info);
    jpeg_destroy_decompress(&info);
    return result;
}

struct cbitmaps_pixels cbitmaps_decode_png(const void *bytes, size_t count, size_t maximum_pixels) {
    png_image image = {.version = PNG_IMAGE_VERSION};
    if (!png_image_begin_read_from_memory(&image, bytes, count)) return none;
    image.format = PNG_FORMAT_RGB;
    png_color black = {0, 0, 0};
    unsigned char *pixels = NULL;
    if ((size_t)image.width * image.height <= maximum_pixels) pixels = malloc(PNG_IMAGE_SIZE(image));
    if (!pixels || !png_image_finish_read(&image, &black, pixels, 0, NULL)) {
        free(pixels);
        png_image_free(&image);
        return none;
    }
    return (struct cbitmaps_pixels){pixels, (int)image.width, (int)image.height};
}
