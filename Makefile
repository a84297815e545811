# walletui. The two to know: `make demo` and `make test`.

SWIFT ?= swift
# The compiler is told the same whether the output is a terminal or not: a difference in its flags
# would compile everything again.
PLAIN = --no-color-diagnostics
# Addresses of library functions are looked up at the start and cannot be written to afterwards (full
# RELRO); libraries come from the system's folders only; no debugging information, which has the
# paths of whoever built it. `.ci/check-package` looks whether it is so.
HARDENED = -Xlinker -z -Xlinker now --disable-local-rpath -Xlinker --strip-debug
RELEASE = $(SWIFT) build $(PLAIN) -c release --static-swift-stdlib $(HARDENED)
# `make check` builds beside the ordinary build, so that neither makes the other start anew.
STRICT = --scratch-path .build/strict -Xswiftc -warnings-as-errors

.PHONY: help pictures demo release install uninstall deb unit test suites check lint layers
.PHONY: alone spare-release scenarios leaks interface requirements bench torture clean

help:
	@echo "make demo      build and open the wallet with sample cards"
	@echo "make release   build .build/release/walletui and walletd"
	@echo "make install   put what \`make release\` made into PREFIX (/usr/local), below DESTDIR"
	@echo "make uninstall take it away again"
	@echo "make deb       build a Debian package into .build"
	@echo "make unit      build and run the tests that start no program and no server"
	@echo "make test      build and run all tests"
	@echo "make check     format, layers, warnings as errors, all tests"
	@echo "make pictures  draw the pictures of docs/ anew"
	@echo "make bench     speed and memory, beside minimal C programs (SECTIONS=reads: a part)"
	@echo "make torture   the long forms of the tests"

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
# Debian's own packages have theirs in vendor-completions.
ZSH_FOLDER = site-functions
ZSH_COMPLETIONS = $(INTO)/share/zsh/$(ZSH_FOLDER)
UNITS = $(INTO)/lib/systemd/system

install:
	install -D -m 755 -t $(INTO)/bin $(BUILT)/walletui $(BUILT)/walletd
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

# What a client does within its deadlines is tried when nothing else takes the machine; what a kiosk
# uses is measured of a process that does nothing else.
ALONE = WalletServerTests RemoteBackendTests KioskTests
# A deadline's figure is the machine's.
APART = RemoteBackendTests.TimeoutTests
BUILD_FLAGS =
# Tests that wait for ever end before whoever runs them loses patience.
LIMIT ?= 20m
# Gives way to everything else.
IDLE = chrt --idle 0
TESTS = timeout --foreground --signal INT --kill-after 45 $(LIMIT) $(SWIFT) test $(PLAIN) --skip-build $(BUILD_FLAGS)

# These start programs and servers, or wait for them.
SLOW = $(ALONE) CommandLineTests TerminalRuntimeTests VaultLedgerTests

unit:
	$(SWIFT) build $(PLAIN) --build-tests $(BUILD_FLAGS)
	$(TESTS) $(SLOW:%=--skip %)

test:
	.ci/install-deps test
	+.ci/own-folder $(MAKE) suites BUILD_FLAGS="$(BUILD_FLAGS)"

# Two cores have work for more than one of these at a time. What must be alone mostly waits, so the
# release is built beside it, in the time that nobody else wants.
suites:
	$(SWIFT) build $(PLAIN) --build-tests $(BUILD_FLAGS)
	$(TESTS) $(ALONE:%=--skip %)
	+$(MAKE) -j2 --output-sync=target BUILD_FLAGS="$(BUILD_FLAGS)" alone spare-release
	BUILT=$(BUILT) .ci/check-package
	+$(MAKE) -j3 --output-sync=target scenarios leaks interface

# The release build beside them keeps the lock of the build folder.
alone: TESTS += --ignore-lock
alone:
	for suite in $(ALONE); do \
	  $(TESTS) --filter $$suite $(APART:%=--skip %) || exit; \
	done
	for suite in $(APART); do \
	  $(TESTS) --filter $$suite || exit; \
	done

spare-release:
	$(IDLE) $(RELEASE) --product walletui
	$(IDLE) $(RELEASE) --product walletd

scenarios:
	/usr/bin/python3 Tests/EndToEnd/run $(BUILT)/walletui

leaks:
	/usr/bin/python3 Tests/EndToEnd/leak $(BUILT)/walletui

interface:
	Tests/Api/control $(BUILT)/walletd
	Tests/Api/run $(BUILT)/walletd
	Tests/Api/examples $(BUILT)/walletd

check: BUILD_FLAGS = $(STRICT)
check: lint layers requirements test

lint:
	$(SWIFT) format lint --strict --recursive Sources Tests Package.swift

layers:
	.ci/check-layers

requirements:
	.ci/check-requirements --control
	.ci/check-requirements

pictures:
	$(SWIFT) build $(PLAIN) --product walletui
	.ci/make-pictures .build/debug/walletui docs/pictures
	.build/debug/walletui manual themes.md > docs/themes.md

bench: PROGRAMS = walletui walletd listfloor serverfloor vaultworker
bench:
	.ci/install-deps test
	for program in $(PROGRAMS); do $(RELEASE) --product $$program || exit; done
	/usr/bin/python3 Tests/Benchmark/bench.py $(SECTIONS)

torture: export WALLETUI_TORTURE = 1
torture: export LIMIT = 3h
torture: test

clean:
	rm -rf .build
