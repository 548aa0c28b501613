#ifndef CNEIGHBOURS_H
#define CNEIGHBOURS_H

// All of them in one, which every other header is added to: the build doesn't
// see a header that is merely new in the folder.
#include "http-client.h"
#include "http-server.h"
#include "libraries.h"
#include "neighbours.h"
#include "processors.h"
#include "server-data.h"
#include "sql.h"
#include "vault.h"

#endif
