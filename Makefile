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

SWIFT_TEST := swift test --scratch-path $(DEBUG) -debug-info-format none --enable-code-coverage

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
	@mkdir -p $(TMPDIR) bin
	@Tools/setup/build-release.sh $(RELEASE)

# The built programs are tested by themselves: they want the machine for their
# own, with all the processes that they start and kill.
.PHONY: test
test: deps umbrella ## Build once and run the suites of all packages (PACKAGE=Name: that package alone)
ifdef PACKAGE
	@Tools/setup/test-package.sh $(PACKAGE) $(BUILD)/packages
else
	@$(SWIFT_TEST) --skip AcceptanceTests
	@$(SWIFT_TEST) --skip-build --filter AcceptanceTests
endif

.PHONY: test-tsan
test-tsan: deps umbrella ## All suites under Thread Sanitizer
	@swift test --scratch-path $(BUILD)/tsan -debug-info-format none --sanitize=thread --skip AcceptanceTests

.PHONY: test-asan
test-asan: deps umbrella ## All suites under Address Sanitizer
	@swift test --scratch-path $(BUILD)/asan -debug-info-format none --sanitize=address --disable-xctest --skip AcceptanceTests

.PHONY: umbrella
umbrella: ## Write the manifest that holds the targets of all packages
	@mkdir -p $(TMPDIR)
	@swift build --quiet --package-path Tools/RepoTool --scratch-path $(BUILD)/repo-tool
	@$(BUILD)/repo-tool/debug/repo umbrella .

.PHONY: lint
lint: ## Check the format of all sources
	@swift format lint --strict --parallel --recursive --configuration .swift-format Packages Apps Tests Tools

.PHONY: format
format: ## Rewrite all sources in the one format
	@swift format --in-place --parallel --recursive --configuration .swift-format Packages Apps Tests Tools

.PHONY: deps
deps: ## Install the C libraries and tools that the build and the tests need
	@Tools/setup/dependencies.sh

.PHONY: clean
clean: ## Remove everything that was built
	@rm -rf $(BUILD) bin Package.swift
