#pragma once

// The public half of the key that signs releases, in base64url; empty in a build that nobody signs.
// Tools/setup/build-release.sh gives it (-Xcc -DESSENTIAL_RELEASE_KEY=…).
#ifndef ESSENTIAL_RELEASE_KEY
#define ESSENTIAL_RELEASE_KEY ""
#endif
