const MACH_O_64 = 0xfeedfacf;
const COMMAND = { segment: 0x19, signature: 0x1d } as const;
/** Where fields are, in bytes from the start of the file or of a command. */
const HEADER = { commandCount: 16, commandBytes: 20, size: 32 } as const;
const SEGMENT = { name: 8, fileOffset: 40, fileSize: 48 } as const;

/**
 * Takes the code signature out of a program for macOS, and returns the shorter program. Throws for a file of another
 * format, or if the signature is not last. See https://github.com/apple-oss-distributions/xnu/blob/main/EXTERNAL_HEADERS/mach-o/loader.h
 */
export function stripSignature(program: Buffer): Buffer {
  if (program.readUInt32LE(0) !== MACH_O_64) throw new Error('not a program for macOS');
  const signature = commandsOf(program).at(-1);
  if (signature?.kind !== COMMAND.signature) throw new Error('the last command is not a signature');
  const [start, length] = [program.readUInt32LE(signature.at + 8), program.readUInt32LE(signature.at + 12)];
  if (start + length !== program.length) throw new Error('the signature is not at the end of the file');
  const stripped = Buffer.from(program.subarray(0, start));
  stripped.writeUInt32LE(program.readUInt32LE(HEADER.commandCount) - 1, HEADER.commandCount);
  stripped.writeUInt32LE(program.readUInt32LE(HEADER.commandBytes) - signature.size, HEADER.commandBytes);
  stripped.fill(0, signature.at, signature.at + signature.size);
  for (const { kind, at } of commandsOf(stripped)) {
    const isLast =
      kind === COMMAND.segment &&
      stripped.toString('latin1', at + SEGMENT.name, at + 24).startsWith('__LINKEDIT');
    if (!isLast) continue;
    const from = stripped.readBigUInt64LE(at + SEGMENT.fileOffset);
    stripped.writeBigUInt64LE(BigInt(start) - from, at + SEGMENT.fileSize);
  }
  return stripped;
}

interface LoadCommand {
  readonly kind: number;
  readonly at: number;
  readonly size: number;
}

function commandsOf(program: Buffer): readonly LoadCommand[] {
  const commands: LoadCommand[] = [];
  let at: number = HEADER.size;
  for (let rest = program.readUInt32LE(HEADER.commandCount); rest > 0; rest -= 1) {
    const size = program.readUInt32LE(at + 4);
    commands.push({ kind: program.readUInt32LE(at), at, size });
    at += size;
  }
  return commands;
}
