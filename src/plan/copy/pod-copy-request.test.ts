import { describe, expect, it } from 'vitest';
import { aPodCopyRequest } from '../../../test/builders/a-debug-request.ts';
import { checkPodCopyRequest, checkWithoutCopy } from './pod-copy-request.ts';

const IMAGES = new Map([['app', 'app:2']]);

describe('checkPodCopyRequest', () => {
  it.each([
    { label: 'an image', options: {} },
    { label: 'set-image alone', options: { image: undefined, setImages: IMAGES } },
    {
      label: 'a command for an existing container',
      options: { image: undefined, containerName: 'app', command: ['sh'] },
    },
    { label: 'attaching to what is added', options: { attachIsGiven: true } },
    {
      label: 'attaching to what is named',
      options: { image: undefined, containerName: 'app', command: ['sh'], attachIsGiven: true },
    },
  ])('takes $label', ({ options }) => {
    expect(() => checkPodCopyRequest(aPodCopyRequest(options))).not.toThrow();
  });

  it.each([
    {
      label: 'nothing to change',
      options: { image: undefined },
      message: 'you must specify --image, --set-image or command arguments',
    },
    {
      label: 'only a container',
      options: { image: undefined, containerName: 'app' },
      message: 'you must specify --image, --set-image or command arguments',
    },
    {
      label: 'a command for no container',
      options: { image: undefined, setImages: IMAGES, command: ['sh'] },
      message: 'you must specify an existing container or a new image when specifying args',
    },
    {
      label: 'attaching to nothing',
      options: { image: undefined, setImages: IMAGES, attachIsGiven: true },
      message: 'you must specify --container or create a new container using --image in order to attach',
    },
    {
      label: 'a target',
      options: { target: 'app' },
      message: '--target is incompatible with --copy-to',
    },
    {
      label: 'a terminal without stdin',
      options: { tty: true },
      message: '-i/--stdin is required for containers with -t/--tty=true',
    },
  ])('refuses $label', ({ options, message }) => {
    expect(() => checkPodCopyRequest(aPodCopyRequest(options))).toThrow(
      expect.objectContaining({ kind: 'usage', message }),
    );
  });

  it.each(['UPPER', ''])('refuses the new image "%s" and says whose it is', (image) => {
    const request = aPodCopyRequest({ setImages: new Map([['app', image]]) });
    expect(() => checkPodCopyRequest(request)).toThrow(
      expect.objectContaining({
        kind: 'image-invalid',
        message: `invalid image name "${image}" for container "app": invalid reference format`,
      }),
    );
  });
});

describe('checkWithoutCopy', () => {
  const NONE = { replace: false, 'same-node': false, 'set-image': false };

  it.each(['replace', 'same-node', 'set-image'])('refuses --%s', (flag) => {
    expect(() => checkWithoutCopy({ ...NONE, [flag]: true })).toThrow(
      expect.objectContaining({ kind: 'usage', message: `--${flag} may only be used with --copy-to` }),
    );
  });

  it('takes none of them', () => {
    expect(() => checkWithoutCopy(NONE)).not.toThrow();
  });
});
