#ifndef CTERMINAL_DIRECT_H
#define CTERMINAL_DIRECT_H

/// The value of TERMINFO with which `term` has 24-bit colours: the terminal's palette below 256,
/// and 0xRRGGBB from there on. NULL: there is no description, or it has no colours. The caller has
/// to free it.
char *ct_direct_description(const char *term);

#endif
