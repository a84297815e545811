# The two most important targets are `make demo` and `make test`.

SWIFT ?= swift
# The compiler gets the same flags whether the output is a terminal or not. Other flags would compile
# everything again.
PLAIN = --no-color-diagnostics
# The addresses of library functions are looked up at the start and become read-only (full RELRO).
# Libraries are loaded from the system's folders only. There is no debugging information, because it
# contains the paths of the build. `.ci/check-package` checks all of this.
HARDENED = -Xlinker -z -Xlinker now --disable-local-rpath -Xlinker --strip-debug
# Nothing outside a program looks up its symbols. With the static library of Swift all are exported,
# and their tables take a twentieth of the program's memory.
# Debugging information takes the compiler 50 s more, and with it come tables for unwinding.
SMALL = -Xlinker --no-export-dynamic -debug-info-format none
# Equal functions become one, relative relocations are a few kilobytes, and what a start needs is in
# one place: `make order` writes that list. The kernel maps 64 KiB around each page that is used.
ORDER = $(CURDIR)/Sources/walletui/functions.order
PLACED = -Xswiftc -use-ld=lld -Xlinker --icf=safe -Xlinker -z -Xlinker pack-relative-relocs \
  -Xlinker --symbol-ordering-file="$(ORDER)" -Xlinker --no-warn-symbol-ordering
RELEASE = $(SWIFT) build $(PLAIN) -c release --static-swift-stdlib $(HARDENED) $(SMALL) $(PLACED)
# The build of the tests. Debugging information would cost a tenth of its time.
DEBUG = $(SWIFT) build $(PLAIN) -Xswiftc -gnone

CHECKS = check-net check-kill check-screen check-leaks check-api check-package check-counts

.PHONY: help pages pictures demo release install uninstall deb build-tests build-checks test check
.PHONY: $(CHECKS) check-all tidy lint bench order build-counts bench-counts torture clean

help:
	@echo "make demo      build and open the wallet with sample cards"
	@echo "make release   build .build/release/walletui and walletd"
	@echo "make install   install the result of \`make release\` into PREFIX (/usr/local), below DESTDIR"
	@echo "make uninstall remove it again"
	@echo "make deb       build a Debian package into .build"
	@echo "make test      build and run the tests: every change passes them"
	@echo "make check     the same, and the long forms that the change needs"
	@echo "make check-all the long forms: $(CHECKS:check-%=%)"
	@echo "make tidy      the rules that are read from the sources; make lint: the format only"
	@echo "make pages     write docs/commands again"
	@echo "make pictures  draw the pictures of docs/ again"
	@echo "make bench     compare speed and memory with minimal C programs (SECTIONS=reads: a part)"
	@echo "make order     list the functions that a start uses again, for the linker"
	@echo "make bench-counts  count instructions, which is a test: check-counts runs it, too"
	@echo "make torture   the longest forms of the long forms"

demo: release
	.build/release/walletui --demo

release:
	.ci/install-deps build
	$(RELEASE) --product walletui
	$(RELEASE) --product walletd

PREFIX = /usr/local
BUILT = .build/release
INTO = $(DESTDIR)$(PREFIX)
MAN = $(INTO)/share/man
BASH_COMPLETIONS = $(INTO)/share/bash-completion/completions
FISH_COMPLETIONS = $(INTO)/share/fish/vendor_completions.d
# Debian packages use vendor-completions.
ZSH_FOLDER = site-functions
ZSH_COMPLETIONS = $(INTO)/share/zsh/$(ZSH_FOLDER)
UNITS = $(INTO)/lib/systemd/system

install:
	install -D -s -m 755 -t $(INTO)/bin $(BUILT)/walletui $(BUILT)/walletd
	install -D -m 644 -t $(MAN)/man1 docs/man/walletui.1
	install -D -m 644 -t $(MAN)/man5 docs/man/walletui-config.5 docs/man/walletui-themes.5
	install -D -m 644 -t $(MAN)/man8 docs/man/walletd.8
	install -D -m 644 -t $(INTO)/share/walletui/themes themes/*.yaml
	install -D -m 644 -t $(INTO)/share/walletui/scripts docs/scripts/*.walletscript
	install -d $(BASH_COMPLETIONS) $(FISH_COMPLETIONS) $(ZSH_COMPLETIONS) $(UNITS)
	$(BUILT)/walletui completions bash > $(BASH_COMPLETIONS)/walletui
	$(BUILT)/walletui completions fish > $(FISH_COMPLETIONS)/walletui.fish
	$(BUILT)/walletui completions zsh > $(ZSH_COMPLETIONS)/_walletui
	for unit in walletd walletui-kiosk; do \
	  sed 's|/usr/local/|$(PREFIX)/|' docs/systemd/$$unit.service > $(UNITS)/$$unit.service; \
	done

uninstall:
	rm -f $(INTO)/bin/walletui $(INTO)/bin/walletd $(MAN)/man1/walletui.1 $(MAN)/man8/walletd.8
	rm -f $(MAN)/man5/walletui-config.5 $(MAN)/man5/walletui-themes.5
	rm -f $(BASH_COMPLETIONS)/walletui $(FISH_COMPLETIONS)/walletui.fish
	rm -f $(ZSH_COMPLETIONS)/_walletui $(UNITS)/walletd.service
	rm -f $(UNITS)/walletui-kiosk.service
	rm -rf $(INTO)/share/walletui

deb: release
	BUILT=$(BUILT) .ci/make-deb .build

build-tests:
	.ci/install-deps test
	$(DEBUG) --build-tests

# The same, and what only the long forms need.
build-checks:
	.ci/install-deps checks
	WALLETUI_CHECKS=1 $(DEBUG) --build-tests

test:
	.ci/install-deps test
	.ci/own-folder .ci/test

# BASE: the commit that the change is compared with (origin/main, or the one before HEAD).
BASE =
check: test
	.ci/install-deps checks
	checks=$$(.ci/affected $(BASE)) && { [ -z "$$checks" ] || .ci/own-folder .ci/test $$checks; }

$(CHECKS): check-%:
	.ci/install-deps checks
	.ci/own-folder .ci/test $*

check-all:
	.ci/install-deps checks
	.ci/own-folder .ci/test all

tidy:
	Tests/Tidy/run --control
	Tests/Tidy/run

lint:
	Tests/Tidy/run style

MANUAL = .build/debug/walletui manual
COMMANDS = $$($(MANUAL) commands/README.md | sed -n 's/^| \[.*(\(.*\)\.md.*/\1/p' | sort -u)
pages:
	$(DEBUG) --product walletui
	mkdir -p docs/commands && rm -f docs/commands/*
	for name in README $(COMMANDS); do \
	  $(MANUAL) commands/$$name.md > docs/commands/$$name.md || exit; \
	done

pictures:
	$(DEBUG) --product walletui
	.ci/make-pictures .build/debug/walletui docs/pictures
	-/usr/bin/python3 Tests/Looks/run .build/debug/walletui --sheets .build/looks
	.build/debug/walletui manual themes.md > docs/themes.md

bench: PROGRAMS = walletui walletd listfloor serverfloor vaultworker simulatorserver
bench:
	.ci/install-deps checks
	for program in $(PROGRAMS); do WALLETUI_CHECKS=1 $(RELEASE) --product $$program || exit; done
	/usr/bin/python3 Tests/Benchmark/bench.py $(SECTIONS)

order: release
	.ci/install-deps checks
	/usr/bin/python3 Tests/Benchmark/order.py $(BUILT)/walletui > "$(ORDER).new"
	mv "$(ORDER).new" "$(ORDER)"
	# It is linked again, although no source has changed.
	rm $(BUILT)/walletui $(BUILT)/walletd
	$(MAKE) release

# What Tests/Benchmark/counts.py runs.
build-counts: release
	$(RELEASE) --product vaultworker

bench-counts: build-counts
	.ci/install-deps checks
	/usr/bin/python3 Tests/Benchmark/counts.py

torture: export WALLETUI_TORTURE = 1
torture: export WALLETUI_PATIENCE = 3
torture: check-all

clean:
	rm -rf .build
