/** Has curl, openssl, nslookup, tcpdump, strace, gdb and more: the image of presets and captures that need them. */
export const TOOLS_IMAGE = 'nicolaka/netshoot:v0.13';
