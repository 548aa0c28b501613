#ifndef PROCESSORS_H
#define PROCESSORS_H

// Keeps all threads of this process, and those that they start, on its first
// processor, or gives them back all that they had.
void keep_on_one_processor(int kept);

#endif
