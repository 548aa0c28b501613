#ifndef LIBRARIES_H
#define LIBRARIES_H

// A library under Essential and under the neighbours in C.
struct library {
    const char *name, *version;
};

// The libraries as they are loaded; without a name behind the last.
struct library library_at(int place);

#endif
