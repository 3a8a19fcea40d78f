/** Sets a field by any name: `__proto__` becomes an ordinary field, too. */
export function setOwnField(fields: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__')
    Object.defineProperty(fields, name, { value, enumerable: true, writable: true, configurable: true });
  else fields[name] = value;
}
