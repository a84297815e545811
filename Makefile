# The two most important targets are `make demo` and `make test`.

SWIFT ?= swift
# The compiler gets the same flags whether the output is a terminal or not. Other flags would compile
# everything again.
PLAIN = --no-color-diagnostics
# The addresses of library functions are looked up at the start and become read-only (full RELRO).
# Libraries are loaded from the system's folders only. There is no debugging information, because it
# contains the paths of the build. `.ci/check-package` checks all of this.
HARDENED = -Xlinker -z -Xlinker now --disable-local-rpath -Xlinker --strip-debug
RELEASE = $(SWIFT) build $(PLAIN) -c release --static-swift-stdlib $(HARDENED)
# `make check` has a build folder of its own, so that it does not invalidate the ordinary build.
STRICT = --scratch-path $(SCRATCH) -Xswiftc -warnings-as-errors

.PHONY: help pictures demo release install uninstall deb unit test suites check lint layers
.PHONY: alone spare-release scenarios looks leaks interface requirements bench live cluster torture clean

help:
	@echo "make demo      build and open the wallet with sample cards"
	@echo "make release   build .build/release/walletui and walletd"
	@echo "make install   install the result of \`make release\` into PREFIX (/usr/local), below DESTDIR"
	@echo "make uninstall remove it again"
	@echo "make deb       build a Debian package into .build"
	@echo "make unit      build and run the tests that start no program and no server"
	@echo "make test      build and run all tests"
	@echo "make check     format, layers, warnings as errors, all tests"
	@echo "make pictures  draw the pictures of docs/ again"
	@echo "make bench     compare speed and memory with minimal C programs (SECTIONS=reads: a part)"
	@echo "make cluster   three walletd on a PostgreSQL of their own, to try them"
	@echo "make live      try a card issuer's sandbox (ISSUER=lithic KEY_FILE=FILE)"
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
# Debian packages use vendor-completions.
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

# These suites run alone: they measure what a client does within its deadlines, and the memory of a
# kiosk's process.
ALONE = WalletServerTests RemoteBackendTests KioskTests
# These tests run in a process of their own: they measure a deadline, or fill the memory for secrets,
# so that other tests in the process are refused with 1007.
APART = RemoteBackendTests.TimeoutTests WalletServerTests.ConcurrencyTests \
  WalletServerTests.LimitsTests
SCRATCH = .build
BUILD_FLAGS =
# The time limit for tests that hang, in seconds.
LIMIT ?= 1500
# Gives way to everything else.
IDLE = chrt --idle 0
TESTS = .ci/repeat-failures .ci/with-limit $(LIMIT) $(SWIFT) test $(PLAIN) --skip-build $(BUILD_FLAGS)

# These start programs and servers, or wait for them.
SLOW = $(ALONE) CommandLineTests TerminalRuntimeTests VaultLedgerTests CardScanTests.PictureTests

unit:
	$(SWIFT) build $(PLAIN) --build-tests $(BUILD_FLAGS)
	$(TESTS) $(SLOW:%=--skip %)

test:
	.ci/install-deps test
	+.ci/own-folder $(MAKE) suites SCRATCH=$(SCRATCH) BUILD_FLAGS="$(BUILD_FLAGS)"

# Two cores have work for more than one of these at a time. What must be alone mostly waits, so the
# release is built beside it, in the time that nobody else wants.
suites:
	$(SWIFT) build $(PLAIN) --build-tests $(BUILD_FLAGS)
	$(TESTS) $(ALONE:%=--skip %)
	+$(MAKE) -j2 --output-sync=target SCRATCH=$(SCRATCH) alone spare-release
	BUILT=$(BUILT) .ci/check-package
	+$(MAKE) -j3 --output-sync=target scenarios looks leaks interface

# Without SwiftPM: the build beside them keeps its lock and its database.
BUNDLE = .ci/repeat-failures .ci/with-limit $(LIMIT) \
  $(SCRATCH)/debug/walletuiPackageTests.xctest --testing-library swift-testing
alone:
	for suite in $(ALONE); do \
	  $(BUNDLE) --filter $$suite $(APART:%=--skip %) || exit; \
	done
	for suite in $(APART); do \
	  $(BUNDLE) --filter $$suite || exit; \
	done

spare-release:
	$(IDLE) $(RELEASE) --product walletui
	$(IDLE) $(RELEASE) --product walletd

scenarios: export WALLETUI_TEST_PROGRAMS = $(abspath $(SCRATCH))/debug
scenarios:
	/usr/bin/python3 Tests/EndToEnd/run $(BUILT)/walletui

looks:
	/usr/bin/python3 Tests/Looks/run --control
	/usr/bin/python3 Tests/Looks/run $(BUILT)/walletui

leaks:
	/usr/bin/python3 Tests/EndToEnd/leak $(BUILT)/walletui

interface:
	Tests/Api/control $(BUILT)/walletd
	Tests/Api/run $(BUILT)/walletd
	Tests/Api/examples $(BUILT)/walletd
	/usr/bin/python3 Tests/Browser/run $(BUILT)/walletd
	/usr/bin/python3 Tests/Cluster/run $(BUILT)/walletd

check: SCRATCH = .build/strict
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
	.ci/make-issuer-pictures .build/debug/walletui docs/pictures/issuers
	-/usr/bin/python3 Tests/Looks/run .build/debug/walletui --sheets .build/looks
	.build/debug/walletui manual themes.md > docs/themes.md

bench: PROGRAMS = walletui walletd listfloor serverfloor vaultworker simulatorserver
bench:
	.ci/install-deps test
	for program in $(PROGRAMS); do $(RELEASE) --product $$program || exit; done
	/usr/bin/python3 Tests/Benchmark/bench.py $(SECTIONS)

cluster:
	.ci/install-deps cluster
	$(SWIFT) build $(PLAIN) --product walletd
	$(SWIFT) build $(PLAIN) --product walletui
	Tests/Cluster/start

# For a person with a key of an issuer's sandbox. Nothing else here leaves the machine.
live: release
	/usr/bin/python3 Tests/Live/run $(if $(ADDRESS),--address $(ADDRESS)) $(ISSUER) $(KEY_FILE)

torture: export WALLETUI_TORTURE = 1
torture: export LIMIT = 10800
torture: test

clean:
	rm -rf .build
