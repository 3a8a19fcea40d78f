/** The text that a terminal shows of what a shell drew on a line: without control characters, colours, titles and movements. */
export function drawnText(line: string): string {
  return line.replaceAll(/\u001b\[[\d;?]*[@-~]|\u001b\][^\u0007]*\u0007|[\u0000-\u001f]/g, '');
}
