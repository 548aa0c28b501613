#ifndef CLOCKEDCONTEXTS_H
#define CLOCKEDCONTEXTS_H

/// How many bytes clockedcontexts_use() takes.
enum { clockedcontexts_byte_count = 64 * 1024 };

/// Hands over zeroed memory, once, that nobody else uses from then on.
void clockedcontexts_use(void *memory);

/// What libcrypto allocates on this thread from now on is in that memory.
void clockedcontexts_begin(void);

/// Ends that.
///
/// 1 if something was allocated, and all of it there; else 0.
int clockedcontexts_end(void);

#endif
