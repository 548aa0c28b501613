#pragma once

/// Whether memory that is given back is wiped first, everywhere in the program.
///
/// It is in all programs that carry this module, unless a sanitizer has an
/// allocator of its own.
int cwipedmemory_is_wiped(void);
