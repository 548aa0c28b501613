#ifndef RESIDENT_READS_H
#define RESIDENT_READS_H

// Has SQLite read what is in memory, and nothing else, where a thread may not wait for a disk
// (preadv2(2), RWF_NOWAIT).

// Takes the place of the function by which SQLite reads files (sqlite.org/c3ref/vfs.html, xSetSystemCall); to be
// called once, before the first connection is opened. Zero where that isn't to be had.
int resident_reads_set_up(void);

// From now on this thread reads only what is in memory: anything else fails as SQLITE_IOERR_READ.
void resident_reads_begin(void);

// What became of that.
enum resident_reads { RESIDENT_READS_WHOLE, RESIDENT_READS_MISSED, RESIDENT_READS_IMPOSSIBLE };

// From now on this thread waits again. Whether all was in memory, something wasn't, or the file system can't tell.
enum resident_reads resident_reads_end(void);

#endif
