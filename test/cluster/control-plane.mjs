// etcd, kube-apiserver, controller-manager and scheduler, and a kubeconfig for each of the users admin, dev and viewer;
// dev and viewer start without rights.
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { SERVICE_RANGE, startApiService } from './api-service.mjs';
import { at, kubectl, PORT, write } from './paths.mjs';
import { startKube, until } from './processes.mjs';

const USERS = { admin: 'system:masters', dev: 'developers', viewer: 'viewers' };

function writeCredentials() {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  write(at('pki/sa.key'), privateKey, 0o600);
  const rows = Object.entries(USERS).map(([user, group]) => {
    const token = randomBytes(16).toString('hex');
    write(at(user === 'admin' ? 'kubeconfig' : `kubeconfig-${user}`), kubeconfig(user, token), 0o600);
    return `${token},${user},${user},"${group}"\n`;
  });
  write(at('pki/tokens.csv'), rows.join(''), 0o600);
}

function kubeconfig(user, token) {
  return JSON.stringify(
    {
      apiVersion: 'v1',
      kind: 'Config',
      'current-context': 'test',
      clusters: [
        {
          name: 'test',
          cluster: {
            server: `https://127.0.0.1:${PORT.api}`,
            'certificate-authority': at('pki/apiserver.crt'),
          },
        },
      ],
      users: [{ name: user, user: { token } }],
      contexts: [{ name: 'test', context: { cluster: 'test', user, namespace: 'default' } }],
    },
    null,
    2,
  );
}

// The audit log has the metadata of each request for pods, so that a test can count what a client sent.
const AUDIT_POLICY = {
  apiVersion: 'audit.k8s.io/v1',
  kind: 'Policy',
  omitStages: ['RequestReceived'],
  rules: [
    { level: 'None', users: ['system:apiserver'] },
    {
      level: 'Metadata',
      resources: [{ group: '', resources: ['pods', 'pods/*', 'events'] }, { group: 'authorization.k8s.io' }],
    },
  ],
};

export async function startControlPlane() {
  writeCredentials();
  write(at('audit.json'), JSON.stringify(AUDIT_POLICY));
  const etcd = `http://127.0.0.1:${PORT.etcd}`;
  const peer = `http://127.0.0.1:${PORT.etcdPeer}`;
  startKube('etcd', {
    'data-dir': at('etcd'),
    'unsafe-no-fsync': true,
    'listen-client-urls': etcd,
    'advertise-client-urls': etcd,
    'listen-peer-urls': peer,
    'initial-advertise-peer-urls': peer,
    'initial-cluster': `default=${peer}`,
  });
  startKube('kube-apiserver', {
    'etcd-servers': etcd,
    'bind-address': '127.0.0.1',
    'advertise-address': '127.0.0.1',
    'secure-port': PORT.api,
    'cert-dir': at('pki'),
    'service-account-issuer': 'https://kubernetes.default.svc',
    'service-account-key-file': at('pki/sa.key'),
    'service-account-signing-key-file': at('pki/sa.key'),
    'token-auth-file': at('pki/tokens.csv'),
    'authorization-mode': 'RBAC',
    'allow-privileged': true,
    'service-cluster-ip-range': SERVICE_RANGE,
    'endpoint-reconciler-type': 'none',
    'kubelet-preferred-address-types': 'Hostname',
    'audit-policy-file': at('audit.json'),
    'audit-log-path': at('log/audit.jsonl'),
  });
  await until('kube-apiserver', () => kubectl('get', '--raw', '/readyz').status === 0);
  await startApiService();
  const client = {
    kubeconfig: at('kubeconfig'),
    'bind-address': '127.0.0.1',
    'leader-elect': false,
    'kube-api-qps': 200,
    'kube-api-burst': 400,
  };
  startKube('kube-controller-manager', {
    ...client,
    'secure-port': PORT.controllers,
    'cert-dir': at('pki/controllers'),
    'service-account-private-key-file': at('pki/sa.key'),
    'root-ca-file': at('pki/apiserver.crt'),
    'node-monitor-grace-period': '24h', // fake nodes of scale tests stay
  });
  startKube('kube-scheduler', { ...client, 'secure-port': PORT.scheduler, 'cert-dir': at('pki/scheduler') });
}
