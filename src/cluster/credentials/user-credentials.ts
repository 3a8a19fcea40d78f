import type { Authorization, UserSettings } from '../settings/connection-settings.ts';
import type { CredentialSource } from '../network/credentials.ts';
import type { IssuedCredential } from './exec-credential.ts';
import { headerValue } from './header-value.ts';
import { readPem } from '../settings/pem-field.ts';
import { keepRenewed } from './keep-renewed.ts';
import { runExecPlugin, type PluginContext } from './run-exec-plugin.ts';
import { basicAuthorization } from '../settings/server-address.ts';
import type { ProcessEnvironment } from '../network/system-authorities.ts';
import { readTokenFile } from './token-file.ts';

interface CredentialContext extends Omit<PluginContext, 'signal'> {
  readonly io: PluginContext['io'] & ProcessEnvironment;
  readonly now: () => Date;
}

/**
 * Makes the source of a user's credentials. The first request reads files and runs plugins, so errors come then. A
 * client certificate is sent beside the Authorization header.
 */
export function userCredentials(user: UserSettings, context: CredentialContext): CredentialSource {
  const issue = issuerOf(user.authorization, context);
  const { clientCertificate } = user;
  return keepRenewed(async (signal) => {
    const issued = sendable(await issue(signal), user.label);
    if (clientCertificate === undefined) return issued;
    const [certificate, key] = await Promise.all([
      readPem(clientCertificate.certificate, 'client certificate'),
      readPem(clientCertificate.key, 'client key'),
    ]);
    return { ...issued, credential: { keyPair: { certificate, key }, ...issued.credential } };
  }, context.now);
}

type Issuer = (signal: AbortSignal) => Promise<IssuedCredential>;

function issuerOf(authorization: Authorization, context: CredentialContext): Issuer {
  switch (authorization.kind) {
    case 'none':
      return lasting({});
    case 'token':
      return lasting({ authorization: `Bearer ${authorization.token}` });
    case 'basic':
      return lasting({
        authorization: basicAuthorization(authorization.username, authorization.password),
      });
    case 'token-file':
      return () => readTokenFile(authorization, context.now);
    case 'exec':
      return (signal) => runExecPlugin(authorization.plugin, { ...context, signal });
    case 'oidc': {
      let issuer: Promise<Issuer> | undefined;
      return async (signal) => {
        issuer ??= import('./oidc.ts').then(({ makeOidcIssuer }) =>
          makeOidcIssuer(authorization, context.io),
        );
        return (await issuer)(signal);
      };
    }
  }
}

function sendable(issued: IssuedCredential, label: string): IssuedCredential {
  const { authorization } = issued.credential;
  if (authorization === undefined) return issued;
  const value = headerValue(authorization, `the token of ${label}`);
  return { ...issued, credential: { ...issued.credential, authorization: value } };
}

function lasting(credential: IssuedCredential['credential']): Issuer {
  return () => Promise.resolve({ credential, expiresAt: undefined });
}
