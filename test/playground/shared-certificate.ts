import { makeCertificate, type Certificate } from '../../playground/certificate.ts';

let made: Promise<Certificate> | undefined;

/** One certificate for all playgrounds of this process: to make one takes longer than to start a playground. */
export function sharedCertificate(): Promise<Certificate> {
  return (made ??= makeCertificate(new Date()));
}
