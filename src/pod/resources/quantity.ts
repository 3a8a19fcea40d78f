/** The format of a quantity: computed amounts keep that of their first operand. */
type QuantityFormat = 'binary' | 'decimal' | 'exponent';

/** An amount in the API, exact to a billionth (k8s.io/apimachinery, pkg/api/resource). */
export interface Quantity {
  readonly nanos: bigint;
  readonly format: QuantityFormat;
}

const DECIMAL_SUFFIXES = ['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E'] as const;
const BINARY_SUFFIXES = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'] as const;
const LOWEST_EXPONENT = -9;
const HIGHEST_EXPONENT = 18;
const NANOS = 10n ** 9n;
/** The largest binary amount is that of a signed 64-bit integer. */
const LARGEST_BINARY = (2n ** 63n - 1n) * NANOS;
/** No real amount has a larger exponent, and the arithmetic would take too long. */
const LARGEST_EXPONENT = 60;

interface Scale {
  readonly multiplier: bigint;
  /** The power of ten. */
  readonly exponent: number;
  readonly format: QuantityFormat;
}

function scaleOf(suffix: string): Scale | undefined {
  if (/^[eE][+-]?\d/.test(suffix))
    return { multiplier: 1n, exponent: Number(suffix.slice(1)), format: 'exponent' };
  const decimal = DECIMAL_SUFFIXES.findIndex((each) => each === suffix);
  if (decimal >= 0) return { multiplier: 1n, exponent: LOWEST_EXPONENT + 3 * decimal, format: 'decimal' };
  const binary = BINARY_SUFFIXES.findIndex((each) => each === suffix);
  return binary < 0 ? undefined : { multiplier: 1024n ** BigInt(binary), exponent: 0, format: 'binary' };
}

/** Rounds up, as upstream does, so that a request never becomes smaller. */
function divideUp(amount: bigint, divisor: bigint): bigint {
  return (amount + divisor - 1n) / divisor;
}

function nanosOf(digits: bigint, { multiplier, format }: Scale, exponent: number): bigint {
  const power = exponent - LOWEST_EXPONENT;
  const amount = digits * multiplier;
  const nanos = power >= 0 ? amount * 10n ** BigInt(power) : divideUp(amount, 10n ** BigInt(-power));
  return format === 'binary' && nanos > LARGEST_BINARY ? LARGEST_BINARY : nanos;
}

/** The digits before the point, those after it, and the suffix. The bound on the length is above any real amount. */
const SYNTAX = /^(?=.{0,256}$)([+-]?\d*)(?:\.(\d*))?([a-zA-Z]*|[eE][+-]?\d+)$/;

/** Reads `100m`, `1.5Gi`, `1e3`; undefined for a text that is not a quantity. */
export function parseQuantity(text: string): Quantity | undefined {
  const [, whole = '', fraction = '', suffix = ''] = SYNTAX.exec(text) ?? [];
  const scale = SYNTAX.test(text) && text !== '' ? scaleOf(suffix) : undefined;
  if (scale === undefined) return undefined;
  const exponent = scale.exponent - fraction.length;
  if (Math.abs(exponent) > LARGEST_EXPONENT) return undefined;
  const digits = BigInt(`0${whole.replace(/^[+-]/, '')}${fraction}`);
  const nanos = nanosOf(digits, scale, exponent);
  return { nanos: whole.startsWith('-') ? -nanos : nanos, format: scale.format };
}

/** The sum, in the format of the first unless that is zero. */
export function addQuantities(a: Quantity, b: Quantity): Quantity {
  return { nanos: a.nanos + b.nanos, format: a.nanos === 0n ? b.format : a.format };
}

/** The larger one, or the first of two that are equal. */
export function maxQuantity(a: Quantity, b: Quantity): Quantity {
  return b.nanos > a.nanos ? b : a;
}

function binaryText(units: bigint): string {
  let [amount, power] = [units, 0];
  while (amount % 1024n === 0n && power < BINARY_SUFFIXES.length - 1) {
    amount /= 1024n;
    power += 1;
  }
  return `${amount}${BINARY_SUFFIXES[power] ?? ''}`;
}

/** The mantissa is always an integer, so that no point is needed. */
function decimalText(nanos: bigint, format: QuantityFormat): string {
  let [mantissa, exponent] = [nanos, LOWEST_EXPONENT];
  while (mantissa % 1000n === 0n && exponent < HIGHEST_EXPONENT) {
    mantissa /= 1000n;
    exponent += 3;
  }
  if (format === 'exponent') return exponent === 0 ? `${mantissa}` : `${mantissa}e${exponent}`;
  return `${mantissa}${DECIMAL_SUFFIXES[(exponent - LOWEST_EXPONENT) / 3] ?? ''}`;
}

/** A computed amount in the canonical form of Kubernetes: `1500m`, `384Mi`, `1k`. */
export function quantityText({ nanos, format }: Quantity): string {
  if (nanos === 0n) return '0';
  const magnitude = nanos < 0n ? -nanos : nanos;
  const isBinary = format === 'binary' && magnitude % NANOS === 0n && magnitude >= 1024n * NANOS;
  return isBinary ? binaryText(nanos / NANOS) : decimalText(nanos, format === 'binary' ? 'decimal' : format);
}
