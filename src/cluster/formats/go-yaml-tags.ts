import type { Tags } from 'yaml';

type Tag = Exclude<Tags[number], string>;
const FLOAT = 'tag:yaml.org,2002:float';
const TIMESTAMP = 'tag:yaml.org,2002:timestamp';

/** `0o644`, of YAML 1.2. */
const OCTAL: Tag = {
  default: true,
  tag: 'tag:yaml.org,2002:int',
  test: /^[-+]?0o[0-7]+$/,
  resolve: (text) => Number(text.replace(/^[-+]/, '')) * (text.startsWith('-') ? -1 : 1),
};

/** Requires a digit, as the library would read `.` and `e3` as numbers. */
function wantDigit(tag: Tag): Tag {
  if (tag.tag !== FLOAT || tag.collection !== undefined || tag.test === undefined) return tag;
  return { ...tag, test: new RegExp(`(?=^[-+]?\\.?[0-9iInN])${tag.test.source}`) };
}

/**
 * The tags of YAML 1.1 as kubectl's library reads them: `2025-01-01` and `1:30` are texts.
 * See https://pkg.go.dev/sigs.k8s.io/yaml
 */
export function goYamlTags(tags: Tags): Tags {
  return [
    ...tags
      .filter((tag) => typeof tag !== 'string')
      .filter((tag) => tag.tag !== TIMESTAMP && !('format' in tag && tag.format === 'TIME'))
      .map(wantDigit),
    OCTAL,
  ];
}
