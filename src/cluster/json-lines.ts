const NEWLINE = 0x0a;

/**
 * Parses a stream of one JSON document a line as the lines end, wherever its chunks are cut. A last line without an
 * end was cut off and is dropped. Throws `SyntaxError` for a line that is no JSON.
 */
export async function* readJsonLines(body: AsyncIterable<Buffer>): AsyncGenerator<unknown, void> {
  let started: Buffer[] = [];
  for await (const chunk of body) {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      const line = Buffer.concat([...started, chunk.subarray(from, end)]).toString('utf8');
      started = [];
      from = end + 1;
      if (line.trim() !== '') yield JSON.parse(line);
    }
    if (from < chunk.length) started.push(chunk.subarray(from));
  }
}
