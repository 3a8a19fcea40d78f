import type { CoreV1Event, V1Pod } from '@kubernetes/client-node';
import { describe, expectTypeOf, it } from 'vitest';
import type { KubernetesEvent, Pod } from './types.ts';

/** A model of the client library as JSON has it; `Parts` are those that the server always sends. */
type Json<Model> = Model extends Date
  ? string
  : Model extends object
    ? { readonly [Key in keyof Model]: Json<Model[Key]> }
    : Model;
type Sent<Model, Parts extends keyof Model> = Json<Model> & {
  readonly [Key in Parts]-?: Json<NonNullable<Model[Key]>>;
};

describe('the types of pods', () => {
  it('stay assignable from the models of the client library', () => {
    expectTypeOf<Sent<V1Pod, 'metadata' | 'spec'>>().toExtend<Pod>();
    expectTypeOf<Sent<CoreV1Event, 'metadata' | 'involvedObject'>>().toExtend<KubernetesEvent>();
  });
});
