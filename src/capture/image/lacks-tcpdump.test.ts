import { expect, it } from 'vitest';
import { CAPTURE_IMAGE } from '../../flags/tables/network/capture-flags.ts';
import { lacksTcpdump } from './lacks-tcpdump.ts';

it.each([
  { image: 'busybox', lacks: true },
  { image: 'docker.io/library/debian:12-slim', lacks: true },
  { image: 'index.docker.io/library/ubuntu@sha256:aa', lacks: true },
  { image: 'mirror.corp/hub/library/alpine:3', lacks: true },
  { image: 'gcr.io/distroless/base-debian12:debug', lacks: true },
  { image: 'curlimages/curl:8', lacks: true },
  { image: CAPTURE_IMAGE, lacks: false },
  // Somebody may have put it there.
  { image: 'localhost/busybox:dev', lacks: false },
  { image: 'registry.corp/alpine:3', lacks: false },
  { image: 'kalilinux/kali-rolling', lacks: false },
  { image: 'library/tcpdump', lacks: false },
])('$image is known to have no tcpdump: $lacks', ({ image, lacks }) => {
  expect(lacksTcpdump(image)).toBe(lacks);
});
