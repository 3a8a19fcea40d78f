// Apart, as each start would have to read it where nothing is waited for.
export { default as ora } from 'ora';
