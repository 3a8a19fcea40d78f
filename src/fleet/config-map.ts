import type { ObjectMeta } from '../pod/types.ts';

/** The fields of a ConfigMap that this program reads and writes. */
export interface ConfigMap {
  readonly apiVersion?: 'v1';
  readonly kind?: 'ConfigMap';
  readonly metadata: ObjectMeta;
  readonly immutable?: boolean;
  readonly data?: Readonly<Record<string, string>>;
  /** In base64. */
  readonly binaryData?: Readonly<Record<string, string>>;
}
