// Apart, as each start would have to read it where nothing is asked.
export { autocomplete, confirm, isCancel } from '@clack/prompts';
