import type { Connected } from '../../join/connected.ts';
import type { DebugRequest } from '../../plan/request/debug-request.ts';
import type { Pod } from '../../pod/types.ts';
import type { Way } from '../way.ts';
export function openRelay(
  _c: Connected,
  _w: { pod: Pod; request: DebugRequest; startTimeoutMs: number },
  _s: AbortSignal,
): Promise<Way> {
  return Promise.reject(new Error('stub'));
}
