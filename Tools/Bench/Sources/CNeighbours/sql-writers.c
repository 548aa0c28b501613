#include "sql.h"

#include <pthread.h>

// How many threads there may be.
enum { most = 64 };

// Who has the mutex has the database.
typedef struct {
    neighbour_sql *database;
    pthread_mutex_t mutex;
    size_t missing;
    int result;
} queue;

static void *work(void *argument) {
    queue *self = argument;
    pthread_mutex_lock(&self->mutex);
    while (self->missing > 0 && !self->result) {
        self->missing--;
        self->result = neighbour_sql_touch(self->database);
        pthread_mutex_unlock(&self->mutex);
        pthread_mutex_lock(&self->mutex);
    }
    pthread_mutex_unlock(&self->mutex);
    return NULL;
}

int neighbour_sql_touch_by(neighbour_sql *database, size_t threads, size_t count) {
    queue self = {.database = database, .mutex = PTHREAD_MUTEX_INITIALIZER, .missing = count};
    pthread_t started[most];
    size_t running = 0;
    while (running < threads && running < most && !pthread_create(started + running, NULL, work, &self)) running++;
    for (size_t i = 0; i < running; i++) pthread_join(started[i], NULL);
    return running < threads ? -1 : self.result;
}
