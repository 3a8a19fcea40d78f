#!/usr/bin/env bash
# Installs the executable of kubectl-debug for this runner, and compares its archive with the published hash.
set -euo pipefail

fail() {
  echo "::error title=kubectl-debug::$1"
  exit 1
}

[ "${INPUT_VERSION:-}" = none ] && exit 0

manifest=$(cd "$(dirname "$0")/../.." && pwd)/package.json
field() { # field NAME: the first value of this name in package.json, which prettier writes a field a line
  sed -n "s/^ *\"$1\": \"\(.*\)\",\{0,1\}$/\1/p" "$manifest" | head -n 1
}

version=${INPUT_VERSION:-$(field version)}
version=${version#v}
[[ $version =~ ^[0-9A-Za-z.+-]+$ ]] || fail "the version \"$version\" can be none"

case ${RUNNER_OS:-$(uname -s)} in
  Linux) os=linux ;;
  macOS | Darwin) os=darwin ;;
  Windows) os=windows ;;
  *) fail "there is no executable for ${RUNNER_OS:-this system}" ;;
esac
case ${RUNNER_ARCH:-$(uname -m)} in
  X64 | x86_64) machine=amd64 ;;
  ARM64 | arm64 | aarch64) machine=arm64 ;;
  *) fail "there is no executable for the machine ${RUNNER_ARCH:-}" ;;
esac
end=tar.gz
[ "$os" = windows ] && end=zip
platform=${os}_${machine}
# The files of musl's loader, which a job in a container of Alpine has.
[ "$os" = linux ] && compgen -G '/lib/ld-musl-*' >/dev/null && platform=${platform}_musl

archive=kubectl-debug_v${version}_$platform.$end
repository=$(field url)
repository=${repository#git+}
base=${INPUT_DOWNLOAD_URL:-${repository%.git}/releases/download/v$version}
folder=${RUNNER_TEMP:-$(mktemp -d)}/kubectl-debug-$version
rm -rf "$folder"
mkdir -p "$folder"
cd "$folder"

for file in "$archive" SHA256SUMS; do
  curl --fail --silent --show-error --location --retry 3 --output "$file" -- "${base%/}/$file" ||
    fail "cannot download ${base%/}/$file"
done

sum() {
  if command -v sha256sum >/dev/null; then sha256sum -- "$1"; else shasum -a 256 -- "$1"; fi | cut -d ' ' -f 1
}
wanted=$(awk -v file="$archive" '$2 == file { print $1 }' SHA256SUMS)
[ -n "$wanted" ] || fail "SHA256SUMS does not list $archive"
actual=$(sum "$archive")
for hash in "$wanted" "${INPUT_SHA256:-$wanted}"; do
  [ "$actual" = "$hash" ] || fail "$archive has the hash $actual, not $hash"
done

if [ "$end" = zip ]; then unzip -q "$archive"; else tar xzf "$archive"; fi
rm -f "$archive"
echo "$folder" >>"$GITHUB_PATH"
"$folder/kubectl-debug" --version
