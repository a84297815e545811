#ifndef CHARDEN_INTERNAL_H
#define CHARDEN_INTERNAL_H

/// Wipes every secret. Async-signal-safe. The arena must not be used afterwards.
void harden_wipe_arena(void);

#endif
