import { ENTER_ROOT } from './enter-root.ts';

/**
 * Lists a file, or a folder and all below, on stdout: for each a line that begins with the nonce and has, by `stat`, the
 * raw mode in hexadecimal, the size, the blocks of 512 bytes, the time, the number of hard links, device and inode, and
 * the name, which may contain line breaks. What the kernel makes up (/proc, /sys, /dev) is left out of a copy of `/`.
 */
export const LIST_SCRIPT = `${ENTER_ROOT}
here=$root$at
format="$nonce %f %s %b %Y %h %d:%i %n"
if ! [ -e "$here" ]; then
  parent=\${here%/*}
  [ -d "$parent" ] && ! [ -x "$parent" ] && stop denied
  stop missing
fi
if [ -d "$here" ]; then
  cd "$here/" 2>/dev/null || stop denied
  if [ -z "$at" ]; then find . '(' -path ./proc -o -path ./sys -o -path ./dev ')' -prune -o -print0
  else find . -print0
  fi | xargs -0 stat -c "$format" | dd bs=64k iflag=fullblock 2>/dev/null
else
  cd "\${here%/*}/" 2>/dev/null || stop denied
  stat -c "$nonce %f %s %b %Y %h %d:%i ." "./\${here##*/}" || stop denied
fi
end
`;
