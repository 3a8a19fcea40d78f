import { commandText } from '../../errors/shell-word.ts';

/** ` --image=…` for a command line in a hint; empty where no image is known. */
export function imageFlag(image: string | undefined): string {
  return image === undefined ? '' : commandText` --image=${image}`;
}
