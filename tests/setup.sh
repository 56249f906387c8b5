#!/bin/sh
# What the tests need beside Python packages: a Chromium and the Node packages of the front-end tests.
set -eu
cd "$(dirname "$0")/.."

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

packages=""
command -v chromium >/dev/null || packages="$packages chromium"
command -v node >/dev/null || packages="$packages nodejs npm"
fc-list 2>/dev/null | grep -q "Noto Sans CJK" || packages="$packages fonts-noto-cjk"
if [ -n "$packages" ]; then
  as_root apt-get update -qq
  # shellcheck disable=SC2086
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $packages
fi
[ -d node_modules/jsdom ] || npm install --silent --no-audit --no-fund --no-package-lock
