import { describe, expect, it } from 'vitest';
import { openSocket, send } from '../../test/playground/api-client.ts';
import { aPodNamed, PODS, startPlayground, WEB_1 } from '../../test/playground/start-playground.ts';

const ATTACH = `${PODS}/web-1/attach?container=app&stdout=true`;
const V4 = { protocols: ['v4.channel.k8s.io'] };
const V5 = { protocols: ['v5.channel.k8s.io'] };
const SUCCESS = '3 {"metadata":{},"status":"Success"}';
const NOT_FOUND = {
  kind: 'refusal',
  code: 500,
  message: 'container app not found in pod web-1_default',
} as const;

describe('attach', () => {
  it.each([V5, V4])(
    'carries output, input and sizes on $protocols and ends with Success',
    async (options) => {
      const { playground, kubelet } = await startPlayground();
      const client = openSocket(playground, `${ATTACH}&stderr=true&stdin=true&tty=true`, options);
      await client.until(/^1 $/);
      kubelet.print('out\n');
      kubelet.print('err\n', 'stderr');
      client.webSocket.send(Buffer.from('\u0000ls\n'));
      client.webSocket.send(Buffer.from('\u0004{"Width":80,"Height":24}'));
      client.webSocket.send(Buffer.from('\u0000exit\n'));
      await expect.poll(() => kubelet.heard).toEqual(['stdin ls\n', 'resize 80x24', 'stdin exit\n']);
      kubelet.end();
      await client.until(/^close/);
      expect(client.events).toEqual([
        `open ${options.protocols.join('')}`,
        '1 ',
        '1 out\n',
        '2 err\n',
        SUCCESS,
        'close 1000',
      ]);
      expect(kubelet.opened).toEqual([
        { container: 'app', stdin: true, stdout: true, stderr: true, tty: true },
      ]);
      expect(playground.requests.at(-1)).toMatchObject({ method: 'GET', user: 'admin', status: 101 });
    },
  );

  it('sends and takes only what was asked for', async () => {
    const { playground, kubelet } = await startPlayground();
    const client = openSocket(playground, ATTACH);
    await client.until(/^1 $/);
    client.webSocket.send(Buffer.from('\u0000ls\n'));
    client.webSocket.send(Buffer.from('\u0004{"Width":80,"Height":24}'));
    client.webSocket.send(Buffer.of(255, 0));
    kubelet.print('err\n', 'stderr');
    kubelet.print('out\n');
    await client.until(/^1 out/);
    expect(client.events).toEqual(['open v5.channel.k8s.io', '1 ', '1 out\n']);
    expect(kubelet.heard).toEqual([]);
  });

  it.each([
    { query: 'stdout=true&stderr=true', greeting: '1 ' },
    { query: 'stderr=true', greeting: '2 ' },
    { query: 'stdin=true', greeting: '3 ' },
  ])('greets $query with an empty message on a channel of the client', async ({ query, greeting }) => {
    const { playground } = await startPlayground();
    const client = openSocket(playground, `${PODS}/web-1/attach?container=app&${query}`);
    await client.until(/^\d/);
    expect(client.events).toEqual(['open v5.channel.k8s.io', greeting]);
  });

  it('tells the process of the end of input on v5', async () => {
    const { playground, kubelet } = await startPlayground();
    const client = openSocket(playground, `${ATTACH}&stdin=true`);
    await client.until(/^1 $/);
    client.webSocket.send(Buffer.of(255, 0));
    await expect.poll(() => kubelet.heard).toEqual(['end-stdin']);
  });

  it('closes without a Status after a broken close message', async () => {
    const { playground, kubelet } = await startPlayground();
    const client = openSocket(playground, `${ATTACH}&stdin=true`);
    await client.until(/^1 $/);
    client.webSocket.send(Buffer.of(255));
    await client.until(/^close/);
    expect(client.events.slice(1)).toEqual(['1 ', 'close 1000']);
    await expect.poll(() => kubelet.heard).toContain('detach');
  });

  it('is deaf after a broken size, and says nothing', async () => {
    const { playground, kubelet } = await startPlayground();
    const client = openSocket(playground, `${ATTACH}&stdin=true&tty=true`);
    await client.until(/^1 $/);
    client.webSocket.send(Buffer.from('\u0004{"Width":70000}'));
    client.webSocket.send(Buffer.from('\u0000lost'));
    client.webSocket.ping();
    await new Promise((resolve) => client.webSocket.once('pong', resolve));
    kubelet.print('out\n');
    await client.until(/^1 out/);
    expect(kubelet.heard).toEqual([]);
  });

  it('lets the process know when the client is gone', async () => {
    const { playground, kubelet } = await startPlayground();
    const client = openSocket(playground, ATTACH);
    await client.until(/^1 $/);
    client.webSocket.terminate();
    await expect.poll(() => kubelet.heard).toEqual(['detach']);
  });

  it.each([
    {
      protocol: 'v5 inside of the stream',
      options: V5,
      expected: [
        'open v5.channel.k8s.io',
        '1 ',
        '3 {"metadata":{},"status":"Failure","message":"Internal error occurred: unable to upgrade connection: container app not found in pod web-1_default","reason":"InternalError","details":{"causes":[{"message":"unable to upgrade connection: container app not found in pod web-1_default"}]},"code":500}',
        'close 1000',
      ],
    },
    {
      protocol: 'v4 before it',
      options: V4,
      expected: ['http 500 container app not found in pod web-1_default'],
    },
  ])('says on $protocol that a container does not run', async ({ options, expected }) => {
    const { playground } = await startPlayground({}, { refuse: NOT_FOUND });
    const client = openSocket(playground, ATTACH, options);
    await client.until(/^(close|http)/);
    expect(client.events).toEqual(expected);
  });

  it.each([
    {
      options: V5,
      expected: /^3 .*unable to upgrade connection: you must specify at least 1 of stdin, stdout, stderr/,
    },
    { options: V4, expected: /^http 400 you must specify at least 1 of stdin, stdout, stderr$/ },
  ])('wants one stream at least on $options.protocols', async ({ options, expected }) => {
    const { playground } = await startPlayground();
    const client = openSocket(playground, `${PODS}/web-1/attach?container=app`, options);
    expect(await client.until(/^(3 .|http)/)).toMatch(expected);
  });

  it.each([
    { options: V5, expected: '3 {"metadata":{}}' },
    {
      options: V4,
      expected: 'http 500 rpc error: code = InvalidArgument desc = tty and stderr cannot both be true',
    },
  ])(
    'ends oddly on $options.protocols when stderr of a terminal is asked for',
    async ({ options, expected }) => {
      const spec = { containers: [{ name: 'app', image: 'x', tty: true }] };
      const { playground } = await startPlayground({ pods: [aPodNamed('web-1', { spec })] });
      const client = openSocket(playground, `${ATTACH}&stderr=true`, options);
      expect(await client.until(/^(3 .|http)/)).toBe(expected);
    },
  );
});

describe('exec', () => {
  const EXEC = `${PODS}/web-1/exec?container=app&stdout=true&command=sh&command=-c&command=exit+3`;

  it.each([
    { label: 'zero', end: { exitCode: 0, signal: 0 }, options: V5, expected: { status: 'Success' } },
    {
      label: 'three',
      end: { exitCode: 3, signal: 0 },
      options: V5,
      expected: {
        status: 'Failure',
        reason: 'NonZeroExitCode',
        message: 'command terminated with non-zero exit code: command terminated with exit code 3',
        details: { causes: [{ reason: 'ExitCode', message: '3' }] },
      },
    },
    {
      label: 'three',
      end: { exitCode: 3, signal: 0 },
      options: V4,
      expected: {
        message:
          'command terminated with non-zero exit code: error executing command [sh -c exit 3], exit code 3',
        details: { causes: [{ reason: 'ExitCode', message: '3' }] },
      },
    },
    {
      label: 'a signal',
      end: { exitCode: 0, signal: 9 },
      options: V5,
      expected: { details: { causes: [{ reason: 'ExitCode', message: '137' }] } },
    },
  ])('ends with the exit status of $label on $options.protocols', async ({ end, options, expected }) => {
    const { playground, kubelet } = await startPlayground();
    const client = openSocket(playground, EXEC, options);
    await client.until(/^1 $/);
    kubelet.end(end);
    const [, status = ''] = /^3 (.*)/.exec(await client.until(/^3 /)) ?? [];
    expect(JSON.parse(status)).toMatchObject(expected);
    expect(kubelet.heard[0]).toBe('exec sh -c exit 3');
  });

  it.each([
    {
      options: V5,
      message: 'Internal error occurred: Internal error occurred: error executing command in container',
    },
    { options: V4, message: 'Internal error occurred: error executing command in container' },
  ])(
    'says inside of the stream on $options.protocols that a program is missing',
    async ({ options, message }) => {
      const refuse = { kind: 'refusal', code: 500, isInStream: true } as const;
      const { playground } = await startPlayground(
        {},
        { refuse: { ...refuse, message: 'error executing command in container' } },
      );
      const client = openSocket(playground, EXEC, options);
      const [, status = ''] = /^3 (.*)/.exec(await client.until(/^3 /)) ?? [];
      expect(JSON.parse(status)).toMatchObject({
        status: 'Failure',
        reason: 'InternalError',
        message,
        code: 500,
      });
    },
  );
});

describe('upgrades that the API server itself refuses', () => {
  it.each([
    {
      what: 'an unknown container',
      path: `${PODS}/web-1/attach?container=nope&stdout=true`,
      expected: /^http 400 .*"message":"container nope is not valid for pod web-1","reason":"BadRequest"/,
    },
    {
      what: 'a pod that does not exist',
      path: `${PODS}/nope/attach?stdout=true`,
      expected: /^http 404 .*pods \\"nope\\" not found/,
    },
    {
      what: 'no container where there are two',
      path: `${PODS}/two/attach?stdout=true`,
      expected: /^http 400 .*a container name must be specified for pod two, choose one of: \[init a b\]/,
    },
    {
      what: 'a pod without a node',
      path: `${PODS}/waiting/attach?stdout=true`,
      expected: /^http 400 .*pod waiting does not have a host assigned/,
    },
    { what: 'something else', path: `${PODS}/web-1`, expected: /^http 404 / },
  ])('answers $what before the upgrade', async ({ path, expected }) => {
    const containers = [
      { name: 'a', image: 'x' },
      { name: 'b', image: 'x' },
    ];
    const { playground } = await startPlayground({
      pods: [
        aPodNamed('web-1'),
        aPodNamed('two', { spec: { containers, initContainers: [{ name: 'init', image: 'x' }] } }),
        aPodNamed('waiting', { isUnschedulable: true }),
      ],
    });
    expect(await openSocket(playground, path).until(/^http/)).toMatch(expected);
  });

  it('takes the only container when none is named', async () => {
    const { playground, kubelet } = await startPlayground();
    await openSocket(playground, `${PODS}/web-1/attach?stdout=true`).until(/^1 $/);
    expect(kubelet.opened).toMatchObject([{ container: 'app' }]);
  });

  it('answers an unknown subprotocol with a bare 403', async () => {
    const { playground } = await startPlayground();
    const client = openSocket(playground, ATTACH, { protocols: ['v9.channel.k8s.io'] });
    expect(await client.until(/^http/)).toBe('http 403 ');
  });

  it.each([[['v4.channel.k8s.io', 'v5.channel.k8s.io']], [['v5.channel.k8s.io', 'v4.channel.k8s.io']]])(
    'chooses v5 of %s',
    async (protocols) => {
      const { playground } = await startPlayground();
      expect(await openSocket(playground, ATTACH, { protocols }).until(/^open/)).toBe(
        'open v5.channel.k8s.io',
      );
    },
  );

  it('does not let a viewer attach', async () => {
    const { playground } = await startPlayground();
    const client = openSocket(playground, ATTACH, { user: 'viewer' });
    expect(await client.until(/^http/)).toMatch(
      /^http 403 .*User \\"viewer\\" cannot get resource \\"pods\/attach\\" in API group \\"\\" in the namespace \\"default\\"/,
    );
  });

  it.each([
    { method: 'POST', upgrade: 'SPDY/3.1', expected: 400 },
    { method: 'POST', upgrade: 'websocket', expected: 405 },
  ])('does not serve $method with $upgrade', async ({ method, upgrade, expected }) => {
    const { playground } = await startPlayground();
    const reply = await send(playground, ATTACH, { method, headers: { connection: 'Upgrade', upgrade } });
    expect(reply.status).toBe(expected);
  });
});

describe('faults of the hook', () => {
  it('answers what the hook says instead of upgrading', async () => {
    const { playground } = await startPlayground({
      hook: () => ({ status: 429, body: { kind: 'Status', code: 429 }, headers: { 'retry-after': '1' } }),
    });
    expect(await openSocket(playground, ATTACH).until(/^http/)).toBe('http 429 {"kind":"Status","code":429}');
  });

  it.each([
    { fault: { cutAfterBytes: 0 }, expected: ['error', 'close 1006'] },
    { fault: { cutAfterEvents: 0 }, expected: ['open', 'close 1006'] },
    { fault: { cutAfterEvents: 1 }, expected: ['open', '1 abcdef', 'close 1006'] },
    { fault: { cutAfterBytes: 4 }, expected: ['open', '1 abc', 'close 1006'] },
    { fault: { cutAfterEvents: 1, cutCleanly: true }, expected: ['open', '1 abcdef', 'close 1000'] },
  ])('breaks the stream for $fault', async ({ fault, expected }) => {
    const { playground, kubelet } = await startPlayground({ hook: () => fault });
    const client = openSocket(playground, ATTACH);
    await client.until(/^(1 $|close)/);
    kubelet.print('abcdef');
    kubelet.print('ghi');
    await client.until(/^close/);
    expect(
      client.events.filter((event) => event !== '1 ').map((event) => event.replace(/^(open|error).*/s, '$1')),
    ).toEqual(expected);
    expect(playground.getPod(WEB_1)).toBeDefined();
  });
});
