#ifndef CHARDEN_INTERNAL_H
#define CHARDEN_INTERNAL_H

/// Wipes every secret. Async-signal-safe; nothing may use the arena afterwards.
void harden_wipe_arena(void);

#endif
