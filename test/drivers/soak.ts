import { onTestFinished } from 'vitest';
import { BOUNDS, type BoundName } from '../../src/errors/bounds.ts';

/** Whether tests repeat what they do as often as they can, and pass bounds by their true size: `npm run test:soak`. */
export const IS_SOAK = process.env['KUBECTL_DEBUG_SOAK'] !== undefined;

/** How often a property is tried: `many` times in a soak, otherwise a tenth of that, though never less than ten. */
export function runsOf(many: number): number {
  return IS_SOAK ? many : Math.min(many, Math.max(10, Math.ceil(many / 10)));
}

/** What a test divides large bounds by, and what it sends to pass them; 1 in a soak. */
export const SHARE = IS_SOAK ? 1 : 32;

/** Divides bounds by `SHARE` until the test ends. Their errors go on to name the true ones. */
export function shareBounds(...names: readonly BoundName[]): void {
  for (const name of names) {
    const bound: { most: number } = BOUNDS[name];
    const { most } = bound;
    bound.most = most / SHARE;
    onTestFinished(() => void (bound.most = most));
  }
}
