#ifndef SERVER_DATA_H
#define SERVER_DATA_H

// Puts into a server's database at once what would take hours through its
// API. Each function returns 0, or another number if it can't.

// Public pictures, numbered from 1, in the order of their numbers.
int server_data_add_pictures(const char *database, int count);

// Sessions of people with eight each, whose refresh tokens are `bench-` and the
// session's number in eight digits.
int server_data_add_sessions(const char *database, int first, int count);

// Browsers with somebody at them: copies of one that is there.
int server_data_add_browsers(const char *database, int count);

#endif
