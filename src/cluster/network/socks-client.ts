// Apart, as few connections need it and each start would have to read it.
export { SocksClient } from 'socks';
