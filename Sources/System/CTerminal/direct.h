#ifndef CTERMINAL_DIRECT_H
#define CTERMINAL_DIRECT_H

/// What TERMINFO has to be so that `term` has 24-bit colours: below 256 the terminal's palette,
/// from there on 0xRRGGBB. NULL: its description is not there or knows no colours. To be freed.
char *ct_direct_description(const char *term);

#endif
