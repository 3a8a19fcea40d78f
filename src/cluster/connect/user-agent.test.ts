import { describe, expect, it } from 'vitest';
import { VERSION } from '../../version.ts';
import { makeUserAgent, userAgentText } from './user-agent.ts';

const PRODUCT = `kubectl-debug/${VERSION}`;

describe('userAgentText', () => {
  it.each([
    { label: 'nothing without one', reason: undefined, text: PRODUCT },
    {
      label: 'plain text as it is',
      reason: 'INC-7: disk full',
      text: `${PRODUCT} (reason=INC-7: disk full)`,
    },
    {
      label: 'what would end the comment encoded',
      reason: 'a (b) 5% \\',
      text: `${PRODUCT} (reason=a %28b%29 5%25 %5C)`,
    },
    {
      label: 'other characters encoded',
      reason: 'größer 🚀',
      text: `${PRODUCT} (reason=gr%C3%B6%C3%9Fer %F0%9F%9A%80)`,
    },
    {
      label: 'what would end the header encoded',
      reason: 'a\r\nHost: b',
      text: `${PRODUCT} (reason=a%0D%0AHost: b)`,
    },
  ])('says $label', ({ reason, text }) => {
    expect(userAgentText(reason)).toBe(text);
  });

  it('cuts a reason between characters, so that the API server does not cut it', () => {
    const text = userAgentText('🚀'.repeat(256));
    expect(text).toMatch(/ \(reason=(?:%F0%9F%9A%80)+\.\.\.\)$/);
    expect(text.length).toBeLessThanOrEqual(1024);
  });
});

describe('makeUserAgent', () => {
  it('says a reason that is given later', () => {
    const agent = makeUserAgent();
    expect(agent.text()).toBe(PRODUCT);
    agent.giveReason('INC-7');
    expect(agent.text()).toBe(`${PRODUCT} (reason=INC-7)`);
  });
});
