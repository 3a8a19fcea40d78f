import { describe, expect, it } from 'vitest';
import { judgeLabels, judgeVersion } from './check-findings.ts';

const SETTINGS = {
  context: 'dev',
  cluster: undefined,
  user: undefined,
  server: 'https://k.example',
  isVerified: true,
  credentials: [],
  plugin: undefined,
  impersonates: undefined,
  proxy: undefined,
};

describe('judgeVersion', () => {
  it.each([
    { minor: '22+', verdict: 'missing', text: /no ephemeral containers/ },
    { minor: '24', verdict: 'info', text: /may be disabled/ },
    { minor: '29', verdict: 'info', text: /end of piped input/ },
    { minor: '30', verdict: 'ok', text: /^https:\/\/k\.example \(v1\)$/ },
    { minor: undefined, verdict: 'ok', text: /^https:\/\/k\.example \(v1\)$/ },
  ])('judges minor version $minor as $verdict', ({ minor, verdict, text }) => {
    const finding = judgeVersion({ gitVersion: 'v1', ...(minor !== undefined && { minor }) }, SETTINGS);
    expect(finding.verdict).toBe(verdict);
    expect(finding.text).toMatch(text);
  });

  it('says that nobody verifies the certificate', () => {
    expect(judgeVersion({ minor: '35' }, { ...SETTINGS, isVerified: false }).text).toMatch(/not verified/);
  });
});

describe('judgeLabels', () => {
  it.each([
    {
      enforce: 'baseline',
      warn: 'restricted',
      text: /"baseline", warns of what breaks "restricted".*: baseline, restricted$/,
    },
    {
      enforce: 'restricted',
      warn: 'restricted',
      text: /^the namespace enforces "restricted": profiles that pass: restricted$/,
    },
    { enforce: undefined, warn: undefined, text: /no level of its own: every profile passes/ },
  ] as const)('reads enforce=$enforce, warn=$warn', ({ text, ...security }) => {
    expect(judgeLabels(security).text).toMatch(text);
  });

  it('does not know the level of a namespace that may not be read', () => {
    expect(judgeLabels(undefined).verdict).toBe('unknown');
  });
});
