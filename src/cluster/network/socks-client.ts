// A bundle of its own: few connections need it.
export { SocksClient } from 'socks';
