/** Words that YAML 1.1 reads as null, booleans and numbers, in the spellings that Go's yaml knows. */
const WORDS: ReadonlySet<string> = new Set(
  [
    ' ~ null Null NULL .nan .NaN .NAN .inf .Inf .INF +.inf +.Inf +.INF -.inf -.Inf -.INF',
    'y Y yes Yes YES true True TRUE on On ON n N no No NO false False FALSE off Off OFF',
  ].flatMap((line) => line.split(' ')),
);

const INTEGER = /^[-+]?(?:0[xX][0-9a-fA-F]+|0[oO]?[0-7]+|0[bB][01]+|\d+)$/;
const FLOAT = /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/;
/** For example `1:30:00`, which YAML 1.1 reads as a number in base 60. */
const BASE_60 = /^[-+]?\d[\d_]*(?::[0-5]?\d)+(?:\.[\d_]*)?$/;
const TIMESTAMP =
  /^(?<date>\d{4}-\d{1,2}-\d{1,2})(?:[Tt](?<zoned>\d{1,2}:\d{1,2}:\d{1,2})(?:\.\d+)?(?:Z|[-+]\d\d:\d\d)| (?<local>\d{1,2}:\d{1,2}:\d{1,2})(?:\.\d+)?)?$/;

function isNumber(text: string): boolean {
  if (!/^[-+.\d]/.test(text)) return false;
  const digits = text.startsWith('.') ? text : text.replaceAll('_', '');
  return INTEGER.test(digits) || (FLOAT.test(digits) && Number.isFinite(Number(digits)));
}

/** Whether the date and the time exist. */
function isMoment(date: string, time: string): boolean {
  const pad = (number: string): string => number.padStart(2, '0');
  const text = `${date.split('-').map(pad).join('-')}T${time.split(':').map(pad).join(':')}.000Z`;
  const moment = new Date(text);
  return !Number.isNaN(moment.getTime()) && moment.toISOString() === text;
}

function isTimestamp(text: string): boolean {
  const { date, zoned, local } = TIMESTAMP.exec(text)?.groups ?? {};
  return date !== undefined && isMoment(date, zoned ?? local ?? '0:0:0');
}

/** Whether YAML 1.1 would read this text, without quotes, as another type than a string. */
export function readsAsOtherType(text: string): boolean {
  return WORDS.has(text) || isNumber(text) || BASE_60.test(text) || isTimestamp(text);
}
