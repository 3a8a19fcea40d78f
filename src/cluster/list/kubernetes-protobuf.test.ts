import { describe, expect, it } from 'vitest';
import { anEncodedObject, aProtobufMessage } from '../../../test/builders/a-protobuf-message.ts';
import {
  readDebuggedPodList,
  readNameList,
  readObject,
  readPodList,
  STATUS_FIELDS,
} from './kubernetes-protobuf.ts';

const SECONDS = Date.parse('2026-05-06T07:08:09Z') / 1000;

describe('readPodList', () => {
  it('reads what the columns are made of as it stands in JSON', () => {
    const container = [
      [1, 'app'],
      [2, 'image'],
      [24, 'Always'],
    ] as const;
    const ended = [
      [
        3,
        [
          [1, -1],
          [2, 9],
          [3, 'Error'],
          [4, 'why'],
          [5, [[1, SECONDS]]],
          [
            6,
            [
              [1, SECONDS],
              [2, 5],
            ],
          ],
        ],
      ],
    ] as const;
    const status = [
      [1, 'app'],
      [2, [[2, [[1, [[1, SECONDS]]]]]]],
      [3, ended],
      [4, 1],
      [5, 3],
      [6, 'image'],
      [9, 1],
    ] as const;
    const pod = [
      [
        1,
        [
          [1, 'web-1'],
          [3, 'shop'],
          [
            8,
            [
              [1, SECONDS],
              [2, 0],
            ],
          ],
          [9, []],
          [
            11,
            [
              [1, 'app'],
              [2, 'web'],
            ],
          ],
          [17, [[1, 'kubelet']]],
        ],
      ],
      [
        2,
        [
          [2, container],
          [10, 'node-1'],
          [20, container],
          [28, [[1, 'gate']]],
        ],
      ],
      [
        3,
        [
          [1, 'Running'],
          [
            2,
            [
              [1, 'Ready'],
              [2, 'True'],
              [5, 'why'],
            ],
          ],
          [4, ''],
          [6, '10.0.0.1'],
          [8, status],
          [10, status],
          [11, 'n'],
          [12, [[1, '::1']]],
        ],
      ],
    ] as const;
    const body = anEncodedObject(
      'PodList',
      [
        1,
        [
          [1, ''],
          [2, '42'],
          [3, 'more'],
          [4, 9],
        ],
      ],
      [2, pod],
      [2, []],
    );
    const read = {
      name: 'app',
      ready: true,
      started: true,
      restartCount: 3,
      state: { running: { startedAt: '2026-05-06T07:08:09Z' } },
      lastState: {
        terminated: { exitCode: -1, signal: 9, reason: 'Error', finishedAt: '2026-05-06T07:08:09Z' },
      },
    };
    expect(readPodList(body)).toEqual({
      metadata: { resourceVersion: '42', continue: 'more' },
      items: [
        {
          metadata: {
            name: 'web-1',
            namespace: 'shop',
            creationTimestamp: '2026-05-06T07:08:09Z',
            deletionTimestamp: undefined,
            labels: { app: 'web' },
          },
          spec: {
            containers: [{ name: 'app', restartPolicy: 'Always' }],
            nodeName: 'node-1',
            initContainers: [{ name: 'app', restartPolicy: 'Always' }],
            readinessGates: [{ conditionType: 'gate' }],
          },
          status: {
            phase: 'Running',
            conditions: [{ type: 'Ready', status: 'True', reason: 'why' }],
            reason: '',
            podIP: '10.0.0.1',
            containerStatuses: [read],
            initContainerStatuses: [read],
            nominatedNodeName: 'n',
            podIPs: [{ ip: '::1' }],
          },
        },
        { metadata: {}, spec: { containers: [] } },
      ],
    });
  });

  it.each([
    { label: 'JSON', body: Buffer.from('{"items": []}') },
    { label: 'nothing', body: Buffer.alloc(0) },
    { label: 'half a list', body: anEncodedObject('PodList', [2, [[1, [[1, 'web-1']]]]]).subarray(0, 20) },
  ])('refuses $label', ({ body }) => {
    expect(() => readPodList(body)).toThrow();
  });
});

it('reads a Status', () => {
  const details = aProtobufMessage(
    [1, 'web-1'],
    [3, 'pods'],
    [
      4,
      [
        [1, 'Invalid'],
        [2, 'why'],
        [3, 'spec'],
      ],
    ],
    [5, 3],
  );
  const body = anEncodedObject(
    'Status',
    [1, [[3, 'token']]],
    [2, 'Failure'],
    [3, 'no'],
    [4, 'Expired'],
    [5, details],
    [6, 410],
  );
  expect(readObject(body, STATUS_FIELDS)).toEqual({
    metadata: { continue: 'token' },
    status: 'Failure',
    message: 'no',
    reason: 'Expired',
    details: {
      name: 'web-1',
      kind: 'pods',
      causes: [{ reason: 'Invalid', message: 'why', field: 'spec' }],
      retryAfterSeconds: 3,
    },
    code: 410,
  });
});

const PAGE = [
  1,
  [
    [2, '7'],
    [3, 'more'],
  ],
] as const;
const metadata = (name: string) =>
  [
    1,
    [
      [1, name],
      [3, 'shop'],
    ],
  ] as const;

describe('readNameList', () => {
  it('reads names, whatever the objects are', () => {
    const list = anEncodedObject('PartialObjectMetadataList', PAGE, [2, [metadata('web-1')]], [2, []]);
    expect(readNameList(list)).toEqual({
      metadata: { resourceVersion: '7', continue: 'more' },
      items: [{ metadata: { name: 'web-1' } }, { metadata: {} }],
    });
  });
});

describe('readDebuggedPodList', () => {
  it('reads the images of debug containers, and of no others', () => {
    const debug = [
      34,
      [
        [
          1,
          [
            [1, 'dbg'],
            [2, 'tools:1'],
          ],
        ],
        [2, 'app'],
      ],
    ] as const;
    const spec = [
      2,
      [
        [
          2,
          [
            [1, 'app'],
            [2, 'app:1'],
          ],
        ],
        debug,
        debug,
      ],
    ] as const;
    const list = anEncodedObject('PodList', PAGE, [2, [metadata('web-1'), spec]], [2, [metadata('web-2')]]);
    expect(readDebuggedPodList(list).items).toEqual([
      { spec: { ephemeralContainers: [{ image: 'tools:1' }, { image: 'tools:1' }] } },
      { spec: {} },
    ]);
  });
});
