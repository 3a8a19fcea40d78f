// A file of its own, so that only a question loads the library.
export { autocomplete, confirm, isCancel } from '@clack/prompts';
