/** Sets a field of an object by a name that may be any text: `__proto__`, too, becomes a field and nothing else. */
export function setOwnField(fields: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__')
    Object.defineProperty(fields, name, { value, enumerable: true, writable: true, configurable: true });
  else fields[name] = value;
}
