# Every front door of the repository. `make help` lists them.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

# One scratch folder per flavour: flags that change in the same folder rebuild everything.
BUILD := .build
DEBUG := $(BUILD)/debug-tests
RELEASE := $(BUILD)/release
# SwiftPM leaves folders behind in the temporary folder by the thousand.
export TMPDIR := $(CURDIR)/$(BUILD)/tmp
$(shell mkdir -p $(TMPDIR))

# As `repo test` builds. WHOLE_MODULES=1 compiles each module in one go: less work in a clean checkout.
DEBUG_FLAGS := --scratch-path $(DEBUG) -debug-info-format none -Xswiftc -index-ignore-system-modules $(if $(WHOLE_MODULES),$(addprefix -Xswiftc ,\
	-wmo -num-threads 1 -no-emit-module-separately-wmo -Xfrontend -index-ignore-clang-modules -Xfrontend -index-ignore-stdlib))

REPO := $(BUILD)/repo-tool/debug/repo
# A folder is newer when a file in it is gone.
$(REPO): Tools/RepoTool/Package.swift $(shell find Tools/RepoTool/Sources)
	@swift build --quiet --package-path Tools/RepoTool --scratch-path $(BUILD)/repo-tool --product repo >&2
	@touch $@

.PHONY: help
help: ## What can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: programs
programs: deps umbrella ## Debug builds of both programs, to try what you write: their paths are printed
	@for program in essential essentiald; do \
		swift build --quiet --product $$program $(DEBUG_FLAGS); echo "$(DEBUG)/debug/$$program"; done

.PHONY: run
run: build ## Build, start the server with demo content, take the tour, leave the server running
	@Tools/demo/tour.sh --stay

.PHONY: demo
demo: build ## The same tour, and then stop; fails if any step of it failed
	@Tools/demo/tour.sh

.PHONY: build
build: deps ## Release builds of both programs in bin/, with the Swift runtime inside (ESSENTIAL_RELEASE_KEY=FILE signs them)
	@mkdir -p bin
	@Tools/setup/build-release.sh $(RELEASE)

# Where `make install` puts things, and below which root.
PREFIX ?= /usr/local
DESTDIR ?=

.PHONY: install
install: export PREFIX := $(PREFIX)
install: export DESTDIR := $(DESTDIR)
install: ## Put what `make build` made in its places, with manual pages, completions and unit (PREFIX=/usr/local DESTDIR=)
	@for program in essential essentiald; do Tools/package/install.sh $$program bin; done
	@test -n "$(DESTDIR)" || Tools/package/next-steps.sh $(PREFIX)

.PHONY: package
package: build ## Packages for Debian and relocatable archives of both programs, in .build/package
	@rm -rf $(BUILD)/package
	@Tools/package/package.sh bin $(BUILD)/package

# What the working folder is compared with.
BASE ?= main
# What passed with the same inputs is not run again; FRESH=1 does.
TOGETHER := --together $(if $(FRESH),--fresh)

# The engine on which tests get their databases; `make test DATABASE=postgres` starts a server of its own.
ifeq ($(origin DATABASE),command line)
ifneq ($(DATABASE),$(filter sqlite postgres,$(DATABASE)))
$(error DATABASE is sqlite or postgres, not $(DATABASE))
endif
ifeq ($(DATABASE),postgres)
export ESSENTIAL_TEST_DATABASE := postgres
DATABASE_SERVER := database-server
endif
endif

.PHONY: database-server
database-server: deps
	@Tools/setup/postgresql.sh >/dev/null

.PHONY: test
test: deps $(DATABASE_SERVER) $(REPO) ## Build once and run all suites (PACKAGE=Name: that package alone; DATABASE=postgres)
ifdef PACKAGE
	@$(REPO) test $(PACKAGE)
	@$(REPO) api $(PACKAGE) --check --build $(BUILD)/packages
else
	@$(REPO) test --all $(TOGETHER)
	@$(REPO) api --check --build $(DEBUG)
endif

.PHONY: test-fast
test-fast: deps $(REPO) ## The same, for the packages that differ from BASE=main only
	@$(REPO) test --affected $(BASE) $(TOGETHER)

.PHONY: api
api: deps umbrella ## Build, and write what each package shows to others, API.txt (PACKAGE=Name: that one)
ifdef PACKAGE
	@swift build --package-path $(wildcard */$(PACKAGE) */*/$(PACKAGE)) --scratch-path $(BUILD)/packages --disable-build-manifest-caching \
		-debug-info-format none
	@$(REPO) api $(PACKAGE) --build $(BUILD)/packages
else
	@swift build --build-tests $(DEBUG_FLAGS)
	@$(REPO) api --build $(DEBUG)
endif

.PHONY: api-check
api-check: deps umbrella ## Build, and check that API.txt shows all that is public, and that it may be
	@swift build --build-tests $(DEBUG_FLAGS)
	@$(REPO) api --check --build $(DEBUG)

.PHONY: test-packages
test-packages: deps $(REPO) ## Every package by itself, which proves that each declares what it uses
	@$(REPO) test --all

.PHONY: test-tsan
test-tsan: deps $(REPO) ## All suites under Thread Sanitizer
	@$(REPO) test --all $(TOGETHER) --sanitize thread

.PHONY: test-asan
test-asan: export LSAN_OPTIONS := suppressions=$(CURDIR)/Tools/setup/leaks.supp:print_suppressions=0
test-asan: deps $(REPO) ## All suites under Address Sanitizer, which also looks for leaks
	@$(REPO) test --all $(TOGETHER) --sanitize address

.PHONY: coverage
coverage: deps $(REPO) ## Which lines the suites reach: a table, pages in .build/coverage-report/html (FILES=1: each file)
	@$(REPO) coverage $(PACKAGE) $(if $(FILES),--files)

.PHONY: walks
walks: deps umbrella ## Which files a login, a page of the feed, a comment and a refresh pass (docs/architecture.md)
	@Tools/walks/walks.sh $(BUILD)/walks

BENCH := $(BUILD)/bench/release/bench
# What the bench is built of; `make` can't tell what has changed in all packages.
# Valgrind can't read what Swift writes for debuggers.
.PHONY: $(BENCH)
$(BENCH): deps
	@swift build --quiet -c release --package-path Tools/Bench --scratch-path $(BUILD)/bench \
		-debug-info-format none --product bench

.PHONY: bench
bench: build $(BENCH) ## Measure beside C programs and others, in one run (SUITE=crypto: that suite alone; JSON=FILE)
	@$(BENCH) $(SUITE) --commit $$(git rev-parse --short HEAD 2>/dev/null || echo unknown) $(if $(JSON),--json $(JSON))

.PHONY: bench-compare
bench-compare: deps ## Measure a commit and the folder as it is, in turns (BASE=main, SUITE=crypto)
	@Tools/Bench/compare.sh $(BASE) $(BUILD) $(SUITE)

.PHONY: bench-instructions
bench-instructions: $(BENCH) ## Count instructions by callgrind, and fail where they grew (RECORD=1: write them)
	@Tools/Bench/instructions.sh $(CURDIR)/$(BENCH) $(if $(RECORD),--record)

.PHONY: fuzz
fuzz: deps ## Let a fuzzer try each reader of foreign bytes for a minute (READER=json, SECONDS=900)
	@Tools/Fuzz/fuzz.sh $(CURDIR)/$(BUILD) $(or $(SECONDS),60) $(READER)

.PHONY: mutants
mutants: deps $(REPO) ## Make small mistakes in a copy of PACKAGE=Name, and see which its tests miss (COUNT=20 SEED=1)
	@$(REPO) mutants $(PACKAGE) --count $(or $(COUNT),20) --seed $(SEED)

.PHONY: affected
affected: $(REPO) ## Name the packages that a change since BASE=main can break, and why
	@$(REPO) affected --base $(BASE) $(if $(FORMAT),--format $(FORMAT))

.PHONY: ci
ci: deps lint api-check ## What a pull request has to pass: the checks, and each affected package by itself
	@$(REPO) test --affected $(BASE)

.PHONY: all-succeeded
all-succeeded:
	@test -n "$(RESULTS)" && test -z "$(filter-out success,$(RESULTS))" || { echo "Not all succeeded: $(RESULTS)"; exit 1; }

.PHONY: toolchain
toolchain:
	@swift --version 2>/dev/null | sed -n 's/.*(\(swift[^)]*\)).*/toolchain=\1/p'

.PHONY: umbrella
umbrella: $(REPO) ## Write the manifest that holds the targets of all packages
	@$(REPO) umbrella

.PHONY: graph
graph: $(REPO) ## Which package depends on which
	@$(REPO) graph

.PHONY: why
why: $(REPO) ## How package or target A depends on B (A=Login B=Console)
	@$(REPO) why $(A) $(B)

.PHONY: traceability
traceability: $(REPO) ## Which tests prove which requirement: docs/traceability.md
	@$(REPO) traceability

.PHONY: openapi
openapi: deps umbrella ## Write docs/api/openapi.yaml, which essentiald makes of its routes
	@swift build --quiet --product essentiald $(DEBUG_FLAGS)
	@env -i HOME=/nonexistent $(DEBUG)/debug/essentiald openapi >$(TMPDIR)/openapi.yaml
	@mv $(TMPDIR)/openapi.yaml docs/api/openapi.yaml

.PHONY: configuration
configuration: deps umbrella ## Write the keys of docs/configuration.md as the server's plugins declare them
	@swift build --quiet $(DEBUG_FLAGS) --product essentiald
	@env -i HOME='~' $(DEBUG)/debug/essentiald config keys --markdown >$(TMPDIR)/keys.md
	@sed -i -e '/^<!-- keys:/,/^<!-- end of keys/{//!d}' -e '/^<!-- keys:/r $(TMPDIR)/keys.md' docs/configuration.md

.PHONY: screens
screens: deps umbrella ## Write the tables of docs/screens.md as the plugins' screens declare them
	@swift build --quiet $(DEBUG_FLAGS) --product essentiald
	@env -i HOME=/nonexistent $(DEBUG)/debug/essentiald screens --markdown >$(TMPDIR)/screens.md
	@sed -i -e '/^<!-- screens:/,/^<!-- end of screens/{//!d}' -e '/^<!-- screens:/r $(TMPDIR)/screens.md' docs/screens.md

.PHONY: fixtures
fixtures: deps ## Record new compatibility fixtures, and say which (DATA=v2: of a new release, with data)
	@Tests/Compatibility/record.sh $(CURDIR)/$(BUILD)/packages $(DATA)

# More examples find more, and take longer; what a seed found, it finds again.
SEED ?= 1
EXAMPLES ?= 25
.PHONY: fuzz-api
fuzz-api: build ## Ask the server whatever /openapi.json allows, and what not; answers must be as described (SEED=1 EXAMPLES=25)
	@$$(Tools/setup/python.sh Tools/fuzz-api/requirements.txt $(CURDIR)/$(BUILD)/python-fuzz) Tools/fuzz-api/fuzz_api.py \
		bin/essentiald --seed $(SEED) --examples $(EXAMPLES)

.PHONY: screens-pictures
screens-pictures: deps umbrella ## Keep how the screens look now, with which tests compare them (Tests/Acceptance/Pictures)
	@swift build --build-tests $(DEBUG_FLAGS)
	@ESSENTIAL_PICTURES=1 swift test $(DEBUG_FLAGS) --skip-build --filter AcceptanceTests.ScreenPicturesTests
	@du -sh Tests/Acceptance/Pictures

.PHONY: lint
lint: $(REPO) ## Check the format of all sources, the rules of the architecture, which tests prove what
	@failed=; \
	swift format lint --strict --parallel --recursive --configuration .swift-format Packages Apps Tests Tools || failed=1; \
	$(REPO) lint || failed=1; \
	$(REPO) traceability --check || failed=1; \
	test -z "$$failed"

.PHONY: workflows
workflows: ## Check what GitHub runs against the schemas of its files
	@python=$$(Tools/setup/python.sh Tools/setup/workflow-requirements.txt $(CURDIR)/$(BUILD)/python-workflows); \
	$$python -m check_jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml; \
	$$python -m check_jsonschema --builtin-schema vendor.github-actions .github/actions/*/action.yml

.PHONY: format
format: ## Rewrite all sources in the one format
	@swift format --in-place --parallel --recursive --configuration .swift-format Packages Apps Tests Tools

.PHONY: deps
deps: ## Install the C libraries and tools that the build and the tests need
	@Tools/setup/dependencies.sh

.PHONY: doctor
doctor: ## What this machine lacks to build and test, and how to get it
	@command -v swift >/dev/null || Tools/setup/dependencies.sh
	@$(MAKE) --no-print-directory $(REPO)
	@$(REPO) doctor

.PHONY: new-feature
new-feature: $(REPO) ## Begin a feature: a package that builds, NAME=Bookmarks (TARGETS=client,service,presentation,screens)
	@$(REPO) new-feature $(NAME) $(if $(TARGETS),--targets $(TARGETS))

.PHONY: test-scaffold
test-scaffold: deps ## Begin a feature in a copy of the repository, compose it in both programs, and use all that it has
	@SCAFFOLD_PROGRAMS=1 swift test --package-path Tools/RepoTool --scratch-path $(BUILD)/repo-tool \
		-debug-info-format none --filter NewFeatureBuildTests

.PHONY: clean
clean: ## Remove everything that was built
	@rm -rf $(BUILD) bin Package.swift
