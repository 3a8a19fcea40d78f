// A bundle of its own: commands that only read objects do not need it.
export { WebSocket } from 'ws';
