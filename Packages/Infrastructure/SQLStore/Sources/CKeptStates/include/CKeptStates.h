#ifndef KEPT_STATES_H
#define KEPT_STATES_H

// Keeps what a power cut would leave, for tests: whenever this process forces a
// file of a folder to the disk, a copy of it is made. It stands in front of the
// C library's fsync and fdatasync, in this process alone.

// From now on copies of the files of `folder` go to `states`, which exists, as
// NUMBER-NAME. Neither path goes through a link.
void kept_states_begin(const char *_Nonnull folder, const char *_Nonnull states);

// The number of the last one; 0 as long as nothing was forced to the disk.
int kept_states_last(void);

#endif
