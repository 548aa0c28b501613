#pragma once

// Tools/setup/build-release.sh gives it (-Xcc -DESSENTIAL_RELEASE_KEY=…).
#ifndef ESSENTIAL_RELEASE_KEY
#define ESSENTIAL_RELEASE_KEY ""
#endif

/// The public half of the key that signs releases, in base64url; empty in a build that nobody signs.
///
/// A function: Swift doesn't see what a command line defines.
static inline const char *release_key(void) {
    return ESSENTIAL_RELEASE_KEY;
}
