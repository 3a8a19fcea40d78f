import type { Shape } from './normalize-object.ts';

/** A Service with its ports, and of its metadata only what messages name. */
export const SERVICE: Shape = {
  fields: {
    metadata: { fields: { namespace: 'text', name: 'text', uid: 'text' } },
    spec: {
      fields: {
        clusterIP: 'text',
        type: 'text',
        selector: { map: 'text' },
        ports: {
          list: {
            fields: { name: 'text', protocol: 'text', port: 'number', targetPort: 'port' },
            needs: ['port'],
          },
        },
      },
    },
  },
  needs: ['metadata'],
};
