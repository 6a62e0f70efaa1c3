# Thin: what a target does is in a script, where it can be read and run without make.
.DEFAULT_GOAL := help
.PHONY: help run run-cluster test verify check bench docs package

help: ## this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1	\2/'

run: ## build the server and start it with demo lives; ARGS="--port 9000" passes options on
	@scripts/run $(ARGS)

run-cluster: ## build the server and start three that serve at the same time, with PostgreSQL and NATS; ARGS=9000 is the first port
	@scripts/run-cluster $(ARGS)

test: ## every test, some 20 minutes on two cores; installs what is missing (as root or in CI)
	@scripts/test

verify: ## make test and the long suites
	@scripts/verify

check: ## what scripts/check-sources looks at, formatter, warnings as errors, import rules, an app's dependencies
	@scripts/check

bench: ## what the server reaches on this machine
	@Laboratory/scripts/bench

docs: ## the documentation of the libraries as a web site, in .build/docs
	@scripts/docs

package: ## a Debian package and a tarball of the server, in .build/package
	@scripts/package
