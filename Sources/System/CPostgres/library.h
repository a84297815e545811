#ifndef CPOSTGRES_LIBRARY_H
#define CPOSTGRES_LIBRARY_H

#include <postgresql/libpq-fe.h>

/// The functions of libpq that are used. The list makes the table and loads it.
#define CPG_FUNCTIONS(ENTRY)                                                                      \
  ENTRY(PQconnectdbParams)                                                                        \
  ENTRY(PQfinish)                                                                                 \
  ENTRY(PQstatus)                                                                                 \
  ENTRY(PQerrorMessage)                                                                           \
  ENTRY(PQsetnonblocking)                                                                         \
  ENTRY(PQenterPipelineMode)                                                                      \
  ENTRY(PQexitPipelineMode)                                                                       \
  ENTRY(PQpipelineSync)                                                                           \
  ENTRY(PQsendPrepare)                                                                            \
  ENTRY(PQsendQuery)                                                                              \
  ENTRY(PQsendQueryPrepared)                                                                      \
  ENTRY(PQflush)                                                                                  \
  ENTRY(PQisBusy)                                                                                 \
  ENTRY(PQconsumeInput)                                                                           \
  ENTRY(PQgetResult)                                                                              \
  ENTRY(PQsocket)                                                                                 \
  ENTRY(PQnotifies)                                                                               \
  ENTRY(PQfreemem)                                                                                \
  ENTRY(PQsetNoticeProcessor)                                                                     \
  ENTRY(PQresultStatus)                                                                           \
  ENTRY(PQresultErrorField)                                                                       \
  ENTRY(PQntuples)                                                                                \
  ENTRY(PQgetvalue)                                                                               \
  ENTRY(PQgetlength)                                                                              \
  ENTRY(PQgetisnull)                                                                              \
  ENTRY(PQclear)

struct cpg_library {
#define CPG_MEMBER(name) __typeof__(&name) name;
  CPG_FUNCTIONS(CPG_MEMBER)
#undef CPG_MEMBER
};

extern struct cpg_library pq;

#endif
