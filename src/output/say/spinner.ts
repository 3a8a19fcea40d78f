// A file of its own, so that only a spinner loads the library.
export { default as ora } from 'ora';
