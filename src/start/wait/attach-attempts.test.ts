import { describe, expect, it } from 'vitest';
import { msUntilAttempt, type AttemptSituation } from './attach-attempts.ts';

const IDLE: AttemptSituation = {
  sinceMs: 0,
  made: 0,
  areEventsReadable: true,
  answerMs: 5,
  isCreated: false,
  isPulling: false,
  isHeldUp: false,
};

/** All attempts of a start that never succeeds, in milliseconds since it was asked for. */
function schedule(situation: Partial<AttemptSituation>): readonly number[] {
  const times: number[] = [];
  let sinceMs = 0;
  for (;;) {
    const pauseMs = msUntilAttempt({ ...IDLE, ...situation, sinceMs, made: times.length });
    if (pauseMs === undefined) return times;
    sinceMs += pauseMs;
    times.push(sinceMs);
  }
}

describe('msUntilAttempt', () => {
  it.each([
    { label: 'three', situation: {}, expected: [215, 700, 1500] },
    {
      label: 'three, the first one earlier, from afar',
      situation: { answerMs: 100 },
      expected: [165, 700, 1500],
    },
    {
      label: 'two where the report of the start is about to come',
      situation: { isCreated: true },
      expected: [700, 1500],
    },
    {
      label: 'three where it is about to come from afar',
      situation: { isCreated: true, answerMs: 100 },
      expected: [165, 700, 1500],
    },
  ])('makes $label, spaced, where events can be read', ({ situation, expected }) => {
    expect(schedule(situation)).toEqual(expected);
  });

  it('spaces twelve where they cannot, further and further apart', () => {
    const times = schedule({ areEventsReadable: false });
    expect(times).toHaveLength(12);
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(gaps).toEqual(gaps.toSorted((a, b) => a - b));
  });

  it.each([
    { label: 'not before its time', situation: { sinceMs: 100 }, expected: 115 },
    { label: 'at once when its time is over', situation: { sinceMs: 5000 }, expected: 0 },
    { label: 'none while the image is pulled', situation: { sinceMs: 5000, isPulling: true } },
    {
      label: 'none while the status says that it cannot start',
      situation: { sinceMs: 5000, isHeldUp: true },
    },
    { label: 'none beyond the last', situation: { sinceMs: 5000, made: 3 } },
    {
      label: 'more when events turn out to be forbidden',
      situation: { sinceMs: 216, made: 1, areEventsReadable: false },
      expected: 0,
    },
  ])('makes $label', ({ situation, expected }) => {
    expect(msUntilAttempt({ ...IDLE, ...situation })).toBe(expected);
  });
});
