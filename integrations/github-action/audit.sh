#!/usr/bin/env bash
# Runs an audit from the inputs of the action, which come as environment variables, and tells GitHub the result.
set -euo pipefail

fail() {
  echo "::error title=kubectl-debug::$1"
  exit 1
}

case ${INPUT_FAIL_ON:-any} in
  any) failing=' 1 3 ' ;;
  not-passed) failing=' 1 ' ;;
  never) failing=' ' ;;
  *) fail 'fail-on is "any", "not-passed" or "never"' ;;
esac

words=(audit --yes)
while IFS= read -r target; do
  [ -n "$target" ] || continue
  # It would be a flag, or names from standard input.
  [[ $target != -* ]] || fail "\"$target\" in targets begins with \"-\"; flags go into args"
  words+=("$target")
done < <(printf '%s\n' "${INPUT_TARGETS:-}" | tr -s '[:space:]' '\n')
[ -z "${INPUT_SELECTOR:-}" ] || words+=("--selector=$INPUT_SELECTOR")
case ${INPUT_NAMESPACES:-} in
  '') ;;
  '*') words+=(--all-namespaces) ;;
  *) words+=("--namespace=$INPUT_NAMESPACES") ;;
esac
[ -z "${INPUT_IMAGE:-}" ] || words+=("--image=$INPUT_IMAGE")
[ -z "${INPUT_EXPECT:-}" ] || words+=("--expect=$INPUT_EXPECT")
while IFS= read -r flag; do
  flag=${flag%$'\r'}
  [ -n "$flag" ] || continue
  [[ $flag == -?* && $flag != -- ]] || fail "\"$flag\" in args is no flag; each line has one, such as --one-per-node"
  words+=("$flag")
done < <(printf '%s\n' "${INPUT_ARGS:-}")

folder=$(mktemp -d "${RUNNER_TEMP:-${TMPDIR:-/tmp}}/kubectl-debug-audit.XXXXXX")
words+=("--report=$folder/report.md" --output=json)
[ -z "${INPUT_COMMAND:-}" ] || words+=(-- sh -c "$INPUT_COMMAND")

# What pods have printed is on the screen now and then, and must not command the runner.
token=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
echo "::stop-commands::$token"
code=0
kubectl-debug "${words[@]}" >"$folder/results.json" || code=$?
echo "::$token::"

{
  echo "exit-code=$code"
  echo "report=$folder/report.md"
  echo "results=$folder/results.json"
} >>"$GITHUB_OUTPUT"

if [ -f "$folder/report.md" ]; then
  cat "$folder/report.md" >>"$GITHUB_STEP_SUMMARY"
  # An annotation for each group that did not pass; GitHub shows the first ten of a step.
  # The text is decoded once, from left to right: what a pod has printed must not become a line of its own.
  awk '
    /^<summary><b>Not (passed|audited): / && shown < 10 {
      rest = substr($0, 10, length($0) - 19)
      gsub(/<[^>]*>/, "", rest)
      text = ""
      while (match(rest, /&#[0-9]+;/)) {
        mark = sprintf("%c", substr(rest, RSTART + 2, RLENGTH - 3) + 0)
        text = text substr(rest, 1, RSTART - 1) (mark == "%" ? "%25" : mark)
        rest = substr(rest, RSTART + RLENGTH)
      }
      print "::error title=kubectl-debug audit::" text rest
      shown++
    }' "$folder/report.md"
fi

case $code in
  0) ;;
  1 | 3) [[ $failing != *" $code "* ]] || exit "$code" ;;
  *) exit "$code" ;;
esac
