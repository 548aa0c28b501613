#include "sql.h"

#include <pthread.h>
#include <stdbool.h>

// One question at a time, with a mutex and a condition each way.
typedef struct {
    neighbour_sql *database;
    pthread_mutex_t mutex;
    pthread_cond_t asked, answered;
    bool has_question, has_answer, is_over;
    int result;
} desk;

static void *serve(void *argument) {
    desk *self = argument;
    pthread_mutex_lock(&self->mutex);
    while (true) {
        while (!self->has_question && !self->is_over) pthread_cond_wait(&self->asked, &self->mutex);
        if (self->is_over) break;
        self->has_question = false;
        pthread_mutex_unlock(&self->mutex);
        int result = neighbour_sql_look_up(self->database, 1, 0);
        pthread_mutex_lock(&self->mutex);
        self->result = result;
        self->has_answer = true;
        pthread_cond_signal(&self->answered);
    }
    pthread_mutex_unlock(&self->mutex);
    return NULL;
}

int neighbour_sql_ask(neighbour_sql *database, size_t count) {
    desk self = {.database = database,
                 .mutex = PTHREAD_MUTEX_INITIALIZER,
                 .asked = PTHREAD_COND_INITIALIZER,
                 .answered = PTHREAD_COND_INITIALIZER};
    pthread_t thread;
    if (pthread_create(&thread, NULL, serve, &self)) return -1;
    int result = 0;
    pthread_mutex_lock(&self.mutex);
    for (size_t i = 0; i < count && !result; i++) {
        self.has_question = true;
        pthread_cond_signal(&self.asked);
        while (!self.has_answer) pthread_cond_wait(&self.answered, &self.mutex);
        self.has_answer = false;
        result = self.result;
    }
    self.is_over = true;
    pthread_cond_signal(&self.asked);
    pthread_mutex_unlock(&self.mutex);
    pthread_join(thread, NULL);
    return result;
}
