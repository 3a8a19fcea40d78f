/** A number of bytes as people read it: `412 MiB`, `2.0 GiB`, `17 B`. */
export function bytesText(bytes: number): string {
  const power = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), UNITS.length - 1);
  const value = bytes / 1024 ** power;
  // 1023.6 would be printed as 1024.
  const [unit = 'B', shown] =
    value >= 1023.5 && power < UNITS.length - 1 ? [UNITS[power + 1], value / 1024] : [UNITS[power], value];
  return `${shown < 9.95 && unit !== 'B' ? shown.toFixed(1) : shown.toFixed(0)} ${unit}`;
}

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];

/** A time as a clock shows it: `0:19`, `12:05`, `1:02:03`. */
export function clockText(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  const two = (value: number): string => `${value}`.padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** How far a copy is. */
export interface Transfer {
  /** What is copied, as it was named. */
  readonly name: string;
  readonly bytes: number;
  /** undefined while it is not known. */
  readonly totalBytes: number | undefined;
  /** Files done, and how many there are; for a folder. */
  readonly files?: { readonly done: number; readonly total: number } | undefined;
  /** undefined at the beginning. */
  readonly bytesPerSecond: number | undefined;
}

/** A line about a copy: `web.log  412 MiB of 2.0 GiB  85 MiB/s  0:19 left`. */
export function transferText({ name, bytes, totalBytes, files, bytesPerSecond }: Transfer): string {
  const parts = [name];
  if (files !== undefined) parts.push(`${files.done} of ${files.total} files`);
  parts.push(totalBytes === undefined ? bytesText(bytes) : `${bytesText(bytes)} of ${bytesText(totalBytes)}`);
  if (bytesPerSecond !== undefined) {
    parts.push(`${bytesText(bytesPerSecond)}/s`);
    const leftMs = (Math.max((totalBytes ?? 0) - bytes, 0) / bytesPerSecond) * 1000;
    if (totalBytes !== undefined && bytesPerSecond >= 1) parts.push(`${clockText(leftMs)} left`);
  }
  return parts.join('  ');
}
