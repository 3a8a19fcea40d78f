import { randomBytes } from 'node:crypto';
import type { ResourceCall } from '../api/request/api-call.ts';
import type { User } from '../api/request/authorize.ts';
import type { Reply } from '../api/request/reply.ts';
import { isJsonObject, valueAt } from '../json.ts';
import type { Stores } from '../store/objects.ts';
import { keyOf } from '../store/stored-object.ts';
import { addSeconds, formatTime } from '../timestamps.ts';
import { requireObject } from './write-object.ts';

/** The tokens of ServiceAccounts. */
export interface AccountTokens {
  /** Makes a token, or gives the one that the account has. It is good while the account exists. */
  readonly tokenOf: (account: Account) => string;
  /** The user of a token; undefined for a token of nobody. */
  readonly userOf: (token: string) => User | undefined;
}

interface Account {
  readonly namespace: string;
  readonly name: string;
}

/** Makes an empty register of tokens. */
export function createAccountTokens({ serviceaccounts }: Stores): AccountTokens {
  const tokens = new Map<string, { readonly account: Account; readonly uid: string }>();
  const byUid = new Map<string, string>();
  return {
    tokenOf: (account) => {
      const uid = serviceaccounts.get(keyOf(account))?.metadata.uid ?? '';
      const token = byUid.get(uid) ?? randomBytes(24).toString('base64url');
      byUid.set(uid, token);
      tokens.set(token, { account, uid });
      return token;
    },
    userOf: (token) => {
      const known = tokens.get(token);
      if (known === undefined || serviceaccounts.get(keyOf(known.account))?.metadata.uid !== known.uid) {
        return undefined;
      }
      return accountUser(known.account);
    },
  };
}

function accountUser({ namespace, name }: Account): User {
  return {
    name: `system:serviceaccount:${namespace}:${name}`,
    groups: ['system:serviceaccounts', `system:serviceaccounts:${namespace}`, 'system:authenticated'],
  };
}

const HOUR_SECONDS = 3600;

/** Answers a TokenRequest: `kubectl create token`. Rejects with `StatusError` 404. */
export async function createToken(
  {
    stores,
    accounts,
    now,
  }: { readonly stores: Stores; readonly accounts: AccountTokens; readonly now: () => Date },
  call: ResourceCall,
): Promise<Reply> {
  const { namespace = '', name = '' } = call.info;
  const body = await call.readBody();
  requireObject(stores, call, 'serviceaccounts');
  const spec = valueAt(body, 'spec');
  const seconds = valueAt(spec, 'expirationSeconds');
  const lifetime = typeof seconds === 'number' ? seconds : HOUR_SECONDS;
  const token = accounts.tokenOf({ namespace, name });
  return {
    kind: 'json',
    status: 201,
    body: {
      kind: 'TokenRequest',
      apiVersion: 'authentication.k8s.io/v1',
      metadata: { name, namespace },
      spec: { ...(isJsonObject(spec) ? spec : {}), expirationSeconds: lifetime },
      status: { token, expirationTimestamp: formatTime(addSeconds(now(), lifetime)) },
    },
  };
}
