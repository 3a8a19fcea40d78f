import { BlockList, isIP } from 'node:net';
import { CliError } from '../../errors/cli-error.ts';
import { isProxyUrl } from './tunnel.ts';
import { shownAddress, type ServerAddress } from '../settings/server-address.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Chooses the proxy for a server as kubectl does: the proxy-url of the kubeconfig (`configured`), else HTTPS_PROXY
 * or HTTP_PROXY by the server's scheme, unless NO_PROXY exempts the server. The environment's proxy never applies
 * to this machine. ALL_PROXY is not read. Throws `kubeconfig`.
 * See https://pkg.go.dev/golang.org/x/net/http/httpproxy#Config
 */
export function chooseProxy(
  address: ServerAddress,
  configured: string | undefined,
  env: Environment,
): URL | undefined {
  if (configured !== undefined) return parseConfigured(configured);
  const name = address.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const text = fromEnvironment(env, name);
  if (text !== undefined && name === 'HTTP_PROXY') refuseFromClients(env);
  if (text === undefined || isThisMachine(address.host)) return undefined;
  if (isExempt(address, fromEnvironment(env, 'NO_PROXY') ?? '')) return undefined;
  return parseProxy(text.includes('://') ? text : `http://${text}`, name, text);
}

/** kubectl accepts socks5h in the environment only, where it means the same as socks5. */
function parseConfigured(text: string): URL {
  return parseProxy(/^socks5h:/i.test(text) ? '' : text, 'proxy-url', text);
}

/** In a CGI script, a client of the web server can set HTTP_PROXY by a header; see https://httpoxy.org. */
function refuseFromClients(env: Environment): void {
  if ((env['REQUEST_METHOD'] ?? '') === '') return;
  throw new CliError('kubeconfig', 'HTTP_PROXY is not used in a CGI script, where REQUEST_METHOD is set', {
    hint: 'unset REQUEST_METHOD, or set proxy-url in the kubeconfig',
  });
}

function fromEnvironment(env: Environment, name: string): string | undefined {
  return [env[name], env[name.toLowerCase()]].find((value) => value !== undefined && value !== '');
}

function parseProxy(text: string, origin: string, written: string): URL {
  const proxy = URL.canParse(text) ? new URL(text) : undefined;
  if (proxy !== undefined && isProxyUrl(proxy)) return proxy;
  const shown = shownAddress(written);
  throw new CliError('kubeconfig', `${origin} "${shown}" is not a http, https or socks5 URL`);
}

function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '::1' || isInNetwork('127.0.0.0/8', host);
}

/**
 * Whether NO_PROXY names the server. It lists `*`, addresses, networks (CIDR), names with their subdomains, and
 * `.name` or `*.name` for subdomains only. All but networks can end in `:port`; IPv6 needs brackets then.
 */
export function isExempt(
  { host, port }: { readonly host: string; readonly port: number },
  noProxy: string,
): boolean {
  const rules = noProxy.split(',').map((rule) => rule.trim().toLowerCase());
  return rules.some((rule) => rule !== '' && fits(rule, host.toLowerCase(), port));
}

function fits(rule: string, host: string, port: number): boolean {
  if (rule === '*') return true;
  if (rule.includes('/')) return isInNetwork(rule, host);
  const { name, rulePort } = splitPort(rule);
  if (rulePort !== '' && rulePort !== `${port}`) return false;
  return isIP(name) === 0 ? isBelow(name, host) : isInNetwork(`${name}/${isIP(name) === 4 ? 32 : 128}`, host);
}

/** An address has no parent domain, even if its digits end like a rule. */
function isBelow(name: string, host: string): boolean {
  const below = name.startsWith('*.') ? name.slice(1) : name;
  if (isIP(host) !== 0 || below === '') return false;
  return below.startsWith('.') ? host.endsWith(below) : host === below || host.endsWith(`.${below}`);
}

/** Also matches IPv4-mapped IPv6 addresses (RFC 4291 §2.5.5.2). */
function isInNetwork(rule: string, host: string): boolean {
  const [network = '', prefix = ''] = rule.split('/');
  const family = isIP(network);
  if (family === 0 || !/^\d+$/.test(prefix) || Number(prefix) > (family === 4 ? 32 : 128)) return false;
  const list = new BlockList();
  list.addSubnet(network, Number(prefix), family === 4 ? 'ipv4' : 'ipv6');
  const hostFamily = isIP(host);
  return hostFamily !== 0 && list.check(host, hostFamily === 4 ? 'ipv4' : 'ipv6');
}

function splitPort(rule: string): { readonly name: string; readonly rulePort: string } {
  const [, bracketed, plain, rulePort = ''] = /^(?:\[(.*)\]|([^:]*)):([^:]*)$/.exec(rule) ?? [];
  return { name: bracketed ?? plain ?? rule, rulePort };
}
