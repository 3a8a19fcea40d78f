/** Control sequences, titles (which end in BEL or ST), other escapes, and control characters. */
const SEQUENCES =
  /\u001b\[[0-?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)|\u001b[ -/]+[0-~]|[\u0000-\u001f\u007f]/g;

/** The text that a terminal shows of what a shell drew on a line: without control characters, colours, titles and movements. */
export function drawnText(line: string): string {
  return line.replaceAll(SEQUENCES, '');
}
