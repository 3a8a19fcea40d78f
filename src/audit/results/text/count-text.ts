/** `1 pod`, `1,176 pods`. */
export function countText(count: number, noun: string): string {
  return `${numberText(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** `65,536`. */
export function numberText(value: number): string {
  return value.toLocaleString('en-US');
}

/** `512 bytes`, `12.3 KiB`, `4.0 MiB`. */
export function bytesText(bytes: number): string {
  if (bytes < 1024) return countText(bytes, 'byte');
  const [amount, unit] = bytes < 1024 ** 2 ? [bytes / 1024, 'KiB'] : [bytes / 1024 ** 2, 'MiB'];
  return `${amount.toFixed(1)} ${unit}`;
}
