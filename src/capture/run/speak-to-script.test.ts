import { expect, it } from 'vitest';
import { anIo } from '../../../test/builders/an-io.ts';
import { followStop } from './follow-stop.ts';
import { speakToScript } from './speak-to-script.ts';

function speak() {
  const fake = anIo();
  const stop = new AbortController();
  const force = new AbortController();
  let slow = { isSlow: false, change: new AbortController() };
  const stopping = followStop(fake.io, stop.signal, force.signal);
  const held = { isSlow: () => slow.isSlow, changed: () => slow.change.signal };
  const said: string[] = [];
  const begin = async (): Promise<void> => {
    for await (const bytes of speakToScript(fake.io, stopping, held)) said.push(bytes.toString().trim());
  };
  return {
    fake,
    stopping,
    stop,
    force,
    said,
    begin,
    becomes: (isSlow: boolean) => {
      const { change } = slow;
      slow = { isSlow, change: new AbortController() };
      change.abort();
    },
  };
}

it('says every five seconds that we are still here, and the end once', async () => {
  const { fake, stopping, said, begin } = speak();
  const spoken = begin();
  await fake.advance(4999);
  expect(said).toEqual(['here']);
  await fake.advance(1);
  expect(said).toEqual(['here', 'here']);
  stopping.finish();
  await spoken;
  expect(said).toEqual(['here', 'here', 'heard']);
});

it('says at once that the reader is slow, and that it no longer is', async () => {
  const { fake, stopping, said, begin, becomes } = speak();
  const spoken = begin();
  await fake.advance(1);
  becomes(true);
  await fake.advance(0);
  expect(said).toEqual(['here', 'slow']);
  await fake.advance(5000);
  becomes(false);
  await fake.advance(0);
  expect(said).toEqual(['here', 'slow', 'slow', 'here']);
  stopping.finish();
  await spoken;
});

it('leaves tcpdump the time for its last packets before it is to end', async () => {
  const { fake, stopping, stop, said, begin } = speak();
  const spoken = begin();
  await fake.advance(1);
  stop.abort();
  await fake.advance(1199);
  expect(said).toEqual(['here']);
  await fake.advance(1);
  expect(said).toEqual(['here', 'stop']);
  await fake.advance(5000);
  expect(said).toEqual(['here', 'stop', 'here']);
  stopping.finish();
  await spoken;
});

it('waits for the end as long as something comes', async () => {
  const { fake, stopping, stop, begin } = speak();
  const spoken = begin();
  await fake.advance(1);
  stop.abort();
  await fake.advance(9999);
  stopping.heard();
  await fake.advance(9999);
  expect(stopping.givenUp.aborted).toBe(false);
  await fake.advance(1);
  expect(stopping.whyGivenUp()).toBe('tcpdump did not end in time');
  stopping.finish();
  await spoken;
});

it('gives up at the second wish, and at once if tcpdump has not started', async () => {
  const begun = speak();
  const spoken = begun.begin();
  begun.stop.abort();
  begun.force.abort();
  await begun.fake.advance(1);
  expect(begun.stopping.whyGivenUp()).toBe('its end was not waited for');
  begun.stopping.finish();
  await spoken;
  const early = speak();
  early.stop.abort();
  await early.fake.advance(0);
  expect(early.stopping.givenUp.aborted).toBe(true);
});

it('gives up nothing after the end', async () => {
  const { fake, stopping, stop, force } = speak();
  stopping.finish();
  stop.abort();
  force.abort();
  await fake.advance(20_000);
  expect(stopping.givenUp.aborted).toBe(false);
});
