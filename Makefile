# The two commands one types: make demo, make check. All else is CMake underneath.
PREFIX  ?= /usr/local
DESTDIR ?=
WERROR  ?=
JOBS    ?= $(shell nproc 2>/dev/null || echo 2)

SOURCES = $(shell git ls-files --cached --others --exclude-standard '*.c' '*.h')

# Only what is asked for, so that `make install` finds nothing to compile again.
configure = cmake --preset release $(if $(WERROR),-DTREY_WERROR=$(WERROR))

# cmake --build is told the number of jobs; make's own would only confuse it.
unexport MAKEFLAGS
.PHONY: site-tables build demo check bench bench-plan install format coverage clean have-build get-build get-check get-coverage \
        figures report dist get-figures docs-site get-docs site check-web get-site get-web deb get-deb \
        release get-release

define build_command
	@$(configure) >/dev/null
	@cmake --build build -j $(JOBS) --target trey trey_shared trey_store_shared -- --no-print-directory
endef

# The same with what the compiler says in a file, which is shown if it fails.
define build_quietly
	@mkdir -p build
	@echo "building; what the compiler says goes to build/demo.log"
	@{ $(configure) && cmake --build build -j $(JOBS) --target trey; } >build/demo.log 2>&1 || \
		{ tail -n 30 build/demo.log; exit 1; }
endef

build: have-build
	$(build_command)

demo: get-build
	$(build_quietly)
	build/trey plan examples/demo.txt -o build/demo-moves.txt
	@tail -n +3 build/demo-moves.txt
	build/trey judge examples/demo.txt build/demo-moves.txt
	build/trey render examples/demo.txt build/demo-moves.txt --html build/demo.html
	@echo
	@echo "Written: build/demo-moves.txt  the moves of the plan printed above"
	@echo "         build/demo.html       the same game, animated: open it in a browser"

check: get-check
	@mkdir -p build
	@echo "building the tests; what the compiler says goes to build/check.log"
	@{ $(configure) -DTREY_TESTS=ON && cmake --build build -j $(JOBS); } >build/check.log 2>&1 || \
		{ tail -n 30 build/check.log; exit 1; }
	ctest --preset release -j $$(($(JOBS) + 1)) --output-junit junit.xml --test-output-size-passed 1000000

bench: build
	build/trey bench

bench-plan: build
	tools/bench-plan 10 build/trey docs/results/plans.csv

# Debian packages of what is committed, into dist/.
deb: get-deb
	tools/deb

# The page with its engine as WebAssembly, for any server of files; and its tests.
# With TABLES=1 also the tables of the board 3x3, which the page loads on wish: one for play, 10 MB,
# and one with means, 39 MB. They take a minute to make, once.
site: get-site $(if $(TABLES),site-tables)
	$(if $(TABLES),TABLES=build/tables) tools/site

site-tables: build
	mkdir -p build/tables
	[ -e build/tables/3x3.play ] || build/trey solve --rows 3 --cols 3 --kind play --save build/tables/3x3.play
	[ -e build/tables/3x3.means ] || build/trey solve --rows 3 --cols 3 --kind checkpoint --save build/tables/3x3.means

check-web: build get-web
	tools/check-web build/trey

install: build
	DESTDIR="$(DESTDIR)" cmake --install build --prefix "$(PREFIX)"
	@[ -n "$(DESTDIR)" ] || [ "$$(id -u)" != 0 ] || ! command -v ldconfig >/dev/null || ldconfig

format:
	clang-format -i $(SOURCES)

coverage: get-check get-coverage
	tools/coverage

# docs/figures/*.svg, and build/figures/*.png, from the raw results in docs/results.
figures: get-figures
	tools/figures

# docs/, the manual and the headers as a site, in build/docs.
docs-site: get-docs
	tools/docs-site

report: figures
	tools/report build/trey-report.pdf

# What a release consists of, in dist/release: static programs, Windows, packages, sources.
release: get-release
	tools/release

# Sources and report in one archive, without version control.
dist: report
	tools/dist

clean:
	rm -rf build build-*

have-build:
	@tools/install-deps --check build

get-build:
	@tools/install-deps build

get-docs:
	@tools/install-deps docs

get-figures:
	@tools/install-deps figures

get-check:
	@tools/install-deps check

get-coverage:
	@tools/install-deps coverage

get-release:
	@tools/install-deps release

get-deb:
	@tools/install-deps deb

get-site:
	@tools/install-deps site

get-web:
	@tools/install-deps web
