#ifndef PROCESSORS_H
#define PROCESSORS_H

// Keeps all threads of this process, and the threads and processes that they
// start, on some of its processors. Where there is one only, they are all alike.
enum processors { PROCESSORS_ALL, PROCESSORS_FIRST, PROCESSORS_OTHERS };
void keep_on_processors(enum processors kept);

#endif
