import type {
  CoreV1Event,
  V1Container,
  V1EphemeralContainer,
  V1ObjectMeta,
  V1Pod,
} from '@kubernetes/client-node';
import { expectTypeOf, it } from 'vitest';
import type { Container, EphemeralContainer, KubernetesEvent, ObjectMeta, Pod } from '../pod/types.ts';

/** A model as JSON has it: the library turns times into dates and writes `undefined` for what is absent. */
type AsJson<T> = T extends Date
  ? string
  : T extends (infer Item)[]
    ? AsJson<Item>[]
    : T extends object
      ? { [Key in keyof T]: AsJson<T[Key]> }
      : T;

/** The same with what may be `undefined` made absent. */
type Exact<T> = T extends (infer Item)[]
  ? Exact<Item>[]
  : T extends object
    ? { [Key in keyof T as undefined extends T[Key] ? never : Key]: Exact<T[Key]> } & {
        [Key in keyof T as undefined extends T[Key] ? Key : never]?: Exact<Exclude<T[Key], undefined>>;
      }
    : T;

type Json<T> = Exact<AsJson<T>>;

it('has the models of the client library for its objects', () => {
  expectTypeOf<Json<V1ObjectMeta>>().toExtend<ObjectMeta>();
  expectTypeOf<Json<V1Container>>().toExtend<Container>();
  expectTypeOf<Json<V1EphemeralContainer>>().toExtend<EphemeralContainer>();
  expectTypeOf<Json<V1Pod>>().toExtend<Omit<Pod, 'metadata' | 'spec'>>();
  expectTypeOf<Json<NonNullable<V1Pod['spec']>>>().toExtend<Pod['spec']>();
  expectTypeOf<Json<CoreV1Event>>().toExtend<KubernetesEvent>();
});
