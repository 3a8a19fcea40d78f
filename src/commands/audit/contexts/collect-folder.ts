import path from 'node:path';
import { safeName } from '../../../audit/results/text/file-name.ts';
import type { AuditSettings, CollectSettings } from '../../../audit/rows/audit-settings.ts';

/** The folder of `--collect` for one context: pods of different clusters may have the same names. */
export function collectFolder({ folder }: CollectSettings, context: string): string {
  return path.join(folder, safeName(context));
}

/** The settings of an audit in one context. */
export function settingsInContext(settings: AuditSettings, context: string): AuditSettings {
  const { collect } = settings;
  if (collect === undefined) return settings;
  return { ...settings, collect: { ...collect, folder: collectFolder(collect, context) } };
}
