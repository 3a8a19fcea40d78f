// The start file of the executable that `npm run release` makes; the package has bin/ in its place.
import { calledAs, NAME_VARIABLE } from './system/single-file/called-as.ts';
import { patchRuntime } from './system/single-file/patch-runtime.ts';

const { name, words } = calledAs(process);
process.argv.splice(1, 1, name, ...words);
// A plugin that we run may be another program of ours.
Reflect.deleteProperty(process.env, NAME_VARIABLE);
patchRuntime(process);
void import('./main.ts');
