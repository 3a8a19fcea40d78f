/** The headings of help texts, in their order; each flag names one. */
export const FLAG_GROUPS = {
  pods: 'Which pods',
  run: 'What runs',
  ports: 'Ports',
  packets: 'Which packets',
  files: 'Files',
  contents: 'What is taken',
  rights: 'Rights',
  session: 'Session',
  copy: 'Copies and node pods',
  pace: 'Pace, limits and interruptions',
  cluster: 'In the cluster',
  views: 'Views',
  record: 'Reason and record',
  output: 'Output',
  server: 'Cluster and namespace',
  user: 'User',
  requests: 'Requests',
  program: 'Program',
} as const satisfies Record<string, string>;

/** The heading under which a flag is listed. */
export type FlagGroup = keyof typeof FLAG_GROUPS;
