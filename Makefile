# walletui. The two to know: `make demo` and `make test`.

SWIFT ?= swift
RELEASE = $(SWIFT) build -c release --static-swift-stdlib
# `make check` builds beside the ordinary build, so that neither makes the other start anew.
STRICT = --scratch-path .build/strict -Xswiftc -warnings-as-errors

.PHONY: help demo release install test check lint layers bench torture clean

help:
	@echo "make demo      build and open the wallet with sample cards"
	@echo "make release   build .build/release/walletui and walletd"
	@echo "make install   put what \`make release\` made into PREFIX (/usr/local), below DESTDIR"
	@echo "make test      build and run all tests"
	@echo "make check     format, layers, warnings as errors, all tests"
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

install:
	install -D -m 755 -t $(INTO)/bin $(BUILT)/walletui $(BUILT)/walletd
	install -D -m 644 -t $(INTO)/share/man/man8 docs/man/walletd.8
	install -D -m 644 -t $(INTO)/share/walletui/themes themes/*.yaml
	install -d $(INTO)/lib/systemd/system
	sed 's|/usr/local/|$(PREFIX)/|' docs/systemd/walletd.service \
	  > $(INTO)/lib/systemd/system/walletd.service

# What a client does within its deadlines is tried when nothing else takes the machine.
NETWORK = WalletServerTests RemoteBackendTests
BUILD_FLAGS =

test:
	.ci/install-deps test
	$(SWIFT) build --build-tests $(BUILD_FLAGS)
	$(SWIFT) test --skip-build $(BUILD_FLAGS) $(NETWORK:%=--skip %)
	for suite in $(NETWORK); do \
	  $(SWIFT) test --skip-build $(BUILD_FLAGS) --filter $$suite || exit; \
	done
	$(RELEASE) --product walletui
	$(RELEASE) --product walletd
	.ci/end-to-end .build/release/walletui
	Tests/Api/control .build/release/walletd
	Tests/Api/run .build/release/walletd

check: BUILD_FLAGS = $(STRICT)
check: lint layers test

lint:
	$(SWIFT) format lint --strict --recursive Sources Tests Package.swift

layers:
	.ci/check-layers

bench: PROGRAMS = walletui walletd listfloor serverfloor vaultworker
bench:
	.ci/install-deps test
	for program in $(PROGRAMS); do $(RELEASE) --product $$program || exit; done
	python3 Tests/Benchmark/bench.py $(SECTIONS)

torture: export WALLETUI_TORTURE = 1
torture: test

clean:
	rm -rf .build
