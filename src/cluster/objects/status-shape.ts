import type { Shape } from './normalize-object.ts';

/** A `metav1.Status`: the body of a refusal, or an error in a watch. */
export const API_STATUS: Shape = {
  fields: {
    code: 'number',
    message: 'text',
    reason: 'text',
    metadata: { fields: { continue: 'text' } },
    details: {
      fields: {
        name: 'text',
        kind: 'text',
        retryAfterSeconds: 'number',
        causes: { list: { fields: { field: 'text', message: 'text', reason: 'text' } } },
      },
    },
  },
};
