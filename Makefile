# Every front door of the repository. `make help` lists them.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

# One scratch folder per flavour: flags that change in the same folder rebuild everything.
BUILD := .build
DEBUG := $(BUILD)/debug-tests
RELEASE := $(BUILD)/release
REPO := $(BUILD)/repo-tool/debug/repo
# SwiftPM leaves folders behind in the temporary folder by the thousand.
export TMPDIR := $(CURDIR)/$(BUILD)/tmp
$(shell mkdir -p $(TMPDIR))

DEBUG_FLAGS := --scratch-path $(DEBUG) -debug-info-format none
TSAN_FLAGS := --scratch-path $(BUILD)/tsan -debug-info-format none --sanitize=thread
ASAN_FLAGS := --scratch-path $(BUILD)/asan -debug-info-format none --sanitize=address --disable-xctest

.PHONY: help
help: ## What can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: run
run: build ## Build, start the server with demo content, take the tour, leave the server running
	@Tools/demo/tour.sh --stay

.PHONY: demo
demo: build ## The same tour, and then stop; fails if any step of it failed
	@Tools/demo/tour.sh

.PHONY: build
build: deps ## Release builds of both programs in bin/, with the Swift runtime linked statically
	@mkdir -p bin
	@Tools/setup/build-release.sh $(RELEASE)

.PHONY: test
test: deps umbrella requirements ## Build once and run the suites of all packages (PACKAGE=Name: that package alone)
ifdef PACKAGE
	@Tools/setup/test-package.sh $(PACKAGE) $(BUILD)/packages
	@$(REPO) api $(PACKAGE) --check --build $(BUILD)/packages
else
	@swift build --build-tests $(DEBUG_FLAGS)
	@$(REPO) api --check --build $(DEBUG)
	@Tools/setup/run-suites.sh $(DEBUG_FLAGS)
endif

.PHONY: api
api: deps umbrella ## Build, and write what each package shows to others, API.txt (PACKAGE=Name: that one)
ifdef PACKAGE
	@swift build --package-path $(wildcard */$(PACKAGE) */*/$(PACKAGE)) --scratch-path $(BUILD)/packages \
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

.PHONY: test-tsan
test-tsan: deps umbrella ## All suites under Thread Sanitizer
	@swift build --build-tests $(TSAN_FLAGS)
	@SUITES_LAST= Tools/setup/run-suites.sh $(TSAN_FLAGS)

.PHONY: test-asan
test-asan: export LSAN_OPTIONS := suppressions=$(CURDIR)/Tools/setup/leaks.supp:print_suppressions=0
test-asan: deps umbrella ## All suites under Address Sanitizer, which also looks for leaks
	@swift build --build-tests $(filter-out --disable-xctest,$(ASAN_FLAGS))
	@SUITES_LAST= Tools/setup/run-suites.sh $(ASAN_FLAGS)

.PHONY: repo-tool
repo-tool:
	@swift build --quiet --package-path Tools/RepoTool --scratch-path $(BUILD)/repo-tool

.PHONY: umbrella
umbrella: repo-tool ## Write the manifest that holds the targets of all packages
	@$(REPO) umbrella

.PHONY: graph
graph: repo-tool ## Which package depends on which
	@$(REPO) graph

.PHONY: why
why: repo-tool ## How package or target A depends on B (A=Login B=Console)
	@$(REPO) why $(A) $(B)

.PHONY: requirements
requirements: umbrella
	@$(REPO) traceability --check

.PHONY: traceability
traceability: umbrella ## Which tests prove which requirement, from the last run: docs/traceability.md
	@$(REPO) traceability

.PHONY: lint
lint: repo-tool ## Check the format of all sources, the rules of the architecture, the requirements that tests name
	@swift format lint --strict --parallel --recursive --configuration .swift-format Packages Apps Tests Tools
	@$(REPO) lint

.PHONY: format
format: ## Rewrite all sources in the one format
	@swift format --in-place --parallel --recursive --configuration .swift-format Packages Apps Tests Tools

.PHONY: deps
deps: ## Install the C libraries and tools that the build and the tests need
	@Tools/setup/dependencies.sh

.PHONY: clean
clean: ## Remove everything that was built
	@rm -rf $(BUILD) bin Package.swift
