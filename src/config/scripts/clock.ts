/**
 * Shell: `now` prints the time in microseconds. Only bash and busybox have EPOCHREALTIME, and only GNU date has %N. It has no
 * single quotes, so that it can stand within a script in single quotes.
 */
export const NOW = `now() {
  case \${EPOCHREALTIME-} in
    *[.,]*) echo "\${EPOCHREALTIME%[.,]*}\${EPOCHREALTIME#*[.,]}" ;;
    *) case $(date +%s%N) in *[!0-9]*) echo "$(date +%s)000000" ;; *) echo $(($(date +%s%N) / 1000)) ;; esac ;;
  esac
}
`;

/** Shell: `ms NUMBER` prints microseconds as milliseconds. */
export const MS = `ms() { printf '%d.%d ms' $(($1 / 1000)) $(($1 % 1000 / 100)); }
`;
