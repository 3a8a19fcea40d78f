// Apart, as commands that only read objects would have to read it at each start.
export { WebSocket } from 'ws';
